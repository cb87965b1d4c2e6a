import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import GRDB
import HTTPTypes
import Hummingbird

/// The sessions of the site in the article *Who it is*.
actor ClubSessions {
    struct Person {
        var id: String
        var name: String
        var role: String
    }

    private var people: [String: Person] = ["a1": Person(id: "ann", name: "Ann", role: "member")]

    func person(_ key: String) throws -> Person? { people[key] }

    func end(_ key: String?) -> String? { key.flatMap { people.removeValue(forKey: $0) }?.id }
}

/// The notices of the article.
struct ClubNotice: Codable, LiveRecord {
    var id: Int64
    var author: String
    var text: String
}

private typealias Notice = ClubNotice

private struct NotYours: Error, CustomStringConvertible {
    let description = "Only its author can remove a notice."
}

/// Shows the notices of one person.
final class MineController: ViewController {
    static let storyboard = Storyboard(
        "MineView",
        Array(
            """
            <div data-collection="list"></div><p data-outlet="person"></p><p data-child="undo"></p>
            <template data-cell="NoticeCell"><p><span data-outlet="text"></span><button data-action="remove">Remove</button></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int64>(layout: ListLayout(rowHeight: .uniform(48)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["remove": remove] }
    var children: [String: any ViewController] { ["undo": undo] }
    let undo: UndoController
    private let notices: FetchedResults<ClubNotice>

    init(of visitor: Visitor?, in store: LiveStore) async throws {
        undo = UndoController(of: store, counting: "notice")
        notices = try await FetchedResults(ListRequest(filter: Column("author") == visitor?.id ?? ""), in: store)
    }

    func viewDidLoad() {
        page["person"] = page.visitor?.name
        list.dataSource = LiveDataSource(notices) { notice, cell in cell["text"] = notice.text }
    }

    func remove(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list), let author = page.visitor?.id else { return }
        let count = try await undo.write("Remove notice", for: event) { db in
            try Notice.filter(key: id).filter(Column("author") == author).deleteAll(db)
        }
        if count == 0 { throw NotYours() }
    }
}

/// The controller of the board in the article.
typealias BoardController = MineController

func makeClub(on store: LiveStore, sessions: ClubSessions) -> LiveApp {
    LiveApp(
        name: "Board", on: store, prefix: "/board",
        rooms: [Route("/", title: "Board") { try await BoardController(of: $0, in: store) }],
        visitors: .cookie(named: "club", otherwise: .signIn(at: "/login", returningIn: "next")) { key in
            try await sessions.person(key).map { Visitor(id: $0.id, name: $0.name, info: $0.role) }
        })
}

func makeCheck(_ sessions: ClubSessions) -> VisitorCheck {
    let site = VisitorCheck.cookie(named: "club", otherwise: .signIn(at: "/board/login")) { key in
        try await sessions.person(key).map { Visitor(id: $0.id, name: $0.name) }
    }
    let check = VisitorCheck { request in
        if request.path.split(separator: "?").first == "/login", !request.opensWindow { return .anonymous }
        guard let key = request.headers[.authorization] else { return try await site.answer(to: request) }
        guard let person = try await sessions.person(key) else { return .refused("This key is not valid.") }
        return .visitor(Visitor(id: person.id))
    }
    return check
}

extension Destination<Int64> { static var notice: Self { Destination("/notice/:id") } }

/// Everything that gets the visitor.
func makeWholeClub(on store: LiveStore, in folder: String) -> LiveApp {
    LiveApp(
        name: "Board", on: store,
        rooms: [
            Route("/", title: "Board") { try await MineController(of: $0, in: store) },
            Route(.notice, title: "Notice") { _, visitor in try await MineController(of: visitor, in: store) },
        ],
        downloads: [
            Download("/name") {
                .bytes(Array(($0.visitor?.name ?? "").utf8), type: "text/plain", tag: $0.visitor?.id ?? "")
            }
        ],
        uploads: [Upload("files", into: folder)],
        manifest: WebAppManifest(
            icons: [], sharing: FileSharing(to: "files", types: ["text/plain"], page: "/") { _, _ in "/" }),
        visitors: VisitorCheck { request in
            // On this machine, by a password or by an old cookie.
            guard request.peerAddress == "127.0.0.1" else { return .refused("Only on this machine.") }
            if let name = request.password?.name { return .visitor(Visitor(id: name)) }
            if let name = request.cookies(named: "name").first { return .visitor(Visitor(id: name)) }
            return try await VisitorCheck.basic(realm: "Board") { name, _ in Visitor(id: name) }.answer(to: request)
        },
        http: { router in
            router.get("/who") { _, context in context.visitor.map { "\($0.name), \($0.info == nil)" } ?? "nobody" }
        })
}

func mine(in store: LiveStore) -> Route {
    Route("/mine", title: "Mine") { visitor in try await MineController(of: visitor, in: store) }
}

func addSignOut(to router: Router<BasicRequestContext>, sessions: ClubSessions, board: LiveApp) {
    router.post("/logout") { request, _ in
        if let person = await sessions.end(request.cookies["club"]?.value) { board.signOut(person) }
        return Response.redirect(to: "/", type: .normal)
    }
}

extension HTTPField.Name { static let preferredUsername = Self("X-Forwarded-Preferred-Username")! }

func checks(_ environment: [String: String]) -> [VisitorCheck] {
    let check = VisitorCheck.header(named: "X-Forwarded-User", trusting: ["127.0.0.1"])
    let named = VisitorCheck.header(named: "X-Forwarded-User", trusting: ["127.0.0.1"]) { id, request in
        Visitor(id: id, name: request.headers[.preferredUsername] ?? id)
    }
    let passwords = VisitorCheck.basic(realm: "Board", passwords: ["ann": environment["ANN"] ?? ""])
    return [check, named, passwords]
}
