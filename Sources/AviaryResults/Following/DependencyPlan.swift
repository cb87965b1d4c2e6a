import GRDB

/// How a dependency is followed: from the log of the other table to rows of the request's own.
struct DependencyPlan: Sendable {
    struct Key: Hashable, Sendable {
        let table: String
        let rows: Query
    }

    let shape: TableShape
    /// The rows of the request's own table, of what `changed` holds.
    let rows: Query
    /// Whether the other table's log has all there was in a row.
    let isFollowed: Bool
    /// Whether the record reads the other table, too, so that a change there may be one of contents.
    let isShown: Bool

    var key: Key { Key(table: shape.name, rows: rows) }

    init(_ dependency: Dependency, of own: RequestSource, shownRegion: DatabaseRegion, in db: Database) throws {
        shape = try TableShape(dependency.table, in: db)
        rows = try Query("SELECT \(own.rowid) FROM \(own.table) WHERE \(own.rowid) IN (\(dependency.rows))", in: db)
        isFollowed = try History.coverage(of: shape, in: db) == .columns
        isShown = shownRegion.isModified(
            byEventsOfKind: .update(tableName: shape.name, columnNames: Set(shape.columns.map(\.name))))
    }

    /// The rows of the request's own table to which the changes behind a sequence lead.
    ///
    /// - Complexity: O(*k* log *n*) for *k* changes, where the dependency's SELECT finds its rows by an index.
    func touched(_ db: Database, after version: Int64) throws -> Set<Int64> {
        let log = try db.cachedStatement(
            sql: "SELECT row, old FROM \(History.log) WHERE seq > ? AND tbl = ?")
        var found = Set<Int64>()
        var changes: [(row: Int64, old: String?)] = []
        let cursor = try Row.fetchCursor(log, arguments: [version, shape.name])
        while let row = try cursor.next() {
            if let id = row.loggedInteger(0) { changes.append((id, row.loggedText(1))) }
        }
        for start in stride(from: 0, to: changes.count, by: 200) {
            let part = changes[start..<min(start + 200, changes.count)]
            let statement = try db.makeStatement(sql: "WITH changed(\(names)) AS (\(versions(of: part))) \(rows.sql)")
            let cursor = try Row.fetchCursor(statement, arguments: rows.arguments)
            while let row = try cursor.next() {
                if let id = row.loggedInteger(0) { found.insert(id) }
            }
        }
        return found
    }

    /// The columns whose old values the log has, the rowid among them.
    private var columns: [String] {
        (shape.rowidColumn == nil ? [shape.rowid] : []) + shape.columns.filter { !$0.isGenerated }.map(\.name)
    }

    private var names: String { columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ") }

    /// A SELECT of what rows were and what they are.
    private func versions(of changes: ArraySlice<(row: Int64, old: String?)>) -> String {
        let now = """
            SELECT \(names) FROM \(shape.name.quotedDatabaseIdentifier) \
            WHERE \(shape.rowid.quotedDatabaseIdentifier) IN (\(Set(changes.map(\.row)).map(String.init).joined(separator: ",")))
            """
        let before = changes.compactMap { change in
            change.old.map { shape.rowidColumn == nil ? "(\(change.row),\($0))" : "(\($0))" }
        }
        return before.isEmpty ? now : "VALUES \(before.joined(separator: ",")) UNION ALL \(now)"
    }
}
