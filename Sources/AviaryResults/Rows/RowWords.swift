/// A word for each row, by rowid. A copy costs O(1).
///
/// In most tables SQLite numbers the rows, so the rowids have few gaps. Then a row costs little more than the eight bytes
/// of its word. With many gaps, the rowids are stored beside the words.
struct RowWords: Sendable {
    private var near: WordTree?
    /// The rows sorted by rowid, if rowids are stored. The prefixes are the words.
    private var far: EntryTree?

    /// - Parameter rows: Each rowid once, in any order. The prefixes are the words.
    /// - Complexity: O(*n*), and O(*n* log *n*) when the rowids lie far apart and are out of order.
    init(_ rows: [Entry]) {
        if Self.areNear(rows) { near = WordTree(rows) } else { far = Self.tree(of: rows) }
    }

    /// Returns whether at least about half of the rowids between the least and the greatest exist.
    private static func areNear(_ rows: [Entry]) -> Bool {
        var (least, greatest) = (Int64.max, Int64(0))
        for row in rows { (least, greatest) = (min(least, row.id), max(greatest, row.id)) }
        guard !rows.isEmpty else { return true }
        return least >= 0 && Int(greatest - least) / 2 <= rows.count + TreePage.fanOut
    }

    private static func tree(of rows: [Entry]) -> EntryTree {
        let isAscending = zip(rows, rows.dropFirst()).allSatisfy { $0.id < $1.id }
        return EntryTree(isAscending ? rows : rows.sorted { $0.id < $1.id })
    }

    var count: Int { near?.count ?? far?.count ?? 0 }

    /// - Complexity: O(log *n*).
    subscript(id: Int64) -> UInt64? {
        if let near { return id < 0 ? nil : near[id] }
        guard let entry = far?.last(where: { $0.id <= id })?.entry, entry.id == id else { return nil }
        return entry.prefix
    }

    /// Calls `body` with each rowid and its word, in the order of the rowids.
    ///
    /// - Complexity: O(*n*).
    func forEach(_ body: (Int64, UInt64) -> Void) {
        near?.forEach(body)
        far?.forEach(in: 0..<count) { body($0.id, $0.prefix) }
    }

    // MARK: Editing

    /// Sets the word of a row that has none.
    ///
    /// - Complexity: O(log *n*); O(*n*) once, when the rowids turn out to lie far apart, or one is negative.
    mutating func insert(_ word: UInt64, for id: Int64) {
        if id < 0 || near?.isThin == true { storeIDs() }
        near?.set(word, for: id)
        let position = far?.last { $0.id < id }?.position ?? -1
        far?.insert(Entry(prefix: word, id: id), at: position + 1)
    }

    /// Removes the word of a row that has one.
    ///
    /// - Complexity: O(log *n*).
    mutating func remove(_ id: Int64) {
        near?.remove(id)
        guard let found = far?.last(where: { $0.id <= id }), found.entry.id == id else { return }
        far?.remove(at: found.position)
    }

    /// Switches to stored rowids.
    private mutating func storeIDs() {
        guard let near else { return }
        var rows: [Entry] = []
        rows.reserveCapacity(near.count)
        near.forEach { rows.append(Entry(prefix: $1, id: $0)) }
        (self.near, far) = (nil, EntryTree(rows))
    }
}

extension RowWords {
    /// How many pages are in use. For tests.
    var numberOfPages: Int { near?.numberOfPages ?? far?.numberOfPages ?? 0 }
}

extension WordTree {
    /// `true` when the leaves hold so few words that stored rowids would take less memory.
    fileprivate var isThin: Bool { leaves > 64 + count / (TreePage.fanOut / 4) }
}
