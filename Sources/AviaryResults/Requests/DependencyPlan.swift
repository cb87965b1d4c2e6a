import GRDB

/// How a list follows a dependency: from log entries of the other table to rows of the request's own table.
struct DependencyPlan: Sendable {
    let shape: TableShape
    /// Selects the rows of the request's own table that depend on the rows in `changed`.
    let rows: Query
    let history: History.Covered
    /// `true` when the other table's log has all earlier values of a row.
    var isFollowed: Bool { history.coverage == .columns }
    /// `true` when the record also reads the other table, so that a change there may change the contents of items.
    let isShown: Bool
    /// The columns with old values in the log, including the rowid.
    private let columns: [TableShape.Column]

    init(_ dependency: Dependency, of own: RequestSource, shownRegion: DatabaseRegion, in db: Database) throws {
        let shape = try TableShape(dependency.table, in: db)
        self.shape = shape
        let rowid = TableShape.Column(name: shape.rowid, isGenerated: false, type: "INTEGER")
        columns = (shape.rowidColumn == nil ? [rowid] : []) + shape.columns.filter { !$0.isGenerated }
        rows = try Query("SELECT \(own.rowid) FROM \(own.table) WHERE \(own.rowid) IN (\(dependency.rows))", in: db)
        history = try History.covered(shape, in: db)
        // A record that only counts rows of the other table reads none of their columns. So this asks for a deletion.
        isShown = shownRegion.isModified(byEventsOfKind: .delete(tableName: shape.name))
    }

    /// Returns the rows of the request's own table that depend on changes of the other table after a log sequence.
    ///
    /// - Complexity: O(*k* log *n*) for *k* changes, if the dependency's SELECT finds its rows by an index.
    func touched(_ db: Database, after version: Int64) throws -> Set<Int64> {
        var now = Set<Int64>()
        var before: [[RowValue]] = []
        try LogEntry.forEach(where: "seq > ? AND tbl = ?", [version, shape.name], in: db) { change in
            now.insert(change.row)
            switch change.before {
            case .nothing: break
            case .values(let old):
                let values = (shape.rowidColumn == nil ? [.integer(change.row)] : []) + old
                guard values.count == columns.count else { throw UnreadableLog() }
                before.append(values)
            case .unreadable: throw UnreadableLog()
            }
        }
        var found = Set<Int64>()
        func collect(from changed: SQL) throws {
            let (sql, arguments) = try SQL("WITH changed(\(sql: names)) AS (\(changed)) ").build(db)
            let statement = try db.makeStatement(sql: sql + rows.sql)
            let cursor = try Row.fetchCursor(statement, arguments: arguments + rows.arguments)
            while let row = try cursor.next() { if let id = row.loggedInteger(0) { found.insert(id) } }
        }
        for part in Array(now).parts(of: 200) {
            let list = part.map(String.init).joined(separator: ",")
            try collect(from: "\(select) WHERE \(sql: shape.rowid.quotedDatabaseIdentifier) IN (\(sql: list))")
        }
        for alike in Dictionary(grouping: before, by: textAmongNumbers).values {
            // SQLite accepts 500 SELECTs and 32,766 arguments in one statement, so the rows are split.
            for part in alike.parts(of: max(1, min(200, 30_000 / max(columns.count, 1)))) {
                try collect(from: (["\(select) WHERE 0"] + part.map(Self.select)).joined(separator: " UNION ALL "))
            }
        }
        return found
    }

    private var names: String { columns.map(\.name.quotedDatabaseIdentifier).joined(separator: ", ") }

    /// Selects all present rows. As the first part of a compound SELECT, this SELECT gives the columns the table's
    /// collations and affinities.
    private var select: SQL { SQL(sql: "SELECT \(names) FROM main.\(shape.name.quotedDatabaseIdentifier)") }

    // MARK: Old values

    /// The columns with numeric affinity whose value is text. In a compound SELECT, SQLite would drop such a column's
    /// affinity for all rows.
    private func textAmongNumbers(_ values: [RowValue]) -> [Int] {
        zip(columns, values).enumerated().compactMap { number, column in
            guard column.0.prefersNumbers, case .text = column.1 else { return nil }
            return number
        }
    }

    /// Returns a SELECT of some values. Each value gets a type, because an argument alone has none.
    private static func select(_ values: [RowValue]) -> SQL {
        let expressions = values.map { value -> SQL in
            switch value {
            case .null: "NULL"
            case .integer(let integer): "CAST(\(integer) AS INTEGER)"
            case .real(let bits): "CAST(\(Double(bitPattern: bits)) AS REAL)"
            case .text, .blob([]):
                SQL(sql: value.placeholder, arguments: StatementArguments(value.argument.map { [$0] } ?? []))
            case .blob(let bytes):
                SQL(sql: "x'\(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())'")
            }
        }
        return "SELECT \(expressions.joined(separator: ", "))"
    }
}

/// The log does not have all values of a row, because another program wrote the log. The list is then read anew.
private struct UnreadableLog: Error {}
