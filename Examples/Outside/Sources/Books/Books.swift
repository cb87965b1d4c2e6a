import AviaryApps
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

let sortKeys: [String: SortKey] = ["title": Column("title").collating(.nocase).asc, "added": Column("added").desc]

/// The error of a title without letters.
struct BlankTitle: Error, CustomStringConvertible {
    let description = "A book needs a title. Type one, then add it."
}

final class BooksController: ViewController {
    static let storyboard = Storyboard("BooksView", PackageResources.BooksView_html)

    let page = Page()
    let list = CollectionView<Int64>(
        layout: FlowLayout(columns: .fixed(1), itemSize: .height(56), headerHeight: 44))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["add": add, "drop": drop, "search": search, "sort": sort, "move": move, "remove": remove] }
    let store: LiveStore
    let books: FetchedResults<Book>
    private var text = ""
    private var order = "title"

    init(store: LiveStore) async throws {
        self.store = store
        let shelfOrder: SortKey = SQL("CASE shelf WHEN 'To read' THEN 1 WHEN 'Reading' THEN 2 ELSE 3 END").asc
        let request = ListRequest<Book>(
            sort: [Column("title").collating(.nocase).asc],
            sections: .by(Column("shelf").asc, order: [shelfOrder], including: shelves))
        books = try await FetchedResults(request, in: store)
    }

    func viewDidLoad() {
        list.allowsMultipleSelection = true
        list.delegate = self
        list.searchOutlet = "title"
        list.dropAction = "drop"
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
        let title = (event.fields["title"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        if title.isEmpty { throw BlankTitle() }
        try await store.write(receipt: event.receipt) { db in
            var book = Book(title: title)
            try book.insert(db)
        }
    }

    func drop(_ event: ActionEvent) async throws {
        guard let drop = event.drop(in: list) else { return }
        let titles = drop.content.text.split(separator: "\n").map(String.init)
        try await store.write(receipt: event.receipt) { db in
            for title in titles {
                var book = Book(title: title)
                try book.insert(db)
            }
        }
    }

    func search(_ event: ActionEvent) async throws {
        try await show(event.fields["text"] ?? "", by: order)
    }

    func sort(_ event: ActionEvent) async throws {
        try await show(text, by: event.fields["by"] ?? "")
    }

    private func show(_ text: String, by order: String) async throws {
        guard let key = sortKeys[order] else { return }
        // Escaped, because these characters are wildcards in a pattern.
        let escaped = ["\\", "%", "_"].reduce(text) { $0.replacing($1, with: "\\" + $1) }
        var request = books.request
        request.filter = text.isEmpty ? nil : Column("title").like("%\(escaped)%", escape: "\\")
        request.sort = [key]
        try await books.change(to: request)
        (self.text, self.order) = (text, order)
        page["text"] = text
        page["by"] = order
    }

    // The tab stores this state for a reload, and for a restart of the server.
    var restorationState: String { "\(order) \(text)" }

    func restore(_ state: String) async {
        let parts = state.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return }
        // If the list cannot be read now, the list itself shows the error.
        try? await show(parts[1], by: parts[0])
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

/// The app on a store.
package func makeBooks(path: String) throws -> LiveApp {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("books", creating: "book") { table in
        table.column("title", .text).notNull()
        table.column("shelf", .text).notNull()
        table.column("added", .datetime).notNull()
    }
    let store = try StoreFile(path, migrator: migrator).open()
    return LiveApp(
        name: "Books", on: store, rooms: [Route("/", title: "Books") { try await BooksController(store: store) }],
        assets: [.starter, Asset("books.css", PackageResources.books_css)])
}

@main
enum Books {
    static func main() async {
        await LiveApp.main(port: 8083) { try makeBooks(path: "books.sqlite") }
    }
}
