import AviarySnapshots

/// A large selection while no screen is connected: its positions in the list at that time, in ascending order.
///
/// A million adjacent items are one range here, but tens of megabytes as a set.
struct CompactSelection<ItemID: ItemIdentifier> {
    let positions: [Range<Int>]
    let count: Int
    let snapshot: any Snapshot<ItemID>
    /// The collection view's `listVersion` at that time.
    let listVersion: Int

    /// The items that are in the present list.
    ///
    /// - Parameter version: The collection view's `listVersion` now.
    /// - Complexity: O(*s*) for *s* selected items, O(*s* log *n*) if the list has changed.
    func items(in list: any Snapshot<ItemID>, version: Int) -> Set<ItemID> {
        var items = Set<ItemID>(minimumCapacity: count)
        let isSame = listVersion == version
        for range in positions {
            for item in snapshot.items(in: range) where isSame || list.position(of: item) != nil { items.insert(item) }
        }
        return items
    }
}
