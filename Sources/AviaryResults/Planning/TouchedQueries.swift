import GRDB

/// The statements that read the rows some commits touched, and tell where they belong now.
struct TouchedQueries: Hashable, Sendable {
    /// The log behind a sequence, its first argument and its second. Its columns: the first sequence from there on, the
    /// last that was given, the touched rowid, its changed columns; and, when `tailHasKeys`, whether the row matches, then
    /// the keys.
    let tail: Query
    /// One statement reads the log and the rows, unless the request joins tables: such a join would be made whole.
    let tailHasKeys: Bool
    /// The rows of a JSON list that match, and in a join the first of their sort positions first. Its columns: the rowid, then
    /// the keys.
    let rows: Query
    /// The first in order of two rows.
    let first: Query

    init(_ source: RequestSource, in db: Database) throws {
        let named = source.select(["\(source.rowid) IN (SELECT value FROM json_each(?))"])
        // SQLite would read a join in the order of an index over the keys, and look at every row of it.
        let join: SQL = "WITH aviaryNamed AS MATERIALIZED (\(named)) SELECT * FROM aviaryNamed"
        let ordered: SQL = "\(source.hasJoins ? join : named)\(source.order())"
        rows = try Query(source.hasJoins ? ordered : named, in: db)
        first = try Query("\(ordered) LIMIT 1", in: db)
        tailHasKeys = !source.hasJoins
        let log: SQL = """
            SELECT row AS aviaryTouchedRow, columns AS aviaryColumns FROM main.\(sql: History.log) \
            WHERE seq > ? AND tbl = \(sql: History.quoted(source.shape.name))
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
            // Where the filter is not true no key is evaluated: it may fail there.
            let filter: SQL = if let condition = source.condition { " WHERE \(condition)" } else { "" }
            keys = """
                 LEFT JOIN (SELECT \(selection.joined(separator: ", ")) FROM \(source.table)\(filter)) \
                ON aviaryRow = aviaryTouchedRow
                """
        }
        tail = try Query(
            "SELECT \(sql: columns.joined(separator: ", ")) FROM (\(bounds)) LEFT JOIN (\(log))\(keys)", in: db)
    }
}
