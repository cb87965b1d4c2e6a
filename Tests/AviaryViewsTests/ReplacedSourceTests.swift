import AviarySnapshots
import AviaryViews
import Testing

/// Updates of a data source that was replaced.
struct ReplacedSourceTests {
    private let grid = CollectionView<Int>(recording: FlowLayout(columns: .fixed(1), itemSize: .height(100)))

    init() {
        grid.register(CellTemplate("Cell", outlets: [.init("label")]))
    }

    /// Does one step of its script each time that it is asked for an update, and needs a moment to read content.
    private final class Source: CollectionViewDataSource {
        var snapshot: any Snapshot<Int>
        var script: [(Source) -> CollectionUpdate<Int>?]
        var whileReading: (() async -> Void)?
        var afterReading: (() async -> Void)?
        private(set) var waits = 0
        private var content: Set<Int> = []

        init(_ items: [Int], step: ((Source) -> CollectionUpdate<Int>?)? = nil) {
            snapshot = ListSnapshot(uniqueSections: [(0, items)])
            script = step.map { [$0] } ?? []
        }

        func becoming(_ items: [Int]) -> CollectionUpdate<Int> {
            let new = ListSnapshot(uniqueSections: [(0, items)])
            let old = snapshot as! ListSnapshot<Int, Int>
            return CollectionUpdate(to: new, changeset: Changeset(from: old, to: new))
        }

        func nextUpdate() async -> CollectionUpdate<Int>? {
            waits += 1
            guard !script.isEmpty else {
                // Nothing is left to observe, so the observing task ends.
                withUnsafeCurrentTask { $0?.cancel() }
                return nil
            }
            return script.removeFirst()(self)
        }

        func prepare(_ items: [Int]) async throws {
            await Task.yield()
            let step = whileReading
            whileReading = nil
            await step?()
            content.formUnion(items)
            let rest = afterReading
            afterReading = nil
            await rest?()
        }

        func didApply(_ snapshot: any Snapshot<Int>) {
            self.snapshot = snapshot
            content = []
        }

        func reuseIdentifier(for item: Int) -> String? { nil }

        func configure(_ cell: Cell, for item: Int) -> Bool {
            cell["label"] = "\(item)"
            return content.contains(item)
        }

        func attach(to view: CollectionView<Int>) {}
    }

    private func follow() async {
        while await grid.waitForUpdate() { try? await grid.applyUpdate() }
    }

    private var shown: [Int] { Array(grid.snapshot.items(in: 0..<grid.numberOfItems)) }
    private var labels: [String?] { shown.map { grid.cell(for: $0)?["label"] } }

    /// Runs in a task of its own, since the script cancels it.
    private static func run(_ body: @escaping @Sendable () async -> Void) async { await Task { await body() }.value }

    @Test func whereTheViewStandsAfterAnUpdateIsWorkedOutOnce() async {
        await Self.run {
            let test = ReplacedSourceTests()
            test.grid.dataSource = Source(Array(0..<100)) { $0.becoming(Array(5..<100)) }
            try? await test.grid.scroll(to: ContentRect(y: 1_000, width: 100, height: 300))
            let rect = test.grid.visibleRect
            await test.follow()
            #expect(test.shown.first == 5 && test.grid.visibleRect.y == rect.y - 500)
            #expect(test.grid.viewportsComputed == 1)
        }
    }

    @Test func anUpdateThatTheOldOneWaitedForIsNotShown() async {
        await Self.run {
            let test = ReplacedSourceTests()
            let (grid, new) = (test.grid, Source([10, 11, 12]))
            let old = Source([1, 2, 3]) { [weak grid] source in
                grid?.dataSource = new
                return source.becoming([1, 2, 3, 4])
            }
            grid.dataSource = old
            try? await grid.scroll(to: ContentRect(width: 100, height: 300))
            await test.follow()
            #expect(test.shown == [10, 11, 12])
            #expect(test.labels == ["10", "11", "12"], "the content of the new one is read")
            #expect(new.waits == 1, "the new one is followed")
            #expect(old.snapshot.numberOfItems == 4, "shown again, the old one goes on from there")
        }
    }

    @Test func anUpdateWhoseContentIsBeingReadIsNotShown() async {
        await Self.run {
            let test = ReplacedSourceTests()
            let (grid, new) = (test.grid, Source([10]))
            let old = Source([1, 2, 3]) { [weak grid] source in
                source.whileReading = { grid?.dataSource = new }
                return source.becoming([1, 2, 3, 4])
            }
            grid.dataSource = old
            try? await grid.scroll(to: ContentRect(width: 100, height: 300))
            await test.follow()
            #expect(test.shown == [10])
            #expect(test.labels == ["10"])
        }
    }

    @Test func anUpdateWhoseContentIsBeingReadIsLaidOutAsTheViewIsByThen() async {
        await Self.run {
            let test = ReplacedSourceTests()
            let grid = test.grid
            let layout = FlowLayout(columns: .fixed(2), itemSize: .height(50))
            grid.dataSource = Source([1, 2, 3]) { [weak grid] source in
                source.whileReading = { try? await grid?.setLayout(layout) }
                return source.becoming([1, 2, 3, 4, 5])
            }
            try? await grid.scroll(to: ContentRect(width: 100, height: 300))
            await test.follow()
            #expect(test.shown == [1, 2, 3, 4, 5])
            #expect(grid.geometry.contentHeight == 150)
        }
    }

