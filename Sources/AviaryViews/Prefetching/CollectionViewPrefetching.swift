/// Hears which items may soon be seen, so that what their cells need can be on its way, as with
/// `UICollectionViewDataSourcePrefetching`.
///
/// Each item that is announced comes into the visible rect or is cancelled, once. After that it may be announced again.
/// While no screen is connected nothing is announced: what was is cancelled.
public protocol CollectionViewPrefetching<ItemID>: AnyObject {
    associatedtype ItemID: ItemIdentifier

    /// Items came near the visible rect, the next to be seen first; their cells are configured.
    func collectionView(_ view: CollectionView<ItemID>, prefetch items: [ItemID])
    /// Items that were near are far again, or gone, without having been seen.
    ///
    /// Optional.
    func collectionView(_ view: CollectionView<ItemID>, cancelPrefetching items: [ItemID])
}

extension CollectionViewPrefetching {
    public func collectionView(_ view: CollectionView<ItemID>, cancelPrefetching items: [ItemID]) {}
}
