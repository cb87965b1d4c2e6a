import AviarySnapshots

/// Rowids in the order of their keys.
///
/// One tree holds the rows by key, and another tree finds the key of a rowid. So look-ups in both directions take O(log
/// *n*). When the key is a number or a date, a row takes 8 bytes in each tree. A rowid takes 4 bytes more if all rowids
/// are below 2^32. A copy of the list costs O(1).
struct RowList: Sendable {
    private var byKey: EntryTree
    /// The prefix of each row's key, by rowid. If `keys` is not `nil`, the location of the full key in `keys` instead.
    private var byID: RowWords
    /// The memory of the full keys; `nil` while all prefixes are exact.
    private var keys: KeyBytes?
    /// How many bytes of `keys` belong to rows in the list.
    private var keySize: Int
    /// `true` when the first sort key descends.
    private let isDescending: Bool
    /// The sizes of the items; `nil` when the request has no size key.
    private var sizes: RowSizes?
    /// The row that was inserted last, and its position, until the next edit. Most commits move one row, and then
    /// observers ask for its position.
    private var latest: (id: Int64, position: Int)?

    /// - Parameters:
    ///   - entries: The rows in the order of their keys.
    ///   - words: The locations in `keys` of these rows' keys; `nil` when all prefixes are exact.
    /// - Complexity: O(*n*), and O(*n* log *n*) when the rowids lie far apart and are not in the order of the keys.
    init(
        entries: [Entry], words: [UInt64]?, keys: KeyBytes?, isDescending: Bool, sizes: RowSizes? = nil
    ) {
        byKey = EntryTree(entries)
        byID = RowWords(words.map { zip(entries, $0).map { Entry(prefix: $1, id: $0.id) } } ?? entries)
        self.keys = words == nil ? nil : keys
        keySize = self.keys?.used ?? 0
        self.isDescending = isDescending
        self.sizes = sizes
    }

    var count: Int { byKey.count }

    func isIdentical(to other: RowList) -> Bool { byKey.isIdentical(to: other.byKey) }

    subscript(position: Int) -> Int64 { byKey[position].id }

    /// The row at the edge of the kept rows: the first one when the window is at the end, otherwise the last one.
    func outermost(isAtEnd: Bool) -> Int64? { count == 0 ? nil : self[isAtEnd ? 0 : count - 1] }

    func ids(in range: Range<Int>) -> [Int64] {
        var ids: [Int64] = []
        ids.reserveCapacity(range.count)
        byKey.forEach(in: range) { ids.append($0.id) }
        return ids
    }

    /// The sizes of the rows in a range.
    func sizes(in range: Range<Int>) -> [ItemSize] {
        sizes?[range] ?? Array(repeating: .unknown, count: range.count)
    }

    func contains(_ id: Int64) -> Bool { byID[id] != nil }

    func position(of id: Int64) -> Int? {
        if let latest, latest.id == id { return latest.position }
        return byID[id].flatMap { position(of: id, word: $0) }
    }

    /// Returns whether the row has this key and this size.
    func has(_ id: Int64, at key: RowKey, size: ItemSize?) -> Bool {
        guard let word = byID[id], has(word, key) else { return false }
        guard let sizes, let size else { return true }
        guard let position = position(of: id, word: word) else { return false }
        return sizes[position..<position + 1] == [size]
    }

    /// Returns whether the key of a row is this key.
    ///
    /// - Parameter word: The row's word in `byID`.
    private func has(_ word: UInt64, _ key: RowKey) -> Bool {
        guard let stored = storedKey(word) else { return key.full == nil && word == key.prefix }
        return stored.prefix == key.prefix && stored.compare(to: full(key)) == 0
    }

    // MARK: Editing