    @Test func anUpdateInTheMidstOfAnotherLayoutIsToldWithThatLayout() async {
        await Self.run {
            let test = ReplacedSourceTests()
            let (grid, source) = (test.grid, Source([1, 2, 3]) { $0.becoming([1, 2, 3, 4]) })
            grid.dataSource = source
            try? await grid.scroll(to: ContentRect(width: 100, height: 300))
            _ = grid.takeChanges()
            source.whileReading = { [weak grid] in
                if await grid?.waitForUpdate() == true { try? await grid?.applyUpdate() }
            }
            // Its sections have headers, which the screen cannot show before it knows the layout.
            try? await grid.setLayout(FlowLayout(columns: .fixed(2), itemSize: .height(50), headerHeight: 20))
            let changes = grid.takeChanges()
            #expect(!changes.contains { if case .splice = $0 { true } else { false } })
            let counts = changes.compactMap { if case .reload(let reload) = $0 { reload.count } else { nil } }
            #expect(counts == [4])
            #expect(test.shown == [1, 2, 3, 4])
        }
    }

    @Test func contentThatWasReadIsNotLostToAScrollThatComesBeforeItIsShown() async {
        await Self.run {
            let test = ReplacedSourceTests()
            let (grid, source) = (test.grid, Source(Array(0..<100)))
            grid.dataSource = source
            try? await grid.scroll(to: ContentRect(width: 100, height: 300))
            let shown = grid.window
            source.afterReading = { [weak grid] in
                try? await grid?.scroll(to: ContentRect(y: 10, width: 100, height: 300))
            }
            try? await grid.setLayout(FlowLayout(columns: .fixed(2), itemSize: .height(20)))
            #expect(grid.window.upperBound > shown.upperBound)
            #expect(Array(test.labels[grid.window]) == grid.window.map { "\($0)" })
        }
    }

    @Test(arguments: [100, 200] as [Double]) func aListThatGetsShorterWhileContentIsReadIsScrolledIn(width: Double)
        async
    {
        await Self.run {
            let test = ReplacedSourceTests()
            let (grid, new) = (test.grid, Source([10, 11]))
            let old = Source(Array(0..<1_000))
            grid.dataSource = old
            try? await grid.scroll(to: ContentRect(width: 100, height: 300))
            old.whileReading = { [weak grid] in grid?.dataSource = new }
            try? await grid.scroll(to: ContentRect(y: 50_000, width: width, height: 300))
            #expect(test.shown == [10, 11])
            #expect(grid.window == 0..<2 || grid.window.isEmpty)
        }
    }

    @Test func aSnapshotForADataSourceThatWasReplacedIsNotShown() async throws {
        func list(_ items: [Int]) -> ListSnapshot<Int, Int> { ListSnapshot(uniqueSections: [(0, items)]) }
        let old = DiffableDataSource<Int>(list([1, 2, 3])) { item, cell in cell["label"] = "old \(item)" }
        let new = DiffableDataSource<Int>(list([1, 2])) { item, cell in cell["label"] = "new \(item)" }
        grid.dataSource = old
        try await grid.scroll(to: ContentRect(width: 100, height: 300))
        grid.dataSource = new
        var isComplete = false
        old.apply(list([1, 2, 3, 4])) { isComplete = true }
        #expect(shown == [1, 2] && labels == ["new 1", "new 2"])
        #expect(isComplete, "nobody shows it")
        old.apply(ListSnapshot<String, Int>(uniqueSections: [("", [7, 8])]))
        #expect(shown == [1, 2])
        new.apply(list([2]))
        #expect(shown == [2])
        grid.dataSource = old
        #expect(shown == [7, 8] && labels == ["old 7", "old 8"])
    }

    @Test func aBatchForADataSourceThatWasReplacedIsNotShown() async throws {
        var names = ["a", "b", "c"]
        let old = IndexedDataSource(numberOfItems: { _ in names.count }) { path, cell in
            cell["label"] = names[path.item]
        }
        grid.dataSource = old
        try await grid.scroll(to: ContentRect(width: 100, height: 300))
        grid.dataSource = IndexedDataSource(numberOfItems: { _ in 1 }) { path, cell in cell["label"] = "new" }
        names.remove(at: 0)
        try old.performBatchUpdates { $0.deleteItems(at: [ItemIndexPath(item: 0)]) }
        #expect(labels == ["new"])
        names.append("d")
        old.reloadData()
        #expect(labels == ["new"])
        grid.dataSource = old
        #expect(labels == ["b", "c", "d"])
    }

    @Test func aDataSourceOfCountsServesOneView() {
        let source = IndexedDataSource(numberOfItems: { _ in 1 }) { _, _ in }
        grid.dataSource = source
        let other = CollectionView<Int>(recording: FlowLayout(columns: .fixed(1)))
        other.dataSource = source
        #expect(
            other.takeMistakes() == ["A data source serves one collection view; the other one is not updated any more."]
        )
    }

    @Test func aSourceThatComesAfterOneWithoutUpdatesIsFollowed() async {
        await Task { @MainActor in
            let test = ReplacedSourceTests()
            let grid = test.grid
            let still = DiffableDataSource<Int>(ListSnapshot(uniqueSections: [(0, [1])])) { _, _ in }
            grid.dataSource = still
            let following = Task { @MainActor in
                while await grid.waitForUpdate() { try? await grid.applyUpdate() }
            }
            // However far the task has come by now.
            for _ in 0..<10 { await Task.yield() }
            grid.dataSource = Source([10]) { $0.becoming([10, 11]) }
            await following.value
            #expect(test.shown == [10, 11])
        }.value
    }
}
