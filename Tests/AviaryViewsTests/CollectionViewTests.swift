import AviarySnapshots
import AviaryViews
import Testing

struct CollectionViewTests {
    let grid = CollectionView<Int>(recording: FlowLayout(columns: .fixed(2), itemSize: .height(100)))
    let recorder = Recorder()

    init() {
        grid.register(CellTemplate("Cell", outlets: [.init("label"), .init("mark", .flag)]))
        grid.allowsMultipleSelection = true
        grid.delegate = recorder
    }

    /// Shows 0..<count in a window of two columns and three rows.
    func source(_ count: Int) -> DiffableDataSource<Int> {
        let source = DiffableDataSource<Int>(list(0..<count)) { item, cell in
            cell["label"] = "item \(item)"
            if item == 0 { cell["mark"] = true }
        }
        grid.dataSource = source
        return source
    }

    func list(_ items: some Sequence<Int>) -> ListSnapshot<Int, Int> {
        var list = ListSnapshot<Int, Int>()
        do {
            try list.appendSections([0])
            try list.appendItems(Array(items), toSection: 0)
        } catch {
            Issue.record(error)
        }
        return list
    }

    func show(y: Double) async throws { try await grid.scroll(to: ContentRect(y: y, width: 200, height: 300)) }

    @Test func onlyTheVisibleRectAndItsMarginHaveCells() async throws {
        _ = source(1_000)
        try await show(y: 5_000)
        #expect(grid.visibleItems == Array(100..<106))
        #expect(grid.cell(for: 100)?["label"] == "item 100")
        #expect(grid.cell(for: 94) != nil && grid.cell(for: 111) != nil)
        #expect(grid.cell(for: 93) == nil && grid.cell(for: 112) == nil)
    }

    @Test func selectedItemsThatAReloadDoesNotBringAreTold() async throws {
        let first = source(10)
        try await show(y: 0)
        grid.select([3, 8])
        _ = grid.takeAnnouncement()
        let before = recorder.selectionChanges
        grid.reloadData()
        #expect(recorder.selectionChanges == before && grid.takeAnnouncement() == nil)
        grid.dataSource = DiffableDataSource<Int>(list(0..<5)) { _, _ in }
        #expect(grid.selection == [3])
        #expect(recorder.selectionChanges == before + 1)
        #expect(grid.takeAnnouncement() == "1 of 5 selected")
        #expect(first.snapshot.numberOfItems == 10)
    }

    @Test func aReusedCellShowsNothingOfWhatItShowedBefore() async throws {
        _ = source(1_000)
        try await show(y: 0)
        #expect(grid.cell(for: 0)?["mark"] == true)
        for y in stride(from: 0.0, to: 4_000, by: 300) {
            try await show(y: y)
            for item in grid.visibleItems where item > 0 {
                let mark: Bool? = grid.cell(for: item)?["mark"]
                #expect(mark == nil)
            }
        }
    }

    @Test func whatIsBeingEditedIsToldOfWhereverItIs() async throws {
        var names: [Int: String] = [:]
        let source = DiffableDataSource<Int>(list(0..<1_000)) { item, cell in cell["label"] = names[item] ?? "item" }
        grid.dataSource = source
        try await show(y: 0)
        try await grid.edit(["3", "5000"])
        #expect(grid.takeChanges().last == .gone(item: "5000"))
        try await show(y: 5_000)
        #expect(grid.cell(for: 3)?["label"] == "item")
        _ = grid.takeChanges()
        names[3] = "other"
        source.apply(list(0..<1_000), reconfiguring: [3, 4])
        #expect(grid.takeChanges() == [.cell(item: "3", values: [0: .text("other")])])
        source.apply(list((0..<1_000).filter { $0 != 3 }))
        let changes = grid.takeChanges()
        #expect(changes.first == .gone(item: "3"))
        #expect(changes.count == 2)
        #expect(grid.cell(for: 3) == nil)
    }

