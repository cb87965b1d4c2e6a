public import GRDB

/// A record that a live query can hold: one row of a table, known by its rowid.
///
/// Its `init(row:)` should throw on values it cannot take, as `Codable` records do, not trap: a row that another program
/// broke is then left out and logged.
public typealias LiveRecord = FetchableRecord & Identifiable<Int64> & Sendable & TableRecord

/// Which rows of a table a live query holds, and in what order.
///
/// Rows that are equal in every sort key stand in the order of their rowids.
///
/// A file that also imports GRDB, whose `FetchRequest` is another thing, says `FetchedResults<Record>.Request`.
public struct FetchRequest<Record: LiveRecord>: Sendable {
    public var filter: SQLExpression?
    public var sort: [SortKey]

    /// - Parameter filter: Rows for which it is true; may name any column of the table without a prefix.
    public init(filter: (any SQLSpecificExpressible)? = nil, sort: [SortKey] = []) {
        self.filter = filter?.sqlExpression
        self.sort = sort
    }
}

/// A request without its record type: what an index needs to know.
struct RequestDescription: Sendable {
    let table: String
    let filter: SQLExpression?
    let sort: [SortKey]
    /// What the record reads of the database.
    let shownRegion: @Sendable (Database) throws -> DatabaseRegion

    init<Record>(_ request: FetchRequest<Record>) {
        table = Record.databaseTableName
        filter = request.filter
        sort = request.sort
        shownRegion = { try Record.all().databaseRegion($0) }
    }
}
