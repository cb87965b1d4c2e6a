import AviarySnapshots

/// Rowids in the order of their keys.
///
/// Two trees hold the same entries, by key and by rowid, so that either way takes O(log *n*); a number or a date as the
/// key costs twice 16 bytes a row and a quarter for the trees themselves. Copies are free.
struct RowList: Sendable {
    private var byKey = EntryTree()
    private var byID = EntryTree()
    /// The keys of those rows whose prefix does not say all.
    private var fullKeys: FullKeys
    /// Whether the first sort key descends.
    private let isDescending: Bool
    /// `nil` when the request names none.
    private var sizes: RowSizes?
    /// The row that was put in last, until the next edit: most commits move one row, and whoever hears of it asks where it is.
    private var latest: (id: Int64, position: Int)?

    /// - Parameter entries: In the order of their keys.
    /// - Complexity: O(*n*), and O(*n* log *n*) when the rowids are in another order than the keys.
    init(entries: [Entry], fullKeys: FullKeys, isDescending: Bool, sizes: RowSizes? = nil) {
        byKey = EntryTree(entries)
        var last = Int64.min
        let isAscending = entries.allSatisfy { entry in
            defer { last = entry.id }
            return last <= entry.id
        }
        byID = EntryTree(isAscending ? entries : entries.sorted { $0.id < $1.id })
        self.fullKeys = fullKeys
        self.isDescending = isDescending
        self.sizes = sizes
    }

    var count: Int { byKey.count }

    func isIdentical(to other: RowList) -> Bool { byKey.isIdentical(to: other.byKey) }

    subscript(position: Int) -> Int64 { byKey[position].id }

    /// The last row, or the first.
    func outermost(isAtEnd: Bool) -> Int64? { count == 0 ? nil : self[isAtEnd ? 0 : count - 1] }

    func ids(in range: Range<Int>) -> [Int64] {
        var ids: [Int64] = []
        ids.reserveCapacity(range.count)
        byKey.forEach(in: range) { ids.append($0.id) }
        return ids
    }

    /// How large the rows in a range are.
    func sizes(in range: Range<Int>) -> [ItemSize] {
        sizes?[range] ?? Array(repeating: .unknown, count: range.count)
    }

    func contains(_ id: Int64) -> Bool { entry(of: id) != nil }

    func position(of id: Int64) -> Int? {
        if let latest, latest.id == id { return latest.position }
        return entry(of: id).map { position(of: $0.entry) }
    }

    /// Whether a row stands where this key belongs, and has this size.
    func holds(_ id: Int64, at key: RowKey, size: ItemSize?) -> Bool {
        guard let entry = entry(of: id)?.entry, entry.prefix == key.prefix, fullKeys[id] == key.full else {
            return false
        }
        guard let sizes, let size else { return true }
        let position = position(of: entry)
        return position < count && sizes[position..<position + 1] == [size]
    }

    // MARK: Editing

    /// Takes a row out.
    ///
    /// - Returns: Where it was; `nil` when it was not there.
    /// - Throws: `RowsDisorder` when it is not where its key belongs.
    /// - Complexity: O(log *n*).
    @discardableResult
    mutating func remove(_ id: Int64) throws -> Int? {
        guard let (index, entry) = entry(of: id) else { return nil }
        let position = position(of: entry)
        guard position < count, byKey[position] == entry else { throw RowsDisorder() }
        latest = nil
        byKey.remove(at: position)
        byID.remove(at: index)
        sizes?.remove(at: position)
        if !fullKeys.isEmpty { fullKeys[id] = nil }
        return position
    }

    /// Where a row belongs that is not there.
    ///
    /// - Complexity: O(log *n*).
    func position(for id: Int64, at key: RowKey) -> Int {
        position(of: Entry(prefix: key.prefix, id: id), full: key.full)
    }

    /// Puts in a row that is not there.
    ///
    /// - Parameter position: Where its key belongs.
    /// - Complexity: O(log *n*).
    mutating func insert(_ id: Int64, at key: RowKey, position: Int, size: ItemSize? = nil) {
        let entry = Entry(prefix: key.prefix, id: id)
        byKey.insert(entry, at: position)
        byID.insert(entry, at: (byID.last { $0.id < id }?.position ?? -1) + 1)
        if let full = key.full { fullKeys[id] = full }
        sizes?.insert(size ?? .unknown, at: position)
        latest = (id, position)
    }