    @Test func aMenuIsForTheItemOrForTheSelectionThatItIsPartOf() async throws {
        let waiter = Waiter()
        grid.delegate = waiter
        _ = source(1_000)
        try await show(y: 0)
        grid.select([3, 4])
        #expect(grid.items(of: .opened(at: "3")) as? Set<Int> == [3, 4])
        #expect(grid.items(of: .opened(at: "5")) as? Set<Int> == [5])
        #expect(grid.items(of: .opened(at: nil)) as? Set<Int> == [])
        #expect(grid.items(of: .opened(at: "5000")) == nil)
        #expect(grid.items(of: .pressed(at: "5")) as? Set<Int> == [3, 4])
        grid.deselectAll()
        #expect(grid.items(of: .pressed(at: "5")) as? Set<Int> == [5])
        #expect(grid.items(of: .pressed(at: nil)) as? Set<Int> == [])
        #expect(grid.menu(of: Set([3, 4]))?.groups == [[MenuItem("Serve 2", action: "serve", shortcut: "Mod+S")]])
        #expect(grid.menu(of: Set<Int>())?.groups == [[MenuItem("Order", action: "order", shortcut: "Mod+O")]])
    }

    @Test func theKeysOfMenusAreToldWhenThereIsAnItem() async throws {
        let waiter = Waiter()
        grid.delegate = waiter
        let source = source(0)
        try await show(y: 0)
        #expect(grid.takeChanges().last == .menus(shortcuts: ["Mod+O"]))
        source.apply(list(0..<3))
        #expect(grid.takeChanges().last == .menus(shortcuts: ["Mod+O", "Mod+S"]))
        source.apply(list(0..<2))
        #expect(grid.takeChanges().count == 1)
    }

    @Test func whatIsNotBeingEditedAnyMoreIsLetGo() async throws {
        _ = source(1_000)
        try await show(y: 0)
        try await grid.edit(["3"])
        try await show(y: 5_000)
        #expect(grid.cell(for: 3) != nil && grid.cell(for: 2) == nil)
        try await grid.edit([])
        #expect(grid.cell(for: 3) == nil)
        // An item that is already far away, as after a lost connection.
        try await grid.edit(["7"])
        #expect(grid.takeChanges().last == .cell(item: "7", values: [0: .text("item 7"), 1: nil]))
    }

    @Test func selectionFollowsTheItemsNotTheirPlaces() async throws {
        let source = source(10)
        try await show(y: 0)
        #expect(grid.tap("3") && grid.tap("4"))
        source.apply(list([99] + Array(0..<10)))
        #expect(grid.selection == [3, 4])
        source.apply(list([99, 4, 0]))
        #expect(grid.selection == [4])
        #expect(recorder.selectionChanges == 3)
    }

    @Test func aSecondTapDeselectsAndAVanishedItemCannotBeTapped() async throws {
        _ = source(10)
        try await show(y: 0)
        #expect(grid.tap("3") && grid.tap("3"))
        #expect(grid.selection.isEmpty)
        #expect(!grid.tap("10") && !grid.tap("three") && !grid.tap(""))
    }

    @Test func oneAtATimeWhenSeveralAreNotAllowed() async throws {
        grid.allowsMultipleSelection = false
        _ = source(10)
        try await show(y: 0)
        _ = grid.tap("3")
        _ = grid.takeChanges()
        _ = grid.tap("4")
        #expect(grid.selection == [4])
        #expect(grid.takeChanges() == [.selected(on: ["4"], off: ["3"])])
    }

    @Test func whatIsInViewStaysInViewWhenItemsComeAbove() async throws {
        let source = source(100)
        try await show(y: 2_000)
        let before = grid.visibleItems
        source.apply(list(Array(1_000..<1_010) + Array(0..<100)))
        #expect(grid.visibleRect.y == 2_500)
        #expect(grid.visibleItems == before)
    }

    @Test func aLineInViewStaysALineWhenOneItemGoesAbove() async throws {
        let source = source(100)
        try await show(y: 2_000)
        source.apply(list(1..<100))
        #expect(grid.visibleRect.y == 2_000)
        #expect(grid.visibleItems.first == 41)
    }

