import GRDB
import Synchronization

/// Counts what a transaction does to tables without history, where foreign keys or triggers may do so: a step does not
/// bring such rows back.
///
/// Made for one write. GRDB tells of rows that are changed within a savepoint when it is released, so the counts are
/// complete when the write is committed.
final class DependentRows: TransactionObserver, Sendable {
    private let tables: Set<String>
    /// How many rows were changed or deleted, and how many are new, by their tables.
    struct Counts {
        var changed: [String: Int] = [:]
        var deleted: [String: Int] = [:]
        var inserted: [String: Int] = [:]

        /// Rows that are not as they were any more.
        var lost: [String: Int] { changed.merging(deleted) { $0 &+ $1 } }

        /// What is lost of a step when this was done to take it back: what its triggers brought back, or changed again,
        /// is not.
        func left(of lost: [String: Int]) -> [String: Int] {
            lost.reduce(into: [:]) { left, lost in
                let count = lost.value - (inserted[lost.key] ?? 0) - (changed[lost.key] ?? 0)
                if count > 0 { left[lost.key] = count }
            }
        }
    }

    private let state = Mutex(Counts())
    var counts: Counts { state.withLock { $0 } }

    private init(_ tables: Set<String>) { self.tables = tables }

    /// Runs the changes of a step.
    ///
    /// - Returns: What came of it, and what happens to these rows.
    static func counting<T>(
        under schema: HistorySchema, in db: Database, _ body: () throws -> T
    ) throws -> (T, DependentRows) {
        let rows = DependentRows(schema.dependents)
        if schema.dependents.isEmpty { return (try body(), rows) }
        db.add(transactionObserver: rows)
        // It hears of what it was added for all the same.
        defer { db.remove(transactionObserver: rows) }
        return (try body(), rows)
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { tables.contains(kind.table) }

    func databaseDidChange(with event: DatabaseEvent) {
        guard event.databaseName == "main", tables.contains(event.tableName) else { return }
        state.withLock { counts in
            switch event.kind {
            case .insert: counts.inserted[event.tableName, default: 0] += 1
            case .update: counts.changed[event.tableName, default: 0] += 1
            case .delete: counts.deleted[event.tableName, default: 0] += 1
            }
        }
    }

    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
