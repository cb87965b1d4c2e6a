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
struct BlankTask: SpokenError {
    func sentence(in words: Words) -> String { words[ToDoWords.self].blank }
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
    private var words: ToDoWords { page.words[ToDoWords.self] }

    init(store: LiveStore, tasks: FetchedResults<ToDoTask>) {
        undo = UndoController(of: store) { count, words in words[ToDoWords.self].counted(count) }
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
        try await undo.write(words.addTask, for: event) { db in
            try db.execute(sql: "INSERT INTO task (title) VALUES (?)", arguments: [String(title)])
        }
    }

    func toggle(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list) else { return }
        try await undo.write(words.tickOff, for: event) { db in
            try db.execute(sql: "UPDATE task SET isDone = NOT isDone WHERE id = ?", arguments: [id])
        }
    }

    func delete(_ event: ActionEvent) async throws {
        let ids = event.items(in: list)
        let count = try await undo.write(words.delete, for: event) { db in try ToDoTask.deleteAll(db, keys: ids) }
        if count > 0 { undo.offer(words.deleted) }
    }

    func clear(_ event: ActionEvent) async throws {
        let count = try await undo.write(words.clear, for: event) { db in
            try ToDoTask.filter(Column("isDone")).deleteAll(db)
        }
        if count > 0 { undo.offer(words.cleared(count)) }
    }
}

extension ToDoController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, leadingSwipeActionsFor item: Int64) -> SwipeActions? {
        SwipeActions(MenuItem(words.tickOff, action: "toggle"))
    }

    func collectionView(_ view: CollectionView<Int64>, trailingSwipeActionsFor item: Int64) -> SwipeActions? {
        SwipeActions(MenuItem(words.delete, action: "delete", shortcut: "Delete", isDestructive: true))
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
    return LiveApp(
        name: "To do", on: store, words: [.english, .german.with(ToDoWords.german)],
        rooms: [Route("/", title: "To do") { ToDoController(store: store, tasks: tasks) }],
        assets: [.starter, Asset("todo.css", PackageResources.todo_css)])
}

@main
enum ToDo {
    static func main() async {
        await LiveApp.main(port: 8081) { try await makeToDoApp(path: "todo.sqlite") }
    }
}
