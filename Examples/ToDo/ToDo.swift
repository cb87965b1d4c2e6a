import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import GRDB

/// A row of the table `task`.
struct ToDoTask: Codable, Identifiable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "task"
    var id: Int64
    var title: String
    var isDone: Bool
}

/// The error of a task without letters.
struct BlankTask: Error, CustomStringConvertible {
    let description = "A task needs a few words. Type some, then add it."
}

/// The page of the list. A task that is typed or ticked off changes in every window.
final class ToDoController: ViewController {
    static let storyboard = Storyboard("ToDoView", PackageResources.ToDoView_html)

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(48)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["add": add, "toggle": toggle, "delete": delete, "clear": clear] }
    var children: [String: any ViewController] { ["undo": undo] }
    let undo: UndoController
    let tasks: FetchedResults<ToDoTask>

    init(store: LiveStore, tasks: FetchedResults<ToDoTask>) {
        undo = UndoController(of: store, counting: "task")
        self.tasks = tasks
    }

    func viewDidLoad() {
        list.allowsSelection = false
        list.delegate = self
        list.dataSource = LiveDataSource(tasks) { task, cell in
            cell["title"] = task.title
            cell["isDone"] = task.isDone
        }
    }

    func add(_ event: ActionEvent) async throws {
        let title = (event.fields["title"] ?? "").prefix(200)
        guard title.contains(where: { !$0.isWhitespace }) else { throw BlankTask() }
        try await undo.write("Add task", for: event) { db in
            try db.execute(sql: "INSERT INTO task (title) VALUES (?)", arguments: [String(title)])
        }
    }

    func toggle(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list) else { return }
        try await undo.write("Tick off", for: event) { db in
            try db.execute(sql: "UPDATE task SET isDone = NOT isDone WHERE id = ?", arguments: [id])
        }
    }

    func delete(_ event: ActionEvent) async throws {
        let ids = event.items(in: list)
        let count = try await undo.write("Delete", for: event) { db in try ToDoTask.deleteAll(db, keys: ids) }
        if count > 0 { undo.offer("Task deleted") }
    }

    func clear(_ event: ActionEvent) async throws {
        let count = try await undo.write("Clear", for: event) { db in
            try ToDoTask.filter(Column("isDone")).deleteAll(db)
        }
        if count > 0 { undo.offer("\(count) cleared") }
    }
}

extension ToDoController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, leadingSwipeActionsFor item: Int64) -> SwipeActions? {
        SwipeActions(MenuItem("Tick off", action: "toggle"))
    }

    func collectionView(_ view: CollectionView<Int64>, trailingSwipeActionsFor item: Int64) -> SwipeActions? {
        SwipeActions(MenuItem("Delete", action: "delete", shortcut: "Delete", isDestructive: true))
    }
}

/// The app on a store: the schema, the query, and the page at `/`.
func makeToDoApp(path: String) async throws -> LiveApp {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("task", creating: "task") { table in
        table.column("title", .text).notNull()
        table.column("isDone", .boolean).notNull().defaults(to: false)
    }
    let store = try StoreFile(path, migrator: migrator).open()
    let tasks = try await FetchedResults<ToDoTask>(ListRequest(sort: [Column("isDone").asc]), in: store)
    let code = Asset("todo.js", PackageResources.todo_js)
    return LiveApp(
        name: "To do", on: store,
        rooms: [Route("/", title: "To do", module: code) { ToDoController(store: store, tasks: tasks) }],
        assets: [.starter, Asset("todo.css", PackageResources.todo_css)])
}

@main
enum ToDo {
    static func main() async {
        await LiveApp.main(port: 8081) { try await makeToDoApp(path: "todo.sqlite") }
    }
}
