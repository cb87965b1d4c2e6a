import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// A record of the article's.
struct ShelfBook: Codable, LiveRecord, MutablePersistableRecord {
    static let databaseTableName = "book"
    var id: Int64?
    var title: String
    var shelf = "To read"
    var added = Date(timeIntervalSince1970: 0)
}

let sortKeys: [String: SortKey] = ["title": Column("title").collating(.nocase).asc, "added": Column("added").desc]

/// What is wrong with what a person typed.
struct BlankTitle: Error, CustomStringConvertible {
    let description = "A book needs a title. Type one, then add it."
}

/// The code of the article.
final class ShelfController: ViewController {
    static let storyboard = Storyboard("ShelfView", PackageResources.ShelfView_html)

    let page = Page()
    let list = CollectionView<Int64>(
        layout: FlowLayout(columns: .fixed(1), itemSize: .height(56), headerHeight: 40, emptySectionHeight: 40))
    var collections: [String: AnyCollectionView] { ["list": list] }
    var actions: Actions { ["add": add, "search": search, "sort": sort, "select": select, "drop": drop] }
    private let store: LiveStore
    private let books: FetchedResults<ShelfBook>
    private var text = ""
    private var order = "title"

    init(store: LiveStore) async throws {
        self.store = store
        let shelfOrder: SortKey = SQL("CASE shelf WHEN 'To read' THEN 1 ELSE 2 END").asc
        let request = ListRequest<ShelfBook>(
            sort: [Column("title").collating(.nocase).asc],
            sections: .by(Column("shelf").asc, order: [shelfOrder], including: ["To read", "Read"]))
        books = try await FetchedResults(request, in: store)
    }

    func viewDidLoad() {
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
            var book = ShelfBook(title: title)
            try book.insert(db)
        }
    }

    func select(_ event: ActionEvent) {
        list.allowsMultipleSelectionDuringEditing = true
        list.isEditing = true
    }

    func drop(_ event: ActionEvent) async throws {
        guard let drop = event.drop(in: list) else { return }
        let titles = drop.content.text.split(separator: "\n").map(String.init)
        try await store.write(receipt: event.receipt) { db in
            for title in titles {
                var book = ShelfBook(title: title)
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
        // In a pattern these mean something else.
        let escaped = ["\\", "%", "_"].reduce(text) { $0.replacing($1, with: "\\" + $1) }
        var request = books.request
        request.filter = text.isEmpty ? nil : Column("title").like("%\(escaped)%", escape: "\\")
        request.sort = [key]
        try await books.change(to: request)
        (self.text, self.order) = (text, order)
        page["text"] = text
        page["by"] = order
    }

    var restorationState: String { "\(order) \(text)" }

    func restore(_ state: String) async {
        let parts = state.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return }
        // A list that cannot be read says so by itself.
        try? await show(parts[1], by: parts[0])
    }
}

extension ShelfController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? {
        Menu(
            ["title", "added"].map { MenuItem("By \($0)", action: "sort", fields: ["by": $0], isOn: $0 == order) })
    }
}

/// The article's app on a store.
func makeShelfApp(path: String) throws -> LiveApp {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("shelf", creating: "book") { table in
        table.column("title", .text).notNull()
        table.column("shelf", .text).notNull()
        table.column("added", .datetime).notNull()
    }
    let store = try StoreFile(path, migrator: migrator).open()
    return LiveApp(
        name: "Shelf", on: store, rooms: [Route("/", title: "Shelf") { try await ShelfController(store: store) }],
        assets: [.starter])
}
