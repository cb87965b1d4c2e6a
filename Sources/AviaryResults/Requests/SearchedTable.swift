import GRDB

/// A full-text table (FTS5) that a request searches. Its documents have the rowids of the request's rows.
///
/// SQLite allows no triggers on a virtual table. Triggers on its shadow tables are no way out: in defensive mode, newer
/// versions of SQLite take a schema that has them for damaged. So the log does not name the documents. SQLite's update
/// hook does: each change of a document also writes the row with its rowid in the shadow table `…_docsize`.
struct SearchedTable: Hashable, Sendable {
    let name: String
    /// The shadow table with a row for each document; `nil` for another kind of table, and with `columnsize=0`.
    let documents: String?
    /// All columns, also the hidden ones.
    private let columns: [String]

    /// - Throws: `ResultsError.noSuchTable`, and SQLite's errors.
    init(_ table: String, in db: Database) throws {
        let shape = try TableShape(table, in: db)
        name = shape.name
        columns = shape.columns.map(\.name)
        let sizes = "\(shape.name)_docsize"
        let isFullText = try shape.kind == .virtual && Self.all(in: db).contains(shape.name)
        documents = try isFullText && History.hasTable(sizes, in: db) ? sizes : nil
    }

    /// The names of all full-text tables of the main database.
    static func all(in db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM main.sqlite_master
                WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%USING%fts5%' AND typeof(name) = 'text'
                """)
    }

    /// A common table expression with the name of the table, for the documents between two rowids. SQLite merges it
    /// with the request's own search, so that FTS5 gets the pattern together with the rowids.
    func bounded(by first: SQL, _ last: SQL) -> SQL {
        let columns = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
        return """
            \(identifier: name) AS NOT MATERIALIZED (SELECT rowid AS rowid, \(sql: columns) \
            FROM main.\(identifier: name) WHERE rowid BETWEEN \(first) AND \(last))
            """
    }
}
