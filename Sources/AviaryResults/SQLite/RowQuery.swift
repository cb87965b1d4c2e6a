import GRDB

/// A GRDB query that replaces a table: `FROM (SELECT …) AS name`.
///
/// SQLite gives each column of a subquery a unique name. So if a query joins tables, `author.id` may be `id:1` outside
/// of the subquery. Records are read under the query's own names.
struct RowQuery {
    /// `inner` is the name of a column outside of the subquery, and `outer` its name in the query itself.
    typealias Column = (inner: String, outer: String)

    /// The SELECT in parentheses.
    let sql: SQL
    let columns: [Column]
    let adapter: (any RowAdapter)?

    /// - Throws: SQLite's error about the query.
    init(_ request: PreparedRequest, in db: Database) throws {
        let statement = request.statement
        sql = "(\(sql: statement.sql, arguments: statement.arguments))"
        let outside = try Query("SELECT * FROM \(sql)", in: db)
        columns = try Array(zip(db.makeStatement(sql: outside.sql).columnNames, statement.columnNames))
        adapter = request.adapter
    }

    /// The columns under the query's own names, for a SELECT from the subquery.
    var selection: SQL {
        columns.map { SQL("\(identifier: $0.inner) AS \(identifier: $0.outer)") }.joined(separator: ", ")
    }
}
