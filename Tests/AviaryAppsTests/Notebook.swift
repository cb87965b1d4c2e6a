import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// A line of the table `note`.
struct Note: Codable, Identifiable, FetchableRecord, TableRecord, Sendable {
    var id: Int64
    var text: String
}

/// A page with a list, whose changes can be taken back.
final class NotebookController: ViewController {
    static let storyboard = Storyboard(
        "Notebook",
        Array(
            """
            <main>
              <p data-outlet="isWritable:flag(hidden)">Read-only</p>
              <fieldset data-child="undo" data-outlet="isReadOnly:flag(disabled)"></fieldset>
              <form data-action="add"><input name="text" aria-label="Text"></form>
              <form data-action="rename"><input name="text" aria-label="Text"></form>
              <button type="button" data-action="clear">Clear</button>
              <button type="button" data-action="open">Open</button>
              <div data-collection="list" aria-label="Notes"></div>
            </main>
            <template data-cell="NoteCell"><p data-outlet="text"></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(40)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["add": add, "rename": rename, "clear": clear, "open": open] }
    var children: [String: any ViewController] { ["undo": undo] }
    let undo: UndoController
    let notes: FetchedResults<Note>

    init(store: LiveStore, notes: FetchedResults<Note>) {
        undo = UndoController(of: store) { count, words in
            words.language == "de" ? "\(count) × Notiz" : count == 1 ? "1 note" : "\(count) notes"
        }
        self.notes = notes
    }

    /// The same page over another, whose steps it shares.
    private init(over other: NotebookController) {
        undo = UndoController(sharing: other.undo)
        notes = other.notes
    }

    func open(_ event: ActionEvent) async throws { try await page.present(NotebookController(over: self)) }

    func viewDidLoad() {
        page.showAccess(to: undo.store)
        list.dataSource = LiveDataSource(notes) { note, cell in cell["text"] = note.text }
    }

    func add(_ event: ActionEvent) async throws {
        let text = event.fields["text"] ?? ""
        let noun = event.fields["noun"]
        try await undo.write("Add \(noun ?? "note")", for: event, counting: noun) { db in
            try db.execute(sql: "INSERT INTO note(text) VALUES (?)", arguments: [text])
        }
    }

    /// Renames all notes, over what somebody else called the first of them.
    func rename(_ event: ActionEvent) async throws {
        let text = event.fields["text"] ?? ""
        try await undo.write("Rename", for: event) { db in
            try db.execute(sql: "UPDATE note SET text = ?", arguments: [text])
        }
        undo.sayReplaced("theirs", by: text)
    }

    func clear(_ event: ActionEvent) async throws {
        let count = try await undo.write("Clear", for: event) { db in try Note.deleteAll(db) }
        undo.offer("\(count) notes cleared")
    }

    static func file(in directory: URL) -> StoreFile {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("note") { db in
            try db.execute(sql: "CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL CHECK (text <> ''))")
            try History.install(on: "note", in: db)
            try Receipts.install(in: db)
        }
        return StoreFile(directory.appending(path: "notes.sqlite"), migrator: migrator)
    }

    static func app(on store: LiveStore, words: [Words] = [.english]) async throws -> LiveApp {
        let notes = try await FetchedResults<Note>(ListRequest(), in: store)
        return LiveApp(
            name: "Notebook", on: store, words: words,
            rooms: [Route("/", title: "Notebook") { NotebookController(store: store, notes: notes) }])
    }
}
