import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

/// Another layout around one item, as after a pinch.
@MainActor
struct KeptItemTests {
    @Test(arguments: 0..<UInt64(draws(20, long: 2_000)))
    func theCenterOfTheItemStaysWhereItIsOnTheScreen(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        func layout() -> FlowLayout {
            FlowLayout(
                columns: .adaptive(minimum: .random(in: 40...300, using: &random), atLeast: 1),
                minimumLineSpacing: .random(in: 0...9, using: &random), minimumInteritemSpacing: 2)
        }
        let count = Int.random(in: 1...2_000, using: &random)
        let grid = CollectionView<Int>(recording: layout())
        grid.register(CellTemplate("Cell", outlets: [.init("text")]))
        let source = DiffableDataSource<Int>(ListSnapshot(uniqueSections: [(0, Array(0..<count))])) { item, cell in
            cell["text"] = "\(item)"
        }
        grid.dataSource = source
        try await grid.scroll(to: ContentRect(width: .random(in: 200...900, using: &random), height: 500))
        for _ in 0..<20 {
            let end = max(0, grid.geometry.contentHeight - 500)
            try await grid.scroll(
                to: ContentRect(y: .random(in: 0...end, using: &random), width: grid.visibleRect.width, height: 500))
            let item = try #require(grid.visibleItems.randomElement(using: &random))
            func center() -> Double { grid.geometry.frame(at: item).y + grid.geometry.frame(at: item).height / 2 }
            let before = center() - grid.visibleRect.y
            try await grid.setLayout(layout(), keeping: item)
            let top = grid.visibleRect.y
            let isAtAnEnd = top <= 0 || top >= grid.geometry.contentHeight - 500 - 0.001
            #expect(isAtAnEnd || abs(center() - top - before) < 0.001, "seed \(seed)")
            #expect(top >= 0 && top <= max(0, grid.geometry.contentHeight - 500), "seed \(seed)")
        }
    }

    /// What is not in view cannot stay there.
    @Test func anItemOutOfViewIsIgnored() async throws {
        let grid = CollectionView<Int>(recording: FlowLayout(columns: .fixed(1)))
        grid.register(CellTemplate("Cell", outlets: [.init("text")]))
        let source = DiffableDataSource<Int>(ListSnapshot(uniqueSections: [(0, Array(0..<1_000))])) { item, cell in
            cell["text"] = "\(item)"
        }
        grid.dataSource = source
        try await grid.scroll(to: ContentRect(y: 10_000, width: 100, height: 500))
        let first = try #require(grid.visibleItems.first)
        for item in [999, 5_000, -1] {
            try await grid.setLayout(FlowLayout(columns: .fixed(item == 999 ? 2 : 3)), keeping: item)
            #expect(grid.visibleItems.contains(first))
        }
    }
}
