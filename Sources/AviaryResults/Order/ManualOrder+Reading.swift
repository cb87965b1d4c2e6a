import GRDB

extension ManualOrder {
    /// A row of the table, and its position.
    struct Neighbour {
        var id: Int64
        var position: DatabaseValue

        /// NaN when the position is not a number, so that there is no room beside the row.
        var number: Double { Double.fromDatabaseValue(position) ?? .nan }
    }

    /// The rows on both sides of a target, and the bounds for new positions between them.
    struct Neighbours {
        var group: DatabaseValue
        var before: Neighbour?
        var behind: Neighbour?
        var low: Double
        var high: Double
    }

    func neighbours(of target: Target, in db: Database) throws -> Neighbours {
        switch target {
        case .first(let group):
            // Values that are not numbers come before or after all numbers. They are left out, and so are infinities.
            let first = try rows(1, of: group, "\(name) > -9e307 AND \(name) < 9e307", [], isForward: true, in: db)
                .first
            let high = min(first?.number ?? .infinity, origin())
            return Neighbours(group: group, before: nil, behind: first, low: -.infinity, high: high)
        case .last(let group):
            let last = try rows(1, of: group, "\(name) > -9e307 AND \(name) < 9e307", [], isForward: false, in: db)
                .first
            let low = max(last?.number ?? -.infinity, origin())
            return Neighbours(group: group, before: last, behind: nil, low: low, high: .infinity)
        case .before(let id):
            let (group, own) = try row(id, in: db)
            let before = try rows(1, before: own, of: group, in: db).first
            return Neighbours(
                group: group, before: before, behind: own, low: before?.number ?? -.infinity, high: own.number)
        case .behind(let id):
            let (group, own) = try row(id, in: db)
            let behind = try rows(1, behind: own, of: group, in: db).first
            return Neighbours(
                group: group, before: own, behind: behind, low: own.number, high: behind?.number ?? .infinity)
        }
    }

    private func row(_ id: Int64, in db: Database) throws -> (group: DatabaseValue, row: Neighbour) {
        let statement = try db.cachedStatement(
            sql: "SELECT \(groupName), \(name) FROM \(tableName) WHERE rowid = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else {
            throw RecordError.recordNotFound(databaseTableName: table, key: ["rowid": id.databaseValue])
        }
        return (row[0], Neighbour(id: id, position: row[1]))
    }

    /// The nearest rows after a row, in their order.
    func rows(_ count: Int, behind row: Neighbour, of group: DatabaseValue, in db: Database) throws -> [Neighbour] {
        // NULL comes before all other values, and `>` is never true for it. So rows with NULL need conditions of their
        // own.
        guard row.position.isNull else {
            let later = "(\(name), rowid) > (?, ?)"
            return try rows(count, of: group, later, [row.position, row.id.databaseValue], isForward: true, in: db)
        }
        let nulls = try rows(
            count, of: group, "\(name) IS NULL AND rowid > ?", [row.id.databaseValue], isForward: true, in: db)
        if nulls.count == count { return nulls }
        return try nulls + rows(count - nulls.count, of: group, "\(name) IS NOT NULL", [], isForward: true, in: db)
    }

    /// The nearest rows before a row, nearest first.
    func rows(_ count: Int, before row: Neighbour, of group: DatabaseValue, in db: Database) throws -> [Neighbour] {
        if row.position.isNull {
            return try rows(
                count, of: group, "\(name) IS NULL AND rowid < ?", [row.id.databaseValue], isForward: false, in: db)
        }
        let earlier = "(\(name), rowid) < (?, ?)"
        let found = try rows(count, of: group, earlier, [row.position, row.id.databaseValue], isForward: false, in: db)
        if found.count == count { return found }
        return try found + rows(count - found.count, of: group, "\(name) IS NULL", [], isForward: false, in: db)
    }

    private func rows(
        _ count: Int, of group: DatabaseValue, _ condition: String, _ arguments: [DatabaseValue], isForward: Bool,
        in db: Database
    ) throws -> [Neighbour] {
        let direction = isForward ? "ASC" : "DESC"
        let statement = try db.cachedStatement(
            sql: """
                SELECT rowid, \(name) FROM \(tableName) WHERE \(isOfGroup) AND \(condition)
                ORDER BY \(name) \(direction), rowid \(direction) LIMIT ?
                """)
        let all = groupArguments(group) + arguments + [count.databaseValue]
        return try Row.fetchAll(statement, arguments: StatementArguments(all)).map { row in
            // Another program may have replaced the table by a view. Some builds of SQLite give the rows of a view the
            // rowid NULL.
            guard let id = Int64.fromDatabaseValue(row[0]) else {
                throw DatabaseError(message: "\(table) is not a table with rowids")
            }
            return Neighbour(id: id, position: row[1])
        }
    }

    // MARK: SQL

    var tableName: String { table.quotedDatabaseIdentifier }
    var name: String { position.quotedDatabaseIdentifier }
    private var groupName: String { group?.quotedDatabaseIdentifier ?? "NULL" }
    var isOfGroup: String { group.map { "\($0.quotedDatabaseIdentifier) IS ?" } ?? "1" }
    func groupArguments(_ value: DatabaseValue) -> [DatabaseValue] { group == nil ? [] : [value] }
}
