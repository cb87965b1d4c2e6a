import AviaryApps
import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryViews
import Foundation
import GRDB
import Testing

/// Two shelves of one page, each with its own collection view. An item that is dropped in one leaves the other.
private final class PairController: ViewController {
    static let storyboard = Storyboard(
        "Pair",
        Array(
            """
            <p data-child="undo"></p>
            <div data-collection="upper" aria-label="Upper"></div><div data-collection="lower" aria-label="Lower"></div>
            <template data-cell="Thing"><p data-outlet="text"></p></template>
            """.utf8))

    let page = Page()
    let upper = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(2), itemSize: .height(20)))
    let lower = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(2), itemSize: .height(20)))
    var collections: [String: any ScreenCollection] { ["upper": upper, "lower": lower] }
    var actions: Actions { ["move": { _ in }, "drop": drop] }
    var children: [String: any ViewController] { ["undo": undo] }
    let undo: UndoController
    private let lists: [FetchedResults<Thing>]

    init(_ lists: [FetchedResults<Thing>], in store: LiveStore) {
        self.lists = lists
        undo = UndoController(of: store, counting: "thing")
    }

    func viewDidLoad() {
        upper.moveAction = "move"
        lower.dropAction = "drop"
        for (view, list) in zip([upper, lower], lists) {
            view.allowsMultipleSelection = true
            view.delegate = self
            view.dataSource = LiveDataSource(list) { thing, cell in cell["text"] = "\(thing.id)" }
        }
    }

    private func drop(_ event: ActionEvent) async throws {
        guard let drop = event.drop(in: lower) else { return }
        #expect(drop.content.page == "/" && drop.content.collection == "upper")
        let things = drop.content.items(in: upper)
        #expect(things.map { "\($0)" } == drop.content.items)
        try await undo.write("Move", for: event) { db in
            try ShelvesController.order.move(ItemMove(things, to: drop.target), in: db) { _ in 2.databaseValue }
        }
    }

    static func app(on store: LiveStore) async throws -> LiveApp {
        var lists: [FetchedResults<Thing>] = []
        for shelf in 1...2 {
            let request = ListRequest<Thing>(filter: Column("shelf") == shelf, sort: [Column("position").asc])
            lists.append(try await FetchedResults(request, in: store))
        }
        let both = lists
        return LiveApp(
            name: "Pair", on: store, rooms: [Route("/", title: "Pair") { PairController(both, in: store) }])
    }
}

extension PairController: CollectionViewDelegate {
    /// The first thing is screwed on, and the fourth stays on its shelf.
    func collectionView(_ view: CollectionView<Int64>, canMove item: Int64) -> Bool { item != 2 }
    func collectionView(
        _ view: CollectionView<Int64>, targetForDropping content: DroppedContent, proposed target: MoveTarget<Int64>
    ) -> MoveTarget<Int64>? { content.items(in: upper).contains(8) ? nil : target }
}

/// Moves from one collection view into another one of the same page.
struct DroppingTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    private func shelves(_ store: LiveStore) async throws -> [[Int64]] {
        try await store.read { db in
            try (1...2).map { shelf in
                try Int64.fetchAll(
                    db, sql: "SELECT id FROM thing WHERE shelf = ? ORDER BY position, id", arguments: [shelf])
            }
        }
    }

    private func led(_ item: String, out of: String = "upper") -> DroppedContent {
        DroppedContent(text: "", items: [item], collection: of)
    }

    @Test func aMoveIntoAnotherListIsOneMessageTakesTheSelectionAlongAndIsTakenBack() async throws {
        // Even things are on the first shelf; a screen shows a few of them.
        let store = try await ShelvesController.store(in: directory, things: 2_000)
        let tab = try await FakeBrowser(PairController.app(on: store), height: 100)
        try await tab.drop(led("6"), "before", "1", in: "lower")
        #expect(try await shelves(store)[1].prefix(3) == [6, 1, 3])
        for item in ["2", "4", "12"] { await tab.tap(item, in: "upper") }
        try await tab.drop(led("12"), "behind", "6", in: "lower")
        #expect(try await shelves(store)[1].prefix(4) == [6, 4, 12, 1], "the first thing stays")
        try await tab.perform("undo/undo")
        try await tab.perform("undo/undo")
        #expect(try await shelves(store)[1].prefix(2) == [1, 3])
        #expect(try await shelves(store)[0].prefix(3) == [2, 4, 6])
        #expect(await tab.faults + tab.refusals == [])
        await tab.close()
    }

    @Test func bothDelegatesDecideAndWhatIsGoneIsSaid() async throws {
        let store = try await ShelvesController.store(in: directory, things: 10)
        let tab = try await FakeBrowser(PairController.app(on: store))
        let before = try await shelves(store)
        for (content, sentence) in [
            (led("2"), "This can't be moved."), (led("8"), "This can't be dropped here."),
            (led("99"), "What was there is gone, so nothing was moved."),
            (led("4", out: "none"), "What was there is gone, so nothing was moved."),
            (led("1", out: "lower"), "This can't be moved."),
        ] {
            await #expect(throws: FakeBrowser.ActionFailure(sentence: sentence)) {
                try await tab.drop(content, "behind", "3", in: "lower")
            }
        }
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.drop(led("4"), "behind", "6", in: "upper")
        }
        #expect(try await shelves(store) == before)
        await tab.close()
    }
}
