import AviarySnapshots
import AviaryTesting
import Synchronization
import Testing

@testable import AviaryViews

/// A view of a list that is known only in part shows the known items, and others as soon as they are known.
struct UnknownItemsTests {
    private static let layouts: [any CollectionViewLayout] = [
        FlowLayout(columns: .adaptive(minimum: 90), itemSize: .height(50)),
        FlowLayout(columns: .fixed(3), itemSize: .height(40), headerHeight: 20),
        JustifiedLayout(rowHeight: 60, spacing: 2),
        JustifiedLayout(rowHeight: 60, spacing: 2, headerHeight: 20),
    ]

    private struct Shown {
        let list: PartlyKnown
        let source: DiffableDataSource<Int>
        let grid: CollectionView<Int>

        init(_ list: PartlyKnown, layout: any CollectionViewLayout) {
            self.list = list
            grid = CollectionView<Int>(recording: layout)
            grid.register(CellTemplate("Cell", outlets: [.init("label")]))
            grid.allowsMultipleSelection = true
            grid.moveAction = "move"
            grid.searchOutlet = "label"
            source = DiffableDataSource(list) { item, cell in cell["label"] = "\(item)" }
            grid.dataSource = source
        }

        func learn() {
            list.learn()
            grid.apply(CollectionUpdate(to: list, changeset: Changeset()))
        }
    }

    @Test func theListKeepsThePromisesOfASnapshot() {
        let list = PartlyKnown([5, 0, 20], known: 8)
        #expect(contractViolations(of: list) == [])
        list.learn()
        #expect(contractViolations(of: list) == [])
    }

    @Test(arguments: layouts.indices) func whatIsScrolledToIsShownOnceItIsKnown(layout: Int) async throws {
        let shown = Shown(PartlyKnown([300, 0, 700], known: 100), layout: Self.layouts[layout])
        let grid = shown.grid
        try await grid.paintFirst(168)
        #expect(grid.window == 0..<100)
        try await grid.scroll(to: ContentRect(width: 300, height: 200))
        #expect(grid.visibleItems.first == 1_000)
        let middle = ContentRect(y: grid.geometry.contentHeight / 2, width: 300, height: 200)
        try await grid.scroll(to: middle)
        #expect(grid.window.isEmpty && grid.visibleItems.isEmpty)
        shown.learn()
        #expect(!grid.visibleItems.isEmpty)
        #expect(grid.visibleItems.allSatisfy { grid.cell(for: $0)?["label"] == "\($0)" })
        let fresh = grid.layout.geometry(of: LayoutList(shown.list.whole), width: 300, after: nil)
        #expect(grid.geometry.contentHeight == fresh.contentHeight)
        #expect((0..<1_000).allSatisfy { grid.geometry.frame(at: $0) == fresh.frame(at: $0) })
    }

    @Test func whatIsNotKnownIsNotSelectedAndThatIsSaid() async throws {
        let shown = Shown(PartlyKnown([1_000], known: 100), layout: Self.layouts[0])
        let grid = shown.grid
        try await grid.scroll(to: ContentRect(width: 300, height: 200))
        grid.selectAll(true)
        #expect(grid.selection.isEmpty)
        #expect(grid.takeAnnouncement() == "The list is still being loaded. Try again in a moment.")
        #expect(grid.takeAnnouncement() == nil)
        #expect(grid.selectRange(from: .item("1003"), to: .position(500), isOn: true))
        #expect(grid.selection.isEmpty && grid.takeAnnouncement() != nil)
        #expect(grid.selectRange(from: .item("1003"), to: .position(99), isOn: true))
        #expect(grid.selection == Set(1_003...1_099))
        #expect(grid.takeAnnouncement() == "97 of 1,000 selected")

        shown.learn()
        #expect(grid.selection == Set(1_003...1_099))
        grid.selectAll(true)
        #expect(grid.selection.count == 1_000)
    }

    @Test func nothingIsMovedBehindWhatIsNotKnown() async throws {
        let shown = Shown(PartlyKnown([50, 500], known: 100), layout: Self.layouts[1])
        let grid = shown.grid
        try await grid.scroll(to: ContentRect(width: 300, height: 500))
        func move(_ section: String) throws -> ItemMove<Int>? {
            let request = MoveRequest(item: "1001", side: .section, end: .item(section))
            return try grid.move(for: request) as? ItemMove<Int>
        }
        #expect(try move("0")?.target == .behind(1_049))
        #expect(throws: MoveRefusal.gone) { try move("1") }
        shown.learn()
        #expect(try move("1")?.target == .behind(1_549))
    }

