import GRDB
import Synchronization

/// The log version at which the present history of each table began.
///
/// The log has values without the names of their columns. In a table that was recreated, or that lost a column, the
/// same positions may mean other columns. Such a table gets another history, because its triggers are dropped in both
/// cases.
final class HistoryStarts: Sendable {
    private struct Start {
        let identity: String
        let version: Int64
    }

    private let known = Mutex<[String: Start]>([:])

    /// Notes the present history of a table. Called when a list of the table is planned, so before any update of the
    /// list.
    func note(_ history: History.Covered, of table: String, in db: Database) throws {
        guard history.coverage != .none, known.withLock({ $0[table]?.identity }) != history.identity else { return }
        let version = try History.version(db)
        known.withLock { known in
            // Before the first plan, no update of the table exists here, so the history counts from the beginning.
            known[table] = Start(identity: history.identity, version: known[table] == nil ? .min : version)
        }
    }

    /// Returns whether the present history of the table has logged all changes after a version.
    func isLogged(by history: History.Covered, _ table: String, after version: Int64) -> Bool {
        known.withLock { known in
            known[table].map { $0.identity == history.identity && $0.version <= version } ?? false
        }
    }
}
