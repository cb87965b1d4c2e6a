import AviarySnapshots
import AviaryViews
import Testing

/// An app may read the view while the view asks it something.
struct CallbackTests {
    private final class Reader: CollectionViewDelegate, CollectionViewPrefetching {
        var calls = 0

        func read(_ view: CollectionView<Int>) {
            calls += 1
            let cells = view.visibleItems.filter { view.cell(for: $0) != nil }
            #expect(cells.count == view.visibleItems.count && view.selection.count <= view.numberOfItems)
            _ = (view.visibleRect, view.scrollAnchor, view.supplementaryView("Badge", for: 0), view.layout)
        }

        func collectionView(_ view: CollectionView<Int>, shouldSelect item: Int) -> Bool { view.selection.count < 3 }
        func collectionView(_ view: CollectionView<Int>, didEndDisplaying item: Int) { read(view) }
        func collectionView(_ view: CollectionView<Int>, willDisplay cell: Cell, for item: Int) { read(view) }
        func collectionView(_ view: CollectionView<Int>, prefetch items: [Int]) { read(view) }
        func collectionViewDidChangeSelection(_ view: CollectionView<Int>) { read(view) }
    }

    private let reader = Reader()
    private let grid = CollectionView<Int>(
        layout: FlowLayout(columns: .fixed(2), itemSize: .height(100), headerHeight: 20))

    init() async throws {
        let badge = CellTemplate("Badge", outlets: [])
        grid.register(CellTemplate("Cell", outlets: [.init("label")], supplementaryViews: [badge]))
        grid.register(header: CellTemplate("Head", outlets: [.init("title")]))
        grid.allowsMultipleSelection = true
        (grid.delegate, grid.prefetchDataSource) = (reader, reader)
        grid.configureHeaders { [unowned grid] (section: Int, count, header) in
            header["title"] = "\(section): \(count), \(grid.selection.count) of \(grid.numberOfItems)"
        }
        grid.configureSupplementary("Badge", at: .init(.top)) { [unowned grid] item, _ in grid.cell(for: item) != nil }
        grid.dataSource = DiffableDataSource(list(0..<40)) { [unowned grid] item, cell in
            cell["label"] = "\(item), \(grid.cell(for: item - 1) == nil), \(grid.selection.contains(item))"
        }
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
    }

    private func list(_ items: Range<Int>) -> ListSnapshot<Int, Int> {
        ListSnapshot(uniqueSections: [(0, Array(items)), (1, Array(100..<110))])
    }

    @Test func aDelegateMayReadTheSelectionWhileItGrows() {
        grid.selectAll(true)
        #expect(grid.selection == [0, 1, 2])
        grid.deselectAll()
        #expect(grid.selectRange(from: .item("4"), to: .item("9"), isOn: true))
        #expect(grid.selection == [4, 5, 6])
        #expect(grid.selectRange(from: .item("4"), to: .item("5"), isOn: true))
        #expect(grid.selection == [4, 5])
        grid.selectBand(in: ContentRect(y: 20, width: 200, height: 90), .new)
        #expect(grid.selection == [0, 1])
    }

    @Test func anAppMayReadTheViewWhileCellsComeAndGo() async throws {
        let source = try #require(grid.dataSource as? DiffableDataSource<Int>)
        grid.select([1, 30])
        try await grid.edit(["1"])
        try await grid.scroll(to: ContentRect(y: 1_500, width: 200, height: 300))
        source.apply(list(3..<40), reconfiguring: [30])
        try await grid.setLayout(ListLayout(rowHeight: .ofItem))
        grid.reloadItems(grid.visibleItems)
        try await grid.doWorkDue()
        grid.reloadData()
        #expect(grid.selection == [30] && reader.calls > 20)
    }
}
