import GRDB

/// A statement's text and arguments.
struct Query: Hashable, Sendable {
    let sql: String
    let arguments: StatementArguments

    init(_ sql: SQL, in db: Database) throws {
        (self.sql, arguments) = try sql.build(db)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(sql) }

    /// Runs the statement, prepared once, with more arguments behind its own.
    func rows(_ db: Database, _ more: StatementArguments = []) throws -> (RowCursor, OpaquePointer) {
        let statement = try db.cachedStatement(sql: sql)
        return (try Row.fetchCursor(statement, arguments: arguments + more), statement.sqliteStatement)
    }
}