    @Test(arguments: 0..<draws(10, long: 1_000)) func noHistoryShowsOrSelectsAnotherItem(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let counts = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 0...400, using: &random) }
        let all = counts.reduce(0, +)
        let known = Int.random(in: 0...min(all, 120), using: &random)
        let shown = Shown(PartlyKnown(counts, known: known), layout: Self.layouts[seed % Self.layouts.count])
        let (grid, list) = (shown.grid, shown.list)
        let last = Int.random(in: 20...150, using: &random)
        for step in 0..<200 {
            if step == last { shown.learn() }
            let position = Int.random(in: -2...all + 2, using: &random)
            let end: RangeEnd = random.chance(50) ? .position(position) : .item("\(1_000 + position)")
            let rect = ContentRect(
                x: 0, y: .random(in: -50...20_000, using: &random), width: random.chance(90) ? 300 : 420, height: 200)
            switch Int.random(in: 0..<9, using: &random) {
            case 0...1: try await grid.scroll(to: rect)
            case 2: _ = grid.tap("\(1_000 + position)")
            case 3: grid.selectAll(random.chance(50))
            case 4: _ = grid.selectRange(from: .item("\(1_000 + position / 2)"), to: end, isOn: random.chance(70))
            case 5: grid.selectBand(in: rect, [.new, .add, .on, .drop].randomElement(using: &random) ?? .new)
            case 6: try await grid.search(for: "1\(Int.random(in: 0...99, using: &random))", from: position, number: 1)
            case 7:
                let side: MoveRequest.Side = [.before, .behind, .section].randomElement(using: &random) ?? .before
                _ = try? grid.move(for: MoveRequest(item: "\(1_000 + position / 3)", side: side, end: end))
            default:
                grid.screenDidDisconnect()
                grid.restoreSelection([SelectionRun(first: "1001", last: "1090", count: 90)])
                grid.screenDidConnect()
                _ = grid.selectionRuns()
            }
            _ = grid.takeChanges()
            let note: Comment = "seed \(seed), step \(step)"
            #expect(grid.numberOfItems == all, note)
            #expect(grid.window.upperBound <= (step < last ? known : all), note)
            #expect(grid.held == grid.window.map { 1_000 + $0 }, note)
            #expect(grid.held.allSatisfy { grid.cell(for: $0)?["label"] == "\($0)" }, note)
            #expect(grid.selection.allSatisfy { list.position(of: $0) != nil }, note)
        }
        let rect = ContentRect(y: .random(in: 0...20_000, using: &random), width: 300, height: 200)
        // Another width keeps what was in view; the same one does not.
        for _ in 0..<2 { try await grid.scroll(to: rect) }
        let fresh = Shown(PartlyKnown(counts, known: all), layout: grid.layout).grid
        try await fresh.scroll(to: rect)
        #expect(grid.visibleItems == fresh.visibleItems, "seed \(seed)")
        #expect(grid.geometry.contentHeight == fresh.geometry.contentHeight, "seed \(seed)")
    }
}

/// Items from 1,000 on, of which the first are known until `learn` is called.
private struct PartlyKnown: Snapshot {
    private final class Known: Sendable {
        let count: Mutex<Int>
        init(_ count: Int) { self.count = Mutex(count) }
    }

    let whole: ListSnapshot<Int, Int>
    private let known: Known

    init(_ counts: [Int], known: Int) {
        var next = 1_000
        let sections = counts.enumerated().map { section, count in
            defer { next += count }
            return (section, Array(next..<next + count))
        }
        whole = ListSnapshot(uniqueSections: sections).sized { item in
            ItemSize(ratio: Float(item % 7 + 3) / 5)
        }
        self.known = Known(known)
    }

    func learn() { known.count.withLock { $0 = whole.numberOfItems } }

    var numberOfSections: Int { whole.numberOfSections }
    var numberOfItems: Int { whole.numberOfItems }
    var numberOfKnownItems: Int { known.count.withLock { $0 } }
    func sectionIdentifier(at section: Int) -> Int { whole.sectionIdentifier(at: section) }
    func section(of identifier: Int) -> Int? { whole.section(of: identifier) }
    func range(ofSection section: Int) -> Range<Int> { whole.range(ofSection: section) }
    func section(at position: Int) -> Int { whole.section(at: position) }

    func item(at position: Int) -> Int {
        precondition(position < numberOfKnownItems, "A position is known")
        return whole.item(at: position)
    }

    func position(of item: Int) -> Int? {
        whole.position(of: item).flatMap { $0 < numberOfKnownItems ? $0 : nil }
    }

    func sizes(in range: Range<Int>) -> [ItemSize] {
        range.map { $0 < numberOfKnownItems ? whole.sizes(in: $0..<$0 + 1)[0] : .unknown }
    }
}
