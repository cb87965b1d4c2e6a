import GRDB
import GRDBSQLite

/// The tables that the log names after a version, read once for all lists of this version.
///
/// Most lists show other tables than those that a commit touches. They get the new version from here, and read nothing.
struct LoggedTables {
    struct Tail {
        fileprivate let version: Int64
        /// The first sequence that the log holds from `version` on, and the last sequence that it has ever given.
        fileprivate let first: Int64
        let last: Int64
        fileprivate let tables: Set<String>

        /// Returns whether the log certainly names none of these tables after a version. `false` when entries after the
        /// version may be missing.
        func isSilent(of tables: [String], behind version: Int64) -> Bool {
            version >= self.version && last >= version && first <= version + 1 && self.tables.isDisjoint(with: tables)
        }
    }

    /// The tails by version; `nil` where the log cannot be read, or has never held an entry.
    private var tails: [Int64: Tail?] = [:]

    /// Returns what the commits mean for a list that follows the log.
    ///
    /// Called inside `Database.reading`, before the list follows.
    ///
    /// - Complexity: O(*k*) for *k* log entries after a version, once for each version.
    mutating func cause(for index: RowsIndex, _ db: Database) -> RowsIndex.Cause {
        let version = index.snapshot.version
        // A list that loads reads the log later. A list whose next entries were trimmed notices this itself. Both get
        // `.log`, like a list that shows a named table.
        guard !index.isLoading, let tail = tail(behind: version, db),
            tail.isSilent(of: index.plan.followed, behind: version)
        else { return .log }
        return .otherTables(upTo: tail.last)
    }

    private mutating func tail(behind version: Int64, _ db: Database) -> Tail? {
        if let known = tails[version] { return known }
        let tail = try? Self.read(behind: version, db)
        tails[version] = .some(tail)
        return tail
    }

    /// Reads the tables that the log names after a version.
    ///
    /// - Returns: `nil` when the log has never held an entry.
    static func read(behind version: Int64, _ db: Database) throws -> Tail? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT aviaryFirst, aviaryLast, tbl \
                FROM (SELECT (SELECT min(seq) FROM main.\(History.log) WHERE seq >= ?) AS aviaryFirst, \
                (\(History.lastSequence)) AS aviaryLast) \
                LEFT JOIN (SELECT DISTINCT tbl FROM main.\(History.log) WHERE seq > ?)
                """)
        var bounds: (first: Int64, last: Int64)?
        var tables = Set<String>()
        // The cursor reads the first column. The others are read from SQLite directly, without making a row of GRDB.
        let firsts = try Int64?.fetchCursor(statement, arguments: [version, version])
        let handle = statement.sqliteStatement
        while let first = try firsts.next() {
            if sqlite3_column_type(handle, 1) != SQLITE_NULL {
                let last = sqlite3_column_int64(handle, 1).asSequence
                bounds = (first?.asSequence ?? last + 1, last)
            }
            if let table = sqlite3_column_text(handle, 2) { tables.insert(String(cString: table)) }
        }
        return bounds.map { Tail(version: version, first: $0.first, last: $0.last, tables: tables) }
    }
}
