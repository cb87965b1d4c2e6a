import Foundation
import GRDB

/// Reads and writes the rows of a table with history, byte by byte.
///
/// A writer of one transaction: it holds statements, and a schema does not change under it.
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

    /// Called when triggers were switched on or off. GRDB asks a statement once, when it is made, which tables it changes,
    /// those that its triggers change among them.
    func forgetStatements() { statements = [:] }

    private func statement(_ sql: String) throws -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try db.makeStatement(sql: sql)
        statements[sql] = statement
        return statement
    }

    // MARK: Reading

    /// The values of a row as it is now; `nil` when it is not there.
    func content(of row: Int64) throws -> [RowValue]? { try contents(of: [row])[row] }

    /// The values of those rows that are there.
    func contents(of rows: [Int64]) throws -> [Int64: [RowValue]] {
        let names = columns.map(\.quotedDatabaseIdentifier)
        let values = names.map { "CASE typeof(\($0)) WHEN 'text' THEN CAST(\($0) AS BLOB) ELSE \($0) END" }
        // Which of the blobs are texts: as blobs they are read byte by byte.
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

    /// Makes a row what it should be, and writes no column that is so already.
    ///
    /// - Parameters:
    ///   - now: The row as it is, all its columns.
    ///   - wanted: The values of the first columns. Those behind keep what they have, or get their defaults.
    /// - Returns: Whether it was written, or was so already: a trigger may pass over it in silence.
    /// - Throws: What SQLite says; then the row is as it was.
    func write(_ row: Int64, now: [RowValue]?, wanted: [RowValue]?) throws -> Bool {
        // The statement's own OR ABORT overrides what a constraint of the schema would do, REPLACE for one.
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
    /// - Returns: Whether each was deleted by it.
    func delete(_ rows: [Int64]) throws -> Bool {
        let placeholders = rows.map { _ in "?" }.joined(separator: ", ")
        try execute("DELETE FROM \(table) WHERE \(rowid) IN (\(placeholders))", rows.map(\.databaseValue))
        return db.changesCount == rows.count
    }

    /// Brings rows back by one statement. Their values have the same placeholders.
    ///
    /// - Returns: Whether each was inserted by it.
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

    /// Writes some columns of rows by one statement. Their values have the same placeholders.
    ///
    /// - Parameter indices: Which columns.
    /// - Returns: Whether each row was written by it.
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

    /// Writes a row while triggers are switched off, and its entry in the log, too.
    ///
    /// - Returns: Whether that changed this row alone: foreign keys may act on others still.
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
