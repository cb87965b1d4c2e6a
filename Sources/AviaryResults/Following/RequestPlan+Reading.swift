import AviarySnapshots
import GRDB
import GRDBSQLite
import Logging

/// The rows that some commits touched, as they are now.
struct TouchedRows {
    /// The first sequence that the log still holds, and the last it ever gave; absent before the first change.
    var bounds: (first: Int64, last: Int64)?
    /// Each touched row once: its changed columns, and its key when it belongs to the list.
    var rows: [Int64: (columns: ColumnSet, key: RowKey?)] = [:]
}

extension RequestPlan {
    /// Reads all rows, in order.
    ///
    /// A view may hold an identifier twice: the first stands, the others are logged.
    ///
    /// - Complexity: O(*n*), beyond SQLite's own sorting.
    func load(_ db: Database, version: Int64, logger: Logger) throws -> RowsSnapshot {
        let statement = try db.cachedStatement(sql: loadSQL)
        let cursor = try Row.fetchCursor(statement, arguments: arguments)
        let handle = statement.sqliteStatement
        var entries: [Entry] = []
        var fullKeys: [Int64: FullKey] = [:]
        var seen = Set<Int64>()
        var duplicates: [Int64] = []
        while try cursor.next() != nil {
            let id = sqlite3_column_int64(handle, 0)
            if shape.kind != .table, !seen.insert(id).inserted {
                duplicates.append(id)
                continue
            }
            // Where SQLite's order cannot be told from the keys, the place itself is the key.
            let key =
                following == .refetch
                ? RowKey(prefix: UInt64(entries.count), full: nil) : sortKey(in: handle, from: 1)
            entries.append(Entry(prefix: key.prefix, id: id))
            if let full = key.full { fullKeys[id] = full }
        }
        if !duplicates.isEmpty {
            logger.warning(
                "Identifiers are not unique", metadata: ["table": "\(shape.name)", "rows": "\(duplicates.prefix(20))"])
        }
        return RowsSnapshot(
            entries: entries, fullKeys: fullKeys, isDescending: orders.first?.isDescending ?? false, version: version)
    }

    /// Reads the rows that the log names after a sequence, in one statement.
    func touched(_ db: Database, after version: Int64) throws -> TouchedRows {
        try touched(db, [version])
    }

    /// Reads some rows, in one statement.
    func touched(_ db: Database, rows: Set<Int64>) throws -> TouchedRows {
        try touched(db, ["[\(rows.map(String.init).joined(separator: ","))]"])
    }

    private func touched(_ db: Database, _ first: StatementArguments) throws -> TouchedRows {
        let statement = try db.cachedStatement(sql: touchedSQL)
        let cursor = try Row.fetchCursor(statement, arguments: first + arguments)
        let handle = statement.sqliteStatement
        var result = TouchedRows()
        while try cursor.next() != nil {
            if sqlite3_column_type(handle, 1) != SQLITE_NULL {
                let last = sqlite3_column_int64(handle, 1)
                let isEmpty = sqlite3_column_type(handle, 0) == SQLITE_NULL
                result.bounds = (isEmpty ? last + 1 : sqlite3_column_int64(handle, 0), last)
            }
            guard sqlite3_column_type(handle, 2) != SQLITE_NULL else { continue }
            let id = sqlite3_column_int64(handle, 2)
            let bits = UInt64(bitPattern: sqlite3_column_int64(handle, 3))
            let columns = knowsColumns || bits == .max ? ColumnSet(rawValue: bits) : .all
            if result.rows[id] == nil {
                let key = sqlite3_column_int(handle, 4) == 1 ? sortKey(in: handle, from: 5) : nil
                result.rows[id] = (columns, key)
            } else {
                result.rows[id]?.columns.formUnion(columns)
            }
        }
        return result
    }

    private func sortKey(in handle: OpaquePointer, from column: Int32) -> RowKey {
        if orders.count == 1 { return RowKey(CollectionOfOne(sortValue(in: handle, column)), orders: orders) }
        return RowKey((0..<Int32(orders.count)).lazy.map { sortValue(in: handle, column + $0) }, orders: orders)
    }

    /// The value is valid until the statement steps.
    private func sortValue(in handle: OpaquePointer, _ column: Int32) -> SortValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT: .text(bytes(in: handle, column))
        case SQLITE_BLOB: .blob(bytes(in: handle, column))
        default: .null
        }
    }

    private func bytes(in handle: OpaquePointer, _ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column)))
    }
}
