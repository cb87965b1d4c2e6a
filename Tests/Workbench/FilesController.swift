import AviaryResults
import AviaryServer
import AviaryViews
import GRDB

/// Files that are sent, each a row of the table `tool` by its name, and one in a folder.
final class FilesController: ViewController {
    static let storyboard = Storyboard("FilesView", PackageResources.FilesView_html)

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .adaptive(minimum: 150), itemSize: .height(88)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["add": add, "note": { _ in }] }
    private let store: LiveStore
    private let tools: FetchedResults<Tool>
    private let folder: String

    init(store: LiveStore, tools: FetchedResults<Tool>, folder: String) {
        self.store = store
        self.tools = tools
        self.folder = folder
    }

    func viewDidLoad() {
        list.dataSource = LiveDataSource(tools) { tool, cell in
            cell["name"] = tool.name
            cell[url: "link"] = Address(path: ["file", tool.name]).description
        }
    }

    private func add(_ event: ActionEvent) async throws {
        let note = event.fields["note"].map { " \($0)" } ?? ""
        for file in event.files {
            guard !file.name.hasPrefix("bad") else { throw WorkbenchError.unwanted(file.name) }
            try file.move(to: "\(folder)/\(file.name)")
            try await store.write(receipt: event.receipt) { db in
                try db.execute(sql: "INSERT INTO tool (name) VALUES (?)", arguments: [file.name + note])
            }
        }
    }
}
