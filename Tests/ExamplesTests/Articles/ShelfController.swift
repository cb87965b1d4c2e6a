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

/// The code of the article.
final class ShelfController: ViewController {
    static let storyboard = Storyboard("ShelfView", PackageResources.ShelfView_html)

    let page = Page()
    let list = CollectionView<Int64>(
        layout: FlowLayout(columns: .fixed(1), itemSize: .height(56), headerHeight: 40, emptySectionHeight: 40))
    var collections: [String: AnyCollectionView] { ["list": list] }
    var actions: Actions { ["add": add, "search": search, "sort": sort] }
    private let store: LiveStore
    private let books: FetchedResults<ShelfBook>
    private var order = "title"

    init(store: LiveStore) async throws {
        self.store = store
        let request = ListRequest<ShelfBook>(
            sort: [Column("title").asc], sections: .by(Column("shelf").desc, including: ["To read", "Read"]))
        books = try await FetchedResults(request, in: store)
    }

    func viewDidLoad() {
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
            var book = ShelfBook(title: title)
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
        order = event.fields["by"] == "added" ? "added" : "title"
        var request = books.request
        request.sort = [Column(order).asc]
        try await books.change(to: request)
    }
}

extension ShelfController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? {
        Menu(
            ["title", "added"].map { MenuItem("By \($0)", action: "sort", fields: ["by": $0], isOn: $0 == order) })
    }
}