    // MARK: Labels

    /// How far apart the first labels are.
    static let labelDistance: UInt64 = 1 << 32

    /// Labels for rows whose order only SQLite knows: numbers that ascend as the rows do, with room around and between.
    ///
    /// Order maintenance by labels (P. Dietz, *Maintaining order in a linked list*, 1982), without its relabelling.
    static func label(_ index: Int, of count: Int) -> UInt64 {
        let middle: UInt64 = 1 << 63
        return middle &+ UInt64(bitPattern: Int64(index - count / 2)) &* labelDistance
    }

    /// A label between those of two neighbours; `nil` when there is none left.
    ///
    /// - Parameter position: Of the neighbour behind; the count when there is none.
    func label(at position: Int) -> RowKey? {
        let before = position > 0 ? byKey[position - 1].prefix : nil
        let behind = position < count ? byKey[position].prefix : nil
        let label: UInt64? =
            switch (before, behind) {
            case (nil, nil): 1 << 63
            case (let before?, nil): before > .max - Self.labelDistance ? nil : before + Self.labelDistance
            case (nil, let behind?): behind < Self.labelDistance ? nil : behind - Self.labelDistance
            case (let before?, let behind?): behind - before < 2 ? nil : before + (behind - before) / 2
            }
        return label.map { RowKey(prefix: $0, full: nil) }
    }

    // MARK: Searching

    private func entry(of id: Int64) -> (index: Int, entry: Entry)? {
        guard let (index, entry) = byID.last(where: { $0.id <= id }), entry.id == id else { return nil }
        return (index, entry)
    }

    private func position(of entry: Entry) -> Int {
        position(of: entry, full: fullKeys.isEmpty ? nil : fullKeys[entry.id])
    }

    /// How many entries come before one.
    private func position(of target: Entry, full: FullKey?) -> Int {
        if fullKeys.isEmpty, full == nil {
            return (byKey.last { ($0.prefix, $0.id) < (target.prefix, target.id) }?.position ?? -1) + 1
        }
        return (byKey.last { isOrdered($0, fullKeys[$0.id], before: target, full) }?.position ?? -1) + 1
    }

    /// Full keys are looked at on ties of the prefix only.
    private func isOrdered(
        _ first: Entry, _ firstFull: @autoclosure () -> FullKey?, before second: Entry, _ secondFull: FullKey?
    ) -> Bool {
        if first.prefix != second.prefix { return first.prefix < second.prefix }
        let firstFull = firstFull()
        if firstFull != nil || secondFull != nil {
            func exact() -> FullKey { FullKey(prefix: first.prefix, isDescending: isDescending) }
            let (one, other) = (firstFull ?? exact(), secondFull ?? exact())
            if one != other { return one < other }
        }
        return first.id < second.id
    }
}

// MARK: - Invariants

extension RowList {
    /// What is wrong inside; empty when nothing is. For tests.
    ///
    /// - Complexity: O(*n* log *n*).
    func violations() -> [String] {
        var found = byKey.violations() + byID.violations()
        if let sizes, sizes.count != byKey.count { found.append("there are \(sizes.count) sizes") }
        if byKey.count != byID.count { found.append("the trees differ in count") }
        var before: Entry?
        var ids = Set<Int64>()
        byKey.forEach(in: 0..<byKey.count) { entry in
            if let before, !isOrdered(before, fullKeys[before.id], before: entry, fullKeys[entry.id]) {
                found.append("\(before) does not come before \(entry)")
            }
            if let latest, latest.id == entry.id, self[latest.position] != entry.id {
                found.append("the row that was put in last is elsewhere")
            }
            if self.entry(of: entry.id)?.entry != entry { found.append("\(entry) is not found by its rowid") }
            ids.insert(entry.id)
            before = entry
        }
        if ids.count != byKey.count { found.append("a rowid is there twice") }
        if fullKeys.ids.contains(where: { !ids.contains($0) }) { found.append("a key belongs to no row") }
        return found
    }
}
