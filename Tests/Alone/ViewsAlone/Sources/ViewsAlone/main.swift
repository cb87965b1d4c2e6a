import AviaryViews

// A collection view of a million numbers holds the cells of one screen.

let view = CollectionView<Int>(layout: FlowLayout(columns: .fixed(4), itemSize: .height(100)))
view.dataSource = IndexedDataSource(numberOfItems: { _ in 1_000_000 }) { item, cell in
    cell["title"] = "Number \(item.item)"
}
precondition(view.numberOfItems == 1_000_000)
print("Views alone: \(view.numberOfItems) items")
