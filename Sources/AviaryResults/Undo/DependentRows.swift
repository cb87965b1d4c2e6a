import GRDB
import Synchronization

/// Counts the rows that a transaction changes in dependent tables. Dependent tables have no history, but foreign keys
/// or triggers of tables with history may change them. Undo does not bring such rows back.
///
/// An instance serves one write. GRDB reports changes within a savepoint when the savepoint is released, so the counts
/// are complete when the write is committed.
final class DependentRows: TransactionObserver, Sendable {
    private let tables: Set<String>
    /// How many rows were changed or deleted, and how many are new, by their tables.
    struct Counts {
        var changed: [String: Int] = [:]
        var deleted: [String: Int] = [:]
        var inserted: [String: Int] = [:]

        /// Rows that were changed or deleted.
        var lost: [String: Int] { changed.merging(deleted) { $0 &+ $1 } }

        /// Returns the rows of `lost` that are still lost after an undo that made these changes.
        ///
        /// `lost` counts the rows that the step itself changed or deleted. Rows that triggers inserted or changed again
        /// during the undo are subtracted.
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

    /// Runs the changes of a step, and counts the dependent rows that they change.
    ///
    /// - Returns: The result of `body`, and the counter. Its counts are complete after the commit.
    static func counting<T>(
        under schema: HistorySchema, in db: Database, _ body: () throws -> T
    ) throws -> (T, DependentRows) {
        let rows = DependentRows(schema.dependents)
        if schema.dependents.isEmpty { return (try body(), rows) }
        db.add(transactionObserver: rows)
        // Removal is safe here: GRDB still reports the changes that were made while the observer was added.
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