    /// Removes a row.
    ///
    /// - Returns: Its former position; `nil` when the list does not have the row.
    /// - Throws: `RowsDisorder` when the row is not at the position of its key.
    /// - Complexity: O(log *n*).
    @discardableResult
    mutating func remove(_ id: Int64) throws -> Int? {
        guard let word = byID[id] else { return nil }
        guard let position = position(of: id, word: word) else { throw RowsDisorder() }
        latest = nil
        byKey.remove(at: position)
        byID.remove(id)
        sizes?.remove(at: position)
        keySize -= storedKey(word)?.size ?? 0
        return position
    }

    /// Returns the position for a new row with this key.
    ///
    /// - Complexity: O(log *n*).
    func position(for id: Int64, at key: RowKey) -> Int {
        let last = byKey.last { entry in
            entry.prefix == key.prefix ? precedes(entry.id, id, key) : entry.prefix < key.prefix
        }
        return (last?.position ?? -1) + 1
    }

    /// Returns whether another row with the same prefix comes before this one.
    private func precedes(_ other: Int64, _ id: Int64, _ key: RowKey) -> Bool {
        let order = keys == nil && key.full == nil ? 0 : compareKey(of: other, to: key)
        return order == 0 ? other < id : order < 0
    }

    /// Inserts a row that is not in the list.
    ///
    /// - Parameter position: The result of `position(for:at:)`.
    /// - Complexity: O(log *n*). O(*n*) for the first key with an inexact prefix, and whenever half of the stored keys
    ///   belong to removed rows.
    mutating func insert(_ id: Int64, at key: RowKey, position: Int, size: ItemSize? = nil) {
        let needsNewKeys = keys.map { $0.used > 2 * keySize + Self.unusedKeySize } ?? (key.full != nil)
        if needsNewKeys { storeKeys() }
        byKey.insert(Entry(prefix: key.prefix, id: id), at: position)
        if let keys {
            let stored = keys.store(key.prefix, full(key))
            keySize += stored.size
            byID.insert(stored.word, for: id)
        } else {
            byID.insert(key.prefix, for: id)
        }
        sizes?.insert(size ?? .unknown, at: position)
        latest = (id, position)
    }

    // MARK: Keys

    /// The largest size of removed rows' keys in `keys`, in addition to the size of the present rows' keys.
    private static let unusedKeySize = 1 << 16

    private func storedKey(_ word: UInt64) -> StoredKey? { keys == nil ? nil : StoredKey(word: word) }

    private func full(_ key: RowKey) -> FullKey {
        key.full ?? FullKey(prefix: key.prefix, isDescending: isDescending)
    }

    /// Returns a negative number when the key of a row comes before another key with the same prefix, 0 when both are
    /// equal, otherwise a positive one.
    private func compareKey(of id: Int64, to key: RowKey) -> Int {
        let full = full(key)
        if let stored = byID[id].flatMap(storedKey) { return stored.compare(to: full) }
        let exact = FullKey(prefix: key.prefix, isDescending: isDescending)
        return exact == full ? 0 : exact < full ? -1 : 1
    }

    /// Copies all keys into new memory. The keys of removed rows are left out.
    private mutating func storeKeys() {
        let new = KeyBytes()
        var rows: [Entry] = []
        rows.reserveCapacity(count)
        byID.forEach { id, word in
            let stored = storedKey(word)
            let key = RowKey(prefix: stored?.prefix ?? word, full: stored?.full)
            rows.append(Entry(prefix: new.store(key.prefix, full(key)).word, id: id))
        }
        (byID, keys, keySize) = (RowWords(rows), new, new.used)
    }

    // MARK: Labels

    /// The distance between neighbouring labels at the beginning.
    static let labelDistance: UInt64 = 1 << 32

    /// Returns a label, which stands for the key of a row whose order only SQLite knows. Labels ascend with the rows,
    /// and leave numbers unused between and around them.
    ///
    /// The method is order maintenance by labels (P. Dietz, *Maintaining order in a linked list*, 1982), but without
    /// its relabelling.
    static func label(_ index: Int, of count: Int) -> UInt64 {
        let middle: UInt64 = 1 << 63
        return middle &+ UInt64(bitPattern: Int64(index - count / 2)) &* labelDistance
    }

