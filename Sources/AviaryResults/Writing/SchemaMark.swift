import GRDB

/// Tells whether a statement has changed the schema since, temporary tables included.
///
/// GRDB drops all prepared statements when a statement changes the schema. So it has another one for the same SQL then.
struct SchemaMark {
    /// Weak: a statement that somebody holds keeps its connection from being closed.
    private weak var statement: Statement?

    /// Made before what may be rolled back.
    ///
    /// - Complexity: O(1): GRDB keeps the statement.
    init(_ db: Database) { statement = Self.statement(db) }

    /// Whether no statement has changed the schema since.
    ///
    /// - Complexity: O(1).
    func isCurrent(_ db: Database) -> Bool { statement.map { Self.statement(db) === $0 } ?? false }

    /// Has GRDB forget what it knows of the tables, if a statement has changed the schema since. Called after that was
    /// rolled back: GRDB itself forgets when such a statement runs, and may have read the tables again within.
    ///
    /// All statements are prepared anew then, those of the lists that follow a commit included.
    ///
    /// - Returns: Whether a statement has.
    @discardableResult
    func forgetChanges(_ db: Database) -> Bool {
        if isCurrent(db) { return false }
        db.clearSchemaCache()
        return true
    }

    private static func statement(_ db: Database) -> Statement? {
        try? db.cachedStatement(sql: "SELECT 'aviarySchemaMark'")
    }
}
