import GRDB
import GRDBSQLite

/// A statement's text and arguments.
struct Query: Hashable, Sendable {
    let sql: String
    let arguments: StatementArguments

    init(_ sql: SQL, in db: Database) throws {
        (self.sql, arguments) = try sql.build(db)
    }

    init(_ statement: Statement) { (sql, arguments) = (statement.sql, statement.arguments) }

    func hash(into hasher: inout Hasher) { hasher.combine(sql) }

    /// Runs the statement, prepared once, with more arguments behind its own.
    ///
    /// - Returns: A cursor over the first column, and where the others are read: a row of GRDB's would be made each time.
    func rows(
        _ db: Database, _ last: StatementArguments = []
    ) throws -> (FastDatabaseValueCursor<Int64?>, OpaquePointer) {
        let statement = try db.cachedStatement(sql: sql)
        let cursor = try Int64?.fetchCursor(statement, arguments: arguments + last)
        return (cursor, statement.sqliteStatement)
    }

    /// Calls `body` with each row of the statement, prepared once, with two numbers before its own arguments.
    ///
    /// For what each commit asks: GRDB's cursors take longer than SQLite does to find a row.
    func forEachRow(_ db: Database, with first: Int64, _ second: Int64, _ body: (OpaquePointer) -> Void) throws {
        let statement = try db.cachedStatement(sql: sql)
        let handle = statement.sqliteStatement
        if arguments.isEmpty {
            sqlite3_bind_int64(handle, 1, first)
            sqlite3_bind_int64(handle, 2, second)
        } else {
            statement.setUncheckedArguments([first, second] + arguments)
        }
        defer { sqlite3_reset(handle) }
        while true {
            let result = sqlite3_step(handle)
            if result == SQLITE_DONE { return }
            guard result == SQLITE_ROW else {
                throw DatabaseError(resultCode: ResultCode(rawValue: result), message: db.lastErrorMessage, sql: sql)
            }
            body(handle)
        }
    }
}
