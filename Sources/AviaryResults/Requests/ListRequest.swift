public import GRDB

/// A record that a live query can hold: one row of a table, a view or a query.
///
/// The list identifies its rows by their rowids. So a record may have an `id` of any type, or none. Examples are a
/// UUID, a text, `Int64`, or an `Int64?` that GRDB sets at the insert. If a table has an INTEGER PRIMARY KEY, that is
/// the rowid. Rows of a view, a WITHOUT ROWID table or a query have no rowid, and get numbers; see
/// `ListRequest.primaryKey`. `FetchedResults.ids(for:)` and `items(for:)` convert between the list's identifiers and
/// the `id` of an `Identifiable` record.
///
/// `init(row:)` must throw when a row has a value that the record cannot hold. Another program may have written such a
/// row. Then the record is left out and the error is logged. `Codable` records throw. GRDB's `row["name"]` traps on a
/// NULL and on a missing column, and ends the program; `try row.decode(String.self, forColumn: "name")` throws.
///
/// A record that names its columns in `databaseSelection` notices a dropped column: the list reports an error, and
/// continues when the column is back.
public typealias LiveRecord = FetchableRecord & Sendable & TableRecord

/// A query for a live list: a table's rows, their order and their sections.
///
///     var request = ListRequest<Photo>(sort: [Column("takenAt").desc])
///     request.sections = .by(SQL("date(takenAt, 'unixepoch')").desc)
///     request.limit = 200
///
/// Rows with equal sort keys are ordered by their rowids, or by their primary keys if they have no rowid.
public struct ListRequest<Record: LiveRecord>: Sendable {
    /// The condition for a row; `nil` for all rows. It may name any column of the table without a prefix. Subqueries
    /// may read other tables.
    public var filter: SQLExpression?
    /// The sort keys, the most important first. Without any, rows are ordered by rowid. With `sections`, rows are first
    /// sorted by section.
    public var sort: [SortKey]
    /// The value that the items of a section share; `nil` puts all rows into one section.
    public var sections: SectionKey?
    /// The sizes of the items, for layouts that need them; `nil` for none.
    public var sizes: SizeKey?
    /// How many rows the list has at most; `nil` for all rows. A negative number counts as 0.
    ///
    /// With a limit the live query keeps `offset + limit` rows, and up to 128 rows beyond them, regardless of the
    /// table's size. If the table has an index on the section key and the sort keys, SQLite finds these rows without
    /// sorting all others.
    public var limit: Int?
    /// How many rows each section has at most, counted from `edge` of the section; `nil` for all rows. A list without
    /// sections ignores this limit.
    ///
    ///     request.sections = .by(Column("album").asc)
    ///     request.sectionLimit = 3        // the first three photos of each album
    ///
    /// Such a list is read anew after each commit that may change it; see `RefetchReason`. SQLite numbers the rows with
    /// a window function, in O(*n* log *n*) for *n* rows of the table. `limit` counts only rows within the sections'
    /// limit. If a join gives a row several positions, each of them counts. To follow one section row by row, use
    /// `ofSection(_:)`.
    public var sectionLimit: Int?
    /// How many rows are skipped between `edge` and the first row of the list. A negative number counts as 0.
    public var offset = 0
    /// The end of the sorted rows from which `limit` and `offset` count. `sectionLimit` counts from the same end of
    /// each section.
    public var edge = Edge.start
    /// Other tables to join, as SQL that follows the table's name in FROM: `LEFT JOIN author ON author.id =
    /// book.author`.
    ///
    /// A row that is joined with several others appears once in the list, at its first position. With a join the live
    /// query keeps all rows, even if there is a limit. The reason is that the join itself can have a row several times,
    /// so the limit does not tell how many rows to read. A subquery in `filter` or `sort` has no such cost.
    public var joins: SQL?
    /// Declares how changes of other tables affect rows of this request.
    ///
    /// A request that reads other tables without declaring all of them is read anew after each commit that touches one
    /// of them.
    public var dependencies: [Dependency]

    /// The columns that identify a row of a view or a query. `nil` for the columns that the `schemaSource` of GRDB's
    /// configuration names, or else the column `id`. A request for a table ignores this property.
    ///
    /// A row without a rowid is identified by these columns, or in a WITHOUT ROWID table by its primary key. If this
    /// key is one integer, and not below `Int64.min / 2`, the integer is the item. Any other key, such as a text, a
    /// UUID, several columns or NULL, gets a number below `Int64.min / 2`. The number comes from a hash that is the
    /// same in every run. The store keeps the key of a number while a snapshot has the row, and for some time longer.
    /// `ResultsStatistics.numberedKeys` counts these keys. A number takes about 300 bytes besides the key.
    ///
    /// If several rows have the same key, the list has only the first of them, and this is logged. A row with invalid
    /// UTF-8 or NUL in its key is in the list, but has no element. This is logged as well.
    public var primaryKey: [String]?
    /// The query that replaces the table; `nil` for the table itself.
    private(set) var query: (@Sendable (Database) throws -> PreparedRequest)?

