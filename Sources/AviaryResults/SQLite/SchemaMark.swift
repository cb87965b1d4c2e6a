import GRDB

/// Tells whether a statement has changed the schema since the mark was made, including temporary tables.
///
/// GRDB drops all prepared statements when a statement changes the schema. After that, the same SQL gives another
/// statement object.
struct SchemaMark {
    /// Weak, because a statement keeps its connection from being closed.
    private weak var statement: Statement?

    /// Creates a mark, before changes that may be rolled back.
    ///
    /// - Complexity: O(1), because GRDB caches the statement.
    init(_ db: Database) { statement = Self.statement(db) }

    /// Returns whether no statement has changed the schema since the mark was made.
    ///
    /// - Complexity: O(1).
    func isCurrent(_ db: Database) -> Bool { statement.map { Self.statement(db) === $0 } ?? false }

    /// Clears GRDB's schema cache if a statement has changed the schema since the mark was made. Called after a
    /// rollback.
    ///
    /// GRDB itself clears the cache when such a statement runs, but may have read the tables again before the rollback.
    /// Clearing makes it prepare all statements again, including those of lists that follow a commit.
    ///
    /// - Returns: `true` when a statement has changed the schema.
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
