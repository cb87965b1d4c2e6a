import AviarySnapshots
public import GRDB
import GRDBSQLite

/// A log of every change of some tables. Triggers write it in the transaction of the change itself.
///
/// The log names the changed rows and their changed columns, whichever process writes. So live queries read only these
/// rows. The log also has the old values, as SQL literals from which each value is restored byte by byte.
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
/// | `op` | `insert`, `update`, `delete`; `touch` before a row is replaced, `key` before a unique column changes |
/// | `columns` | bit *p* for each column *p* that an update has changed; all bits for an insert or delete, else none |
/// | `old` | the values before, as a list of SQL literals, generated columns left out; NULL for an insert |
///
/// A literal cannot express −0.0. So the table `aviaryHistoryZero` keeps zeros with their signs: the entry's `seq`, the
/// index of the value in the list `old`, and the value. The column with the index is called `place`.
///
/// `aviaryHistoryTable` has the names of the logged tables. If another program drops all triggers of such a table, they
/// are made anew: by `StoreFile` when it opens the store, and before the next change that can be undone.
public enum History {
    static let log = "aviaryHistory"
    static let zeroLog = "aviaryHistoryZero"
    static let tables = "aviaryHistoryTable"
    /// A condition for history triggers in `sqlite_master`.
    static let isTrigger = "(type = 'trigger' AND substr(name, 1, \(log.count + 1)) = '\(log)_')"
    /// A condition for the program's own triggers in `sqlite_master`.
    static let isOtherTrigger = "(type = 'trigger' AND NOT \(isTrigger) AND NOT \(StoreGuard.isTrigger))"
    /// Selects the last sequence that was used. The entry may have been deleted.
    static let lastSequence = "SELECT seq FROM main.sqlite_sequence WHERE name = '\(log)'"

