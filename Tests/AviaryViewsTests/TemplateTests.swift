import AviarySnapshots
import AviaryTesting
import AviaryViews
import Synchronization
import Testing

/// Each cell has the template that its content asks for, whenever that content comes.
struct TemplateTests {
    private let shelf = Shelf()
    private let grid = CollectionView<Int>(recording: FlowLayout(columns: .fixed(1), itemSize: .height(20)))

    init() {
        grid.register(CellTemplate("Book", outlets: [.init("title")]))
        grid.register(CellTemplate("Film", outlets: [.init("title"), .init("year")]))
        grid.dataSource = LiveDataSource(shelf, reuseIdentifier: { $0.isFilm ? "Film" : "Book" }) { work, cell in
            cell["title"] = work.title
            if work.isFilm { cell["year"] = "1999" }
        }
    }

    private var screen = Screen()

    private mutating func show(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
        for change in grid.takeChanges() { try screen.apply(change) }
        let (order, works) = shelf.all
        #expect(screen.tiles.map(\.id) == order.map(String.init), sourceLocation: sourceLocation)
        for tile in screen.tiles {
            guard let work = works[Int(tile.id) ?? 0] else { continue }
            let values: [CellValue?] = [.text(work.title)] + (work.isFilm ? [.text("1999")] : [])
            #expect(tile.template == (work.isFilm ? 1 : 0), "\(tile.id)", sourceLocation: sourceLocation)
            #expect(tile.values == values, "\(tile.id)", sourceLocation: sourceLocation)
        }
        #expect(grid.takeMistakes() == [], sourceLocation: sourceLocation)
    }

    private func leaveAndReturn() async throws {
        grid.stopFollowing()
        grid.screenDidDisconnect()
        shelf.add(9, Work(title: "new", isFilm: true))
        shelf.set(1, Work(title: "changed", isFilm: true))
        grid.screenDidConnect()
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        grid.redraw()
    }

    @Test mutating func aTabThatComesBackSeesTheRightTemplates() async throws {
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        try show()
        try await leaveAndReturn()
        try show()
    }

    /// The list is the same as before, and one of its elements is of another kind.
    @Test mutating func aTabThatComesBackToTheSameListSeesTheRightTemplates() async throws {
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        try show()
        grid.stopFollowing()
        grid.screenDidDisconnect()
        shelf.set(1, Work(title: "film now", isFilm: true), isTold: false)
        grid.screenDidConnect()
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        grid.redraw()
        try show()
    }

    @Test mutating func anUpdateOfTheStoreMayChangeTheTemplate() async throws {
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        try show()
        shelf.set(2, Work(title: "a book now", isFilm: false))
        shelf.set(3, Work(title: "a film now", isFilm: true))
        #expect(await grid.waitForUpdate())
        try await grid.applyUpdate()
        try show()
    }

    /// An item that cannot be read keeps its template, and gets the right one when it can be read.
    @Test mutating func aReadThatFailsGuessesNoTemplate() async throws {
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        try show()
        shelf.isBroken = true
        grid.reloadItems([2])
        await #expect(throws: Broken.self) { try await grid.doWorkDue() }
        for change in grid.takeChanges() { try screen.apply(change) }
        #expect(screen.tiles.first { $0.id == "2" }?.template == 1)
        grid.reloadData()
        await #expect(throws: Broken.self) { try await grid.doWorkDue() }
        shelf.isBroken = false
        try await grid.scroll(to: ContentRect(y: 1, width: 200, height: 300))
        try show()
    }

    @Test mutating func dataThatIsReloadedIsReadInTheSameTurn() async throws {
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        shelf.set(1, Work(title: "changed", isFilm: true), isTold: false)
        grid.reloadData()
        #expect(grid.isWorkDue)
        try await grid.doWorkDue()
        try show()
    }

