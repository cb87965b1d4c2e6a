import AviarySnapshots
import AviaryTesting
import Testing

@testable import AviaryViews

/// The memory of a large selection while no screen is connected.
struct CompactSelectionTests {
    private func grid(_ items: some Sequence<Int>) -> CollectionView<Int> {
        let grid = CollectionView<Int>(layout: FlowLayout(columns: .fixed(2), itemSize: .height(100)))
        grid.allowsMultipleSelection = true
        grid.dataSource = DiffableDataSource<Int>(ListSnapshot(uniqueSections: [(0, Array(items))])) { _, _ in }
        return grid
    }

    @Test func aMillionSelectedItemsRestAsOneRange() {
        let grid = grid(0..<1_000_000)
        grid.selectAll(true)
        let work = grid.selectionWork
        grid.screenDidDisconnect()
        #expect(grid.selection.isEmpty)
        #expect(grid.selected.compacted?.positions == [0..<1_000_000])
        #expect(grid.selectionCount == 1_000_000)
        grid.screenDidConnect()
        #expect(grid.selection.count == 1_000_000 && grid.selected.compacted == nil)
        #expect(grid.selectionWork == work + 1_000_000)
    }

    @Test func aRangeStaysOneThatCanBeChanged() {
        let grid = grid(0..<10_000)
        #expect(grid.selectRange(from: .position(2_000), to: .position(7_999), isOn: true))
        grid.screenDidDisconnect()
        #expect(grid.selected.compacted?.positions == [2_000..<8_000])
        grid.screenDidConnect()
        #expect(grid.selection == Set(2_000..<8_000))
        #expect(grid.selectRange(from: .position(2_000), to: .position(2_001), isOn: true))
        #expect(grid.selection == [2_000, 2_001])
    }

    @Test(arguments: 0..<UInt64(draws(10, long: 1_000))) func whateverIsSelectedComesBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let grid = grid(0..<20_000)
        for _ in 0..<Int.random(in: 1..<6, using: &random) {
            let ends = (0..<2).map { _ in RangeEnd.position(Int.random(in: 0..<20_000, using: &random)) }
            _ = grid.selectRange(from: ends[0], to: ends[1], isOn: random.chance(80))
        }
        for _ in 0..<Int.random(in: 0..<20, using: &random) {
            _ = grid.tap("\(Int.random(in: 0..<20_000, using: &random))")
        }
        let selection = grid.selection
        grid.screenDidDisconnect()
        #expect(grid.selectionCount == selection.count)
        #expect(selection.count <= 1_000 || (grid.selected.compacted?.positions.count ?? 100) < 100)
        grid.screenDidConnect()
        #expect(grid.selection == selection, "seed \(seed)")
    }

    @Test func whatHasGoneMeanwhileIsNotSelected() {
        let source = DiffableDataSource<Int>(ListSnapshot(uniqueSections: [(0, Array(0..<5_000))])) { _, _ in }
        let grid = CollectionView<Int>(layout: FlowLayout(columns: .fixed(2), itemSize: .height(100)))
        grid.allowsMultipleSelection = true
        grid.dataSource = source
        grid.selectAll(true)
        grid.screenDidDisconnect()
        source.apply(ListSnapshot(uniqueSections: [(0, Array(1_000..<6_000))]))
        grid.screenDidConnect()
        #expect(grid.selection == Set(1_000..<5_000))
    }

    @Test func aFewStayAsTheyAre() {
        let grid = grid(0..<5_000)
        grid.select([1, 2, 3])
        grid.screenDidDisconnect()
        #expect(grid.selection == [1, 2, 3] && grid.selected.compacted == nil)
    }

    @Test func whatIsSelectedMeanwhileTakesItsPlace() {
        let grid = grid(0..<5_000)
        grid.selectAll(true)
        grid.screenDidDisconnect()
        grid.select([7])
        grid.screenDidConnect()
        #expect(grid.selection == [7])
    }
}
