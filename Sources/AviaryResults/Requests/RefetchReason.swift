/// The reason why a live query, or a request for aggregates, is read anew after each commit that may change it.
///
/// Reading anew costs O(*n*) for *n* rows. Following row by row costs O(*k* log *n*) for *k* changed rows.
public enum RefetchReason: Hashable, Sendable, CustomStringConvertible {
    /// The rows come from a view, a WITHOUT ROWID table, a virtual table or a query. SQLite does not tell which of
    /// these rows a commit changed.
    case noRowids
    /// The request reads a virtual table, or a table of an attached database.
    case otherDatabases
    /// The filter, the keys or the joins read these tables, and no `Dependency` says which rows of the list they
    /// affect. The request's own table is among them when the request reads other rows of it.
    case undeclaredTables(Set<String>)
    /// The request reads more of a full-text table than which documents match: `rank`, `bm25`, a column, or all documents.
    case searchedColumns(String)
    /// A full-text table keeps no row for each document that tells of its changes: its option `columnsize` is 0. Or a
    /// `Dependency(onSearch:)` names a table that is no full-text table of FTS5.
    case noDocuments(String)
    /// The record's own selection reads other tables, and no `Dependency` names them.
    case undeclaredSelection
    /// The request has dependencies or aggregates, which need history, and these tables have none; see
    /// `History.install`.
    case noHistory(Set<String>)
    /// The request has a `sectionLimit`.
    case sectionLimit
    /// The aggregates are over joined tables, so a row may count several times.
    case joins
    /// The aggregates also depend on these tables, for instance by a search in a full-text table. The request's own table
    /// is among them when the request reads other rows of it. When such a table changes, nothing tells what the rows
    /// counted for before.
    case otherTables(Set<String>)
    /// An aggregate counts different values. When a row loses a value, nothing tells whether another row has it.
    case distinctValues
    /// The aggregates call these functions, whose results may change without a commit. So nothing tells what a row
    /// counted for before it changed.
    case volatileFunctions(Set<String>)
    /// The aggregates need the old values of changed rows, and the history of this table does not give them. The
    /// table has a column or a trigger that is newer than its history, or the request calls a function or a collation
    /// of the program. After a new column or trigger, call `History.install` again.
    case noOldValues(String)

    public var description: String {
        switch self {
        case .noRowids: "its rows have no rowids"
        case .otherDatabases: "it reads a virtual table or another database"
        case .undeclaredTables(let tables): "it reads \(Self.list(tables)) without a dependency"
        case .searchedColumns(let table): "it reads more of \(table) than which documents match"
        case .noDocuments(let table): "\(table) does not tell which of its documents change"
        case .undeclaredSelection: "its record reads other tables without a dependency"
        case .noHistory(let tables): "\(Self.list(tables)) has no history"
        case .sectionLimit: "its sections have a limit"
        case .joins: "its aggregates are over joined tables"
        case .otherTables(let tables): "its aggregates also depend on \(Self.list(tables))"
        case .distinctValues: "it counts different values"
        case .volatileFunctions(let functions): "it calls \(Self.list(functions)), whose results change"
        case .noOldValues(let table): "the history does not tell what a row of \(table) counted for"
        }
    }

    private static func list(_ tables: Set<String>) -> String { tables.sorted().joined(separator: ", ") }
}
