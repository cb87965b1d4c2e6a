import AviarySnapshots
import AviaryViews

// A collection view of a million numbers holds the cells of one screen.

let view = CollectionView<Int>(layout: FlowLayout(columns: .fixed(4), itemSize: .height(100)))
view.dataSource = IndexedDataSource(numberOfItems: { _ in 1_000_000 }) { item, cell in
    cell["title"] = "Number \(item.item)"
}
precondition(view.numberOfItems == 1_000_000)
print("Views alone: \(view.numberOfItems) items")

// A layout that is written here has the frames of three screens.

let waterfall = CollectionView<Int>(layout: WaterfallLayout(columns: 3, spacing: 4))
waterfall.dataSource = IndexedDataSource(numberOfItems: { _ in 90 }) { item, cell in cell["title"] = "\(item.item)" }
let geometry = waterfall.layout.geometry(of: LayoutList(waterfall.snapshot), width: 308, after: nil)
precondition(geometry.contentHeight == 30 * 100 + 29 * 4)
precondition(geometry.positions(in: ContentRect(y: 104, width: 308, height: 90)) == 3..<6)
