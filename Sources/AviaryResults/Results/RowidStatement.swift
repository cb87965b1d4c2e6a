import GRDB
import Synchronization

/// The statement that reads records by their rowids.
///
/// GRDB's query interface takes longer to write the statement than SQLite takes to read some rows. So the statement is
/// written and prepared once for each schema.
final class RowidStatement<Record: LiveRecord>: Sendable {
    private struct Written {
        let rowid: String
        let schema: Int64?
        let query: Query
    }

    private let written = Mutex<Written?>(nil)

    /// Reads the columns of the record, followed by the rowid.
    ///
    /// - Parameter rowid: The name of the rowid column.
    func rows(of items: [Int64], rowid: String, in db: Database) throws -> RowCursor {
        let query = try query(rowid, in: db)
        let list = "[\(items.map(String.init).joined(separator: ","))]"
        return try Row.fetchCursor(db.cachedStatement(sql: query.sql), arguments: query.arguments + [list])
    }

    private func query(_ rowid: String, in db: Database) throws -> Query {
        let schema = try db.integer("PRAGMA main.schema_version")
        if let written = written.withLock({ $0 }), written.rowid == rowid, written.schema == schema {
            return written.query
        }
        let select = try Record.all().annotated(with: SQL("\(identifier: rowid)").forKey("aviaryRowid"))
            .makePreparedRequest(db).statement
        // GRDB caches prepared statements by their text. When another connection has changed the schema, `SELECT *`
        // must be prepared again. So the text contains the version of the schema; see `learnSchema()`.
        let query = try Query(
            SQL(
                sql: """
                    /* schema \(schema ?? 0) */ \(select.sql) \
                    WHERE \(rowid.quotedDatabaseIdentifier) IN (SELECT value FROM json_each(?))
                    """, arguments: select.arguments), in: db)
        written.withLock { $0 = Written(rowid: rowid, schema: schema, query: query) }
        return query
    }
}
