import GRDB
import GRDBSQLite

/// Asks while SQLite runs statements whether they have to be interrupted, by SQLite's progress handler. A connection has
/// one of these.
///
/// `sqlite3_interrupt` would not do: it comes from another thread, and may meet the statement of another write.
final class StatementWatch {
    private let mustStop: () -> Bool

    init(stoppingWhen mustStop: @escaping () -> Bool) { self.mustStop = mustStop }

    /// Runs statements, and interrupts them when it is due.
    func watching<T>(_ db: Database, _ body: () throws -> T) rethrows -> T {
        // Some 50 µs of work of SQLite's.
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
