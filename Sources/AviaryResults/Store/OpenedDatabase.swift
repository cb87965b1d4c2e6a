import GRDB

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
