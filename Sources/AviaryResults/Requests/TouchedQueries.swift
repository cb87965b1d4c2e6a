import GRDB
import GRDBSQLite

/// The statements that read the rows touched by commits, with their present sort keys.
struct TouchedQueries: Hashable, Sendable {
    /// Reads the log after a sequence. The sequence is the first and also the second argument.
    ///
    /// The columns are the first sequence from that sequence on, the last sequence of the log, the touched rowid, and
    /// the row's changed columns. When `tailHasKeys` is `true`, a column follows that tells whether the row matches,
    /// and then the keys. For aggregates, the earlier content follows: whether there was none, the old values, the
    /// sequence of the entry, and whether it is a removal.
    let tail: Query
    /// `true` when `tail` reads the log and the rows. `false` with joins and searches, because SQLite would have to
    /// compute the whole join, and the whole search.
    let tailHasKeys: Bool
    /// How many keys `tail` reads.
    let tailKeys: Int
    /// Reads the rows of a JSON list that match the filter. In a join, the first sort position of a row comes first.
    /// Its columns are the rowid and the keys.
    private let rows: Query
    /// Reads one row as `rows` does. Its rowid is the first argument; `nil` when no search is bounded.
    private let row: Query?
    /// Returns the first of two rows in order.
    private let first: Query
    /// How often the bounds of the rowids are arguments before all others.
    private let bounds: Int

    /// - Parameters:
    ///   - searches: The full-text tables whose documents between two rowids are searched.
    ///   - hasOldValues: `true` to read the earlier content of the rows as well.
    init(
        _ source: RequestSource, searching searches: [SearchedTable], hasOldValues: Bool, in db: Database
    ) throws {
        var bounded = searches
        var queries = try Self.queries(source, bounded, in: db)
        if !searches.isEmpty, try !Self.canBound(source, searches, in: db) {
            bounded = []
            queries = try Self.queries(source, bounded, in: db)
        }
        (rows, row, first, bounds) = (queries.rows, queries.row, queries.first, bounded.count)
        tailHasKeys = !source.hasJoins && searches.isEmpty
        tailKeys = tailHasKeys ? source.values.count : 0
        let log: SQL = """
            SELECT row AS aviaryTouchedRow, columns AS aviaryColumns\(sql: hasOldValues ? ", op, old, seq" : "") \
            FROM main.\(sql: History.log) WHERE seq > ? AND tbl = \(sql: History.quoted(source.shape.name))
            """
        let ends: SQL = """
            SELECT (SELECT min(seq) FROM main.\(sql: History.log) WHERE seq >= ?) AS aviaryFirst, \
            (\(sql: History.lastSequence)) AS aviaryLast
            """
        var columns = ["aviaryFirst", "aviaryLast", "aviaryTouchedRow", "aviaryColumns"]
        var keys: SQL = ""
        if tailHasKeys {
            let names = source.values.indices.map { "aviaryKey\($0)" }
            columns += ["aviaryMatches"] + names
            let selection =
                [SQL("\(source.rowid) AS aviaryRow"), SQL("1 AS aviaryMatches")]
                + zip(source.values, names).map { SQL("\($0) AS \(sql: $1)") }
            // Keys are evaluated only for rows that match the filter, because a key may fail for other rows.
            let filter: SQL = if let condition = source.condition { " WHERE \(condition)" } else { "" }
            keys = """
                 LEFT JOIN (SELECT \(selection.joined(separator: ", ")) FROM \(source.table)\(filter)) \
                ON aviaryRow = aviaryTouchedRow
                """
        }
        if hasOldValues { columns += ["op = 'insert'", "old", "seq", LogEntry.isRemoval] }
        tail = try Query(
            "SELECT \(sql: columns.joined(separator: ", ")) FROM (\(ends)) LEFT JOIN (\(log))\(keys)", in: db)
    }

    private static func queries(
        _ source: RequestSource, _ searches: [SearchedTable], in db: Database
    ) throws -> (rows: Query, row: Query?, first: Query) {
        func select(
            _ condition: SQL, between first: SQL, _ last: SQL, isOrdered: Bool = source.hasJoins
        ) -> SQL {
            let named = source.select([condition])
            var tables = searches.map { $0.bounded(by: first, last) }
            // Without MATERIALIZED, SQLite would read a join in the order of an index over the keys, and visit all rows
            // of the index.
            if source.hasJoins { tables.append("aviaryNamed AS MATERIALIZED (\(named))") }
            let with: SQL = tables.isEmpty ? "" : "WITH \(tables.joined(separator: ", ")) "
            return "\(with)\(source.hasJoins ? "SELECT * FROM aviaryNamed" : named)\(isOrdered ? source.order() : "")"
        }
        let isListed: SQL = "\(source.rowid) IN (SELECT value FROM json_each(?))"
        let isFirst: SQL = "\(source.rowid) = ?1"
        return try (
            rows: Query(select(isListed, between: "?", "?"), in: db),
            row: searches.isEmpty ? nil : Query(select(isFirst, between: "?1", "?1"), in: db),
            first: Query("\(select(isListed, between: "?", "?", isOrdered: true)) LIMIT 1", in: db)
        )
    }

    /// Returns whether SQLite passes the bounds on to FTS5, together with the patterns. It does not for the right side
    /// of a LEFT JOIN.
    private static func canBound(_ source: RequestSource, _ searches: [SearchedTable], in db: Database) throws -> Bool {
        let tables = searches.map { $0.bounded(by: "0", "0") }
        let query = try Query("WITH \(tables.joined(separator: ", ")) \(source.select())", in: db)
        guard let program = try? RequestProgram(query, searching: searches, in: db) else { return false }
        return program.readSearches.isEmpty && !program.hasForeignTables
    }

    // MARK: Reading

    /// So few rows are searched one after the other. More rows are searched at once: FTS5 then visits each document
    /// between the first and the last of them.
    private static let few = 16

    /// Calls `body` with each of some rows that matches the filter.
    func forEach(of rows: some Collection<Int64>, _ db: Database, _ body: (OpaquePointer) -> Void) throws {
        if let row, rows.count <= Self.few {
            for id in rows {
                try row.forEachRow(db, with: id) { handle in
                    body(handle)
                    return true
                }
            }
            return
        }
        let rows = Array(rows)
        let (cursor, handle) = try self.rows.rows(db, first: bounds(of: rows), [rows.json])
        while try cursor.next() != nil { body(handle) }
    }

    /// Returns the first of two rows in order.
    func first(of id: Int64, _ other: Int64, _ db: Database) throws -> Int64? {
        let (cursor, handle) = try first.rows(db, first: bounds(of: [id, other]), [[id, other].json])
        return try cursor.next() == nil ? nil : sqlite3_column_int64(handle, 0)
    }

    private func bounds(of rows: [Int64]) -> StatementArguments {
        guard bounds > 0 else { return [] }
        let ends = [rows.min() ?? 0, rows.max() ?? 0]
        return StatementArguments(numbers: repeatElement(ends, count: bounds).joined())
    }

    /// SQLite's plans for reading one row and several rows, with a line for each step. For tests.
    func plan(_ db: Database) throws -> [String] {
        let one = row.map { ($0, [0] + $0.arguments) }
        return try [one, (rows, bounds(of: []) + rows.arguments + ["[]"])].compactMap(\.self).flatMap {
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + $0.sql, arguments: $1).map { $0["detail"] }
        }
    }
}