    /// Starts to log the changes of a table.
    ///
    /// Call this again after ALTER TABLE, so that new columns are logged, and after creating a unique index. If this
    /// call is missing after a new column, the log names the changed rows, but not reliably their columns. If this call
    /// is missing after a new unique index, or after a new name of the table, the table is followed like a table
    /// without history. To drop a column, call `uninstall` before and `install` after it, because SQLite refuses to
    /// drop a column that triggers read.
    ///
    /// The triggers use built-in functions only, so that programs without Aviary can fire them.
    ///
    /// - Parameters:
    ///   - table: The name of a table with rowids.
    ///   - db: A connection that may write.
    /// - Throws: `ResultsError` when there is no such table, or it has no lasting rowids; SQLite's errors.
    public static func install(on table: String, in db: Database) throws {
        let shape = try TableShape(table, in: db)
        guard shape.kind == .table else { throw ResultsError.noHistory(table: table) }
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS main.\(log) (
                  seq INTEGER PRIMARY KEY AUTOINCREMENT,
                  tbl TEXT NOT NULL,
                  row INTEGER NOT NULL,
                  op TEXT NOT NULL,
                  columns INTEGER NOT NULL,
                  old TEXT
                );
                CREATE TABLE IF NOT EXISTS main.\(zeroLog) (seq, place, value, PRIMARY KEY (seq, place)) WITHOUT ROWID
                """)
        try listTables(in: db)
        let covered = try covered(shape, in: db)
        try uninstall(from: table, in: db)
        try uninstall(loggingAs: shape.name, in: db)
        // If changes were not logged for a time, the history gets a new identity. Then earlier changes cannot be
        // undone.
        let isGap = covered.coverage == .none
        let name = isGap ? String(UInt64.random(in: .min ... .max), radix: 36) : covered.identity
        for (_, sql) in try triggers(for: shape, identity: name, in: db) {
            // Without `main`, a temporary table with the same name would get the trigger.
            try db.execute(sql: sql.replacing("CREATE TRIGGER ", with: "CREATE TRIGGER main.", maxReplacements: 1))
        }
        try writeList("INSERT OR REPLACE INTO main.\(tables)(name) VALUES (?)", [shape.name], in: db)
    }

    /// Stops logging the changes of a table. Entries that exist stay until the log is trimmed.
    public static func uninstall(from table: String, in db: Database) throws {
        try dropTriggers(where: "tbl_name = ? COLLATE NOCASE", table, in: db)
        guard try hasTable(tables, in: db) else { return }
        try writeList("DELETE FROM main.\(tables) WHERE name = ?", [table], in: db)
    }

    /// Stops logging the changes of a table that had this name before a rename.
    private static func uninstall(loggingAs name: String, in db: Database) throws {
        try dropTriggers(where: "instr(sql, ?)", "VALUES (\(quoted(name)), ", in: db)
        try dropTriggers(where: "instr(sql, ?)", "SELECT \(quoted(name)), ", in: db)
    }

    private static func dropTriggers(where condition: String, _ argument: String, in db: Database) throws {
        let names = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM main.sqlite_master
                WHERE \(isTrigger) AND \(condition)
                """, arguments: [argument])
        for name in names { try db.execute(sql: "DROP TRIGGER main.\(name.quotedDatabaseIdentifier)") }
    }

    /// The sequence of the last change that this connection's transaction sees; 0 when nothing was logged yet.
    ///
    /// - Complexity: O(1).
    package static func version(_ db: Database) throws -> Int64 {
        guard try exists(in: db) else { return 0 }
        return (try Int64.fetchOne(db, sql: lastSequence) ?? 0).asSequence
    }

    /// Returns how many changes were logged after a sequence, without the entries of the operation `key`.
    static func changeCount(since version: Int64, in db: Database) throws -> Int {
        let count = "SELECT count(*) FROM main.\(log) WHERE seq > ? AND op <> 'key'"
        return try Int.fetchOne(db.cachedStatement(sql: count), arguments: [version]) ?? 0
    }

    /// Returns the rows of a table that changed after a sequence, with their columns; `nil` when the log does not go
    /// back that far.
    static func changes(of table: String, after version: Int64, in db: Database) throws -> [Int64: ColumnSet]? {
        let last = try self.version(db)
        let first = try Int64.fetchOne(db, sql: "SELECT min(seq) FROM main.\(log)")?.asSequence ?? last + 1
        guard last >= version, first <= version + 1 else { return nil }
        var changes: [Int64: ColumnSet] = [:]
        let statement = try db.cachedStatement(sql: "SELECT row, columns FROM main.\(log) WHERE seq > ? AND tbl = ?")
        // The columns are read from SQLite directly. Making a GRDB row for each of a million entries would take longer.
        let rows = try Int64?.fetchCursor(statement, arguments: [version, table])
        let handle = statement.sqliteStatement
        while let row = try rows.next() {
            guard let row else { continue }
            let bits = sqlite3_column_type(handle, 1) == SQLITE_INTEGER ? sqlite3_column_int64(handle, 1) : -1
            changes[row, default: []].formUnion(ColumnSet(rawValue: UInt64(bitPattern: bits)))
        }
        return changes
    }

    /// Returns whether more than `limit` changes of a table were logged after a sequence.
    ///
    /// - Complexity: O(*k*) for *k* entries after the sequence.
    static func changesExceed(_ limit: Int, of table: String, after version: Int64, in db: Database) throws -> Bool {
        let count = "SELECT count(*) FROM (SELECT 1 FROM main.\(log) WHERE seq > ? AND tbl = ? LIMIT ?)"
        let most = limit == .max ? limit : limit + 1
        return try Int.fetchOne(db.cachedStatement(sql: count), arguments: [version, table, most]) ?? 0 > limit
    }

    static func exists(in db: Database) throws -> Bool { try hasTable(log, in: db) }

    static func hasZeroLog(_ db: Database) throws -> Bool { try hasTable(zeroLog, in: db) }

    static func hasTable(_ name: String, in db: Database) throws -> Bool {
        let tables = "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: tables), arguments: [name]) ?? false
    }
}
