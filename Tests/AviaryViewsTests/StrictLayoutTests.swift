import AviarySnapshots
import AviaryTesting
import AviaryViews
import Synchronization
import Testing

/// A layout of an app's own is asked for what its list has, and for no more than a screen needs.
struct StrictLayoutTests {
    private func grid(_ layout: StrictLayout, _ list: ListSnapshot<Int, Int>) -> CollectionView<Int> {
        let grid = CollectionView<Int>(layout: layout)
        grid.register(CellTemplate("Cell", outlets: [.init("label")]))
        grid.allowsMultipleSelection = true
        grid.dataSource = DiffableDataSource<Int>(list) { _, cell in cell["label"] = "" }
        return grid
    }

    @Test(arguments: [[], [[]], [[], []], [[1, 2], [3]]])
    func noLayoutIsAskedForItemsThatThereAreNot(sections: [[Int]]) async throws {
        let layout = StrictLayout()
        let grid = grid(layout, ListSnapshot(uniqueSections: sections.enumerated().map { ($0.offset, $0.element) }))
        try await grid.paintFirst(20)
        for rect in [(0, 100), (0, 200), (900, 200), (900, 300), (0, 300)] {
            let rect = ContentRect(y: Double(rect.0), width: Double(rect.1), height: 100)
            grid.screenDidAppear(at: ScrollPosition(rect, anchor: .init(item: "1", offset: 5)), isNew: false)
            try await grid.scroll(to: grid.rect(of: ScrollPosition(rect, anchor: .init(item: "1", offset: 5))))
            grid.redraw()
            grid.tellLabels(at: [0, 50, 1e15])
            grid.selectBand(in: rect, .new)
        }
        try await grid.setLayout(layout)
        let source = try #require(grid.dataSource as? DiffableDataSource<Int>)
        for items in [[], [7], [7, 8], []] {
            source.apply(ListSnapshot(uniqueSections: items.isEmpty ? [] : [(0, items)]))
            try await grid.scroll(to: ContentRect(y: 40, width: 300, height: 10))
            try await grid.setLayout(layout)
        }
        #expect(layout.log.faults == [])
    }

    /// However small items are, a report of the scroll position asks for the frames of a few thousand.
    @Test func itemsOfNoSizeCostNoMoreThanOthers() async throws {
        let layout = StrictLayout(height: 0)
        let grid = grid(layout, ListSnapshot(uniqueSections: [(0, Array(0..<20_000))]))
        try await grid.scroll(to: ContentRect(width: 300, height: 700))
        let before = layout.log.asked
        try await grid.scroll(to: ContentRect(y: 1, width: 300, height: 700))
        #expect(layout.log.asked - before < 10_000)
        #expect((grid.told?.positions.count ?? 0) <= 4_096 + 2_048)
    }
}

/// Lines of one item, which notes what it is asked for.
private struct StrictLayout: CollectionViewLayout {
    final class Log: Sendable {
        private let state = Mutex((asked: 0, faults: [String]()))
        var asked: Int { state.withLock { $0.asked } }
        var faults: [String] { state.withLock { $0.faults } }

        func ask(_ what: String, _ index: Int, _ range: Range<Int>) {
            state.withLock { state in
                state.asked += 1
                if !range.contains(index) { state.faults.append("\(what) \(index) of \(range)") }
            }
        }
    }

    let log = Log()
    var height = 20.0

    func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry {
        StrictGeometry(log: log, count: list.numberOfItems, sections: list.sectionCounts, height: height)
    }
}

private struct StrictGeometry: LayoutGeometry {
    let log: StrictLayout.Log
    let count: Int
    let sections: [Int]
    let height: Double

    var contentHeight: Double { Double(count) * height }
    var hasHeaders: Bool { true }

    func frame(at position: Int) -> ContentRect {
        log.ask("frame", position, 0..<count)
        return ContentRect(y: Double(position) * height, width: 10, height: height)
    }

    func positions(in rect: ContentRect) -> Range<Int> {
        guard height > 0 else { return 0..<count }
        let last = max(0, min(count, Int(((rect.y + rect.height) / height).rounded(.up))))
        return max(0, min(last, Int(rect.y / height)))..<last
    }

    func middle(ofLineAt position: Int) -> Int {
        log.ask("middle", position, 0..<count)
        return position
    }

    func appearance(at position: Int) -> ItemAppearance? {
        log.ask("appearance", position, 0..<count)
        return nil
    }

    func sections(in rect: ContentRect) -> Range<Int> { 0..<sections.count }

    func sectionFrame(at section: Int) -> ContentRect { frame(ofSection: section) }
    func headerFrame(at section: Int) -> ContentRect { frame(ofSection: section) }
    func footerFrame(at section: Int) -> ContentRect { frame(ofSection: section) }
    func neighbour(_ direction: LayoutDirection, of position: Int) -> Int? { nil }

    private func frame(ofSection section: Int) -> ContentRect {
        log.ask("section", section, 0..<sections.count)
        return ContentRect(width: 10, height: 0)
    }
}
