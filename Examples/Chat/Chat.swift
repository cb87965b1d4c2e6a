import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// A row of the table `message`.
struct ChatMessage: Codable, Identifiable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "message"
    var id: Int64
    var author: String
    var text: String
    var sent: Date
}

/// Why a message was not sent.
enum ChatError: Error, CustomStringConvertible {
    case noName, noText

    var description: String {
        switch self {
        case .noName: "Say who you are first."
        case .noText: "Write a message, then send it."
        }
    }
}

/// The page of the chat. It begins at the newest message, and follows as long as that is in view.
final class ChatController: ViewController {
    static let storyboard = Storyboard("ChatView", PackageResources.ChatView_html)

    let page = Page()
    let list = CollectionView<Int64>(
        layout: ListLayout(estimatedHeight: 64, minimumLineSpacing: 8, sectionInset: (horizontal: 0, vertical: 8)),
        anchor: .end)
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["rename": rename, "send": send] }
    private let store: LiveStore
    private let messages: FetchedResults<ChatMessage>
    private var name = ""

    init(store: LiveStore, messages: FetchedResults<ChatMessage>) {
        self.store = store
        self.messages = messages
    }

    func viewDidLoad() {
        list.allowsSelection = false
        list.dataSource = LiveDataSource(messages) { [unowned self] message, cell in
            cell["author"] = message.author
            cell["text"] = message.text
            cell["sent"] = message.sent
            cell["mine"] = message.author == name
        }
    }

    private func rename(_ event: ActionEvent) {
        name = String((event.fields["name"] ?? "").prefix(40))
        page["name"] = name
        // Each message is configured anew: it may be the person's own.
        list.reloadData()
    }

    private func send(_ event: ActionEvent) async throws {
        let text = String((event.fields["text"] ?? "").prefix(2_000))
        guard text.contains(where: { !$0.isWhitespace }) else { throw ChatError.noText }
        guard name.contains(where: { !$0.isWhitespace }) else { throw ChatError.noName }
        try await store.write(receipt: event.receipt) { [name] db in
            try db.execute(
                sql: "INSERT INTO message (author, text, sent) VALUES (?, ?, ?)", arguments: [name, text, Date()])
        }
    }
}

/// The app on a store: the schema, the query, and the page at `/`.
func makeChatApp(path: String) async throws -> LiveApp {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("message", creating: "message") { table in
        table.column("author", .text).notNull()
        table.column("text", .text).notNull()
        table.column("sent", .datetime).notNull()
    }
    let store = try StoreFile(path, migrator: migrator).open()
    let messages = try await FetchedResults<ChatMessage>(ListRequest(), in: store)
    return LiveApp(
        name: "Chat", on: store,
        rooms: [Route("/", title: "Chat") { ChatController(store: store, messages: messages) }],
        assets: [.starter, Asset("chat.css", PackageResources.chat_css)])
}

@main
enum Chat {
    static func main() async {
        await LiveApp.main(port: 8083) { try await makeChatApp(path: "chat.sqlite") }
    }
}
