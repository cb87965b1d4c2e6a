/// Hears which items may soon be visible, so that what their cells need can be loaded before, as with
/// `UICollectionViewDataSourcePrefetching`.
///
/// Each item that is announced comes into the visible rect or is cancelled, once. After that it may be announced again.
/// Nothing is announced while no screen is connected, and what was announced before is cancelled then.
public protocol CollectionViewPrefetching<ItemID>: AnyObject {
    /// The identifiers of the collection view.
    associatedtype ItemID: ItemIdentifier

    /// Items came near the visible rect; their cells are configured. The items stand in the order in which they are
    /// likely to become visible.
    func collectionView(_ view: CollectionView<ItemID>, prefetch items: [ItemID])
    /// Items that were announced are far from the visible rect again, or gone, and were never visible.
    ///
    /// Optional.
    func collectionView(_ view: CollectionView<ItemID>, cancelPrefetching items: [ItemID])
}

extension CollectionViewPrefetching {
    /// Does nothing: what was begun for these items is finished.
    public func collectionView(_ view: CollectionView<ItemID>, cancelPrefetching items: [ItemID]) {}
}
