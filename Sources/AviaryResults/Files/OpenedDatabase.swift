import GRDB

/// A database, its files as they were when it was opened, and the writes that wait for it.
struct OpenedDatabase: Sendable {
    let database: any DatabaseWriter
    let files: StoreFiles
    let writes: WriteQueue

    /// Begins to look after the files. Called on the writer queue, when the database has been read from.
    ///
    /// - Parameters:
    ///   - schemas: Those that the writes have read. They are forgotten when changes of the schema are
    ///     rolled back.
    ///   - clock: Tells how long writes take.
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
