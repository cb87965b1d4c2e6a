import AviaryResults
import AviaryServer
import AviaryViews

extension Destination<Int64> {
    /// A note about a tool.
    static var note: Self { Destination("/note/:id") }
}

/// A note about a tool: a sheet over a page, and a page of its own.
final class NoteController: ViewController {
    static let storyboard = Storyboard("NoteView", PackageResources.NoteView_html)

    let page = Page()
    let tools = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(44)))
    var collections: [String: any ScreenCollection] { ["tools": tools] }
    var actions: Actions {
        ["note": note, "another": another, "doubt": doubt, "write": write, "attach": attach, "lead": lead]
    }
    /// Tells who presented it what was written down.
    var didWrite: (String) -> Void = { _ in }
    /// Whether the person goes on elsewhere when it is closed.
    private(set) var isLeading = false
    private let id: Int64
    private let list: FetchedResults<Tool>
    private var text = ""

    init(id: Int64, list: FetchedResults<Tool>) {
        self.id = id
        self.list = list
    }

    func viewDidLoad() async throws {
        guard let tool = try await list.elements(for: [id])[id] else {
            throw NotFound("There is no tool at this address.")
        }
        page.title = tool.name
        page["name"] = tool.name
        page["tint"] = DisplayColor(red: 255, green: 136, blue: 0)
        tools.allowsMultipleSelection = true
        tools.dataSource = LiveDataSource(list) { tool, cell in cell["name"] = tool.name }
    }

    private func note(_ event: ActionEvent) {
        text = event.fields["note"] ?? ""
        page["note"] = text
    }

    private func lead(_ event: ActionEvent) async {
        isLeading = true
        await page.dismiss()
    }

    private func attach(_ event: ActionEvent) {
        text = event.files.map(\.name).joined(separator: ", ")
        page["note"] = text
    }

    private func another(_ event: ActionEvent) async throws {
        try await page.present(NoteController(id: id, list: list))
    }

    private func doubt(_ event: ActionEvent) async {
        let sure = Alert.Choice("Sure")
        page["name"] = await page.ask(Alert("Is it sharp?", choices: [sure])) == sure ? "Sharp" : "Not sharp"
    }

    private func write(_ event: ActionEvent) async {
        didWrite(text)
        await page.dismiss()
    }
}
