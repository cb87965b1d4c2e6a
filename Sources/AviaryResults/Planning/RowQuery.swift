import GRDB

/// A query of GRDB's that stands in the place of a table: `FROM (SELECT …) AS name`.
///
/// SQLite gives each column of a subquery a name of its own. So where a query joins tables, `author.id` is `id:1` outside
/// of it. The records are read under the names that the query gives.
struct RowQuery {
    /// A column as it is named outside of the subquery, and by the query itself.
    typealias Column = (inner: String, outer: String)

    /// The SELECT in parentheses.
    let sql: SQL
    let columns: [Column]
    let adapter: (any RowAdapter)?

    /// - Throws: What SQLite says of the query.
    init(_ request: PreparedRequest, in db: Database) throws {
        let statement = request.statement
        sql = "(\(sql: statement.sql, arguments: statement.arguments))"
        let outside = try Query("SELECT * FROM \(sql)", in: db)
        columns = try Array(zip(db.makeStatement(sql: outside.sql).columnNames, statement.columnNames))
        adapter = request.adapter
    }

    /// The columns as the query names them, for a SELECT from the subquery.
    var selection: SQL {
        columns.map { SQL("\(identifier: $0.inner) AS \(identifier: $0.outer)") }.joined(separator: ", ")
    }
}
