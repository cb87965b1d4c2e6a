import AviarySnapshots
public import GRDB

/// A log of every change of some tables, written by triggers in the transaction of the change itself.
///
/// Whoever writes, this process or any other, the log says which rows changed and which of their columns, so that
/// live queries read those and no more. Old values are kept too, in the form `quote()` gives them.
///
///     migrator.registerMigration("color") { db in
///         try db.create(table: "color") { … }
///         try History.install(on: "color", in: db)
///     }
///
/// The log is the table `aviaryHistory`:
///
/// | column | |
/// |---|---|
/// | `seq` | ascending, never used twice |
/// | `tbl`, `row` | the table and the rowid that changed |
/// | `op` | `insert`, `update`, `delete`; `touch` for a row that an insert or update was about to replace |
/// | `columns` | bit *p* is set when the column at position *p* changed; all bits for an insert or delete, none for a touch |
/// | `old` | the values before, as a list for SQL's VALUES, generated columns left out; NULL for an insert |
public enum History {
    static let log = "aviaryHistory"
    /// Asks for the last sequence that was used; that entry may have been deleted since.
    static let lastSequence = "SELECT seq FROM sqlite_sequence WHERE name = '\(log)'"

    /// Starts to log the changes of a table. Call it again after ALTER TABLE, so that new columns are known, and after a
    /// unique index was created: until then the table is followed as one without history. A column is dropped between
    /// `uninstall` and `install`, since SQLite refuses to drop one that triggers read.
    ///
    /// The triggers use built-in functions only, so that programs that know nothing of Aviary can fire them.
    ///
    /// - Throws: `ResultsError` when there is no such table, or it has no rowids.
    public static func install(on table: String, in db: Database) throws {
        let shape = try TableShape(table, in: db)
        guard shape.kind == .table else { throw ResultsError.noHistory(table: table) }
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS \(log) (
                  seq INTEGER PRIMARY KEY AUTOINCREMENT,
                  tbl TEXT NOT NULL,
                  row INTEGER NOT NULL,
                  op TEXT NOT NULL,
                  columns INTEGER NOT NULL,
                  old TEXT
                )
                """)
        try uninstall(from: table, in: db)
        for (_, sql) in triggers(for: shape) { try db.execute(sql: sql) }
    }

    /// Stops to log the changes of a table. What was logged stays until it is trimmed.
    public static func uninstall(from table: String, in db: Database) throws {
        let names = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master
                WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE AND substr(name, 1, ?) = ?
                """, arguments: [table, log.count + 1, log + "_"])
        for name in names { try db.execute(sql: "DROP TRIGGER \(name.quotedDatabaseIdentifier)") }
    }

    /// The sequence of the last change that this connection's transaction can see; 0 when nothing was logged yet.
    public static func version(_ db: Database) throws -> Int64 {
        guard try exists(in: db) else { return 0 }
        return (try Int64.fetchOne(db, sql: lastSequence) ?? 0).asSequence
    }

    /// The rows of a table that changed after a sequence, with their columns; `nil` when the log does not reach back.
    static func changes(of table: String, after version: Int64, in db: Database) throws -> [Int64: ColumnSet]? {
        let last = try self.version(db)
        let first = try Int64.fetchOne(db, sql: "SELECT min(seq) FROM \(log)")?.asSequence ?? last + 1
        guard last >= version, first <= version + 1 else { return nil }
        var changes: [Int64: ColumnSet] = [:]
        let rows = try Row.fetchCursor(
            db, sql: "SELECT row, columns FROM \(log) WHERE seq > ? AND tbl = ?", arguments: [version, table])
        while let row = try rows.next() {
            guard let id = row.loggedInteger(0) else { continue }
            let columns = ColumnSet(rawValue: UInt64(bitPattern: row.loggedInteger(1) ?? -1))
            changes[id, default: []].formUnion(columns)
        }
        return changes
    }

    static func exists(in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)", arguments: [log])
            ?? false
    }

    static func triggerName(_ table: String, _ event: String) -> String { "\(log)_\(table)_\(event)" }
}
