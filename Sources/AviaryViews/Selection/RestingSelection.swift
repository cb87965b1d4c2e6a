import AviarySnapshots

/// A large selection while no screen is connected: its positions in the list at that time, in ascending order.
///
/// A million adjacent items are one range here, but tens of megabytes as a set.
struct RestingSelection<ItemID: ItemIdentifier> {
    let positions: [Range<Int>]
    let count: Int
    let snapshot: any Snapshot<ItemID>
    /// The collection view's `listVersion` at that time.
    let listVersion: Int
}
