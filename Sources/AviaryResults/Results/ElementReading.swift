import GRDB

/// Reads the rows of items, by rowid. Rows without a rowid are read by their keys.
///
/// The columns that identify a row come after the record's own columns. So the record's columns keep their positions.
struct ElementReading: Sendable {
    private let rowid: String
    private let numbers: RowNumbers?
    private let table: String
    private let query: (@Sendable (Database) throws -> PreparedRequest)?
    /// The filter and the order of the list; `nil` for a table and for a request with joins. In a view or a query,
    /// several rows may have one key. Then the item is the first of these rows in the list.
    private let list: (filter: SQL, order: SQL)?

    init(_ request: RequestDescription, _ plan: RequestPlan) {
        rowid = plan.shape.rowid
        numbers = plan.numbers
        table = plan.shape.name
        query = request.query
        let mayRepeat = [.view, .query].contains(plan.shape.kind) && request.joins == nil
        list = mayRepeat ? (plan.source.condition ?? "1", plan.source.orderOfElements) : nil
    }

    /// Returns the items whose rows no statement can find; see `RowNumbers.finds(_:)`.
    func lost(_ items: [Int64]) -> [Int64] { numbers.map { numbers in items.filter { !numbers.finds($0) } } ?? [] }

    /// Reads the rows of some items.
    ///
    /// - Parameters:
    ///   - statement: Reads rows by rowid.
    ///   - body: Called with each item whose row was found, and with the row as the record reads it.
    /// - Complexity: O(*k* log *n*) for *k* of *n* rows when SQLite finds their keys by an index, as it always does in
    ///   a table. Otherwise O(*n*).
    func forEachRow<Record: LiveRecord>(
        of items: [Int64], by statement: RowidStatement<Record>, in db: Database, _ body: (Int64, Row) throws -> Void
    ) throws {
        guard let numbers else {
            let rows = try statement.rows(of: items, rowid: rowid, in: db)
            while let row = try rows.next() {
                guard let id = Int64.fromDatabaseValue(row[row.count - 1]) else { continue }
                try body(id, row)
            }
            return
        }
        try numbers.reading { try forEachRow(Record.self, of: items, by: numbers, in: db, body) }
    }

    private func forEachRow<Record: LiveRecord>(
        _ record: Record.Type, of items: [Int64], by numbers: RowNumbers, in db: Database,
        _ body: (Int64, Row) throws -> Void
    ) throws {
        var missing = Set(items)
        // The first round reads rows of the list, if `list` is not `nil`. The second round has no filter, because a
        // requested row may be outside of the list.
        for list in list.map({ [$0, nil] }) ?? [nil] where !missing.isEmpty {
            for condition in Self.conditions(for: numbers.keys(of: Array(missing)), in: numbers.columns) {
                let rows = try rows(record, where: condition, in: list, identifiedBy: numbers.columns, db)
                while let row = try rows.next() {
                    let values = row.unadapted
                    let first = values.count - numbers.columns.count
                    let key = numbers.columns.indices.map { values[first + $0] as DatabaseValue }
                    // A collation may make other keys match, and a view may have a key twice. So only the first row of
                    // each requested key counts.
                    let id = numbers.number(of: key)
                    if missing.remove(id) != nil { try body(id, row) }
                }
            }
        }
    }

    private func rows<Record: LiveRecord>(
        _ record: Record.Type, where condition: SQL, in list: (filter: SQL, order: SQL)?,
        identifiedBy columns: [String], _ db: Database
    ) throws -> RowCursor {
        let condition = list.map { "\($0.filter) AND (\(condition))" } ?? condition
        guard let query else {
            let key = columns.enumerated().map { SQL("\(identifier: $1)").forKey("aviaryKey\($0)") }
            let request = Record.filter(literal: condition).annotated(with: key)
            return try Row.fetchCursor(db, list.map { request.order(literal: $0.order) } ?? request)
        }
        let order: SQL = if let list { " ORDER BY \(list.order)" } else { "" }
        let source = try RowQuery(query(db), in: db)
        let key = columns.map { SQL("\(identifier: $0)") }.joined(separator: ", ")
        let select = try Query(
            """
            SELECT \(source.selection), \(key) FROM \(source.sql) AS \(identifier: table) WHERE \(condition)\(order)
            """, in: db)
        return try Row.fetchCursor(
            db.makeStatement(sql: select.sql), arguments: select.arguments, adapter: source.adapter)
    }

    /// Returns conditions for rows with one of these keys. Keys with NULL are compared one by one, because NULL equals
    /// nothing.
    private static func conditions(for keys: [[DatabaseValue]], in columns: [String]) -> [SQL] {
        let names = columns.map { SQL("\(identifier: $0)") }
        let list = names.joined(separator: ", ")
        let full = keys.filter { !$0.contains(.null) }
        let conditions = full.parts(of: max(1, 10_000 / max(columns.count, 1))).map { part -> SQL in
            let rows = part.map { SQL("(\($0.map { SQL("\($0)") }.joined(separator: ", ")))") }.joined(separator: ", ")
            // For `IN (SELECT …)` SQLite uses an index on several columns, but not for `IN (VALUES …)`.
            return "(\(list)) IN (SELECT * FROM (VALUES \(rows)))"
        }
        let rest = keys.filter { $0.contains(.null) }.parts(of: 200).map { part -> SQL in
            part.map { key in
                "(\(zip(names, key).map { SQL("\($0) IS \($1)") }.joined(separator: " AND ")))"
            }.joined(separator: " OR ")
        }
        return conditions + rest
    }
}
