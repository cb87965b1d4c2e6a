import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// A row of the table `book`.
struct Book: Codable, LiveRecord, MutablePersistableRecord {
    var id: Int64?
    var title: String
    var shelf = shelves[0]
    var added = Date()
}

let shelves = ["To read", "Reading", "Read"]

final class BooksController: ViewController {
    static let storyboard = Storyboard("BooksView", PackageResources.BooksView_html)

    let page = Page()
    let list = CollectionView<Int64>(
        layout: FlowLayout(columns: .fixed(1), itemSize: .height(56), headerHeight: 44))
    var collections: [String: AnyCollectionView] { ["list": list] }
    var actions: Actions { ["add": add, "search": search, "sort": sort, "move": move, "remove": remove] }
    let store: LiveStore
    let books: FetchedResults<Book>

    init(store: LiveStore) async throws {
        self.store = store
        let request = ListRequest<Book>(
            sort: [Column("title").asc], sections: .by(Column("shelf").desc, including: shelves))
        books = try await FetchedResults(request, in: store)
    }

    func viewDidLoad() {
        list.allowsMultipleSelection = true
        list.delegate = self
        list.dataSource = LiveDataSource(books) { book, cell in
            cell["title"] = book.title
            cell["added"] = book.added
        }
        list.configureHeaders(of: books) { shelf, count, header in
            header["name"] = shelf.title
            header["count"] = count
        }
    }

    func add(_ event: ActionEvent) async throws {
        guard let title = event.fields["title"], !title.isEmpty else { return }
        try await store.write(receipt: event.receipt) { db in
            var book = Book(title: title)
            try book.insert(db)
        }
    }

    func search(_ event: ActionEvent) async throws {
        var request = books.request
        let text = event.fields["text"] ?? ""
        request.filter = text.isEmpty ? nil : Column("title").like("%\(text)%")
        try await books.change(to: request)
    }

    func sort(_ event: ActionEvent) async throws {
        var request = books.request
        request.sort = event.fields["by"] == "added" ? [Column("added").desc] : [Column("title").asc]
        try await books.change(to: request)
    }

    func move(_ event: ActionEvent) async throws {
        let (items, shelf) = (event.items(in: list), event.fields["shelf"])
        try await store.write(receipt: event.receipt) { db in
            _ = try Book.filter(keys: items).updateAll(db, Column("shelf").set(to: shelf))
        }
    }

    func remove(_ event: ActionEvent) async throws {
        let items = event.items(in: list)
        try await store.write(receipt: event.receipt) { db in _ = try Book.deleteAll(db, keys: items) }
    }
}

extension BooksController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? {
        if items.isEmpty { return nil }
        return Menu(
            shelves.map { MenuItem("To “\($0)”", action: "move", fields: ["shelf": $0]) },
            [MenuItem("Remove", action: "remove", shortcut: "Delete", isDestructive: true)])
    }
}

@main
enum Books {
    static func main() async throws {
        let database = try DatabasePool(path: "books.sqlite")
        var migrator = DatabaseMigrator()
        migrator.registerMigration("books") { db in
            try db.create(table: "book") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("title", .text).notNull()
                table.column("shelf", .text).notNull()
                table.column("added", .datetime).notNull()
            }
            try History.install(on: "book", in: db)
            try Receipts.install(in: db)
        }
        try migrator.migrate(database)
        let store = try LiveStore(database)
        let app = LiveApp(
            name: "Books", rooms: [Route("/", title: "Books") { try await BooksController(store: store) }],
            assets: [.starter, Asset("books.css", PackageResources.books_css)],
            hasReceipt: { (try? await store.hasReceipt($0)) ?? false })
        try await app.run(ServerConfiguration(port: 8083)) { print("Books are at \($0.urls[0])") }
    }
}
