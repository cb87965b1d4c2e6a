import GRDB

/// Reads a request's columns of rows as they were, from the old values in the log.
///
/// SQLite computes the columns: a database in memory has the same table, and gets the old rows for a moment. So types,
/// collations and generated columns have the same effect as in the file. The program's functions and collations are
/// missing there.
final class FormerRows: Sendable {
    private let database: DatabaseQueue
    private let isUTF8: Bool
    /// Inserts a row. The placeholders for the values are missing.
    private let insertion: String
    /// Inserts a row of bound values.
    private let exactInsertion: String
    private let deletion: String
    private let select: Query
    /// The columns whose values are in the log.
    private let stored: Int
    /// `true` when the rowid is not among these columns.
    private let hasHiddenRowid: Bool

    /// - Returns: `nil` when the request cannot be read in the database in memory.
    /// - Throws: SQLite's error about the file.
    init?(of source: RequestSource, in db: Database) throws {
        let shape = source.shape
        let names = shape.columns.filter { !$0.isGenerated }.map(\.name)
        stored = names.count
        hasHiddenRowid = shape.rowidColumn == nil
        let columns = ((hasHiddenRowid ? [shape.rowid] : []) + names).map(\.quotedDatabaseIdentifier)
        let table = "main.\(shape.name.quotedDatabaseIdentifier)"
        insertion = "INSERT INTO \(table)(\(columns.joined(separator: ", "))) VALUES "
        deletion = "DELETE FROM \(table)"
        let places = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
        exactInsertion = insertion + places
        select = try Query(source.select(), in: db)
        let definition = "SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?"
        let encoding = try String.fetchOne(db, sql: "PRAGMA main.encoding")
        guard let sql = try String.fetchOne(db, sql: definition, arguments: [shape.name]), let encoding else {
            return nil
        }
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        // No statement here is rolled back. So SQLite need not copy pages before it changes them.
        configuration.prepareDatabase {
            try $0.execute(sql: "PRAGMA encoding = '\(encoding)'; PRAGMA journal_mode = OFF")
        }
        guard let database = try? DatabaseQueue(configuration: configuration),
            let _ = try? database.inDatabase({ [select] db in
                try db.makeStatement(sql: sql).execute()
                _ = try db.makeStatement(sql: select.sql)
            })
        else { return nil }
        self.database = database
        isUTF8 = encoding == "UTF-8"
    }

    /// Reads the columns of `RequestSource.select` for rows that satisfy the request's filter.
    ///
    /// - Parameters:
    ///   - rows: Rowids, and the values in the log.
    ///   - body: Called for each row of the SELECT.
    /// - Throws: SQLite's error, also when the values do not fit the table.
    /// - Complexity: O(*k* log *k*) for *k* rows.
    func read(_ rows: [(id: Int64, values: [RowValue])], _ body: (OpaquePointer) -> Void) throws {
        guard !rows.isEmpty else { return }
        // These statements run for each commit. GRDB's own way of running them takes longer than SQLite needs.
        try database.inDatabase { db in
            defer { try? db.cachedStatement(sql: deletion).forEachRow(db) { _ in true } }
            for (id, values) in rows { try insert(hasHiddenRowid ? [.integer(id)] + values : values, db) }
            let statement = try db.cachedStatement(sql: select.sql)
            if !select.arguments.isEmpty { statement.setUncheckedArguments(select.arguments) }
            try statement.forEachRow(db) { handle in
                body(handle)
                return true
            }
        }
    }

    /// Returns whether the log's values of a row belong to the columns of the table.
    func fits(_ values: [RowValue]) -> Bool { values.count == stored }

    private func insert(_ values: [RowValue], _ db: Database) throws {
        let statement: Statement
        if isUTF8 {
            statement = try db.cachedStatement(sql: exactInsertion)
            for (index, value) in values.enumerated() {
                value.bind(to: statement.sqliteStatement, at: Int32(index + 1))
            }
        } else {
            // SQLite would change some texts in UTF-16 that are bound as text.
            let places = "(\(values.map(\.placeholder).joined(separator: ", ")))"
            statement = try db.cachedStatement(sql: insertion + places)
            statement.setUncheckedArguments(StatementArguments(values.compactMap(\.argument)))
        }
        try statement.forEachRow(db) { _ in true }
    }
}
