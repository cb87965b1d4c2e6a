import Foundation
import GRDB

/// Reads and writes the rows of a table with history, byte by byte.
///
/// An instance serves one transaction: it holds prepared statements, and the schema does not change meanwhile.
final class TableRows {
    let shape: TableShape
    let columns: [String]
    private let db: Database
    private let isUTF8: Bool
    private var statements: [String: Statement] = [:]

    private var table: String { "main.\(shape.name.quotedDatabaseIdentifier)" }
    private var rowid: String { shape.rowid.quotedDatabaseIdentifier }

    init(_ name: String, in db: Database) throws {
        self.db = db
        shape = try TableShape(name, in: db)
        columns = shape.columns.filter { !$0.isGenerated }.map(\.name)
        isUTF8 = try History.isUTF8(db)
    }

    /// Forgets the statements. Must be called when triggers were switched on or off. GRDB finds out which tables a
    /// statement and its triggers change, but only once, when it makes the statement.
    func forgetStatements() { statements = [:] }

    private func statement(_ sql: String) throws -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try db.makeStatement(sql: sql)
        statements[sql] = statement
        return statement
    }

    // MARK: Reading

    /// Returns the present values of a row; `nil` when the row does not exist.
    func content(of row: Int64) throws -> [RowValue]? { try contents(of: [row])[row] }

    /// Returns the values of those rows that exist, by rowid.
    func contents(of rows: [Int64]) throws -> [Int64: [RowValue]] {
        let names = columns.map(\.quotedDatabaseIdentifier)
        let values = names.map { "CASE typeof(\($0)) WHEN 'text' THEN CAST(\($0) AS BLOB) ELSE \($0) END" }
        // Texts are read as blobs, byte by byte. This column says which blobs are texts.
        let texts = History.joined(names.map { "(typeof(\($0)) = 'text')" }, by: " || ")
        let statement = try statement(
            """
            SELECT \(rowid), '' || \(texts), \(values.joined(separator: ", ")) FROM \(table)
            WHERE \(rowid) IN (SELECT value FROM json_each(?))
            """)
        let found = try Row.fetchCursor(
            statement, arguments: [rows.json])
        var contents: [Int64: [RowValue]] = [:]
        while let row = try found.next() {
            let isText = (row[1] as String).utf8.map { $0 == UInt8(ascii: "1") }
            contents[row[0]] = zip(columns.indices, isText).map { RowValue(row[$0 + 2], isText: $1) }
        }
        return contents
    }

    // MARK: Writing

    /// Gives a row its wanted content, and writes only the columns that differ.
    ///
    /// - Parameters:
    ///   - now: The row's present content, all columns.
    ///   - wanted: The values of the first columns. Later columns keep their values, or get their defaults.
    /// - Returns: `true` when the row has the content now. A trigger may skip the write silently.
    /// - Throws: SQLite's error. The row is unchanged then.
    func write(_ row: Int64, now: [RowValue]?, wanted: [RowValue]?) throws -> Bool {
        // OR ABORT in the statement overrides a conflict clause of the schema, such as REPLACE.
        switch (now, wanted) {
        case (nil, nil): return true
        case (_?, nil): return try delete([row])
        case (nil, let wanted?): return try insert([(row, wanted)])
        case (let now?, let wanted?):
            let indices = wanted.indices.filter { now[$0] != wanted[$0] }
            guard !indices.isEmpty else { return true }
            let settings = indices.map { "\(columns[$0].quotedDatabaseIdentifier) = \(wanted[$0].placeholder)" }
            try execute(
                "UPDATE OR ABORT \(table) SET \(settings.joined(separator: ", ")) WHERE \(rowid) = ?",
                indices.compactMap { wanted[$0].argument } + [row.databaseValue])
        }
        return db.changesCount == 1
    }

    /// Deletes rows by one statement.
    ///
    /// - Returns: `true` when the statement has deleted each of them.
    func delete(_ rows: [Int64]) throws -> Bool {
        let placeholders = rows.map { _ in "?" }.joined(separator: ", ")
        try execute("DELETE FROM \(table) WHERE \(rowid) IN (\(placeholders))", rows.map(\.databaseValue))
        return db.changesCount == rows.count
    }

    /// Inserts rows by one statement. All rows must have the same placeholders.
    ///
    /// - Returns: `true` when the statement has inserted each of them.
    func insert(_ rows: [(id: Int64, values: [RowValue])]) throws -> Bool {
        guard let first = rows.first else { return true }
        let hasID = shape.rowidColumn == nil
        let names = (hasID ? [rowid] : []) + columns.prefix(first.values.count).map(\.quotedDatabaseIdentifier)
        let placeholders = ((hasID ? ["?"] : []) + first.values.map(\.placeholder)).joined(separator: ", ")
        let all = rows.map { _ in "(\(placeholders))" }.joined(separator: ", ")
        try execute(
            "INSERT OR ABORT INTO \(table) (\(names.joined(separator: ", "))) VALUES \(all)",
            rows.flatMap { id, values in (hasID ? [id.databaseValue] : []) + values.compactMap(\.argument) })
        return db.changesCount == rows.count
    }

    /// Updates some columns of rows by one statement. All rows must have the same placeholders.
    ///
    /// - Parameter indices: The indices of the columns.
    /// - Returns: `true` when the statement has updated each row.
    func update(_ rows: [(id: Int64, values: [RowValue])], indices: [Int]) throws -> Bool {
        guard let first = rows.first, !indices.isEmpty else { return true }
        let settings = indices.enumerated().map { number, index in
            "\(columns[index].quotedDatabaseIdentifier) = aviaryNew.column\(number + 2)"
        }
        let values = (["?"] + indices.map { first.values[$0].placeholder }).joined(separator: ", ")
        let all = rows.map { _ in "(\(values))" }.joined(separator: ", ")
        try execute(
            """
            UPDATE OR ABORT \(table) SET \(settings.joined(separator: ", ")) FROM (VALUES \(all)) AS aviaryNew \
            WHERE \(shape.name.quotedDatabaseIdentifier).\(rowid) = aviaryNew.column1
            """,
            rows.flatMap { id, values in [id.databaseValue] + indices.compactMap { values[$0].argument } })
        return db.changesCount == rows.count
    }

    /// Writes a row and its log entry, while triggers are switched off.
    ///
    /// - Returns: `true` when only this row was changed. Foreign keys stay active and may change others.
    func writeSilently(_ row: Int64, now: [RowValue]?, wanted: [RowValue]?) throws -> Bool {
        let operation = now == nil ? "insert" : wanted == nil ? "delete" : "update"
        if now == nil {
            try execute(
                "INSERT INTO main.\(History.log)(tbl, row, op, columns) VALUES (?, ?, 'insert', -1)",
                [shape.name.databaseValue, row.databaseValue])
        } else {
            try execute(
                """
                INSERT INTO main.\(History.log)(tbl, row, op, columns, old) \
                SELECT ?, ?, ?, -1, \(History.values(of: shape, row: nil, isUTF8: isUTF8)) FROM \(table) WHERE \(rowid) = ?
                """,
                [shape.name.databaseValue, row.databaseValue, operation.databaseValue, row.databaseValue])
        }
        let entry = db.lastInsertedRowID
        for (index, value) in (now ?? []).enumerated() where value == .real(-0.0) {
            try execute(
                "INSERT OR REPLACE INTO main.\(History.zeroLog)(seq, place, value) VALUES (?, ?, -0.0)",
                [entry.databaseValue, index.databaseValue])
        }
        let changes = db.totalChangesCount
        return try write(row, now: now, wanted: wanted) && db.totalChangesCount - changes == 1
    }

    private func execute(_ sql: String, _ arguments: [DatabaseValue]) throws {
        try statement(sql).execute(arguments: StatementArguments(arguments))
    }
}
