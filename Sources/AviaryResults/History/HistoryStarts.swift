import GRDB
import Synchronization

/// The version from which on each table has the history that it has now.
///
/// The log has values without the names of their columns. A table that was made anew, or that lost a column, may have others
/// in their places, and has another history: the triggers have to go for that.
final class HistoryStarts: Sendable {
    private struct Start {
        let identity: String
        let version: Int64
    }

    private let known = Mutex<[String: Start]>([:])

    /// Notes which history a table has. Called whenever a list of the table is planned, so before any update of the list.
    func note(_ history: History.Covered, of table: String, in db: Database) throws {
        guard history.coverage != .none, known.withLock({ $0[table]?.identity }) != history.identity else { return }
        let version = try History.version(db)
        known.withLock { known in
            // Nobody here has an update of the table that was not planned yet.
            known[table] = Start(identity: history.identity, version: known[table] == nil ? .min : version)
        }
    }

    /// Whether one history, which the table has now, has logged all its changes behind a version.
    func isLogged(by history: History.Covered, _ table: String, after version: Int64) -> Bool {
        known.withLock { known in
            known[table].map { $0.identity == history.identity && $0.version <= version } ?? false
        }
    }
}