    @Test func atTheVeryTopWhatComesInIsSeen() async throws {
        let source = source(100)
        try await show(y: 0)
        source.apply(list([1_000] + Array(0..<100)))
        #expect(grid.visibleRect.y == 0)
        #expect(grid.visibleItems.first == 1_000)
    }

    @Test func anUpdateTellsOnlyTheOutletsThatChanged() async throws {
        var suffix = ""
        let source = DiffableDataSource<Int>(list(0..<6)) { item, cell in
            cell["label"] = "item \(item)\(suffix)"
            cell["mark"] = true
        }
        grid.dataSource = source
        try await show(y: 0)
        _ = grid.takeChanges()
        suffix = "!"
        source.apply(list(0..<6), reconfiguring: [2])
        #expect(grid.takeChanges() == [.cell(item: "2", values: [0: .text("item 2!")])])
    }

    @Test func aChangeFarAwayCostsNoTiles() async throws {
        let source = source(1_000)
        try await show(y: 0)
        _ = grid.takeChanges()
        source.apply(list(0..<1_001))
        #expect(grid.takeChanges() == [.splice(count: 1_001, base: 0, steps: [.keep(12)], elsewhere: [])])
    }

    @Test func itemsThatCrossTheEdgeOfTheWindowTellWhereFromAndWhereTo() async throws {
        let source = source(1_000)
        try await show(y: 0)
        _ = grid.takeChanges()
        // The second goes far away, the third is deleted; two come in from below.
        source.apply(list([0] + Array(3..<500) + [1] + Array(500..<1_000)))
        guard case .splice(let splice)? = grid.takeChanges().first else {
            Issue.record("no splice")
            return
        }
        #expect((splice.count, splice.base) == (999, 0))
        #expect(
            splice.elsewhere == [
                .init(id: "12", position: 12), .init(id: "13", position: 13), .init(id: "1", position: 498),
            ])
    }

    @Test func scrollingTellsNoPlaces() async throws {
        _ = source(1_000)
        try await show(y: 0)
        _ = grid.takeChanges()
        try await show(y: 10_000)
        guard case .splice(let splice)? = grid.takeChanges().first else {
            Issue.record("no splice")
            return
        }
        #expect(splice.elsewhere == nil)
    }

    @Test func displayIsTold() async throws {
        _ = source(1_000)
        try await show(y: 0)
        #expect(recorder.displayed == Set(0..<6))
        try await show(y: 10_000)
        #expect(recorder.displayed == Set(200..<206))
    }

    @Test func completionsWaitForTheScreenAndForNothingElse() async throws {
        var done: [String] = []
        let loose = DiffableDataSource<Int>(list(0..<3)) { _, _ in }
        loose.apply(list(0..<4)) { done.append("without a view") }
        let source = source(10)
        source.apply(list(0..<9)) { done.append("without a screen") }
        #expect(done == ["without a view", "without a screen"])
        try await show(y: 0)
        source.apply(list(0..<8)) { done.append("an update") }
        source.apply(ListSnapshot(uniqueSections: [("another kind", [1])])) { done.append("a reload") }
        #expect(done.count == 2)
        for completion in grid.takeCompletions() { completion() }
        #expect(done.dropFirst(2) == ["an update", "a reload"])
        #expect(grid.takeCompletions().isEmpty)
        source.apply(ListSnapshot(uniqueSections: [("another kind", [1, 2])])) { done.append("the end") }
        grid.end()
        #expect(done.last == "the end")
    }

    @Test func aBatchHasACompletionUnlessItIsBroken() async throws {
        var (count, done) = (3, 0)
        let source = IndexedDataSource(numberOfItems: { _ in count }) { path, cell in cell["label"] = "\(path.item)" }
        grid.dataSource = source
        try await show(y: 0)
        count = 2
        #expect(throws: BatchUpdateError.self) {
            try source.performBatchUpdates { _ in
            } completion: {
                done += 1
            }
        }
        try source.performBatchUpdates {
            $0.deleteItems(at: [.init(item: 1)])
        } completion: {
            done += 1
        }
        #expect(done == 0)
        let completions = grid.takeCompletions()
        #expect(completions.count == 1)
        for completion in completions { completion() }
        #expect(done == 1)
    }

    @Test func withoutAnimationTheStepIsStill() async throws {
        let source = source(10)
        try await show(y: 0)
        for isAnimated in [false, true] {
            _ = grid.takeChanges()
            source.apply(list(isAnimated ? 0..<8 : 0..<9), animatingDifferences: isAnimated)
            guard case .splice(let splice)? = grid.takeChanges().first else {
                Issue.record("no splice")
                continue
            }
            #expect(splice.isStill == !isAnimated)
        }
    }

    @Test func theDelegateHearsWhenScrollingHasEndedAndNothingElseHappens() async throws {
        _ = source(1_000)
        try await show(y: 5_000)
        try await show(y: 5_200)
        let (rect, window, work) = (grid.visibleRect, grid.window, grid.cellWork)
        _ = grid.takeChanges()
        grid.endScrolling(at: rect)
        #expect(recorder.rests == [5_200])
        #expect(recorder.displayed == Set(grid.visibleItems))
        #expect(grid.window == window && grid.cellWork == work && grid.takeChanges().isEmpty)
        grid.endScrolling(at: rect)
        #expect(recorder.rests == [5_200, 5_200])
    }

    @Test func aRestThatIsOverIsNone() async throws {
        let source = source(1_000)
        try await show(y: 5_000)
        let rect = grid.visibleRect
        // The visible items stay visible. The screen follows later, and does not know of it yet.
        source.apply(list([2_000, 2_001] + Array(0..<1_000)))
        #expect(grid.visibleRect.y == 5_100)
        grid.endScrolling(at: rect)
        #expect(recorder.rests.isEmpty)
        grid.endScrolling(at: grid.visibleRect)
        #expect(recorder.rests == [5_100])
    }

    @Test func aBrokenBatchLeavesTheViewAsItWas() async throws {
        var names = ["a", "b", "c"]
        let source = IndexedDataSource(numberOfItems: { _ in names.count }) { path, cell in
            cell["label"] = names[path.item]
        }
        grid.dataSource = source
        try await show(y: 0)
        let shown = grid.visibleItems
        names.remove(at: 1)
        #expect(throws: BatchUpdateError.self) {
            try source.performBatchUpdates { $0.insertItems(at: [.init(item: 1)]) }
        }
        #expect(grid.visibleItems == shown)
        try source.performBatchUpdates { $0.deleteItems(at: [.init(item: 1)]) }
        #expect(grid.visibleItems.map { grid.cell(for: $0)?["label"] } == ["a", "c"])
        #expect(grid.visibleItems == [shown[0], shown[2]])
    }

    @Test(
        arguments: [
            ContentRect(x: .nan, y: .infinity, width: -5, height: 1e300), ContentRect(y: 1e18, width: 1e9, height: 1e9),
            ContentRect(y: -1e9, width: 0, height: 0),
        ])
    func noRectIsTooHostile(rect: ContentRect) async throws {
        _ = source(1_000_000)
        try await grid.scroll(to: rect)
        #expect(grid.window.count <= 4_096)
    }
}

/// Remembers what a delegate hears.
final class Recorder: CollectionViewDelegate {
    var selectionChanges = 0
    var displayed: Set<Int> = []
    /// Where the view began each time that scrolling had ended.
    var rests: [Double] = []

    func collectionViewDidChangeSelection(_ view: CollectionView<Int>) { selectionChanges += 1 }
    func collectionView(_ view: CollectionView<Int>, willDisplay cell: Cell, for item: Int) { displayed.insert(item) }
    func collectionView(_ view: CollectionView<Int>, didEndDisplaying item: Int) { displayed.remove(item) }
    func collectionViewDidEndScrolling(_ view: CollectionView<Int>) { rests.append(view.visibleRect.y) }
}

/// A delegate that has menus.
private final class Waiter: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int>, menuFor items: Set<Int>) -> Menu? {
        items.isEmpty
            ? Menu([MenuItem("Order", action: "order", shortcut: "Mod+O")])
            : Menu([MenuItem("Serve \(items.count)", action: "serve", shortcut: "Mod+S")])
    }
}
