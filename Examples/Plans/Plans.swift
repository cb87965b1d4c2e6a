import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import GRDB

/// A row of the table `plan`, without its place in the outline.
struct Plan: Codable, Identifiable, FetchableRecord, TableRecord, Sendable {
    var id: Int64
    var title: String
    var isDone: Bool
}

/// The error of a plan without letters.
struct BlankPlan: Error, CustomStringConvertible {
    let description = "A plan needs a few words. Type some, then add it."
}

/// The page of the outline. Each window has its own expanded plans.
final class PlansController: ViewController {
    static let storyboard = Storyboard("PlansView", PackageResources.PlansView_html)
    private static let order = ManualOrder(of: "plan", by: "position", within: "parent", isOutline: true)

    let page = Page()
    let list = CollectionView<Int64>(layout: ListLayout(estimatedHeight: 48))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["add": add, "toggle": toggle, "delete": delete, "move": move] }
    var children: [String: any ViewController] { ["undo": undo] }
    let undo: UndoController
    private let plans: FetchedOutline<Plan>

    init(store: LiveStore) async throws {
        undo = UndoController(of: store, counting: "plan")
        plans = try await FetchedOutline(
            ListRequest(sort: [Column("position").asc]), parent: Column("parent"), in: store)
    }

    func viewDidLoad() {
        list.moveAction = "move"
        list.delegate = self
        list.dataSource = LiveDataSource(plans) { plan, cell in
            cell["title"] = plan.title
            cell["done"] = plan.isDone
        }
    }

    /// The expanded plans, for a page that comes back after its scene is lost.
    var restorationState: String {
        plans.snapshot.expandedItems.sorted().prefix(100).map(String.init).joined(separator: " ")
    }

    func restore(_ state: String) {
        plans.setExpanded(true, items: state.split(separator: " ").compactMap { Int64($0) })
    }

    /// Adds a plan below the selected one, or as the last root.
    private func add(_ event: ActionEvent) async throws {
        let title = String((event.fields["title"] ?? "").prefix(200))
        guard title.contains(where: { !$0.isWhitespace }) else { throw BlankPlan() }
        let parent = list.selection.first
        try await undo.write("Add plan", for: event) { db in
            let place = try Self.order.makePositions(for: 1, .last(in: parent.databaseValue), in: db)
            try db.execute(
                sql: "INSERT INTO plan (parent, position, title) VALUES (?, ?, ?)",
                arguments: [place.group, place.positions[0], title])
        }
        if let parent { plans.setExpanded(true, parent) }
    }

    private func toggle(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list) else { return }
        try await undo.write("Tick off", for: event) { db in
            try db.execute(sql: "UPDATE plan SET isDone = NOT isDone WHERE id = ?", arguments: [id])
        }
    }

    /// Deletes plans. The foreign key deletes the plans below them.
    private func delete(_ event: ActionEvent) async throws {
        let ids = event.items(in: list)
        let count = try await undo.write("Delete", for: event) { db in try Plan.deleteAll(db, keys: ids) }
        if count > 0 { undo.offer("Plan deleted") }
    }

    private func move(_ event: ActionEvent) async throws {
        guard let move = event.move(in: list) else { return }
        // The section of an outline is that of a parent. It is expanded first, so that the plan stays in view.
        if case .section(let parent) = move.target, let id = Int64(parent) { plans.setExpanded(true, id) }
        try await undo.write("Move", for: event) { db in try Self.order.move(move, in: db) { Int64($0).databaseValue } }
    }
}

extension PlansController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, leadingSwipeActionsFor item: Int64) -> SwipeActions? {
        SwipeActions(MenuItem("Tick off", action: "toggle"))
    }

    func collectionView(_ view: CollectionView<Int64>, trailingSwipeActionsFor item: Int64) -> SwipeActions? {
        SwipeActions(MenuItem("Delete", action: "delete", shortcut: "Delete", isDestructive: true))
    }
}

/// The app on a store: the schema, and the page at `/`.
func makePlansApp(path: String) async throws -> LiveApp {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("plan", creating: "plan") { table in
        table.column("parent", .integer).references("plan", onDelete: .cascade).indexed()
        table.column("position", .double).notNull()
        table.column("title", .text).notNull()
        table.column("isDone", .boolean).notNull().defaults(to: false)
    }
    let store = try StoreFile(path, migrator: migrator).open()
    return LiveApp(
        name: "Plans", on: store, rooms: [Route("/", title: "Plans") { try await PlansController(store: store) }],
        assets: [.starter, Asset("plans.css", PackageResources.plans_css)])
}

@main
enum Plans {
    static func main() async {
        await LiveApp.main(port: 8084) { try await makePlansApp(path: "plans.sqlite") }
    }
}
