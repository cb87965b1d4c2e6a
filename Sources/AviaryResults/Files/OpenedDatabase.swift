import GRDB

/// A database, and its files as they were when it was opened.
struct OpenedDatabase: Sendable {
    let database: any DatabaseWriter
    let files: StoreFiles

    /// Begins to look after the files. Called on the writer queue, when the database has been read from.
    init(_ database: any DatabaseWriter, _ db: Database) {
        self.database = database
        files = StoreFiles(path: database.path)
        db.add(transactionObserver: files, extent: .databaseLifetime)
    }
}
