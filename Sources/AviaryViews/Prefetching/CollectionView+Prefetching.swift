import AviarySnapshots

/// What a view has announced for prefetching.
final class Prefetching<ItemID: ItemIdentifier> {
    weak var source: (any CollectionViewPrefetching<ItemID>)?
    /// The items that were announced, and neither seen nor cancelled since: those that had cells and were not in the
    /// visible rect when it was told last, in their order.
    var awaited: [ItemID] = []

    init(_ source: any CollectionViewPrefetching<ItemID>) { self.source = source }
}

extension CollectionView {
    /// Hears which items may soon be seen.
    public var prefetchDataSource: (any CollectionViewPrefetching<ItemID>)? {
        get { prefetching?.source }
        set {
            guard newValue !== prefetching?.source else { return }
            cancelPrefetching()
            prefetching = newValue.map(Prefetching.init)
            tellPrefetching()
        }
    }

    /// Announces the items that have come near or have left the visible rect and are near still, and cancels those that are
    /// near no longer.
    ///
    /// - Complexity: O(visible); O(1) without a prefetching data source.
    func tellPrefetching() {
        guard hasScreen, shownRect.width > 0, let prefetching, let source = prefetching.source else { return }
        let visible = visibleRange
        let above = Array(held[..<visible.lowerBound])
        let below = Array(held[visible.upperBound...])
        let (before, now) = (Set(prefetching.awaited), Set(held))
        let gone = prefetching.awaited.filter { !now.contains($0) }
        let nearest: [ItemID] = travel < 0 ? above.reversed() + below : below + above.reversed()
        let come = nearest.filter { !before.contains($0) }
        prefetching.awaited = above + below
        if !gone.isEmpty { source.collectionView(self, cancelPrefetching: gone) }
        if !come.isEmpty { source.collectionView(self, prefetch: come) }
    }

    /// Cancels all that was announced and not seen: nobody looks any more.
    func cancelPrefetching() {
        guard let prefetching else { return }
        let gone = prefetching.awaited
        prefetching.awaited = []
        if !gone.isEmpty { prefetching.source?.collectionView(self, cancelPrefetching: gone) }
    }

    /// Which of the items held are in the visible rect.
    private var visibleRange: Range<Int> {
        let visible = geometry.positions(in: shownRect).clamped(to: window)
        return visible.lowerBound - window.lowerBound..<visible.upperBound - window.lowerBound
    }
}
