import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB
import Synchronization

/// Something on a shelf, in an order made by hand.
struct Thing: Codable, Identifiable, FetchableRecord, TableRecord, Sendable {
    static let databaseTableName = "thing"
    var id: Int64
    var shelf: Int64
}

/// Three shelves whose things people move.
final class ShelvesController: ViewController {
    static let storyboard = Storyboard(
        "Shelves",
        Array(
            """
            <p data-child="undo"></p><div data-collection="list" aria-label="Things"></div>
            <template data-header="Shelf"><b data-outlet="name"></b></template>
            <template data-cell="Thing"><p data-outlet="text"></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int64>(
        layout: FlowLayout(columns: .fixed(2), itemSize: .height(20), headerHeight: 20))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["move": move, "remove": remove] }
    var children: [String: any ViewController] { ["undo": undo] }
    let undo: UndoController
    let log: MoveLog
    private let things: FetchedResults<Thing>

    static let order = ManualOrder(of: "thing", by: "position", within: "shelf")

    init(_ things: FetchedResults<Thing>, in store: LiveStore, log: MoveLog) {
        self.things = things
        self.log = log
        undo = UndoController(of: store, counting: "thing")
    }

    func viewDidLoad() {
        list.allowsMultipleSelection = true
        list.moveAction = "move"
        list.dataSource = LiveDataSource(things) { thing, cell in cell["text"] = "\(thing.id)" }
        list.configureHeaders { (shelf: RowsSection, _, header) in header["name"] = shelf.title }
    }

    private func move(_ event: ActionEvent) async throws {
        guard let move = event.move(in: list) else { return }
        let log = log
        try await undo.write("Move", for: event) { db in
            try Self.order.move(move, in: db) { Int64($0)?.databaseValue ?? .null }
            log.add(.move(move))
        }
    }

    private func remove(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list) else { return }
        let log = log
        try await undo.write("Remove", for: event) { db in
            try db.execute(sql: "DELETE FROM thing WHERE id = ?", arguments: [id])
            log.add(.remove(id))
        }
    }

    static func store(in directory: URL, things: Int) async throws -> LiveStore {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("thing") { db in
            try db.execute(
                sql: "CREATE TABLE thing(id INTEGER PRIMARY KEY, shelf INTEGER NOT NULL, position REAL NOT NULL)")
            try History.install(on: "thing", in: db)
            try Receipts.install(in: db)
            for id in 1...Int64(things) {
                try db.execute(sql: "INSERT INTO thing VALUES (?, ?, ?)", arguments: [id, 1 + id % 2, id])
            }
        }
        return try StoreFile(directory.appending(path: "shelves.sqlite"), migrator: migrator).open()
    }

    static func app(on store: LiveStore, log: MoveLog = MoveLog()) async throws -> LiveApp {
        let things = try await FetchedResults<Thing>(
            ListRequest(
                sort: [Column("position").asc], sections: .by(Column("shelf").asc, including: [1, 2, 3])), in: store)
        return LiveApp(
            name: "Shelves", on: store,
            rooms: [Route("/", title: "Shelves") { ShelvesController(things, in: store, log: log) }])
    }
}

/// The stored changes, in the order of the transactions.
final class MoveLog: Sendable {
    enum Entry: Sendable {
        case move(ItemMove<Int64>)
        case remove(Int64)
    }

    private let state = Mutex<[Entry]>([])
    var entries: [Entry] { state.withLock { $0 } }
    func add(_ entry: Entry) { state.withLock { $0.append(entry) } }
}
