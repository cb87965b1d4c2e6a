import GRDB
import GRDBSQLite

extension Database {
    /// Makes SQLite read the schema that this transaction sees.
    ///
    /// If another connection has changed the schema, SQLite prepares a statement again when it runs. GRDB has read the
    /// statement's columns before that. So a row of `SELECT *` would lack new columns, and later columns would have
    /// wrong indexes.
    func learnSchema() throws { _ = try integer("SELECT 1 FROM main.sqlite_master LIMIT 1") }

    /// Returns the number that a statement reads; `nil` when the statement returns no row.
    ///
    /// For statements that run whenever the store looks for commits. GRDB prepares the statement once. Its cursors take
    /// several times as long as SQLite itself, so they are not used.
    func integer(_ sql: String) throws -> Int64? {
        let statement = try cachedStatement(sql: sql)
        defer { sqlite3_reset(statement.sqliteStatement) }
        if sqlite3_step(statement.sqliteStatement) == SQLITE_ROW {
            return sqlite3_column_int64(statement.sqliteStatement, 0)
        }
        // After an error, or if there is no row, GRDB runs the statement again. So GRDB throws its own error, for
        // instance that of a cancelled task.
        sqlite3_reset(statement.sqliteStatement)
        return try Int64.fetchOne(statement)
    }

    /// Runs statements that all see one state of the file, whatever other connections commit meanwhile.
    ///
    /// GRDB does not know about this transaction, and reports the transaction's end to no observer. SQLite calls no
    /// hook either, because nothing is written. Within another transaction, the statements see the state of that
    /// transaction.
    func reading<T>(_ body: () throws -> T) throws -> T {
        // GRDB throws the same error for a closed connection.
        guard let sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "Connection is closed")
        }
        guard sqlite3_get_autocommit(sqliteConnection) != 0 else { return try body() }
        let (begin, commit) = (try cachedStatement(sql: "BEGIN"), try cachedStatement(sql: "COMMIT"))
        let result = Self.run(begin)
        guard result == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
        defer {
            // A cancelled task interrupts the running statement, which may be the COMMIT. Then the COMMIT is tried
            // again.
            for _ in 0..<8 where sqlite3_get_autocommit(sqliteConnection) == 0 { Self.run(commit) }
        }
        return try body()
    }

    @discardableResult
    private static func run(_ statement: Statement) -> Int32 {
        let result = sqlite3_step(statement.sqliteStatement)
        sqlite3_reset(statement.sqliteStatement)
        return result
    }
}

// MARK: - Deferred foreign keys

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

// MARK: - Events

extension DatabaseEventKind {
    /// The table that the event changes.
    var table: String {
        switch self {
        case .insert(let table), .update(let table, _), .delete(let table): table
        }
    }
}
