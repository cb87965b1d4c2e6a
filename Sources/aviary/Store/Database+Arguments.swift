import Foundation
import GRDB

extension Database {
    /// Identifiers for `json_each`: a statement takes some thousands of arguments, but one list of any length.
    func list(of ids: Set<Int64>) -> String { "[\(ids.map(String.init).joined(separator: ","))]" }

    /// Inserts rows, some hundred by one statement: SQLite saves the pages that a statement with triggers changes, so a
    /// statement for each row takes many times as long.
    ///
    /// - Parameters:
    ///   - progress: Called now and then with the number of rows that were inserted since.
    ///   - values: Those of a row, as many as columns.
    /// - Returns: The identifiers of the new rows, in their order.
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
            let arguments = try part.flatMap { try values($0, elements[$0]) }
            // Another program may have put something in the table's place that has no numbers.
            let new = try DatabaseValue.fetchAll(statement, arguments: StatementArguments(arguments))
            ids += new.compactMap(Int64.fromDatabaseValue).sorted()
            progress(part.count)
        }
        return ids
    }

    /// The record with an identifier. GRDB's `fetchOne(_:key:)` traps when the table has no such primary key any more.
    func record<Record: FetchableRecord & TableRecord>(_ type: Record.Type, _ id: Int64) throws -> Record? {
        try Record.filter(Column("id") == id).fetchCursor(self).next()
    }

    /// The time, in milliseconds since 1970.
    var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