    /// An end of the sorted rows.
    public enum Edge: Hashable, Sendable {
        /// The list has the first rows of the order. Rows beyond the limit are left out.
        case start
        /// The list has the last rows of the order, for a log or a conversation. The order stays the same.
        case end
    }

    /// Creates a request for rows of the record's table. Set the other properties afterwards: `sizes`, `offset`,
    /// `edge`, `sectionLimit` and `primaryKey`.
    ///
    /// - Parameters:
    ///   - filter: The condition for a row; `nil` for all rows.
    ///   - sort: The sort keys, the most important first.
    ///   - sections: The key of the sections; `nil` for one section.
    ///   - limit: How many rows the list has at most; `nil` for all rows.
    ///   - joins: SQL that follows the table's name in FROM.
    ///   - dependencies: The other tables that the request reads.
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

    /// Creates a request for the rows of any GRDB query. The query may have groups, associations, window functions or
    /// an adapter.
    ///
    ///     struct Genre: Codable, LiveRecord {
    ///         var name: String
    ///         var books: Int
    ///     }
    ///     let genres = ListRequest<Genre>(
    ///         fetching: SQLRequest(sql: "SELECT genre AS name, count(*) AS books FROM book GROUP BY genre"),
    ///         primaryKey: ["name"], sort: [Column("books").desc])
    ///
    /// The query takes the place of a table, under the name of the record's table. The filter and the keys can name its
    /// columns. If two columns have the same name, SQLite calls the second one `name:1`. An ORDER BY of the query does
    /// not determine the order of the list. Associations that GRDB fetches by another statement, as `including(all:)`
    /// does, are not fetched.
    ///
    /// The list is read anew after each commit that may change it; see `RefetchReason`. A row counts as updated when
    /// any column of the query has changed. Elements are read through the query as well. So an element costs as much as
    /// SQLite needs to find its row in the query.
    ///
    /// - Parameters:
    ///   - query: The query. It is prepared again when the schema changes.
    ///   - primaryKey: The columns that identify the query's rows, at least one.
    ///   - filter: The condition for a row; `nil` for all rows of the query.
    ///   - sort: The sort keys, the most important first. Without any, rows are ordered by the key columns.
    ///   - sections: The key of the sections; `nil` for one section.
    ///   - limit: How many rows the list has at most; `nil` for all rows.
    public init(
        fetching query: some FetchRequest<Record>, primaryKey: [String],
        filter: (any SQLSpecificExpressible)? = nil, sort: [SortKey] = [], sections: SectionKey? = nil,
        limit: Int? = nil
    ) {
        self.init(filter: filter, sort: sort, sections: sections, limit: limit)
        self.primaryKey = primaryKey
        self.query = { db in try query.makePreparedRequest(db, forSingleResult: false) }
    }

    /// Returns a request for the rows of one section, as a list without sections, for instance for a separate page.
    ///
    ///     let album = try await FetchedResults(albums.request.ofSection(section), in: store)
    ///
    /// The returned request is followed like any other: row by row if possible, even if this request has a
    /// `sectionLimit`. `limit` and `offset` are dropped, because they also count rows of other sections. A request
    /// without sections is returned unchanged.
    ///
    /// - Parameter section: A section of a list with this request. It may have no rows at present.
    public func ofSection(_ section: RowsSection) -> ListRequest {
        guard let key = sections?.key.expression else { return self }
        let isInside: SQL = "(\(key)) COLLATE BINARY IS \(section.sql)"
        var request = self
        request.filter = (filter.map { "(\($0)) AND \(isInside)" } ?? isInside).sqlExpression
        (request.sections, request.sectionLimit, request.limit, request.offset) = (nil, nil, nil, 0)
        return request
    }
}

/// A request without its record type. An index does not depend on that type.
struct RequestDescription: Sendable {
    let table: String
    let filter: SQLExpression?
    let sort: [SortKey]
    let sections: SectionKey?
    let sizes: SizeKey?
    let window: RowWindow?
    let joins: SQL?
    let dependencies: [Dependency]
    let sectionLimit: (count: Int, isAtEnd: Bool)?
    let primaryKey: [String]?
    /// The query that replaces the table; `nil` for the table itself.
    let query: (@Sendable (Database) throws -> PreparedRequest)?
    /// The registry of numbers for rows without rowids.
    let numbers: RowNumbers.Registry
    /// Notes when the history of each table began.
    let histories: HistoryStarts
    /// The columns that the record reads.
    let selection: [SQL]
    /// The values of a request for aggregates, which has no rows; `nil` for a list.
    let aggregates: [Aggregate]?
    /// The statement that reads the records of all rows.
    let record: @Sendable (Database) throws -> Statement

    init<Record>(_ request: ListRequest<Record>, numbers: RowNumbers.Registry, histories: HistoryStarts) {
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
        sectionLimit = request.sectionLimit.map { (RowWindow.bounded($0), request.edge == .end) }
        primaryKey = request.primaryKey
        query = request.query
        self.numbers = numbers
        self.histories = histories
        selection = Record.databaseSelection.map { SQL("\($0)") }
        aggregates = nil
        if let query {
            record = { try query($0).statement }
        } else {
            record = { try Record.all().makePreparedRequest($0).statement }
        }
    }
}
