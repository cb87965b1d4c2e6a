public import GRDB

/// A record that a live query can hold: one row of a table.
///
/// The list identifies its rows by their rowids. So a record may have any `id`, or none: `Int64`, `Int64?` as GRDB
/// fills it in at an insert, a UUID, text. Where a table has an INTEGER PRIMARY KEY, that is the rowid. Rows of a view,
/// a WITHOUT ROWID table or a query have no rowid, and are given numbers; see `ListRequest.primaryKey`.
/// `FetchedResults.ids(for:)` and `items(for:)` lead from these identifiers to the `id` of an `Identifiable` record, and
/// back.
///
/// Its `init(row:)` has to throw on values it cannot take: a row that another program broke is then left out and
/// logged. `Codable` records throw. GRDB's `row["name"]` traps on a NULL and on a missing column, and ends the program;
/// `try row.decode(String.self, forColumn: "name")` throws.
///
/// A record that names its columns in `databaseSelection` notices when one of them is dropped: the list reports an
/// error, and goes on when the column is back.
public typealias LiveRecord = FetchableRecord & Sendable & TableRecord

/// The rows of a table that a live query holds, in which order, and in which sections.
///
///     var request = ListRequest<Photo>(sort: [Column("takenAt").desc])
///     request.sections = .by(SQL("date(takenAt, 'unixepoch')").desc)
///     request.limit = 200
///
/// Rows that are equal in every sort key stand in the order of their rowids.
public struct ListRequest<Record: LiveRecord>: Sendable {
    /// The condition that a row has to meet; `nil` for all rows. It may name any column of the table without a prefix,
    /// and other tables in subqueries.
    public var filter: SQLExpression?
    /// The keys by which rows are sorted, the most important first; none is the order of the rowids. With `sections`,
    /// rows are sorted by section before that.
    public var sort: [SortKey]
    /// The value that the items of a section share; `nil` is one section for all rows.
    public var sections: SectionKey?
    /// The sizes of the items, for layouts that ask; `nil` states none.
    public var sizes: SizeKey?
    /// How many rows the list holds at most; `nil` is all of them, and a negative number is 0.
    ///
    /// With a limit the live query keeps `offset + limit` rows, and up to 128 behind them, however many rows the table
    /// has. SQLite finds these without sorting all others when the table has an index on the section and sort keys.
    public var limit: Int?
    /// How many rows each section holds at most, counted from `edge` of the section; `nil` is all of them. A list without
    /// sections ignores it.
    ///
    ///     request.sections = .by(Column("album").asc)
    ///     request.sectionLimit = 3        // the first three photos of each album
    ///
    /// Such a list is read anew after each commit that may concern it; see `RefetchReason`. SQLite counts the rows by a
    /// window function, in O(*n* log *n*) for *n* rows of the table. A `limit` counts the rows that the sections hold.
    /// In a join each position of a row counts. A live list of one section is followed row by row; see `ofSection(_:)`.
    public var sectionLimit: Int?
    /// How many rows are left out between the edge and the first row of the list; a negative number is 0.
    public var offset = 0
    /// The end of the sorted rows from which `limit` and `offset` count, and that of a section from which `sectionLimit`
    /// does.
    public var edge = Edge.start
    /// Other tables beside this one, as SQL that follows its name in FROM:
    /// `LEFT JOIN author ON author.id = book.author`.
    ///
    /// A row that is joined with several others stands once, at the first of its positions. With a join all rows are
    /// kept, since one row can appear several times, and so the limit does not say how many rows are needed. A subquery
    /// in `filter` or `sort` has no such cost.
    public var joins: SQL?
    /// How changes of other tables lead to rows of this one.
    ///
    /// A request that reads other tables and does not declare them all is read anew after each commit that touches one
    /// of them.
    public var dependencies: [Dependency]

    /// The columns that tell the rows of a view or a query apart; `nil` for those that the `schemaSource` of GRDB's
    /// configuration names, or else the column `id`. A table ignores it.
    ///
    /// A row without a rowid is identified by these columns; in a WITHOUT ROWID table by its primary key. Where that is
    /// one integer, it is the item. Any other key, a text, a UUID, several columns, NULL, is given a number below
    /// `Int64.min / 2`, by a hash that is the same in every run. The store keeps the key of each number while a snapshot
    /// holds it, and for some time beyond; `ResultsStatistics.numberedKeys` counts these keys. A number takes about 300
    /// bytes beside the key. Of two rows with the same key the first one is in the list; it is logged. A row whose key has
    /// a text that is no UTF-8, or that has NUL, is in the list and has no element; it is logged.
    public var primaryKey: [String]?
    /// The query in the place of the table.
    private(set) var query: (@Sendable (Database) throws -> PreparedRequest)?

