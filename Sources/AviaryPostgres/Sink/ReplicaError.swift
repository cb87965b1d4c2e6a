/// The reason why there is no replica. `description` is a sentence for a person.
public enum ReplicaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The store at this path is not a copy of a PostgreSQL database. It was not touched.
    case notAReplica(String)
    /// Another process follows PostgreSQL with the file at this path.
    case inUse(String)
    /// A file at this path cannot be made; the second text is the reason.
    case unwritable(String, String)
    /// A row, or a value, cannot be stored in this table; the second text is the reason.
    case unstorable(table: String, String)
    /// PostgreSQL sent a row of this table with another number of columns.
    case malformedRow(table: String)

    public var description: String {
        switch self {
        case .notAReplica(let path):
            "The store \(path) is no copy of a PostgreSQL database. It was not touched; choose another directory."
        case .inUse(let path): "Another process follows PostgreSQL with the file \(path)."
        case .unwritable(let path, let reason): "The file \(path) cannot be made: \(reason)."
        case .unstorable(let table, let reason):
            "A row of \(table) in PostgreSQL does not fit into this program's table: \(reason)."
        case .malformedRow(let table): "PostgreSQL sent a row of \(table) that cannot be read."
        }
    }
}
