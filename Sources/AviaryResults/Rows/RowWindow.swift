/// The part of a list that is shown: so many rows, at some distance from its first or from its last.
struct RowWindow: Hashable, Sendable {
    var limit: Int?
    var offset: Int
    var isAtEnd: Bool
    /// Whether all rows are kept, though so many are shown.
    var keepsAll = false

    /// Rows that are kept beyond the window, so that most deletions need no other row to be read.
    private static let buffer = 64

    /// A limit or an offset that can be reckoned with: SQLite has room for no more rows.
    static func bounded(_ count: Int) -> Int { min(max(count, 0), 1 << 61) }

    /// How many rows from the edge the window reaches; `nil` when it reaches to the other edge.
    var reach: Int? { limit.map { offset + $0 } }
    /// How many rows are kept when they are read; `nil` for all.
    var kept: Int? { keepsAll ? nil : reach.map { $0 + Self.buffer } }
    /// How many rows may be kept, before some are forgotten.
    var capacity: Int? { kept.map { $0 + Self.buffer } }

    /// Whether rows are read from the last on.
    var isReadBackwards: Bool { isAtEnd && kept != nil }

    /// The positions in a list of so many rows.
    func range(in count: Int) -> Range<Int> {
        let first = min(offset, count)
        let last = min(reach ?? count, count)
        return isAtEnd ? count - last..<count - first : first..<last
    }
}
