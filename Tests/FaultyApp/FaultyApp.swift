import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import GRDB

/// A row of the table `thing`.
struct Thing: Codable, LiveRecord, MutablePersistableRecord {
    var id: Int64?
    var name: String
}

/// An error without words.
struct Unexplained: Error {}

/// A page of an app that is written as the documents say, and whose code makes one mistake.
final class ThingsController: ViewController {
    static let storyboard = Storyboard(
        "ThingsView",
        Array(
            """
            <main class="screen"><h1 data-outlet="title">Things</h1>
            <form data-action="add"><input class="field" name="name" aria-label="Name"><button>Add</button></form>
            <div data-collection="list" aria-label="Things"></div></main>
            <template data-cell="ThingCell"><div><span data-outlet="name"></span></div></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(48)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["add": add] }
    let store: LiveStore
    let things: FetchedResults<Thing>

    init(in store: LiveStore, table: String? = nil) async throws {
        self.store = store
        if let table { try await store.read { db in try db.execute(sql: "SELECT 1 FROM \(table)") } }
        // Each page makes its list anew. It is read anew after commits, and depends on the time.
        let request = ListRequest<Thing>(filter: SQL("name IN (SELECT name FROM thing WHERE random() <> 0)"))
        things = try await FetchedResults(request, in: store)
    }

    func viewDidLoad() {
        list.dataSource = LiveDataSource(things) { thing, cell in cell["name"] = thing.name }
        if CommandLine.arguments.contains("outlet") { page["titel"] = "Things" }
    }

    func add(_ event: ActionEvent) async throws {
        try await store.write(receipt: event.receipt) { db in
            var thing = Thing(name: event.fields["name"] ?? "")
            try thing.insert(db)
            // The record does not take over the row's identifier, so this traps.
            if thing.name == "trap" { print(thing.id!) }
        }
    }
}

/// The page of one thing, which traps before anything is shown.
final class TrapController: ViewController {
    static let storyboard = Storyboard("TrapView", Array("<main></main>".utf8))
    let page = Page()
    func viewDidLoad() { print(Thing(name: "").id!) }
}

/// Makes one mistake: `FaultyApp PORT MISTAKE FOLDER`.
@main
struct FaultyApp {
    static func main() async {
        let (mistake, folder) = (CommandLine.arguments[2], CommandLine.arguments[3])
        await LiveApp.main(port: 8081) {
            var migrator = DatabaseMigrator()
            migrator.registerMigration("things", creating: "thing") { table in
                table.column("name", .text).notNull()
            }
            if mistake.hasPrefix("migration") {
                migrator.registerMigration("colors") { db in
                    if mistake == "migration-error" { throw Unexplained() }
                    try db.execute(sql: "ALTER TABLE things ADD COLUMN color")
                }
            }
            let store = try StoreFile("\(folder)/things.sqlite", migrator: migrator).open()
            return LiveApp(
                name: "Things", on: store,
                rooms: [
                    Route("/", title: "Things") {
                        try await ThingsController(in: store, table: mistake == "table" ? "nothing" : nil)
                    },
                    Route("/trap", title: "Trap") { TrapController() },
                ],
                assets: [.starter])
        }
    }
}
