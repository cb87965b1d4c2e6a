import AviarySnapshots
import AviaryViews
import Synchronization
import Testing

/// A view whose screen is disconnected follows no list. It shows the current list when the screen reconnects.
struct UnfollowedListTests {
    private let list = Numbers(0..<10)
    private let grid = CollectionView<Int>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(100)))
    private let counter = Counter()

    init() async throws {
        grid.register(CellTemplate("Cell", outlets: [.init("label")]))
        grid.allowsMultipleSelection = true
        grid.delegate = counter
        grid.dataSource = LiveDataSource(list) { text, cell in cell["label"] = text }
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        grid.select([2, 7])
    }

    @Test func nothingIsCollectedForAViewWithoutAScreen() async throws {
        #expect(list.readers == 1)
        grid.stopFollowing()
        #expect(list.readers == 0)
        list.set(5..<25)
        let rect = grid.visibleRect
        (counter.counts, counter.selections, counter.updates) = (0, 0, 0)
        grid.screenDidConnect()
        #expect(list.readers == 1)
        try await grid.scroll(to: rect)
        #expect(grid.numberOfItems == 20 && grid.selection == [7])
        #expect(grid.visibleItems == [5, 6, 7] && grid.cell(for: 5)?["label"] == "number 5")
        #expect((counter.counts, counter.selections, counter.updates) == (1, 1, 1))
    }

    @Test func aListThatIsTheSameKeepsTheRangeAndIsReadAnew() async throws {
        #expect(grid.selectRange(from: .item("3"), to: .item("6"), isOn: true))
        grid.stopFollowing()
        list.name = "renamed"
        let rect = grid.visibleRect
        (counter.counts, counter.selections, counter.updates) = (0, 0, 0)
        grid.screenDidConnect()
        try await grid.scroll(to: rect)
        #expect(grid.cell(for: 0)?["label"] == "renamed 0")
        #expect(grid.selectRange(from: .item("3"), to: .item("4"), isOn: true))
        #expect(grid.selection == [2, 3, 4, 7])
        #expect((counter.counts, counter.updates) == (0, 0))
    }

    @Test func ofTheNewestOnlyTheyAreShown() async throws {
        let newest = CollectionView<Int>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(100)))
        newest.dataSource = LiveDataSource(list, newest: 3) { _, _ in }
        newest.stopFollowing()
        list.set(0..<12)
        newest.screenDidConnect()
        #expect(newest.snapshot.items(in: 0..<newest.numberOfItems) == [11, 10, 9])
    }

    private final class Counter: CollectionViewDelegate {
        var counts = 0
        var selections = 0
        var updates = 0

        func collectionViewDidChangeCount(_ view: CollectionView<Int>) { counts += 1 }
        func collectionViewDidChangeSelection(_ view: CollectionView<Int>) { selections += 1 }
        func collectionViewDidUpdate(_ view: CollectionView<Int>) { updates += 1 }
    }
}

/// A list of numbers that counts its readers. Each state of it is known by a number.
private final class Numbers: LiveList {
    struct State: Snapshot {
        var version = 0
        var base: ListSnapshot<Int, Int>

        var numberOfSections: Int { base.numberOfSections }
        var numberOfItems: Int { base.numberOfItems }
        func sectionIdentifier(at section: Int) -> Int { base.sectionIdentifier(at: section) }
        func section(of identifier: Int) -> Int? { base.section(of: identifier) }
        func range(ofSection section: Int) -> Range<Int> { base.range(ofSection: section) }
        func section(at position: Int) -> Int { base.section(at: position) }
        func item(at position: Int) -> Int { base.item(at: position) }
        func position(of item: Int) -> Int? { base.position(of: item) }
        func isIdentical(to other: State) -> Bool { version == other.version }
    }

    private let state: Mutex<(list: State, readers: Int, name: String)>

    init(_ items: Range<Int>) { state = Mutex((Self.state(items, version: 0), 0, "number")) }

    private static func state(_ items: Range<Int>, version: Int) -> State {
        State(version: version, base: ListSnapshot(uniqueSections: [(0, Array(items))]))
    }

    var readers: Int { state.withLock { $0.readers } }
    var name: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    func set(_ items: Range<Int>) {
        state.withLock { $0.list = Self.state(items, version: $0.list.version + 1) }
    }

    func updates() -> SnapshotUpdates<State> {
        let list = state.withLock { state in
            state.readers += 1
            return state.list
        }
        return SnapshotUpdates.makeUpdates(from: list) { self.state.withLock { $0.readers -= 1 } }.updates
    }

    func elements(for items: [Int]) async throws -> [Int: String] {
        let name = name
        return Dictionary(uniqueKeysWithValues: items.map { ($0, "\(name) \($0)") })
    }
}
