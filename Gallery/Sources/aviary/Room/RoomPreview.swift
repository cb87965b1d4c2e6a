import AviaryResults
import AviaryViews

/// What the first page shows of a room, in one window: the number of its items, and a few of them.
struct RoomPreview {
    /// The largest number of items that it shows.
    static let count = 16

    /// The name of the collection. The outlet with the number of all items is called `NAMECount`.
    let name: String
    let collection = CollectionView<Int64>(layout: FlowLayout.preview)
    /// The updates of all items, also of those that are not shown.
    let updates: SnapshotUpdates<RowsSnapshot>
    private let total: () -> String

    /// Makes a preview.
    ///
    /// - Parameters:
    ///   - name: The name of the collection in the storyboard of the first page.
    ///   - items: The items that it shows.
    ///   - all: All items of the room.
    ///   - words: Says how many items there are.
    init<Element>(
        _ name: String, _ items: any CollectionViewDataSource<Int64>, of all: FetchedResults<Element>,
        counting words: @escaping (Int) -> String
    ) {
        self.name = name
        updates = all.updates()
        total = { words(all.snapshot.numberOfItems) }
        collection.allowsSelection = false
        collection.dataSource = items
    }

    /// The number of all items, in words.
    var totalText: String { total() }
}

extension FlowLayout {
    /// Four rows of four items. The preview is nearly twice as wide as high, so two rows of two previews fill a wide
    /// window.
    fileprivate static let preview = FlowLayout(
        columns: .fixed(4), itemSize: .aspectRatio(1.9), minimumLineSpacing: 2, minimumInteritemSpacing: 2)
}
