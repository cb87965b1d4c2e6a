import AviarySnapshots

/// The items that an update deletes, found by their index paths in the old list.
///
/// No set of these items is built. So a view with one selected item needs only a few comparisons, even if a million
/// items are deleted.
struct DeletedItems<ItemID: ItemIdentifier> {
    private let items: [Changeset<ItemID>.Item]
    private let old: any Snapshot<ItemID>

    /// - Parameter old: The list before the changeset.
    init(of changeset: Changeset<ItemID>, from old: any Snapshot<ItemID>) {
        (items, self.old) = (changeset.deleted, old)
    }

    var identifiers: some Sequence<ItemID> { items.lazy.map { $0.id } }
    var count: Int { items.count }

    /// - Complexity: O(log *n*).
    func contains(_ item: ItemID) -> Bool { old.position(of: item).map(contains(at:)) ?? false }

    /// Returns true if the item at an old position is deleted.
    ///
    /// - Complexity: O(log *n*).
    func contains(at position: Int) -> Bool { count(in: position..<position + 1) == 1 }

    /// The number of deleted items in a range of old positions.
    ///
    /// - Complexity: O(log *n*).
    func count(in span: Range<Int>) -> Int { items.places(in: span, of: old).count }
}

extension Array {
    /// The indices of a changeset's items that lie in a range of positions.
    ///
    /// - Parameter list: The list that has the items at their index paths.
    /// - Complexity: O(log *n*).
    func places<ItemID>(in span: Range<Int>, of list: any Snapshot<ItemID>) -> Range<Int>
    where Element == Changeset<ItemID>.Item {
        if isEmpty || span.isEmpty { return 0..<0 }
        let (first, last) = (list.indexPath(at: span.lowerBound), list.indexPath(at: span.upperBound - 1))
        return partitionPoint(count) { self[$0].path < first }..<partitionPoint(count) { self[$0].path <= last }
    }
}

extension Set where Element: ItemIdentifier {
    /// Removes the items that an update deletes.
    ///
    /// - Complexity: O(*k*) for *k* deleted items, or O(*m* log *n*) for the *m* items of the set if these are fewer.
    mutating func subtract(_ deleted: DeletedItems<Element>) {
        if count < deleted.count { subtract(filter(deleted.contains)) } else { subtract(deleted.identifiers) }
    }
}
