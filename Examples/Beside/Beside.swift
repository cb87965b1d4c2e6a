import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB
import Logging
import ServiceLifecycle
import UnixSignals

/// A row of the table `notice`.
struct Notice: Codable, LiveRecord {
    var id: Int64
    var author: String
    var text: String
}

struct NotYours: Error, CustomStringConvertible { let description = "Only its author can remove a notice." }

/// The page of the board. Everybody reads all notices, and removes their own.
final class BoardController: ViewController {
    static let storyboard = Storyboard("BoardView", PackageResources.BoardView_html)

    let page = Page()
    let list = CollectionView<Int64>(layout: ListLayout(estimatedHeight: 56))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["add": add, "remove": remove] }
    var children: [String: any ViewController] { ["undo": undo] }
    let undo: UndoController
    private let notices: FetchedResults<Notice>

    init(_ notices: FetchedResults<Notice>, in store: LiveStore) {
        self.notices = notices
        undo = UndoController(of: store, counting: "notice")
    }

    func viewDidLoad() {
        page["person"] = page.visitor?.name
        list.dataSource = LiveDataSource(notices) { [id = page.visitor?.id] notice, cell in
            cell["text"] = notice.text
            cell["author"] = notice.author
            cell["isOthers"] = notice.author != id
        }
    }

    private func add(_ event: ActionEvent) async throws {
        let text = String((event.fields["text"] ?? "").prefix(500))
        guard let author = page.visitor?.id, text.contains(where: { !$0.isWhitespace }) else { return }
        try await undo.write("Add notice", for: event) { db in
            try db.execute(sql: "INSERT INTO notice (author, text) VALUES (?, ?)", arguments: [author, text])
        }
    }

    private func remove(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list), let author = page.visitor?.id else { return }
        let count = try await undo.write("Remove notice", for: event) { db in
            try Notice.filter(key: id).filter(Column("author") == author).deleteAll(db)
        }
        if count == 0 { throw NotYours() }
        undo.offer("Notice removed")
    }
}

/// The board at `/board`, for the people whom the site has signed in.
func makeBoard(_ sessions: Sessions, path: String) async throws -> LiveApp {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("notice", creating: "notice") { table in
        table.column("author", .text).notNull()
        table.column("text", .text).notNull()
    }
    let store = try StoreFile(path, migrator: migrator).open()
    let notices = try await FetchedResults<Notice>(ListRequest(sort: [Column("id").desc]), in: store)
    return LiveApp(
        name: "Board", on: store, prefix: "/board",
        rooms: [Route("/", title: "Board") { BoardController(notices, in: store) }], assets: [.starter],
        visitors: .cookie(named: "club", otherwise: .signIn(at: "/login", returningIn: "next")) { key in
            sessions.name(of: key).map { Visitor(id: $0, name: $0.capitalized) }
        })
}

@main
enum Beside {
    /// Serves the site at a port, and the board at the next one.
    static func main() async {
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8090
        let sessions = Sessions()
        do {
            let board = try await makeBoard(sessions, path: "board.sqlite")
            let site = makeSite(sessions, port: port) { board.signOut($0) }
            let service = board.service(ServerConfiguration(port: port + 1)) { address in
                try? FileHandle.standardOutput.write(contentsOf: Data("The board is at \(address.urls[0])\n".utf8))
            }
            let signals: [UnixSignal] = [.sigterm, .sigint]
            let logger = Logger(label: "beside")
            try await ServiceGroup(services: [site, service], gracefulShutdownSignals: signals, logger: logger).run()
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("It cannot be served: \(error)\n".utf8))
            exit(1)
        }
    }
}
