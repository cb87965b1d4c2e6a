/// The reason why a live query is read anew after each commit that may change it.
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
    /// The record's own selection reads other tables, and no `Dependency` names them.
    case undeclaredSelection
    /// The request has dependencies, which need history, and these tables have none; see `History.install`.
    case noHistory(Set<String>)
    /// The request has a `sectionLimit`.
    case sectionLimit

    public var description: String {
        switch self {
        case .noRowids: "its rows have no rowids"
        case .otherDatabases: "it reads a virtual table or another database"
        case .undeclaredTables(let tables): "it reads \(Self.list(tables)) without a dependency"
        case .undeclaredSelection: "its record reads other tables without a dependency"
        case .noHistory(let tables): "\(Self.list(tables)) has no history"
        case .sectionLimit: "its sections have a limit"
        }
    }

    private static func list(_ tables: Set<String>) -> String { tables.sorted().joined(separator: ", ") }
}
