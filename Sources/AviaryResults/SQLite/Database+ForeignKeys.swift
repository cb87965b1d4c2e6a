import GRDB
import GRDBSQLite

extension Database {
    /// `true` when a COMMIT would fail now, because a deferred foreign key is violated.
    ///
    /// SQLite counts such violations, so this costs O(1).
    var hasForeignKeyViolations: Bool {
        var (current, highest): (Int32, Int32) = (0, 0)
        let result = sqlite3_db_status(sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
        return result != SQLITE_OK || current != 0
    }

    /// Throws when a deferred foreign key is violated.
    ///
    /// - Throws: The error that a COMMIT would throw.
    func checkDeferredForeignKeys() throws {
        guard hasForeignKeyViolations else { return }
        throw DatabaseError(
            resultCode: .SQLITE_CONSTRAINT_FOREIGNKEY, message: "FOREIGN KEY constraint failed",
            sql: "COMMIT TRANSACTION")
    }

    /// Ends `PRAGMA defer_foreign_keys`, as the end of a transaction does.
    func stopDeferringForeignKeys() throws {
        // Setting a PRAGMA makes SQLite compile all statements again. Reading it does not.
        guard try Bool.fetchOne(cachedStatement(sql: "PRAGMA defer_foreign_keys")) == true else { return }
        try execute(sql: "PRAGMA defer_foreign_keys = OFF")
    }
}
