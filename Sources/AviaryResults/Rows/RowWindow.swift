/// The part of a list that is shown: `limit` rows after the first `offset` rows, counted from one end of the list.
struct RowWindow: Hashable, Sendable {
    var limit: Int?
    var offset: Int
    var isAtEnd: Bool
    /// `true` to keep all rows of the list, although only some are shown.
    var keepsAll = false

    /// How many rows are kept beyond the window, so that no further rows are read after most deletions.
    private static let buffer = 64

    /// Clamps a limit or an offset so that sums cannot overflow. SQLite cannot store that many rows.
    static func bounded(_ count: Int) -> Int { min(max(count, 0), 1 << 61) }

    /// How many rows from the edge the window reaches; `nil` when it reaches to the other edge.
    var reach: Int? { limit.map { offset + $0 } }
    /// How many rows are kept when rows are read; `nil` for all rows.
    var kept: Int? { keepsAll ? nil : reach.map { $0 + Self.buffer } }
    /// How many rows may be kept before some are dropped.
    var capacity: Int? { kept.map { $0 + Self.buffer } }

    /// `true` when rows are read from the last one backwards.
    var isReadBackwards: Bool { isAtEnd && kept != nil }

    /// The shown positions in a list with `count` rows.
    func range(in count: Int) -> Range<Int> {
        let first = min(offset, count)
        let last = min(reach ?? count, count)
        return isAtEnd ? count - last..<count - first : first..<last
    }
}
