import AviaryText
import GRDB

/// Why a row of the store is not shown.
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

// GRDB's `row["name"]` traps on a missing column and on a NULL. Any program may write the store: rows are read by these.

extension Row {
    /// The value of a column, whatever its type.
    func stored(_ column: String) throws(StoredRowError) -> DatabaseValue {
        guard let value = self[column] as DatabaseValue? else {
            // NULL reads as `nil`, too.
            if hasColumn(column) { return .null }
            throw .missingColumn(column)
        }
        return value
    }

    /// The value of the column `id`, which names the row.
    func storedIdentifier() throws(StoredRowError) -> Int64 {
        let value = try stored("id")
        guard case .int64(let id) = value.storage else { throw .noIdentifier(value.inLog) }
        return id
    }
}

extension DatabaseValue {
    /// Short and on one line, so that a value from outside neither fills the log nor forges a line of it.
    var inLog: String { String(description.prefix(200)).onOneLine.shortened(to: 80) }

    /// The columns of a table, each read whole only if it is short: ten megabytes in a name are not held for a cell.
    static func bounded(_ columns: [String]) -> [any SQLSelectable] {
        [Column("id")]
            + columns.map { column in
                SQL(
                    "iif(typeof(\(identifier: column)) IN ('text', 'blob'), substr(\(identifier: column), 1, 1000), \(identifier: column)) AS \(identifier: column)"
                )
            }
    }
}
