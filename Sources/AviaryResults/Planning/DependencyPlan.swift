import GRDB

/// How a dependency is followed: from the log of the other table to rows of the request's own.
struct DependencyPlan: Sendable {
    let shape: TableShape
    /// The rows of the request's own table, of what `changed` holds.
    let rows: Query
    let history: History.Covered
    /// Whether the other table's log has all there was in a row.
    var isFollowed: Bool { history.coverage == .columns }
    /// Whether the record reads the other table, too, so that a change there may be one of contents.
    let isShown: Bool
    /// The columns whose old values the log has, the rowid among them.
    private let columns: [TableShape.Column]

    init(_ dependency: Dependency, of own: RequestSource, shownRegion: DatabaseRegion, in db: Database) throws {
        let shape = try TableShape(dependency.table, in: db)
        self.shape = shape
        let rowid = TableShape.Column(name: shape.rowid, isGenerated: false, type: "INTEGER")
        columns = (shape.rowidColumn == nil ? [rowid] : []) + shape.columns.filter { !$0.isGenerated }
        rows = try Query("SELECT \(own.rowid) FROM \(own.table) WHERE \(own.rowid) IN (\(dependency.rows))", in: db)
        history = try History.covered(shape, in: db)
        // A record that counts the rows reads no column of them.
        isShown = shownRegion.isModified(byEventsOfKind: .delete(tableName: shape.name))
    }

    /// The rows of the request's own table to which the changes behind a sequence lead.
    ///
    /// - Complexity: O(*k* log *n*) for *k* changes, where the dependency's SELECT finds its rows by an index.
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
            // SQLite takes 500 SELECTs, and 32,766 arguments.
            for part in alike.parts(of: max(1, min(200, 30_000 / max(columns.count, 1)))) {
                try collect(from: (["\(select) WHERE 0"] + part.map(Self.select)).joined(separator: " UNION ALL "))
            }
        }
        return found
    }

    private var names: String { columns.map(\.name.quotedDatabaseIdentifier).joined(separator: ", ") }

    /// All rows as they are now. Where it stands first in a compound SELECT, the columns have the table's collations and
    /// affinities.
    private var select: SQL { SQL(sql: "SELECT \(names) FROM main.\(shape.name.quotedDatabaseIdentifier)") }

    // MARK: Old values

    /// The columns that prefer numbers and hold text. SQLite drops such a column's affinity in a compound SELECT, for all
    /// its rows.
    private func textAmongNumbers(_ values: [RowValue]) -> [Int] {
        zip(columns, values).enumerated().compactMap { number, column in
            guard column.0.prefersNumbers, case .text = column.1 else { return nil }
            return number
        }
    }

    /// A SELECT of some values. Each says its type, which an argument alone would leave open.
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

/// The log does not say what was in a row, since another program wrote it. The list is then read anew.
private struct UnreadableLog: Error {}
