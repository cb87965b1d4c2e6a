public import GRDB

/// A record that a live query can hold: one row of a table.
///
/// The list knows its rows by their rowids. So a record may have any `id`, or none: `Int64`, `Int64?` as GRDB fills it in at
/// an insert, a UUID, text. Where a table has an INTEGER PRIMARY KEY, that is the rowid.
///
/// Its `init(row:)` has to throw on values it cannot take: a row that another program broke is then left out and logged.
/// `Codable` records throw. GRDB's `row["name"]` traps on a NULL and on a missing column, and ends the program;
/// `try row.decode(String.self, forKey: "name")` throws.
///
/// A record that names its columns in `databaseSelection` is told when one of them goes: the list says so by an error, and
/// goes on when the column is back.
public typealias LiveRecord = FetchableRecord & Sendable & TableRecord

/// Which rows of a table a live query holds, in what order, in which sections.
///
///     var request = ListRequest<Photo>(sort: [Column("takenAt").desc])
///     request.sections = .by(SQL("date(takenAt, 'unixepoch')").desc)
///     request.limit = 200
///
/// Rows that are equal in every sort key stand in the order of their rowids.
public struct ListRequest<Record: LiveRecord>: Sendable {
    /// Rows for which it is true; may name any column of the table without a prefix, and other tables in subqueries.
    public var filter: SQLExpression?
    public var sort: [SortKey]
    /// What the items of a section share; `nil` is one section for all.
    public var sections: SectionKey?
    /// How large the items are, for layouts that ask; `nil` says nothing of it.
    public var sizes: SizeKey?
    /// How many rows the list holds at most, none if it is negative; `nil` is all of them.
    ///
    /// With a limit the live query keeps `offset + limit` rows, and some behind them, however many there are. SQLite
    /// finds these without sorting all others when the table has an index on the section and sort keys.
    public var limit: Int?
    /// How many rows are left out between the edge and the first of the list.
    public var offset = 0
    /// From where `limit` and `offset` count.
    public var edge = Edge.start
    /// Other tables beside this one, as they stand behind its name in FROM: `LEFT JOIN author ON author.id = book.author`.
    ///
    /// A row that is joined with several stands once, at the first of its sort positions. With a join all rows are kept,
    /// since it is not known how many a limit wants. A subquery in `filter` or `sort` has no such cost.
    public var joins: SQL?
    /// How changes of other tables lead to rows of this one.
    ///
    /// A request that reads other tables and does not declare them all is read anew after each commit that touches one.
    public var dependencies: [Dependency]

    public enum Edge: Hashable, Sendable {
        /// The first rows: what comes in behind the last of a full list is not shown.
        case start
        /// The last rows, as of a log or a conversation; they stand in the same order.
        case end
    }

    public init(
        filter: (any SQLSpecificExpressible)? = nil, sort: [SortKey] = [], sections: SectionKey? = nil,
        limit: Int? = nil, joins: SQL? = nil, dependencies: [Dependency] = []
    ) {
        self.filter = filter?.sqlExpression
        self.sort = sort
        self.sections = sections
        self.limit = limit
        self.joins = joins
        self.dependencies = dependencies
    }
}

/// A request without its record type: what an index needs to know.
struct RequestDescription: Sendable {
    let table: String
    let filter: SQLExpression?
    let sort: [SortKey]
    let sections: SectionKey?
    let sizes: SizeKey?
    let window: RowWindow?
    let joins: SQL?
    let dependencies: [Dependency]
    /// The statement that reads the records of all rows.
    let record: @Sendable (Database) throws -> Statement

    init<Record>(_ request: ListRequest<Record>) {
        table = Record.databaseTableName
        filter = request.filter
        sort = request.sort
        sections = request.sections
        sizes = request.sizes
        window =
            request.limit == nil && request.offset <= 0
            ? nil
            : RowWindow(
                limit: request.limit.map(RowWindow.bounded), offset: RowWindow.bounded(request.offset),
                isAtEnd: request.edge == .end, keepsAll: request.joins != nil)
        joins = request.joins
        dependencies = request.dependencies
        record = { try Record.all().makePreparedRequest($0).statement }
    }
}
