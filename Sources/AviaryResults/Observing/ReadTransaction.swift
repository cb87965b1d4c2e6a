import GRDB
import GRDBSQLite

extension Database {
    /// Has SQLite read the schema that this transaction sees.
    ///
    /// SQLite prepares a statement of an older schema anew when it first runs. GRDB has read its columns before that. So a
    /// row of `SELECT *` would lack new columns of another connection, and later columns would have wrong indexes.
    func learnSchema() throws { _ = try integer("SELECT 1 FROM main.sqlite_master LIMIT 1") }

    /// The number that a statement reads, which is prepared once; `nil` when it finds none.
    ///
    /// For what each look for commits asks: GRDB's cursors take several times as long as SQLite does.
    func integer(_ sql: String) throws -> Int64? {
        let statement = try cachedStatement(sql: sql)
        defer { sqlite3_reset(statement.sqliteStatement) }
        if sqlite3_step(statement.sqliteStatement) == SQLITE_ROW {
            return sqlite3_column_int64(statement.sqliteStatement, 0)
        }
        // GRDB knows the errors, that of a cancelled task for one.
        sqlite3_reset(statement.sqliteStatement)
        return try Int64.fetchOne(statement)
    }

    /// Runs statements that all see one state of the file, whatever other connections commit meanwhile.
    ///
    /// GRDB does not know of this transaction, so it tells no observer of its end. SQLite calls no hook either, since
    /// nothing is written. Inside another transaction the statements see that one's state.
    func reading<T>(_ body: () throws -> T) throws -> T {
        // GRDB answers a closed connection in the same way.
        guard let sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "Connection is closed")
        }
        guard sqlite3_get_autocommit(sqliteConnection) != 0 else { return try body() }
        let (begin, commit) = (try cachedStatement(sql: "BEGIN"), try cachedStatement(sql: "COMMIT"))
        let result = Self.run(begin)
        guard result == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
        defer {
            // A cancelled task interrupts the statement at hand, which may be the COMMIT. The next one gets through.
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
