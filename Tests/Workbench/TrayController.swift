import AviaryResults
import AviaryServer
import AviaryViews

/// All tools with gaps between them: opened by a tap, moved by hand, and selected in edit mode.
final class TrayController: ViewController {
    static let storyboard = Storyboard("TrayView", PackageResources.TrayView_html)

    let page = Page()
    let tray = CollectionView<Int64>(
        layout: FlowLayout(
            columns: .adaptive(minimum: 120), itemSize: .height(80), minimumLineSpacing: 20,
            minimumInteritemSpacing: 20, sectionInset: (20, 20)))
    var collections: [String: any ScreenCollection] { ["tray": tray] }
    var actions: Actions { ["open": open, "select": select, "move": move, "drop": drop] }
    private let tools: FetchedResults<Tool>

    init(tools: FetchedResults<Tool>) { self.tools = tools }

    var restorationState: String { tray.isEditing ? "editing" : "" }
    func restore(_ state: String) { edit(state == "editing") }

    func viewDidLoad() {
        tray.allowsMultipleSelectionDuringEditing = true
        tray.searchOutlet = "name"
        tray.moveAction = "move"
        tray.dropAction = "drop"
        tray.delegate = self
        tray.dataSource = LiveDataSource(tools) { tool, cell in
            cell["name"] = tool.name
            cell[url: "file"] = "/file/\(tool.id).txt"
        }
        let corner = SupplementaryPlacement(
            .topTrailing, offset: (x: 6, y: -6), width: .points(16), height: .points(16))
        tray.configureSupplementary("Screw", of: tools, at: corner) { tool, screw in
            screw["note"] = "screwed on"
            return tool.id == 10
        }
        edit(false)
    }

    private func edit(_ isEditing: Bool) {
        tray.isEditing = isEditing
        page["select"] = isEditing ? "Done" : "Select"
    }

    private func select(_ event: ActionEvent) { edit(!tray.isEditing) }
    private func open(_ event: ActionEvent) { page["said"] = "opened \(event.item ?? "")" }

    /// Where it would go; the list stays as it is.
    private func move(_ event: ActionEvent) {
        guard let move = event.move(in: tray) else { return }
        page["said"] = "moved \(move.items.map { "\($0)" }.joined(separator: " "))"
    }

    /// Says what was dropped, and where.
    private func drop(_ event: ActionEvent) {
        guard let drop = event.drop(in: tray) else { return }
        let target =
            switch drop.target {
            case .before(let item): "before \(item)"
            case .behind(let item): "behind \(item)"
            case .section: "alone"
            }
        let content = drop.content
        let origin = content.items.isEmpty ? "" : " (\(content.items.joined(separator: " ")) of \(content.page))"
        page["said"] = "dropped \(content.text) \(target)\(origin)"
    }
}

extension TrayController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "open" }
    /// The tenth tool is screwed on.
    func collectionView(_ view: CollectionView<Int64>, canMove item: Int64) -> Bool { item != 10 }
    /// Nothing goes behind what is screwed on.
    func collectionView(
        _ view: CollectionView<Int64>, targetForDropping content: DroppedContent, proposed target: MoveTarget<Int64>
    ) -> MoveTarget<Int64>? { target == .behind(10) ? nil : target }
    func collectionViewDidChangeSelection(_ view: CollectionView<Int64>) { page["count"] = "\(view.selection.count)" }
}
