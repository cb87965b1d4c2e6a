import AviarySnapshots
import GRDB
import GRDBSQLite

/// One change in the log: the row, and its earlier content.
struct LogEntry {
    enum Before {
        /// The row did not exist.
        case nothing
        /// The values in the order of the table's columns, without generated columns.
        case values([RowValue])
        /// Another program wrote the entry.
        case unreadable
    }

    let table: String
    let row: Int64
    let before: Before
    /// The columns that the change may concern, as the log says.
    let columns: ColumnSet
    /// `true` for a removal of the row, and for an entry that precedes one. So the row existed before.
    let isRemoval: Bool
    /// `true` when the row did not exist before.
    var isInsert: Bool { if case .nothing = before { true } else { false } }

    /// Calls `body` with each entry.
    ///
    /// Entries that do not name a row are skipped, because any program may write the log.
    ///
    /// - Parameter condition: An SQL expression over the log's columns. ORDER BY and LIMIT may follow it.
    static func forEach(
        where condition: String, _ arguments: StatementArguments, in db: Database, _ body: (LogEntry) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT row, tbl, op = 'insert', old, seq, columns, \(isRemoval) \
                FROM main.\(History.log) WHERE \(condition)
                """)
        let cursor = try Int64?.fetchCursor(statement, arguments: arguments)
        // Texts are read directly from SQLite, because GRDB's rows repair invalid UTF-8.
        let handle = statement.sqliteStatement
        var reader = BeforeReader(db)
        while let row = try cursor.next() {
            guard let row, sqlite3_column_type(handle, 0) == SQLITE_INTEGER,
                let table = text(in: handle, 1).map({ String(decoding: $0, as: UTF8.self) })
            else { continue }
            let before = try reader.before(in: handle, 2)
            let columns = sqlite3_column_type(handle, 5) == SQLITE_INTEGER ? sqlite3_column_int64(handle, 5) : -1
            try body(
                LogEntry(
                    table: table, row: row, before: before, columns: ColumnSet(rawValue: UInt64(bitPattern: columns)),
                    isRemoval: sqlite3_column_int(handle, 6) != 0))
        }
    }

    /// A condition for the entries whose row existed before, and is removed or about to be removed.
    static let isRemoval = "op NOT IN ('insert', 'update', 'key')"

    /// Reads the earlier content of rows from the columns of a statement.
    struct BeforeReader {
        private let db: Database
        private var signs: Signs

        init(_ db: Database) {
            self.db = db
            signs = Signs(db)
        }

        /// - Parameter column: The index of `op = 'insert'`. The next columns are `old` and `seq`.
        mutating func before(in handle: SQLiteStatement, _ column: Int32) throws -> Before {
            if sqlite3_column_int(handle, column) != 0 { return .nothing }
            let values = try text(in: handle, column + 1).flatMap { try LoggedValues.read(Array($0), in: db) }
            guard let values else { return .unreadable }
            return .values(try signs.added(to: values, entry: sqlite3_column_int64(handle, column + 2)))
        }
    }

    /// Returns a text as UTF-8, valid until the statement steps. In stores with another encoding, the log has texts as
    /// hex.
    private static func text(in handle: SQLiteStatement, _ column: Int32) -> UnsafeRawBufferPointer? {
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT else { return nil }
        let text = UnsafeRawPointer(sqlite3_column_text(handle, column))
        return UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// Adds the signs of zeros to values of the log. The signs are in a table of their own.
    private struct Signs {
        private let db: Database
        /// Whether any sign is logged; `nil` until this is looked up at the first zero.
        private var areLogged: Bool?

        init(_ db: Database) { self.db = db }

        mutating func added(to values: [RowValue], entry: Int64) throws -> [RowValue] {
            guard values.contains(.real(0)), try areAnyLogged() else { return values }
            var values = values
            let zeros = try db.cachedStatement(sql: "SELECT place, value FROM main.\(History.zeroLog) WHERE seq = ?")
            let rows = try Row.fetchCursor(zeros, arguments: [entry])
            while let row = try rows.next() {
                guard let index = row.loggedInteger(0).flatMap(Int.init(exactly:)), values.indices.contains(index)
                else {
                    continue
                }
                let zero = RowValue(row[1], isText: false)
                if values[index] == .real(0), zero == .real(-0.0) { values[index] = zero }
            }
            return values
        }

        private mutating func areAnyLogged() throws -> Bool {
            if let areLogged { return areLogged }
            let any = "SELECT EXISTS (SELECT 1 FROM main.\(History.zeroLog))"
            let areAny = try History.hasZeroLog(db) && Bool.fetchOne(db, sql: any) == true
            areLogged = areAny
            return areAny
        }
    }
}

// MARK: - Values that any program may have written

// Any program may write the log and SQLite's table of sequences. So all values from there are checked, and none traps.

extension Row {
    /// A number of the log, or of a query about it; `nil` when there is none.
    func loggedInteger(_ index: Int) -> Int64? { Int64.fromDatabaseValue(self[index] as DatabaseValue) }
}

extension Int64 {
    /// Clamps a sequence of the log, so that counting on from it does not overflow.
    ///
    /// No log reaches these bounds unless a program writes such a sequence. Entries beyond the bounds are read again at
    /// each commit, which is correct but slower.
    var asSequence: Int64 { Swift.min(Swift.max(self, -1 << 62), 1 << 62) }
}
