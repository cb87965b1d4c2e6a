import GRDB

/// The statements that read the rows touched by commits, with their present sort keys.
struct TouchedQueries: Hashable, Sendable {
    /// Reads the log after a sequence. The sequence is the first and also the second argument.
    ///
    /// The columns are the first sequence from that sequence on, the last sequence of the log, the touched rowid, and
    /// the row's changed columns. When `tailHasKeys` is `true`, a column follows that tells whether the row matches,
    /// and then the keys. For aggregates, the earlier content follows: whether there was none, the old values, the
    /// sequence of the entry, and whether it is a removal.
    let tail: Query
    /// `true` when `tail` reads the log and the rows. `false` with joins, because SQLite would have to compute the
    /// whole join.
    let tailHasKeys: Bool
    /// How many keys `tail` reads.
    let tailKeys: Int
    /// Reads the rows of a JSON list that match the filter. In a join, the first sort position of a row comes first.
    /// Its columns are the rowid and the keys.
    let rows: Query
    /// Returns the first of two rows in order.
    let first: Query

    /// - Parameter hasOldValues: `true` to read the earlier content of the rows as well.
    init(_ source: RequestSource, hasOldValues: Bool, in db: Database) throws {
        let named = source.select(["\(source.rowid) IN (SELECT value FROM json_each(?))"])
        // Without MATERIALIZED, SQLite would read a join in the order of an index over the keys, and visit all rows of
        // the index.
        let join: SQL = "WITH aviaryNamed AS MATERIALIZED (\(named)) SELECT * FROM aviaryNamed"
        let ordered: SQL = "\(source.hasJoins ? join : named)\(source.order())"
        rows = try Query(source.hasJoins ? ordered : named, in: db)
        first = try Query("\(ordered) LIMIT 1", in: db)
        tailHasKeys = !source.hasJoins
        tailKeys = source.hasJoins ? 0 : source.values.count
        let log: SQL = """
            SELECT row AS aviaryTouchedRow, columns AS aviaryColumns\(sql: hasOldValues ? ", op, old, seq" : "") \
            FROM main.\(sql: History.log) WHERE seq > ? AND tbl = \(sql: History.quoted(source.shape.name))
            """
        let bounds: SQL = """
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
            "SELECT \(sql: columns.joined(separator: ", ")) FROM (\(bounds)) LEFT JOIN (\(log))\(keys)", in: db)
    }
}
