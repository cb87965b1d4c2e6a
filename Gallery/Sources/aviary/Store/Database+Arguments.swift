import Foundation
import GRDB

extension Database {
    /// The identifiers as a JSON array for `json_each`. A statement takes only some thousands of arguments, but a JSON
    /// array may be of any length.
    func list(of ids: Set<Int64>) -> String { "[\(ids.map(String.init).joined(separator: ","))]" }

    /// Inserts rows, 500 with each statement. SQLite journals the changed pages once for each statement that fires
    /// triggers. So one statement for each row would take many times as long.
    ///
    /// - Parameters:
    ///   - progress: Called after each statement with the number of rows that it inserted.
    ///   - values: The values of a row, one for each column.
    /// - Returns: The identifiers of the new rows, in the order of the elements. Those that are no integers are left
    ///   out.
    @discardableResult
    func insert<Element>(
        _ elements: [Element], into table: String, _ columns: [String], progress: (Int) -> Void = { _ in },
        values: (Int, Element) throws -> [DatabaseValue]
    ) throws -> [Int64] {
        let row = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
        var ids: [Int64] = []
        ids.reserveCapacity(elements.count)
        for start in stride(from: 0, to: elements.count, by: 500) {
            let part = start..<min(start + 500, elements.count)
            let statement = try cachedStatement(
                sql: """
                    INSERT INTO \(table)(\(columns.joined(separator: ", ")))
                    VALUES \(part.map { _ in row }.joined(separator: ", ")) RETURNING id
                    """)
            // GRDB takes an array of optionals twice as fast as one of values, which it reads through a key path.
            var arguments: [(any DatabaseValueConvertible)?] = []
            arguments.reserveCapacity(part.count * columns.count)
            for index in part { for value in try values(index, elements[index]) { arguments.append(value) } }
            // The identifiers are read as values of any type, because another program may have replaced the table by
            // one whose `id` is not an integer.
            let new = try DatabaseValue.fetchAll(statement, arguments: StatementArguments(arguments))
            ids += new.compactMap(Int64.fromDatabaseValue).sorted()
            progress(part.count)
        }
        return ids
    }

    /// Reads the record with an identifier; `nil` if there is none. GRDB's `fetchOne(_:key:)` traps if the table has
    /// lost its primary key.
    func record<Record: FetchableRecord & TableRecord>(_ type: Record.Type, _ id: Int64) throws -> Record? {
        try Record.filter(Column("id") == id).fetchCursor(self).next()
    }

    /// The present time, in milliseconds since 1970.
    var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