    @Test(arguments: 0..<8) mutating func whateverHappensEachCellHasItsTemplate(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        for _ in 0..<draws(100, long: 5_000) {
            let item = Int.random(in: 1...12, using: &random)
            let work = Work(title: "\(Int.random(in: 0..<99, using: &random))", isFilm: .random(using: &random))
            switch Int.random(in: 0..<9, using: &random) {
            case 0...2: shelf.add(item, work)
            case 3: shelf.remove(item)
            case 4: grid.reloadData()
            case 5: grid.reloadItems([item])
            case 6:
                try await leaveAndReturn()
                shelf.remove(9)
            case 7:
                shelf.isBroken = true
                try? await grid.scroll(to: ContentRect(y: .random(in: 0...9, using: &random), width: 200, height: 300))
                try? await grid.doWorkDue()
                shelf.isBroken = false
            default: shelf.set(item, work)
            }
            while shelf.hasChanged, await grid.waitForUpdate() {
                shelf.hasChanged = false
                try await grid.applyUpdate()
            }
            try await grid.doWorkDue()
            try await grid.scroll(to: ContentRect(width: 200, height: 300))
            try show()
        }
    }
}

private struct Broken: Error {}

private struct Work: Sendable {
    var title: String
    var isFilm: Bool
}

/// Books and films, read by a store that may be broken.
private final class Shelf: LiveList {
    private struct State {
        var order = [1, 2, 3]
        var works = [
            1: Work(title: "one", isFilm: false), 2: Work(title: "two", isFilm: true),
            3: Work(title: "three", isFilm: false),
        ]
        var list = ListSnapshot<Int, Int>(uniqueSections: [(0, [1, 2, 3])])
        var readers: [SnapshotUpdates<ListSnapshot<Int, Int>>.Continuation] = []
        var isBroken = false
        var hasChanged = false
    }
    private let state = Mutex(State())

    var all: (order: [Int], works: [Int: Work]) { state.withLock { ($0.order, $0.works) } }
    var isBroken: Bool {
        get { state.withLock { $0.isBroken } }
        set { state.withLock { $0.isBroken = newValue } }
    }
    var hasChanged: Bool {
        get { state.withLock { $0.hasChanged } }
        set { state.withLock { $0.hasChanged = newValue } }
    }

    func updates() -> SnapshotUpdates<ListSnapshot<Int, Int>> {
        state.withLock { state in
            let (updates, reader) = SnapshotUpdates.makeUpdates(from: state.list)
            state.readers = [reader]
            state.hasChanged = false
            return updates
        }
    }

    func elements(for items: [Int]) async throws -> [Int: Work] {
        try state.withLock { state in
            if state.isBroken { throw Broken() }
            return state.works.filter { items.contains($0.key) }
        }
    }

    func add(_ item: Int, _ work: Work) {
        if all.works[item] != nil { return set(item, work) }
        change(updated: []) { state in
            state.order.insert(item, at: state.order.count / 2)
            state.works[item] = work
        }
    }

    func remove(_ item: Int) {
        change(updated: []) { state in
            state.order.removeAll { $0 == item }
            state.works[item] = nil
        }
    }

    func set(_ item: Int, _ work: Work, isTold: Bool = true) {
        guard all.works[item] != nil else { return }
        guard isTold else { return state.withLock { $0.works[item] = work } }
        change(updated: [item]) { $0.works[item] = work }
    }

    private func change(updated: [Int], _ change: (inout State) -> Void) {
        state.withLock { state in
            let old = state.list
            change(&state)
            let new = ListSnapshot<Int, Int>(uniqueSections: [(0, state.order)])
            state.list = new
            state.hasChanged = true
            let columns = Dictionary(uniqueKeysWithValues: updated.map { ($0, ColumnSet.all) })
            for reader in state.readers {
                reader.yield(
                    SnapshotUpdate(
                        from: old, to: new, changeset: Changeset(from: old, to: new, updated: columns)))
            }
        }
    }
}
