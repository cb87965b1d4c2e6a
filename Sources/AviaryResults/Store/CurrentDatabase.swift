import GRDB
import Synchronization

/// The database of a store that is open at present. Another one takes its place when the file was replaced.
final class CurrentDatabase: Sendable {
    private struct State {
        var opened: OpenedDatabase
        var isClosed = false
    }

    private let state: Mutex<State>

    init(_ opened: OpenedDatabase) { state = Mutex(State(opened: opened)) }

    var opened: OpenedDatabase { state.withLock { $0.opened } }
    /// `true` when the store was closed. The database stays open.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Returns whether a database is still the open one. Called on its writer queue, where the open database is
    /// replaced.
    func isOpen(_ opened: OpenedDatabase) -> Bool { self.opened.files === opened.files }

    /// Replaces the open database.
    func use(_ opened: OpenedDatabase) { state.withLock { $0.opened = opened } }

    func close() { state.withLock { $0.isClosed = true } }
}

/// A database, its files at the time of opening, and its waiting writes.
struct OpenedDatabase: Sendable {
    let database: any DatabaseWriter
    let files: StoreFiles
    let writes: WriteQueue

    /// Begins to watch the files. Called on the writer queue, after a first read from the database.
    ///
    /// - Parameters:
    ///   - schemas: Table schemas that the writes have read. They are dropped when changes of the schema are rolled
    ///     back.
    ///   - clock: Measures how long writes take.
    init(
        _ database: any DatabaseWriter, _ db: Database, schemas: HistorySchema.Cache, clock: any Clock<Duration>
    ) {
        self.database = database
        files = StoreFiles(path: database.path)
        let runner = WriteRunner(files: files, clock: clock) { schemas.forget() }
        writes = WriteQueue(database, runner: runner)
        db.add(transactionObserver: files, extent: .databaseLifetime)
    }
}
