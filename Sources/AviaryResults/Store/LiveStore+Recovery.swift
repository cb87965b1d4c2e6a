import GRDB
import Logging

/// Recovery after another program has changed the files of an open store.
///
/// - The file was removed or moved away. Nothing is committed until it is moved back.
/// - Another file is at its path. Nothing is committed until that file is opened.
/// - The write-ahead log was removed. It is still open, so its content is written into the file, and a new log begins.
///   Nothing is committed before the new log begins.
extension LiveStore {
    /// Makes sure that the open database is the file at the path.
    ///
    /// Called on the writer queue, outside a transaction.
    ///
    /// - Returns: `true` when another database was opened.
    /// - Throws: `ResultsError` when the store cannot continue yet, and SQLite's errors.
    func recover(_ opened: OpenedDatabase, _ db: Database) throws -> Bool {
        guard let trouble = opened.files.trouble else { return false }
        if opened.database.configuration.readonly { return try recoverReading(from: opened, trouble, db) }
        switch trouble {
        case .gone:
            // The moved file may be the only copy, so it gets the content of the write-ahead log.
            try fold(db)
            throw ResultsError.gone(opened.files.path)
        case .logGone:
            try restartLog(opened, db)
            return false
        case .replaced:
            guard let reopening else { throw ResultsError.replaced(opened.files.path) }
            do { try fold(db) } catch let error as DatabaseError where error.resultCode != .SQLITE_BUSY {
                // If the old database is broken, its last changes are given up, and the other file takes its place.
                logger.notice("The store before could not be written to the end", metadata: ["error": "\(error)"])
            }
            opened.files.removeLog()
            try exchange(db, for: reopening())
            return true
        }
    }

    /// Reopens a read-only database after its file was replaced or its log was removed. A read-only database has no own
    /// changes to save.
    private func recoverReading(
        from opened: OpenedDatabase, _ trouble: StoreFiles.Trouble, _ db: Database
    ) throws -> Bool {
        switch trouble {
        case .gone: throw ResultsError.gone(opened.files.path)
        case .replaced, .logGone:
            guard let reopening else { throw ResultsError.replaced(opened.files.path) }
            try exchange(db, for: reopening())
            return true
        }
    }

    /// Writes the content of the write-ahead log into the file.
    ///
    /// - Throws: SQLite's error; `SQLITE_BUSY` when other connections still need the log.
    private func fold(_ db: Database) throws {
        let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)")
        guard let row, row[1] as Int == row[2] as Int else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    }

    private func restartLog(_ opened: OpenedDatabase, _ db: Database) throws {
        try fold(db)
        // Other connections would keep the file in WAL mode. The readers of this pool are closed here. Connections of
        // other programs make the change of the mode fail.
        (opened.database as? DatabasePool)?.invalidateReadOnlyConnections()
        do {
            try opened.files.replacingLog {
                for mode in ["delete", "wal"] { try db.execute(sql: "PRAGMA journal_mode = \(mode)") }
                // SQLite creates the log at the first access.
                _ = try History.exists(in: db)
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw ResultsError.logGone(opened.files.path)
        }
        logger.notice("The store's log was removed; nothing was lost", metadata: ["path": "\(opened.files.path)"])
    }

    /// Continues with another database. Calls that still wait for the old database are finished there, and commit
    /// nothing.
    private func exchange(_ old: Database, for new: any DatabaseWriter) throws {
        try new.writeWithoutTransaction { db in
            _ = try History.exists(in: db)
            old.remove(transactionObserver: follower)
            db.add(transactionObserver: follower, extent: .observerLifetime)
            use(OpenedDatabase(new, db, schemas: schemas, clock: clock))
            follower.restart(db)
        }
        logger.notice("Another store replaced the one before", metadata: ["path": "\(new.path)"])
    }
}
