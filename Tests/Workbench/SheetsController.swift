import AviaryResults
import AviaryServer
import AviaryViews
import GRDB

/// A page over which others stand: notes about its tools, and questions.
final class SheetsController: ViewController {
    static let storyboard = Storyboard("SheetsView", PackageResources.SheetsView_html)

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .adaptive(minimum: 150), itemSize: .height(88)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions {
        ["note": note, "open": open, "clear": clear, "follow": follow, "flood": flood, "add": add]
    }
    private let store: LiveStore
    private let tools: FetchedResults<Tool>

    init(store: LiveStore, tools: FetchedResults<Tool>) {
        self.store = store
        self.tools = tools
    }

    func viewDidLoad() {
        list.delegate = self
        list.allowsMultipleSelection = true
        list.dataSource = LiveDataSource(tools) { tool, cell in cell["name"] = tool.name }
    }

    private func makeNote(_ id: Int64) -> NoteController {
        let note = NoteController(id: id, list: tools)
        note.didWrite = { [page] text in page["said"] = "Written: \(text)" }
        return note
    }

    private func note(_ event: ActionEvent) async throws {
        let first = try await store.read { db in try Int64.fetchOne(db, sql: "SELECT min(id) FROM tool") }
        guard let id = first else { return }
        let note = makeNote(id)
        try await page.present(note) { [page] in
            page["closed"] = "closed"
            if note.isLeading { page.show("/rack") }
        }
    }

    private func open(_ event: ActionEvent) async throws {
        if let id = event.item(in: list) { try await present(id) }
    }

    func presentAgain(at address: Address) async throws {
        if let id = Destination.note.parameter(of: address) { try await present(id) }
    }

    private func present(_ id: Int64) async throws {
        try await page.present(at: Destination.note.address(id)) { [unowned self] in
            makeNote(id)
        } onDismiss: { [page] in
            page["closed"] = "closed \(id)"
        }
    }

    private func clear(_ event: ActionEvent) async throws {
        let remove = Alert.Choice("Delete", isDestructive: true)
        let alert = Alert("Delete all tools?", message: "They cannot be brought back.", choices: [remove])
        guard await page.ask(alert) == remove else { return page["said"] = "Kept" }
        try await store.write(receipt: event.receipt) { db in _ = try Tool.deleteAll(db) }
        page["said"] = "Deleted"
    }

    /// Asks from a task, which ends with the page.
    private func follow(_ event: ActionEvent) {
        task { [page] in
            let answer = await page.ask(Alert("Go on?", choices: [Alert.Choice("Yes")]))
            await page.update { page["said"] = answer.map(\.title) ?? "No answer" }
        }
    }

    /// A mistake: nobody reads a thousand sheets.
    private func flood(_ event: ActionEvent) async throws {
        var dismissed = 0
        for _ in 0..<1_000 { try await page.present(makeNote(1)) { dismissed += 1 } }
        page["said"] = "\(dismissed) not shown"
    }

    private func add(_ event: ActionEvent) async throws {
        try await store.write(receipt: event.receipt) { [files = event.files] db in
            for file in files {
                try db.execute(sql: "INSERT INTO tool (name) VALUES (?)", arguments: [file.name])
            }
        }
    }
}

extension SheetsController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "open" }
}
