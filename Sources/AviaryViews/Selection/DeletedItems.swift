import AviarySnapshots

/// The items that an update deletes, each found by its index path in the list before.
///
/// Nothing is made of all of them: a window that has selected one item finds it among a million that are deleted in a few
/// comparisons.
struct DeletedItems<ItemID: ItemIdentifier> {
    private let items: [Changeset<ItemID>.Item]
    private let old: any Snapshot<ItemID>

    /// - Parameter old: The list from which the changeset leads on.
    init(of changeset: Changeset<ItemID>, from old: any Snapshot<ItemID>) {
        (items, self.old) = (changeset.deleted, old)
    }

    var identifiers: some Sequence<ItemID> { items.lazy.map { $0.id } }
    var count: Int { items.count }

    /// - Complexity: O(log *n*).
    func contains(_ item: ItemID) -> Bool { old.position(of: item).map(contains(at:)) ?? false }

    /// Whether the item is deleted that stood at a position.
    ///
    /// - Complexity: O(log *n*).
    func contains(at position: Int) -> Bool { count(in: position..<position + 1) == 1 }

    /// How many of the items that stood in a range of positions are deleted.
    ///
    /// - Complexity: O(log *n*).
    func count(in span: Range<Int>) -> Int { items.places(in: span, of: old).count }
}

extension Array {
    /// Where those of a changeset's items stand that are in a range of positions.
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
    /// Takes out what an update deletes.
    ///
    /// - Complexity: O(*k*) for *k* deleted items; O(*m* log *n*) for the *m* items of the set where these are fewer.
    mutating func subtract(_ deleted: DeletedItems<Element>) {
        if count < deleted.count { subtract(filter(deleted.contains)) } else { subtract(deleted.identifiers) }
    }
}
