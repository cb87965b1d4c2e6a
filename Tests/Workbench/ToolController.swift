import AviaryResults
import AviaryServer
import AviaryViews
import GRDB

extension Destination<Int64> {
    /// The page of a tool.
    static var tool: Self { Destination("/rack/:id") }
}

/// One tool, by the number in its address.
final class ToolController: ViewController {
    static let storyboard = Storyboard("ToolView", PackageResources.ToolView_html)

    let page = Page()
    var actions: Actions { ["rename": rename, "delete": delete] }
    private let id: Int64
    private let store: LiveStore

    init(id: Int64, store: LiveStore) {
        self.id = id
        self.store = store
    }

    func viewDidLoad() async throws {
        let tool = try await store.read { [id] db in try Tool.fetchOne(db, key: id) }
        guard let tool else { throw NotFound("There is no tool at this address.") }
        show(tool.name)
    }

    private func show(_ name: String) {
        page["name"] = name
        page.title = name
    }

    private func rename(_ event: ActionEvent) async throws {
        let name = event.fields["name"] ?? ""
        guard name.contains(where: { !$0.isWhitespace }) else { throw WorkbenchError.blank }
        try await store.write(receipt: event.receipt) { [id] db in
            try db.execute(sql: "UPDATE tool SET name = ? WHERE id = ?", arguments: [name, id])
        }
        show(name)
    }

    private func delete(_ event: ActionEvent) async throws {
        try await store.write(receipt: event.receipt) { [id] db in _ = try Tool.deleteOne(db, key: id) }
        page.show("/rack")
    }
}
