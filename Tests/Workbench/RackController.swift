import AviaryResults
import AviaryServer
import AviaryViews
import GRDB

/// All tools, each a link to its page; with `?letter=s` those that begin with it.
final class RackController: ViewController {
    static let storyboard = Storyboard("RackView", PackageResources.RackView_html)

    let page = Page()
    let rack = CollectionView<Int64>(layout: FlowLayout(columns: .adaptive(minimum: 150), itemSize: .height(88)))
    var collections: [String: any ScreenCollection] { ["rack": rack] }
    var actions: Actions { ["newest": newest] }
    private let store: LiveStore

    init(store: LiveStore) { self.store = store }

    func viewDidLoad() async throws {
        let letter = page.address["letter"]
        if let letter { page.title = "Rack of \(letter)" }
        let request = ListRequest<Tool>(
            filter: letter.map { Column("name").like("\($0)%") }, sort: [Column("id").asc])
        let tools = try await FetchedResults(request, in: store)
        rack.allowsMultipleSelection = true
        rack.delegate = self
        rack.dataSource = LiveDataSource(tools) { tool, cell in cell["name"] = tool.name }
        showSelection()
    }

    /// Leads to the page of the tool that was added last.
    private func newest(_ event: ActionEvent) async throws {
        let id = try await store.read { db in try Int64.fetchOne(db, sql: "SELECT max(id) FROM tool") }
        if let id { page.show(.tool, id) }
    }

    private func showSelection() { page["status"] = "\(rack.selection.count) selected" }
}

extension RackController: CollectionViewDelegate {
    func collectionViewDidChangeSelection(_ view: CollectionView<Int64>) { showSelection() }
}
