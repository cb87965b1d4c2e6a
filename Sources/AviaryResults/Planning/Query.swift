import GRDB

/// A statement's text and arguments.
struct Query: Hashable, Sendable {
    let sql: String
    let arguments: StatementArguments

    init(_ sql: SQL, in db: Database) throws {
        (self.sql, arguments) = try sql.build(db)
    }

    init(_ statement: Statement) { (sql, arguments) = (statement.sql, statement.arguments) }

    func hash(into hasher: inout Hasher) { hasher.combine(sql) }

    /// Runs the statement, prepared once, with more arguments around its own.
    ///
    /// - Returns: A cursor over the first column, and where the others are read: a row of GRDB's would be made each time.
    func rows(
        _ db: Database, before first: StatementArguments = [], _ last: StatementArguments = []
    ) throws -> (FastDatabaseValueCursor<Int64?>, OpaquePointer) {
        let statement = try db.cachedStatement(sql: sql)
        let cursor = try Int64?.fetchCursor(statement, arguments: first + arguments + last)
        return (cursor, statement.sqliteStatement)
    }
}
