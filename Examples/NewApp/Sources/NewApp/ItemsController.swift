import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews

/// The list of all items. Each tab of a browser has a controller of its own.
final class ItemsController: ViewController {
    static let storyboard = Storyboard("ItemsView", PackageResources.ItemsView_html)

    let page = Page()
    let list = CollectionView<Int64>(layout: ListLayout(rowHeight: .uniform(56)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["add": add, "remove": remove] }
    var children: [String: any ViewController] { ["undo": undo] }
    let undo: UndoController
    let items: FetchedResults<Item>

    init(_ store: LiveStore) async throws {
        undo = UndoController(of: store, counting: "item")
        items = try await FetchedResults(ListRequest(sort: [Column("name").collating(.nocase).asc]), in: store)
    }

    func viewDidLoad() {
        list.allowsSelection = false
        list.dataSource = LiveDataSource(items) { item, cell in cell["name"] = item.name }
    }

    func add(_ event: ActionEvent) async throws {
        let name = event.fields["name"] ?? ""
        guard name.contains(where: { !$0.isWhitespace }) else { throw BlankName() }
        try await undo.write("Add item", for: event) { db in
            var item = Item(name: name)
            try item.insert(db)
        }
    }

    func remove(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list) else { return }
        try await undo.write("Remove item", for: event) { db in _ = try Item.deleteOne(db, key: id) }
    }
}
