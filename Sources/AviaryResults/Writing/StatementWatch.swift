import GRDB
import GRDBSQLite

/// Interrupts running statements on demand, with SQLite's progress handler. A connection has at most one such handler.
///
/// `sqlite3_interrupt` is not used, because it is called from another thread, and may interrupt the statement of
/// another write.
final class StatementWatch {
    private let mustStop: () -> Bool

    init(stoppingWhen mustStop: @escaping () -> Bool) { self.mustStop = mustStop }

    /// Runs statements, and interrupts them when `mustStop` returns `true`.
    func watching<T>(_ db: Database, _ body: () throws -> T) rethrows -> T {
        // SQLite takes about 50 µs for so many instructions.
        let instructions: Int32 = 1_000
        sqlite3_progress_handler(
            db.sqliteConnection, instructions,
            { watch in
                guard let watch else { return 0 }
                return Unmanaged<StatementWatch>.fromOpaque(watch).takeUnretainedValue().mustStop() ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
        return try withExtendedLifetime(self) { try body() }
    }
}
