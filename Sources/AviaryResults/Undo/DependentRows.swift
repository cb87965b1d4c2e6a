import GRDB

/// Counts the rows of tables without history that a transaction changes or deletes, where foreign keys may do so: a step
/// does not bring them back.
///
/// Made for one transaction; everything happens on the database's writer queue.
final class DependentRows: TransactionObserver {
    private let tables: Set<String>
    private(set) var counts: [String: Int] = [:]

    private init(_ tables: Set<String>) { self.tables = tables }

    /// Runs the changes of a step.
    ///
    /// - Returns: What came of it, and how many rows were changed, by their tables.
    static func counting<T>(
        under schema: HistorySchema, in db: Database, _ body: () throws -> T
    ) throws -> (T, [String: Int]) {
        if schema.dependents.isEmpty { return (try body(), [:]) }
        let observer = DependentRows(schema.dependents)
        db.add(transactionObserver: observer)
        defer { db.remove(transactionObserver: observer) }
        return (try body(), observer.counts)
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        if case .insert = kind { return false }
        return tables.contains(kind.table)
    }

    func databaseDidChange(with event: DatabaseEvent) {
        guard event.databaseName == "main", event.kind != .insert, tables.contains(event.tableName) else { return }
        counts[event.tableName, default: 0] += 1
    }

    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
