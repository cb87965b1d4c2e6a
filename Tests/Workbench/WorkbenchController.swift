import AviaryResults
import AviaryServer
import AviaryViews
import GRDB

/// A tool: a row of the table `tool`.
struct Tool: Codable, Identifiable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "tool"
    var id: Int64
    var name: String
}

enum WorkbenchError: Error, CustomStringConvertible {
    case noHex(String)
    case blank
    case unwanted(String)

    var description: String {
        switch self {
        case .noHex(let text): "“\(text.prefix(20))” isn't a color. Write # and six digits from 0 to 9 and a to f."
        case .unwanted(let name): "“\(name)” isn't wanted here. Nothing of it was kept."
        case .blank: "A tool needs a name. It keeps the one it has."
        }
    }
}

/// Controls that agree with each other by one value in Swift, and a list whose names can be edited.
final class WorkbenchController: ViewController {
    static let storyboard = Storyboard("WorkbenchView", PackageResources.WorkbenchView_html)

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .adaptive(minimum: 150), itemSize: .height(88)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions {
        [
            "level": level, "hex": hex, "unit": unit, "hand": hand, "notes": notes, "isOn": isOn, "picked": hex,
            "rename": rename, "cut": cut, "copy": copy, "paste": paste, "delete": delete,
        ]
    }
    private let store: LiveStore
    private let tools: FetchedResults<Tool>

    private var value: UInt8 = 40 { didSet { show() } }
    private var calls = 0
    private var clipboard: [String] = []

    init(store: LiveStore, tools: FetchedResults<Tool>) {
        self.store = store
        self.tools = tools
    }

    var restorationState: String { "\(value)" }
    func restore(_ state: String) { value = UInt8(state) ?? value }

    func viewDidLoad() {
        list.allowsMultipleSelection = true
        list.delegate = self
        list.dataSource = LiveDataSource(tools) { tool, cell in cell["name"] = tool.name }
        page["unit"] = "percent"
        page["notes"] = "<b>first</b> \"line\""
        page["isOn"] = true
        show()
    }

    private func show() {
        let color = DisplayColor(red: value, green: value, blue: value)
        page["level"] = Double(value)
        page["exact"] = Double(value)
        page["hex"] = color.hex
        page["picked"] = color
        page["shown"] = "\(value)"
        page["calls"] = "\(calls)"
    }

    private func level(_ event: ActionEvent) async throws {
        calls += 1
        guard let text = event.fields.values.first, let number = UInt8(text) else { return show() }
        // As slow as a store may be; what a drag asks for meanwhile must not queue up.
        try await Task.sleep(for: .milliseconds(20))
        value = number
    }

    private func hex(_ event: ActionEvent) throws {
        let text = event.fields.values.first ?? ""
        guard text.count == 7, let number = UInt32(text.dropFirst(), radix: 16) else {
            throw WorkbenchError.noHex(text)
        }
        value = UInt8(number >> 16)
    }

    private func unit(_ event: ActionEvent) { page["unit"] = event.fields["unit"] }
    // No outlet shows it in the control itself.
    private func hand(_ event: ActionEvent) { page["hand"] = event.fields["hand"] }
    private func notes(_ event: ActionEvent) { page["notes"] = event.fields["notes"] }
    private func isOn(_ event: ActionEvent) { page["isOn"] = event.fields["isOn"] == "true" }

    private func rename(_ event: ActionEvent) async throws {
        let name = event.fields["name"] ?? ""
        guard name.contains(where: { !$0.isWhitespace }) else { throw WorkbenchError.blank }
        guard let id = event.item(in: list) else { return }
        try await store.write(receipt: event.receipt) { db in
            try db.execute(sql: "UPDATE tool SET name = ? WHERE id = ?", arguments: [name, id])
        }
    }

    private func cut(_ event: ActionEvent) async throws {
        try await copy(event)
        try await delete(event)
    }

    private func copy(_ event: ActionEvent) async throws {
        let names = try await names(event.items(in: list))
        try await page.copy(names.joined(separator: "\n"))
        clipboard = names
    }

    private func paste(_ event: ActionEvent) async throws {
        let names = event.fields["text"].map { $0.split(separator: "\n").map(String.init) } ?? clipboard
        try await store.write(receipt: event.receipt) { db in
            for name in names { try db.execute(sql: "INSERT INTO tool (name) VALUES (?)", arguments: [name]) }
        }
    }

    private func delete(_ event: ActionEvent) async throws {
        let items = event.items(in: list)
        try await store.write(receipt: event.receipt) { db in _ = try Tool.filter(keys: items).deleteAll(db) }
    }

    private func names(_ items: Set<Int64>) async throws -> [String] {
        try await store.read { db in try Tool.filter(keys: items).order(Column("id")).fetchAll(db).map(\.name) }
    }
}

extension WorkbenchController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? {
        let paste = MenuItem("Paste", action: "paste", shortcut: "Mod+V")
        if items.isEmpty { return Menu([paste]) }
        return Menu(
            [
                MenuItem(items.count == 1 ? "Cut" : "Cut \(items.count) tools", action: "cut", shortcut: "Mod+X"),
                MenuItem("Copy", action: "copy", shortcut: "Mod+C"), paste,
            ],
            [MenuItem("Sharpen", action: "cut", shortcut: "Mod+E", isDisabled: true)],
            [MenuItem("Delete", action: "delete", shortcut: "Delete", isDestructive: true)])
    }
}
