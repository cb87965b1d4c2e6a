/// Prepares content for items that may soon be visible, like `UICollectionViewDataSourcePrefetching`.
///
/// Each announced item becomes visible or is cancelled, once. After that it may be announced again. When the screen
/// disconnects, announced items are cancelled. No items are announced while no screen is connected.
public protocol CollectionViewPrefetching<ItemID>: AnyObject {
    /// The identifiers of the collection view.
    associatedtype ItemID: ItemIdentifier

    /// Items came near the visible rect, and their cells are configured. The items are in the order in which they are
    /// likely to become visible.
    func collectionView(_ view: CollectionView<ItemID>, prefetch items: [ItemID])
    /// Announced items were never visible, and will not be soon: they were deleted, they are far from the visible rect
    /// again, or no screen shows the list any more.
    ///
    /// Optional.
    func collectionView(_ view: CollectionView<ItemID>, cancelPrefetching items: [ItemID])
}

extension CollectionViewPrefetching {
    /// Does nothing, so work begun for these items goes on.
    public func collectionView(_ view: CollectionView<ItemID>, cancelPrefetching items: [ItemID]) {}
}

/// The prefetching object of a view, and the items announced to it. A view without one reserves memory for a reference
/// only.
final class Prefetching<ItemID: ItemIdentifier> {
    private(set) weak var source: (any CollectionViewPrefetching<ItemID>)?
    var items = PrefetchedItems<ItemID>()

    init(_ source: any CollectionViewPrefetching<ItemID>) { self.source = source }
}
