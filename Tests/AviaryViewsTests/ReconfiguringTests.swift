import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

/// Cells that a controller reconfigures or reloads, and values that a delegate sets on a cell that comes into view.
struct ReconfiguringTests {
    /// The values in the cells in addition to their items.
    private final class Shelf: CollectionViewDelegate {
        var mark = "a"
        var hasOther = false
        var marksDisplayed = false

        func collectionView(_ view: CollectionView<Int>, willDisplay cell: Cell, for item: Int) {
            if marksDisplayed { cell["mark"] = "seen" }
        }
    }

    private let shelf = Shelf()
    private let grid = CollectionView<Int>(recording: FlowLayout(columns: .fixed(2), itemSize: .height(100)))

    init() {
        grid.register(CellTemplate("Cell", outlets: [.init("label"), .init("mark")]))
        grid.register(CellTemplate("Other", outlets: [.init("label"), .init("mark")]))
        grid.delegate = shelf
    }

    private func show() async throws -> Screen {
        grid.dataSource = DiffableDataSource(
            ListSnapshot(uniqueSections: [(0, Array(0..<300))]),
            reuseIdentifier: { [shelf] item in shelf.hasOther && item % 2 == 0 ? "Other" : "Cell" }
        ) { [shelf] item, cell in
            cell["label"] = "\(item)"
            cell["mark"] = shelf.mark
        }
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        var screen = Screen()
        for change in grid.takeChanges() { try screen.apply(change) }
        return screen
    }

    @Test(arguments: 0..<10) func theScreenShowsWhatTheCellsShow(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var screen = try await show()
        // Each cell shows its last configuration.
        var shown = Dictionary(uniqueKeysWithValues: grid.window.map { ($0, (mark: "a", isOther: false)) })
        for step in 0..<200 {
            shelf.mark = "\(step)"
            shelf.hasOther = Bool.random(using: &random)
            let items = (0..<6).map { _ in Int.random(in: -2..<40, using: &random) }
            let isReload = Bool.random(using: &random)
            if isReload { grid.reloadItems(items) } else { grid.reconfigureItems(items) }
            #expect(grid.isWorkDue)
            try await grid.doWorkDue()
            #expect(!grid.isWorkDue)
            for item in items where shown[item] != nil {
                shown[item]?.mark = shelf.mark
                if isReload { shown[item]?.isOther = shelf.hasOther && item % 2 == 0 }
            }
            for change in grid.takeChanges() { try screen.apply(change) }
            for (position, tile) in screen.tiles.enumerated() {
                let expected = try #require(shown[screen.base + position])
                #expect(tile.id == "\(screen.base + position)")
                #expect(tile.values[1] == .text(expected.mark) && tile.template == (expected.isOther ? 1 : 0))
            }
        }
    }

    /// The cost of a call does not depend on earlier calls. With a copy of all due items, these would be five billion
    /// steps.
    @Test(.timeLimit(.minutes(1))) func manyItemsAreAskedForOneByOne() async throws {
        var screen = try await show()
        shelf.mark = "b"
        for item in 0..<100_000 { grid.reconfigureItems([item]) }
        for item in 0..<100_000 where !item.isMultiple(of: 2) { grid.reloadItems([item]) }
        try await grid.doWorkDue()
        for change in grid.takeChanges() { try screen.apply(change) }
        #expect(!screen.tiles.isEmpty && screen.tiles.allSatisfy { $0.values[1] == .text("b") })
    }

    @Test func whatADelegateSetsOnACellThatIsDisplayedIsShown() async throws {
        shelf.marksDisplayed = true
        var screen = try await show()
        func marks() -> [String: CellValue?] {
            Dictionary(uniqueKeysWithValues: screen.tiles.map { ($0.id, $0.values[1]) })
        }
        #expect(marks()["0"] == .text("seen") && marks()["8"] == .text("a"), "one is in view, the other is near")
        #expect(grid.cell(for: 0)?["mark"] == "seen")
        try await grid.scroll(to: ContentRect(y: 300, width: 200, height: 300))
        for change in grid.takeChanges() { try screen.apply(change) }
        #expect(marks()["8"] == .text("seen"))
        shelf.mark = "b"
        grid.reconfigureItems([8])
        try await grid.doWorkDue()
        for change in grid.takeChanges() { try screen.apply(change) }
        #expect(marks()["8"] == .text("b"), "until it is configured anew")
    }
}
