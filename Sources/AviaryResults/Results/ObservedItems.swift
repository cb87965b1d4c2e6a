import AviarySnapshots

/// The items of an observed list, or of one of its sections, at one moment.
///
/// - Complexity: O(log *n*) for each item.
public struct ObservedItems<Record: LiveRecord>: RandomAccessCollection, Sendable {
    private let results: ObservedResults<Record>
    private let snapshot: RowsSnapshot?
    private let range: Range<Int>

    /// - Parameter range: Positions in the snapshot. Unknown items are left out.
    init(of results: ObservedResults<Record>, _ snapshot: RowsSnapshot?, in range: Range<Int>) {
        (self.results, self.snapshot) = (results, snapshot)
        self.range = range.clamped(to: 0..<(snapshot?.numberOfKnownItems ?? 0))
    }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many items there are.
    public var endIndex: Int { range.count }

    /// The item at a position in `0..<count`.
    public subscript(position: Int) -> ObservedItem<Record> {
        guard indices.contains(position), let snapshot else { preconditionFailure("The position is out of range") }
        return ObservedItem(id: snapshot.item(at: range.lowerBound + position), of: results)
    }
}

/// An item of an observed list. It stays the same when its record changes.
public struct ObservedItem<Record: LiveRecord>: Identifiable, Hashable, Sendable {
    /// The rowid, or the number of the key of a row without rowid.
    public let id: Int64
    private let results: ObservedResults<Record>

    init(id: Int64, of results: ObservedResults<Record>) { (self.id, self.results) = (id, results) }

    /// The record; `nil` until it is read, and when the list does not have the item.
    ///
    /// An observer is told when the record has been read, has changed or is gone. The first access begins to read all
    /// records of the page.
    @MainActor public var record: Record? { results.record(of: id) }

    public static func == (one: Self, other: Self) -> Bool { one.id == other.id && one.results === other.results }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A section of an observed list. It stays the same when its items change.
public struct ObservedSection<Record: LiveRecord>: Identifiable, Sendable {
    /// The value that the items of the section share.
    public let id: RowsSection
    private let owner: ObservedResults<Record>

    init(id: RowsSection, of owner: ObservedResults<Record>) { (self.id, self.owner) = (id, owner) }

    /// The known items of the section, in order; none when the list no longer has the section. An observer is told when
    /// items of this section come, go or move.
    @MainActor public var results: ObservedItems<Record> { owner.items(of: id) }

    /// How many items the section has, including items that are not known yet.
    @MainActor public var count: Int { owner.count(of: id) }
}