    /// An end of the sorted rows.
    public enum Edge: Hashable, Sendable {
        /// The first rows of the order. A row that sorts behind the last of a full list is not shown.
        case start
        /// The last rows of the order, as of a log or a conversation. They are shown in the same order.
        case end
    }

    /// A request for rows of the record's table. The properties that are not parameters are set afterwards: `sizes`,
    /// `offset`, `edge`, `sectionLimit` and `primaryKey`.
    ///
    /// - Parameters:
    ///   - filter: `nil` for all rows.
    ///   - sort: The most important key first.
    ///   - sections: `nil` for one section.
    ///   - limit: `nil` for all rows.
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

    /// A request for the rows of any query that GRDB can express: groups, associations, window functions, an adapter.
    ///
    ///     struct Genre: Codable, LiveRecord {
    ///         var name: String
    ///         var books: Int
    ///     }
    ///     let genres = ListRequest<Genre>(
    ///         fetching: SQLRequest(sql: "SELECT genre AS name, count(*) AS books FROM book GROUP BY genre"),
    ///         primaryKey: ["name"], sort: [Column("books").desc])
    ///
    /// The query stands in the place of a table, under the name of the record's own one. Filter and keys see its columns;
    /// where two have the same name, SQLite calls the second one `name:1`. Its own order is of no effect. Associations
    /// that GRDB fetches by another statement, those of `including(all:)`, are not fetched.
    ///
    /// The list is read anew after each commit that may concern it; see `RefetchReason`. A row counts as updated when any
    /// of its columns has changed. Its elements are read by the query as well, so an element costs what SQLite needs to find it there.
    ///
    /// - Parameters:
    ///   - query: The query. It is prepared anew when the schema changes.
    ///   - primaryKey: The columns that tell its rows apart, at least one.
    ///   - filter: `nil` for all rows of the query.
    ///   - sort: The most important key first; without one, rows stand in the order of the key columns.
    ///   - sections: `nil` for one section.
    ///   - limit: `nil` for all rows.
    public init(
        fetching query: some FetchRequest<Record>, primaryKey: [String],
        filter: (any SQLSpecificExpressible)? = nil, sort: [SortKey] = [], sections: SectionKey? = nil,
        limit: Int? = nil
    ) {
        self.init(filter: filter, sort: sort, sections: sections, limit: limit)
        self.primaryKey = primaryKey
        self.query = { db in try query.makePreparedRequest(db, forSingleResult: false) }
    }

    /// The request of the rows of one section, as a list without sections: what a page of its own shows.
    ///
    ///     let album = try await FetchedResults(albums.request.ofSection(section), in: store)
    ///
    /// It is followed as any other request: row by row where that can be, whatever its `sectionLimit` was. `limit` and
    /// `offset` are dropped, since they count rows of other sections. A request without sections is returned as it is.
    ///
    /// - Parameter section: A section of a list with this request; it may have no rows at present.
    public func ofSection(_ section: RowsSection) -> ListRequest {
        guard let key = sections?.key.expression else { return self }
        let isInside: SQL = "(\(key)) COLLATE BINARY IS \(section.sql)"
        var request = self
        request.filter = (filter.map { "(\($0)) AND \(isInside)" } ?? isInside).sqlExpression
        (request.sections, request.sectionLimit, request.limit, request.offset) = (nil, nil, nil, 0)
        return request
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
    let sectionLimit: (count: Int, isAtEnd: Bool)?
    let primaryKey: [String]?
    /// In the place of the table; `nil` for the table itself.
    let query: (@Sendable (Database) throws -> PreparedRequest)?
    /// Gives the numbers of rows without rowids.
    let numbers: RowNumbers.Registry
    /// Notes the history of the table.
    let histories: HistoryStarts
    /// What the record reads of a row.
    let selection: [SQL]
    /// The statement that reads the records of all rows.
    let record: @Sendable (Database) throws -> Statement

    init<Record>(_ request: ListRequest<Record>, in store: LiveStore) {
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
        numbers = store.numbers
        histories = store.histories
        selection = Record.databaseSelection.map { SQL("\($0)") }
        if let query {
            record = { try query($0).statement }
        } else {
            record = { try Record.all().makePreparedRequest($0).statement }
        }
    }
}
