/// Why a live query cannot be followed, or a table not watched.
public enum ResultsError: Error, CustomStringConvertible {
    case noSuchTable(String)
    /// History names rows by their rowid: views, virtual tables and WITHOUT ROWID tables have none that lasts.
    case noHistory(table: String)
    case unreadable(table: String, underlying: any Error)
    case closed
    /// What is to be taken back is not in the history's log any more.
    case tooLongAgo(String)

    public var description: String {
        switch self {
        case .noSuchTable(let table): "The database has no table or view named \(table)."
        case .noHistory(let table): "History cannot be kept of \(table): it is not a table with rowids."
        case .unreadable(let table, let underlying): "The rows of \(table) cannot be read: \(underlying)."
        case .closed: "The store was closed."
        case .tooLongAgo(let name): "“\(name)” was too long ago to take back; nothing was changed."
        }
    }
}
