public import AviarySnapshots
public import GRDB
import HashTreeCollections

/// The rowids of a live query at one moment, in the order of its sort keys.
///
/// Two trees hold the same entries, by key and by rowid, so that either way takes O(log *n*); a number or a date as the
/// key costs 32 bytes a row and the trees' own. Copies are free.
public struct RowsSnapshot: Sendable {
    /// The last entry of the history log that the snapshot includes; for a table without history, a count of changes.
    public package(set) var version: Int64 = 0

    private var byKey = EntryTree()
    private var byID = EntryTree()
    /// The keys of those rows whose prefix does not say all.
    private var fullKeys: TreeDictionary<Int64, FullKey> = [:]
    private let isDescending: Bool

    /// - Parameter isDescending: Whether the first sort key descends.
    init(isDescending: Bool = false) { self.isDescending = isDescending }

    /// - Parameter entries: In the order of their keys.
    /// - Complexity: O(*n*), and O(*n* log *n*) when the rowids are in another order than the keys.
    init(entries: [Entry], fullKeys: [Int64: FullKey], isDescending: Bool, version: Int64) {
        byKey = EntryTree(entries)
        byID = EntryTree(entries.sorted { $0.id < $1.id })
        self.fullKeys = TreeDictionary(uniqueKeysWithValues: fullKeys.lazy.map { ($0.key, $0.value) })
        self.isDescending = isDescending
        self.version = version
    }
}

extension RowsSnapshot: Snapshot {
    /// A section is named by the value its items share; a list without sections is one section named NULL.
    public typealias SectionID = DatabaseValue
    public typealias ItemID = Int64

    public var numberOfSections: Int { 1 }
    public var numberOfItems: Int { byKey.count }

    public func sectionIdentifier(at section: Int) -> DatabaseValue { .null }
    public func section(of identifier: DatabaseValue) -> Int? { identifier.isNull ? 0 : nil }
    public func range(ofSection section: Int) -> Range<Int> { 0..<byKey.count }
    public func section(at position: Int) -> Int { 0 }
    public func item(at position: Int) -> Int64 { byKey[position].id }
    public func position(of item: Int64) -> Int? { entry(of: item).flatMap { position(of: $0.entry) } }

    public func items(in range: Range<Int>) -> [Int64] {
        var items: [Int64] = []
        items.reserveCapacity(range.count)
        byKey.forEach(in: range) { items.append($0.id) }
        return items
    }
}

// MARK: - Editing

extension RowsSnapshot {
    /// Whether the snapshot holds a row.
    func contains(_ id: Int64) -> Bool { entry(of: id) != nil }

    /// Takes a row out, when it is there.
    ///
    /// - Complexity: O(log *n*).
    mutating func remove(_ id: Int64) {
        guard let (place, entry) = entry(of: id), let position = position(of: entry) else { return }
        byKey.remove(at: position)
        byID.remove(at: place)
        fullKeys[id] = nil
    }

    /// Puts a row where its key belongs, wherever it was before.
    ///
    /// - Complexity: O(log *n*).
    mutating func place(_ id: Int64, at key: RowKey) {
        if let (_, entry) = entry(of: id) {
            if entry.prefix == key.prefix, fullKeys[id] == key.full { return }
            remove(id)
        }
        let entry = Entry(prefix: key.prefix, id: id)
        byKey.insert(entry, at: (lastPosition(before: entry, full: key.full) ?? -1) + 1)
        byID.insert(entry, at: (byID.last { $0.id < id }?.position ?? -1) + 1)
        if let full = key.full { fullKeys[id] = full }
    }

    private func entry(of id: Int64) -> (place: Int, entry: Entry)? {
        guard let (place, entry) = byID.last(where: { $0.id <= id }), entry.id == id else { return nil }
        return (place, entry)
    }

    private func position(of entry: Entry) -> Int? {
        (lastPosition(before: entry, full: fullKeys.isEmpty ? nil : fullKeys[entry.id]) ?? -1) + 1
    }

    private func lastPosition(before target: Entry, full: FullKey?) -> Int? {
        if fullKeys.isEmpty, full == nil {
            return byKey.last { ($0.prefix, $0.id) < (target.prefix, target.id) }?.position
        }
        return byKey.last { isOrdered($0, fullKeys[$0.id], before: target, full) }?.position
    }

    /// Full keys are looked at on ties of the prefix only.
    private func isOrdered(
        _ first: Entry, _ firstFull: @autoclosure () -> FullKey?, before second: Entry, _ secondFull: FullKey?
    ) -> Bool {
        if first.prefix != second.prefix { return first.prefix < second.prefix }
        let firstFull = firstFull()
        if firstFull != nil || secondFull != nil {
            let exact = FullKey(prefix: first.prefix, isDescending: isDescending)
            let (one, other) = (firstFull ?? exact, secondFull ?? exact)
            if one != other { return one < other }
        }
        return first.id < second.id
    }
}

// MARK: - Invariants

extension RowsSnapshot {
    /// What is wrong inside; empty when nothing is. For tests.
    ///
    /// - Complexity: O(*n* log *n*).
    package func violations() -> [String] {
        var found = byKey.violations() + byID.violations()
        if byKey.count != byID.count { found.append("the trees differ in count") }
        var before: Entry?
        var ids = Set<Int64>()
        byKey.forEach(in: 0..<byKey.count) { entry in
            if let before, !isOrdered(before, fullKeys[before.id], before: entry, fullKeys[entry.id]) {
                found.append("\(before) does not come before \(entry)")
            }
            if self.entry(of: entry.id)?.entry != entry { found.append("\(entry) is not found by its rowid") }
            ids.insert(entry.id)
            before = entry
        }
        if ids.count != byKey.count { found.append("a rowid is there twice") }
        if fullKeys.keys.contains(where: { !ids.contains($0) }) { found.append("a key belongs to no row") }
        return found
    }
}
