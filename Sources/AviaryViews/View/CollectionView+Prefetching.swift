import AviarySnapshots

/// The state of prefetching: the items that a view has announced.
final class Prefetching<ItemID: ItemIdentifier> {
    weak var source: (any CollectionViewPrefetching<ItemID>)?
    /// The items that had cells at the last announcement.
    var near: [ItemID] = []
    /// The announced items that were neither visible nor cancelled since.
    var awaited: Set<ItemID> = []

    init(_ source: any CollectionViewPrefetching<ItemID>) { self.source = source }
}

extension CollectionView {
    /// The object that prepares content for items that may soon be visible; held weakly.
    ///
    /// Setting it cancels all items announced to the previous object, and announces the items near the visible rect to
    /// the new one.
    ///
    /// - Complexity: O(visible).
    public var prefetchDataSource: (any CollectionViewPrefetching<ItemID>)? {
        get { prefetching?.source }
        set {
            guard newValue !== prefetching?.source else { return }
            cancelPrefetching()
            prefetching = newValue.map(Prefetching.init)
            tellPrefetching()
        }
    }

    /// Announces items with new cells, and cancels items whose cells are gone and were never visible.
    ///
    /// - Complexity: O(visible); O(1) without a prefetching data source.
    func tellPrefetching() {
        guard hasScreen, shownRect.width > 0, let prefetching, let source = prefetching.source else { return }
        let visible = visibleRange
        prefetching.awaited.subtract(held[visible])
        let before = prefetching.near
        guard before != held else { return }
        prefetching.near = held
        let (known, now) = (Set(before), Set(held))
        let gone = before.filter { prefetching.awaited.contains($0) && !now.contains($0) }
        // Items that are visible at once need no announcement.
        let above: [ItemID] = held[..<visible.lowerBound].reversed()
        let below = Array(held[visible.upperBound...])
        let come = (viewport.isScrollingUp ? above + below : below + above).filter { !known.contains($0) }
        prefetching.awaited.subtract(gone)
        prefetching.awaited.formUnion(come)
        if !gone.isEmpty { source.collectionView(self, cancelPrefetching: gone) }
        if !come.isEmpty { source.collectionView(self, prefetch: come) }
    }

    /// Cancels all announced items that were not visible. Called when no screen shows the list any more, and when the
    /// prefetching object is replaced.
    func cancelPrefetching() {
        guard let prefetching else { return }
        let gone = prefetching.near.filter(prefetching.awaited.contains)
        (prefetching.near, prefetching.awaited) = ([], [])
        if !gone.isEmpty { prefetching.source?.collectionView(self, cancelPrefetching: gone) }
    }

    /// The range of `held` that is in the visible rect.
    private var visibleRange: Range<Int> {
        let visible = geometry.positions(in: shownRect).clamped(to: window)
        return visible.lowerBound - window.lowerBound..<visible.upperBound - window.lowerBound
    }
}
