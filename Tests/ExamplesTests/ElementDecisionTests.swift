import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryViews
import Foundation
import GRDB
import Testing

@testable import Workbench

/// Menus, moves, drops and actions that get elements instead of identifiers.
struct ElementDecisionTests {
    let path = FileManager.default.temporaryDirectory.appending(path: "elements-\(UUID().uuidString).sqlite").path

    private func open() async throws -> FakeBrowser {
        let database = try DatabasePool(path: path)
        var migrator = DatabaseMigrator()
        migrator.registerMigration("job", creating: "job") { table in
            table.column("name", .text).notNull()
            table.column("day", .text).notNull()
            table.column("position", .double).notNull().defaults(to: 0)
        }
        try migrator.migrate(database)
        let store = try LiveStore(database)
        try await store.write { db in
            try db.execute(
                sql:
                    "INSERT INTO job (name, day, position) VALUES ('a', 'today', 3), ('b', 'today', 2), ('fixed', 'today', 1)"
            )
        }
        let app = LiveApp(name: "Jobs", rooms: [Route("/", title: "Jobs") { try await ElementController(store) }])
        let tab = try await FakeBrowser(app)
        await tab.wait { $0.collection("list").items == ["3", "2", "1"] }
        return tab
    }

    @Test func aMenuIsMadeOfElements() async throws {
        let tab = try await open()
        #expect(await tab.collection("list").shortcuts == ["\"Mod+J\"", "\"Mod+K\""])
        await tab.openMenu(in: "list", at: "2")
        #expect(await tab.menu == ["Do b"])
        await tab.openMenu(in: "list")
        #expect(await tab.menu == ["Background"])
        await tab.tap("1", in: "list")
        await tab.tap("2", in: "list")
        await tab.openMenu(in: "list", at: "2")
        #expect(await tab.menu == ["Do b, a"])
        await tab.openMenu(in: "list", at: "99")
        #expect(await tab.menu == [])
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aMenuKnowsTheElementAsItIsNow() async throws {
        let tab = try await open()
        try await tab.perform("rename", item: "2")
        await tab.openMenu(in: "list", at: "2")
        #expect(await tab.menu == ["Do b!"])
        await tab.close()
    }

    @Test func anActionGetsElementsInTheOrderOfTheList() async throws {
        let tab = try await open()
        await tab.tap("1", in: "list")
        await tab.tap("3", in: "list")
        try await tab.press("Mod+J", in: "list")
        #expect(await tab.outlets["said"] == "\"fixed, a\"")
        try await tab.perform("say", item: "2")
        #expect(await tab.outlets["said"] == "\"b\"")
        try await tab.perform("one", item: "2")
        #expect(await tab.outlets["said"] == "\"b\"")
        try await tab.perform("one", item: "99")
        #expect(await tab.outlets["said"] == "\"none\"")
        await tab.close()
    }

    @Test func anElementDecidesWhetherItMayBeMoved() async throws {
        let tab = try await open()
        try await tab.move("1", "before", "2", in: "list")
        #expect(await tab.outlets["said"] == "\"a\"")
        await #expect(throws: FakeBrowser.ActionFailure(sentence: "This can't be moved.")) {
            try await tab.move("3", "behind", "1", in: "list")
        }
        // A selected item takes along those that may be moved.
        for item in ["1", "2", "3"] { await tab.tap(item, in: "list") }
        try await tab.move("1", "before", "3", in: "list")
        #expect(await tab.outlets["said"] == "\"b, a\"")
        #expect(await tab.faults == [])
        await tab.close()
    }
}

/// A list of jobs whose menus and moves are decided by the jobs.
private final class ElementController: ViewController {
    static let storyboard = Storyboard(
        "Elements",
        Array(
            """
            <output data-outlet="said"></output><div data-collection="list"></div>
            <template data-cell="Job"><p data-outlet="name"></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(20)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["say": say, "one": one, "move": move, "rename": rename] }
    private let store: LiveStore
    private let jobs: FetchedResults<Job>

    init(_ store: LiveStore) async throws {
        self.store = store
        jobs = try await FetchedResults(ListRequest(sort: [Column("position").asc]), in: store)
    }

    func viewDidLoad() {
        list.allowsMultipleSelection = true
        list.moveAction = "move"
        list.dataSource = LiveDataSource(jobs) { job, cell in cell["name"] = job.name }
        list.configureMenu(of: jobs) { jobs in
            if jobs.isEmpty { return Menu([MenuItem("Background", action: "say", shortcut: "Mod+K")]) }
            let names = jobs.map(\.name).joined(separator: ", ")
            return Menu([MenuItem("Do \(names)", action: "say", shortcut: "Mod+J")])
        }
        list.configureMoves(of: jobs) { $0.name != "fixed" }
    }

    private func say(_ event: ActionEvent) async throws {
        page["said"] = try await event.elements(of: jobs, in: list).map(\.name).joined(separator: ", ")
    }

    private func one(_ event: ActionEvent) async throws {
        page["said"] = try await event.element(of: jobs, in: list)?.name ?? "none"
    }

    private func move(_ event: ActionEvent) async throws {
        page["said"] = try await event.move(in: list)?.elements(of: jobs).map(\.name).joined(separator: ", ")
    }

    private func rename(_ event: ActionEvent) async throws {
        let item = event.item(in: list)
        try await store.write { db in
            try db.execute(sql: "UPDATE job SET name = name || '!' WHERE id = ?", arguments: [item])
        }
    }
}
