import GRDB
import Logging

/// What was done to the files of a store from outside, and how it goes on.
///
/// | done to it | meanwhile | then |
/// |---|---|---|
/// | removed or moved away | nothing is committed | moved back: it goes on |
/// | another file at its path | nothing is committed | that one is opened |
/// | its log removed | nothing is committed | the log, which is still open, is written into the file, and a new one begun |
extension LiveStore {
    /// Sees to it that what is open is what stands at the path.
    ///
    /// Called on the writer queue, outside a transaction.
    ///
    /// - Returns: Whether another database was opened.
    /// - Throws: `ResultsError` while that cannot be.
    func recover(_ opened: OpenedDatabase, _ db: Database) throws -> Bool {
        guard let trouble = opened.files.trouble else { return false }
        if opened.database.configuration.readonly { return try recoverReading(from: opened, trouble, db) }
        switch trouble {
        case .gone:
            // The file that was moved away may be all that is left: it gets what only the log has.
            try fold(db)
            throw ResultsError.gone(opened.files.path)
        case .logGone:
            try restartLog(opened, db)
            return false
        case .replaced:
            guard let reopening else { throw ResultsError.replaced(opened.files.path) }
            do { try fold(db) } catch let error as DatabaseError where error.resultCode != .SQLITE_BUSY {
                // What is broken is not worth keeping: the other file takes its place.
                logger.notice("The store before could not be written to the end", metadata: ["error": "\(error)"])
            }
            opened.files.removeLog()
            try exchange(db, for: reopening())
            return true
        }
    }

    /// What is only read is opened anew, whatever was done to its files: nothing of it is in our hands.
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

    /// Writes what the log has into the file.
    private func fold(_ db: Database) throws {
        let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)")
        guard let row, row[1] as Int == row[2] as Int else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    }

    private func restartLog(_ opened: OpenedDatabase, _ db: Database) throws {
        try fold(db)
        // Whoever has the file open keeps it in the log's mode: our readers, and other programs.
        (opened.database as? DatabasePool)?.invalidateReadOnlyConnections()
        do {
            try opened.files.replacingLog {
                for mode in ["delete", "wal"] { try db.execute(sql: "PRAGMA journal_mode = \(mode)") }
                // The log is made when it is first needed.
                _ = try History.exists(in: db)
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw ResultsError.logGone(opened.files.path)
        }
        logger.notice("The store's log was removed; nothing was lost", metadata: ["path": "\(opened.files.path)"])
    }

    /// Goes on with another database. What was asked of the one before ends there, and commits nothing more.
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