    /// Returns a label between the labels of two neighbours; `nil` when there is no number between them.
    ///
    /// - Parameter position: The position of the second neighbour, or `count` to append a row.
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

    /// Returns labels for a run of new rows, in ascending order; `nil` when there are too few numbers between the
    /// neighbours.
    ///
    /// A run takes a small part of the numbers at one end of the gap. So many runs after each other find room, at
    /// either end and inside each other.
    ///
    /// - Parameters:
    ///   - count: How many rows there are, at least one.
    ///   - position: The position of the neighbour behind the run, or `count` of the list.
    ///   - isBehind: `true` when the run belongs to the neighbour behind it, otherwise to the one before it.
    func labels(_ count: Int, at position: Int, isBehind: Bool) -> [UInt64]? {
        let count = UInt64(count)
        let before = position > 0 ? byKey[position - 1].prefix : 0
        let behind = position < self.count ? byKey[position].prefix : .max
        let (gap, isFull) = behind.subtractingReportingOverflow(before)
        guard !isFull, gap > count else { return nil }
        let isEmpty = self.count == 0
        let step = max(1, min(gap / (count + 1), isEmpty ? Self.labelDistance : gap >> 6, 1 << 40))
        let first =
            isEmpty ? (1 << 63) - count / 2 * step : isBehind ? behind - count * step : before + step
        return (0..<count).map { first + $0 * step }
    }

    // MARK: Searching

    /// Returns the position of a row; `nil` when the row is not at the position of its key.
    private func position(of id: Int64, word: UInt64) -> Int? {
        let stored = storedKey(word)
        let prefix = stored?.prefix ?? word
        let found = byKey.last { entry in
            guard entry.prefix == prefix else { return entry.prefix < prefix }
            guard let stored, let other = byID[entry.id].flatMap(storedKey) else { return entry.id <= id }
            let order = other.compare(to: stored)
            return order == 0 ? entry.id <= id : order < 0
        }
        return found?.entry.id == id ? found?.position : nil
    }
}

// MARK: - Invariants

extension RowList {
    /// How many bytes the full keys take, including keys of removed rows. For tests.
    var keyMemory: Int { keys?.used ?? 0 }

    /// The violated invariants; empty when there are none. For tests.
    ///
    /// - Complexity: O(*n* log *n*).
    func violations() -> [String] {
        var found = byKey.violations()
        if let sizes, sizes.count != byKey.count { found.append("there are \(sizes.count) sizes") }
        if byKey.count != byID.count { found.append("the trees differ in count") }
        var before: (id: Int64, key: RowKey)?
        var size = 0
        for position in 0..<count {
            let entry = byKey[position]
            guard let word = byID[entry.id] else {
                found.append("\(entry) is not found by its rowid")
                continue
            }
            let stored = storedKey(word)
            size += stored?.size ?? 0
            let key = RowKey(prefix: stored?.prefix ?? word, full: stored?.full)
            if key.prefix != entry.prefix { found.append("\(entry) has another key by its rowid") }
            if let before,
                before.key.prefix > key.prefix || before.key.prefix == key.prefix && !precedes(before.id, entry.id, key)
            {
                found.append("\(before.id) does not come before \(entry)")
            }
            if let latest, latest.id == entry.id, latest.position != position {
                found.append("the row that was put in last is elsewhere")
            }
            before = (entry.id, key)
        }
        if size != keySize { found.append("keys of \(size) bytes are counted as \(keySize)") }
        return found
    }
}

/// Thrown when an index violates its invariants. For instance, a row is missing, or is not at the position of its key.
///
/// The index is then read anew. `ResultsStatistics.disorders` lists possible causes.
struct RowsDisorder: Error {}
