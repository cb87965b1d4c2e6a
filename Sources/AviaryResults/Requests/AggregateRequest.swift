public import GRDB

/// One value over many rows: a count, a sum, a smallest or largest value, an average.
///
/// Each value is exactly the value of SQLite's function with the same name, and has its type. NULL does not count. The
/// sum, the average, the smallest and the largest value of no rows are NULL.
public struct Aggregate: Sendable {
    let function: AggregateFunction
    /// `nil` for the number of rows.
    let expression: SQLExpression?

    private init(_ function: AggregateFunction, _ expression: (any SQLSpecificExpressible)? = nil) {
        (self.function, self.expression) = (function, expression?.sqlExpression)
    }

    /// How many rows there are: `count(*)`.
    public static let count = Aggregate(.rows)

    /// In how many rows a column or an expression is not NULL.
    public static func count(_ expression: some SQLSpecificExpressible) -> Aggregate { Aggregate(.count, expression) }

    /// How many different values there are. A request with this aggregate is read anew after each commit that may
    /// change it. When a row loses a value, nothing tells whether another row has the same value.
    public static func countDistinct(_ expression: some SQLSpecificExpressible) -> Aggregate {
        Aggregate(.countDistinct, expression)
    }

    /// The sum of a column or an expression. It is followed while all values of the group are integers, and their
    /// absolute values add up to at most 2^53. For other values SQLite reads the rows of the touched group again, because a
    /// floating-point sum drifts when values are added and subtracted. If a sum of integers exceeds `Int64`, SQLite
    /// refuses the whole request with the error “integer overflow”.
    public static func sum(_ expression: some SQLSpecificExpressible) -> Aggregate { Aggregate(.sum, expression) }

    /// The average of a column or an expression. It is followed like a sum.
    public static func average(_ expression: some SQLSpecificExpressible) -> Aggregate {
        Aggregate(.average, expression)
    }

    /// The smallest value. When the smallest value leaves a group, SQLite reads the rows of that group again. It also
    /// does so for each change if the expression has another collation than BINARY.
    public static func min(_ expression: some SQLSpecificExpressible) -> Aggregate { Aggregate(.min, expression) }

    /// The largest value. It is followed like the smallest value.
    public static func max(_ expression: some SQLSpecificExpressible) -> Aggregate { Aggregate(.max, expression) }
}

/// A query for live values over the rows of a table, for all rows together or for each group.
///
///     let mailboxes = AggregateRequest(
///         [.count, .sum(Column("size"))], of: Mail.self, filter: Column("isRead") == false, by: Column("mailbox"))
///
/// The history of the table tells what a changed row was. So a commit that touches *k* rows costs O(*k* log *g*) for
/// *g* groups, whatever the number of rows. `Aggregate` says which values need the rows of a group to be read again.
/// This costs O(log *n* + *m*) for *m* rows of the group if an index begins with the group's column, and otherwise
/// O(*n*) for all *n* rows.
///
/// `FetchedAggregates.refetchReason` says when a request cannot be followed; see `RefetchReason`.
public struct AggregateRequest: Sendable {
    /// The values of each group, in this order.
    public var aggregates: [Aggregate]
    /// The condition for a row; `nil` for all rows. It may name any column of the table without a prefix.
    public var filter: SQLExpression?
    /// The value that the rows of a group share; `nil` for one group with all rows.
    public var group: SQLExpression?
    /// Other tables to join, as SQL that follows the table's name in FROM. A request with joins is read anew after each
    /// commit that may change it.
    public var joins: SQL?
    let table: String
    /// The query that replaces the table, and its key columns; `nil` for the table itself.
    private(set) var query: (@Sendable (Database) throws -> PreparedRequest)?
    private(set) var primaryKey: [String]?

    /// Creates a request for values over rows of a table.
    ///
    /// - Parameters:
    ///   - aggregates: The values of each group, in this order.
    ///   - record: The type that names the table.
    ///   - filter: The condition for a row; `nil` for all rows.
    ///   - group: The value that the rows of a group share. `a` and `A` are two groups, even if the collation ignores
    ///     case; 1 and 1.0 are one. `nil` for one group with all rows.
    public init(
        _ aggregates: [Aggregate], of record: any TableRecord.Type, filter: (any SQLSpecificExpressible)? = nil,
        by group: (any SQLSpecificExpressible)? = nil
    ) {
        self.aggregates = aggregates
        table = record.databaseTableName
        self.filter = filter?.sqlExpression
        self.group = group?.sqlExpression
    }

    /// Creates a request for values of the sections of a list, for instance for their headers.
    ///
    /// The values are over all rows of a section. A limit or an offset of the list has no effect.
    ///
    /// - Parameters:
    ///   - aggregates: The values of each section, in this order.
    ///   - list: The request of the list. Without sections there is one group with all rows.
    public init<Record>(_ aggregates: [Aggregate], ofSectionsIn list: ListRequest<Record>) {
        self.aggregates = aggregates
        table = Record.databaseTableName
        (filter, group) = (list.filter, list.sections?.key.expression)
        (joins, query, primaryKey) = (list.joins, list.query, list.primaryKey)
    }
}

extension RequestDescription {
    /// The description of a list of the same rows: its sections are the groups, and its sort keys are the values.
    init(_ request: AggregateRequest, numbers: RowNumbers.Registry, histories: HistoryStarts) {
        table = request.table
        filter = request.filter
        // In parentheses, a rowid is not taken for the rowid that ends each ORDER BY.
        let values = request.aggregates.compactMap(\.expression).map { SQL("(\($0))") }
        sort = values.map(\.asc)
        let group = request.group
        sections = group.map { .by(SQL("\($0)").asc) }
        sizes = nil
        window = nil
        joins = request.joins
        dependencies = []
        sectionLimit = nil
        primaryKey = request.primaryKey
        query = request.query
        self.numbers = numbers
        self.histories = histories
        selection = []
        aggregates = request.aggregates
        let (table, joins, query) = (request.table, request.joins, request.query)
        let read = (group.map { ["\($0)"] } ?? []) + values
        record = { db in
            let source = try query.map { try RowQuery($0(db), in: db).sql }
            let name = SQL(sql: table.quotedDatabaseIdentifier)
            let rows: SQL = if let source { "\(source) AS \(name)" } else { "main.\(name)" }
            let columns: SQL = read.isEmpty ? "count(*)" : read.joined(separator: ", ")
            let joined: SQL = if let joins { " \(joins)" } else { "" }
            let (sql, arguments) = try SQL("SELECT \(columns) FROM \(rows)\(joined)").build(db)
            let statement = try db.makeStatement(sql: sql)
            try statement.setArguments(arguments)
            return statement
        }
    }
}
