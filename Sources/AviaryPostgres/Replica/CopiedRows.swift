import GRDB
import GRDBSQLite

/// Inserts the lines of COPY's text format into a table. It calls SQLite without GRDB, because a file that is still
/// being made has no observers.
final class CopiedRows {
    private let table: FeedTable
    private let forms: [ReplicaForm]
    private let connection: OpaquePointer?
    private let statement: OpaquePointer

    init(_ table: FeedTable, in db: Database) throws {
        self.table = table
        forms = table.columns.map { ReplicaForm(type: $0.type) }
        let names = table.columns.map { $0.name.quotedDatabaseIdentifier }.joined(separator: ", ")
        let values = table.columns.map { _ in "?" }.joined(separator: ", ")
        let sql = "INSERT INTO main.\(table.name.quotedDatabaseIdentifier) (\(names)) VALUES (\(values))"
        connection = db.sqliteConnection
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw ReplicaError.unstorable(table: table.name, Self.message(of: connection))
        }
        self.statement = statement
    }

    deinit { sqlite3_finalize(statement) }

    /// Inserts one row.
    ///
    /// - Parameter line: A line with or without a line feed. Escape sequences are replaced in place.
    /// - Throws: `ReplicaError`, or `DatabaseError` when the disk is full or failing.
    func insert(_ line: UnsafeMutableBufferPointer<UInt8>) throws {
        let end = line.last == 10 ? line.count - 1 : line.count
        var start = 0
        for column in forms.indices {
            guard start <= end else { throw ReplicaError.malformedRow(table: table.name) }
            let value = Self.unescape(line, from: start, before: end)
            let index = Int32(column + 1)
            if value.isNull {
                sqlite3_bind_null(statement, index)
            } else {
                let text = UnsafeBufferPointer(rebasing: line[start..<value.end])
                forms[column].bind(text, to: index, of: statement)
            }
            start = value.next
        }
        guard start == end + 1 else { throw ReplicaError.malformedRow(table: table.name) }
        let result = sqlite3_step(statement)
        sqlite3_reset(statement)
        guard result == SQLITE_DONE else {
            // If the disk is full or failing, the row itself is fine.
            if [SQLITE_FULL, SQLITE_IOERR].contains(result & 0xff) {
                throw DatabaseError(resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)))
            }
            throw ReplicaError.unstorable(table: table.name, Self.message(of: connection))
        }
    }

    /// Replaces the escape sequences of one value.
    ///
    /// - Returns: The new end of the value, and the start of the next one. After the last value, the start is one
    ///   position beyond the end of the line.
    private static func unescape(
        _ line: UnsafeMutableBufferPointer<UInt8>, from start: Int, before end: Int
    ) -> (isNull: Bool, end: Int, next: Int) {
        var (from, to) = (start, start)
        var isNull = false
        while from < end, line[from] != 9 {
            if line[from] == UInt8(ascii: "\\"), from + 1 < end {
                from += 1
                switch line[from] {
                case UInt8(ascii: "N"):
                    isNull = to == start
                    line[to] = line[from]
                case UInt8(ascii: "n"): line[to] = 10
                case UInt8(ascii: "t"): line[to] = 9
                case UInt8(ascii: "r"): line[to] = 13
                case UInt8(ascii: "b"): line[to] = 8
                case UInt8(ascii: "f"): line[to] = 12
                case UInt8(ascii: "v"): line[to] = 11
                default: line[to] = line[from]
                }
            } else if from != to {
                line[to] = line[from]
            }
            from += 1
            to += 1
        }
        return (isNull && to == start + 1, to, from + 1)
    }

    private static func message(of connection: OpaquePointer?) -> String {
        sqlite3_errmsg(connection).map { String(cString: $0) } ?? "unknown"
    }
}
