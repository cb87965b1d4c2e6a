import AviaryViews

extension CollectionView {
    /// A view that records its changes from the beginning, as for a screen that follows them.
    convenience init(recording layout: any CollectionViewLayout) {
        self.init(layout: layout)
        recordChanges()
    }
}
