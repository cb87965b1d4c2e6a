import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

/// A delegate that changes the list while it is told which items come into view and which leave it.
struct DisplayPairsTests {
    /// Counts how often each item came into view, less the times that it left.
    private final class Watcher: CollectionViewDelegate {
        var shown: [Int: Int] = [:]
        var isPaired = true
        var didCall: () -> Void = {}

        func collectionView(_ view: CollectionView<Int>, willDisplay cell: Cell, for item: Int) {
            shown[item, default: 0] += 1
            isPaired = isPaired && shown[item] == 1
            didCall()
        }

        func collectionView(_ view: CollectionView<Int>, didEndDisplaying item: Int) {
            shown[item, default: 0] -= 1
            isPaired = isPaired && shown[item] == 0
            didCall()
        }
    }

    @Test(arguments: 0..<UInt64(draws(20, long: 2_000)))
    func eachItemComesOnceAndLeavesOnce(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let watcher = Watcher()
        let grid = CollectionView<Int>(recording: FlowLayout(columns: .fixed(2), itemSize: .height(100)))
        grid.register(CellTemplate("Cell", outlets: [.init("label")]))
        grid.delegate = watcher
        let source = DiffableDataSource<Int>(ListSnapshot(uniqueSections: [(0, Array(0..<100))])) { item, cell in
            cell["label"] = "\(item)"
        }
        grid.dataSource = source
        var left = 0
        watcher.didCall = {
            guard left > 0, Int.random(in: 0..<3, using: &random) == 0 else { return }
            left -= 1
            let items = (0..<100).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
            source.apply(ListSnapshot(uniqueSections: [(0, items)]))
        }
        for step in 0..<60 {
            left = 3
            try await grid.scroll(to: ContentRect(y: Double(step * 37 % 2_000), width: 200, height: 300))
            try await grid.doWorkDue()
            _ = grid.takeChanges()
            let shown = Set(watcher.shown.filter { $0.value > 0 }.keys)
            #expect(watcher.isPaired && shown == Set(grid.visibleItems), "seed \(seed), step \(step)")
        }
    }
}
