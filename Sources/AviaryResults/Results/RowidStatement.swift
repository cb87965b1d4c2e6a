import GRDB
import Synchronization

/// The statements that read records by their rowids.
///
/// GRDB's query interface takes longer to write a statement than SQLite takes to read some rows. So the statements are
/// written and prepared once for each schema.
final class RowidStatement<Record: LiveRecord>: Sendable {
    private struct Written {
        let rowid: String
        let schema: Int64?
        /// Reads the rows of a JSON list.
        let rows: Query
        /// Reads one row. Each commit that changes a record on the screen reads one, and SQLite needs no list for it.
        let row: Query
    }

    private let written = Mutex<Written?>(nil)

    /// Reads the columns of the record, followed by the rowid.
    ///
    /// - Parameter rowid: The name of the rowid column.
    func rows(of items: [Int64], rowid: String, in db: Database) throws -> RowCursor {
        let written = try written(rowid, in: db)
        let query = items.count == 1 ? written.row : written.rows
        let argument = items.count == 1 ? items[0].databaseValue : items.json.databaseValue
        return try Row.fetchCursor(db.cachedStatement(sql: query.sql), arguments: query.arguments + [argument])
    }

    private func written(_ rowid: String, in db: Database) throws -> Written {
        let schema = try db.integer("PRAGMA main.schema_version")
        if let written = written.withLock({ $0 }), written.rowid == rowid, written.schema == schema { return written }
        let select = try Record.all().annotated(with: SQL("\(identifier: rowid)").forKey("aviaryRowid"))
            .makePreparedRequest(db).statement
        func query(_ condition: String) throws -> Query {
            // GRDB caches prepared statements by their text. When another connection has changed the schema,
            // `SELECT *` must be prepared again. So the text contains the version of the schema; see `learnSchema()`.
            try Query(
                SQL(
                    sql: """
                        /* schema \(schema ?? 0) */ \(select.sql) WHERE \(rowid.quotedDatabaseIdentifier) \(condition)
                        """, arguments: select.arguments), in: db)
        }
        let new = try Written(
            rowid: rowid, schema: schema, rows: query("IN (SELECT value FROM json_each(?))"), row: query("= ?"))
        written.withLock { $0 = new }
        return new
    }
}
