import GRDB
import Synchronization

/// Refuses a write that changes a table without history, because its changes would be rolled back and lost.
///
/// Triggers and foreign keys may change other tables when a table with history changes. A full-text index is an
/// example. Such a table is allowed, because it changes again when the changes come back from upstream.
final class StrayWrites: TransactionObserver, Sendable {
    private let schema: HistorySchema
    private let table = Mutex<String?>(nil)

    private init(_ schema: HistorySchema) { self.schema = schema }

    /// Runs a write. All its savepoints must be closed when it returns.
    ///
    /// - Throws: The errors of `body`, and `UpstreamError.notFollowed`.
    static func refusing<T>(under schema: HistorySchema, in db: Database, _ body: () throws -> T) throws -> T {
        let strays = StrayWrites(schema)
        db.add(transactionObserver: strays)
        defer { db.remove(transactionObserver: strays) }
        let result = try body()
        if let table = strays.table.withLock({ $0 }) { throw UpstreamError.notFollowed(table: table) }
        return result
    }

    private func isStray(_ table: String) -> Bool {
        schema.tables[table] == nil && !schema.written.contains(table) && !table.hasPrefix("sqlite_")
            && ![History.log, History.zeroLog, History.tables].contains(table)
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { isStray(kind.table) }

    func databaseDidChange(with event: DatabaseEvent) {
        // Temporary tables belong to the connection. Events of unobserved tables, such as full-text shadow tables, may
        // come along.
        guard event.databaseName == "main", isStray(event.tableName) else { return }
        table.withLock { $0 = event.tableName }
    }

    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
