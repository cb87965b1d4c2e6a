import GRDB

/// Finds the items whose rows have one of the given values in a column.
struct ItemFinder: Sendable {
    private let shape: TableShape
    private let numbers: RowNumbers?
    private let query: (@Sendable (Database) throws -> PreparedRequest)?

    init(_ index: RowsIndex) {
        let plan = index.plan
        (shape, numbers, query) = (plan.shape, plan.numbers, index.request.query)
    }

    /// - Parameters:
    ///   - values: Values other than NULL.
    ///   - column: The column; `nil` for the primary key.
    /// - Returns: The items in no order. If the column is the rowid, the rows are not looked up, so some may not exist.
    /// - Throws: `ResultsError.noPrimaryKey` when the primary key is not one column, or SQLite's error.
    func items(for values: [DatabaseValue], in column: String?, in store: LiveStore) async throws -> [Int64] {
        guard !values.isEmpty else { return [] }
        if let rowid = shape.rowidColumn, column == nil || column?.lowercased() == rowid.lowercased() {
            return values.compactMap { Int64.fromDatabaseValue($0) }
        }
        return try await store.read { db in
            guard let column = try column ?? primaryKey(in: db) else {
                throw ResultsError.noPrimaryKey(table: shape.name)
            }
            let find = { try values.parts(of: 500).flatMap { try items(for: $0, in: column, db) } }
            return try numbers?.reading(find) ?? find()
        }
    }

    private func primaryKey(in db: Database) throws -> String? {
        if !shape.key.isEmpty { return shape.key.count == 1 ? shape.key[0] : nil }
        let columns = try String.fetchAll(
            db, sql: "SELECT name FROM pragma_table_info(?, 'main') WHERE pk > 0", arguments: [shape.name])
        return columns.count == 1 ? columns[0] : nil
    }

    private func items(for values: ArraySlice<DatabaseValue>, in column: String, _ db: Database) throws -> [Int64] {
        let table =
            try query.map { try "\(RowQuery($0(db), in: db).sql) AS \(identifier: shape.name)" }
            ?? SQL("main.\(identifier: shape.name)")
        let identity = shape.key.isEmpty ? [shape.rowid] : shape.key
        let columns = identity.map { SQL("\(identifier: $0)") }.joined(separator: ", ")
        let list = values.map { SQL("\($0)") }.joined(separator: ", ")
        // The column is written with the table's name, so that an unknown column is an error. SQLite would treat an
        // unknown quoted name without a table as a string.
        let select = try Query(
            "SELECT \(columns) FROM \(table) WHERE \(identifier: shape.name).\(identifier: column) IN (\(list))", in: db
        )
        return try Row.fetchAll(db.makeStatement(sql: select.sql), arguments: select.arguments).compactMap { row in
            if let numbers { return numbers.number(of: row.databaseValues.map(\.self)) }
            return Int64.fromDatabaseValue(row[0])
        }
    }
}
