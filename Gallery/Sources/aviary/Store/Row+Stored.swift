import AviaryText
import GRDB

/// The reason why a row of the store cannot be shown.
enum StoredRowError: Error, Hashable, CustomStringConvertible {
    case missingColumn(String)
    case noIdentifier(String)

    var description: String {
        switch self {
        case .missingColumn(let name): "The row has no column \(name)."
        case .noIdentifier(let value): "The row's id is no number that names it: \(value)."
        }
    }
}

// GRDB's `row["name"]` traps on a missing column, and on NULL. Any program may write the store, so rows are read with
// the following methods.

extension Row {
    /// The value of a column, of any type.
    func stored(_ column: String) throws(StoredRowError) -> DatabaseValue {
        guard let value = self[column] as DatabaseValue? else {
            // The subscript also returns `nil` for NULL.
            if hasColumn(column) { return .null }
            throw .missingColumn(column)
        }
        return value
    }

    /// The value of the column `id`, which must be an integer.
    func storedIdentifier() throws(StoredRowError) -> Int64 {
        let value = try stored("id")
        guard case .int64(let id) = value.storage else { throw .noIdentifier(value.inLog) }
        return id
    }
}

extension DatabaseValue {
    /// The value for the log, short and on one line. So a stored text can neither fill the log nor forge a line.
    var inLog: String { String(description.prefix(200)).onOneLine.shortened(to: 80) }

    /// Selects `id` and other columns of a table. SQLite cuts long values, so that a name of ten megabytes is never
    /// held for a cell.
    static func bounded(_ columns: [String]) -> [any SQLSelectable] {
        [Column("id")]
            + columns.map { column in
                SQL(
                    "iif(typeof(\(identifier: column)) IN ('text', 'blob'), substr(\(identifier: column), 1, 1000), \(identifier: column)) AS \(identifier: column)"
                )
            }
    }

    /// Selects the column `details` of a palette or a color. It is JSON of at most 4,096 bytes, so a longer text is cut
    /// and counts as none.
    static var details: any SQLSelectable {
        SQL("iif(typeof(details) = 'text', substr(details, 1, 4097), NULL) AS details")
    }
}
