import GRDB
import GRDBSQLite

/// Writes the rows of one step into the replica's file, each row once.
///
/// Rows come in any order. So a unique value that a row needs may still belong to a row that changes later in the
/// step. In that case the row is set aside, and inserted as soon as the value is free.
final class ReplicaSink {
    private let db: Database
    private let tables: [ReplicaTable]
    private var asides: [(table: Int, row: [DatabaseValue])] = []
    /// The tables in which rows were written.
    private(set) var touched: Set<Int> = []

    init(_ db: Database, _ tables: [FeedTable]) {
        self.db = db
        self.tables = tables.map { ReplicaTable($0, in: db) }
    }

    // MARK: Rows of the feed

    /// Writes the final state of a row in this step.
    ///
    /// - Parameters:
    ///   - table: The index of the table.
    ///   - values: One value for each of the table's columns, in their order.
    ///   - isNew: `true` when the table probably does not have the row.
    func put(_ table: Int, _ values: [FeedValue], isNew: Bool) throws {
        touched.insert(table)
        let target = tables[table]
        guard values.count == target.forms.count, let key = values.first else {
            throw ReplicaError.malformedRow(table: target.table.name)
        }
        do {
            if isNew {
                do { try target.insert(values) } catch let error as DatabaseError
                    where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY
                {
                    try target.update(values)
                }
            } else if try !target.update(values) {
                try target.insert(values)
            }
        } catch let error as DatabaseError where error.isTaken {
            // The row is deleted until it can be inserted, so that its old values do not block other rows.
            try target.delete(key: key)
            asides.append((table, target.row(of: values)))
            if asides.count % Self.mostAsides == 0 { _ = try insertAsides() }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw ReplicaError.unstorable(table: target.table.name, error.message ?? "")
        }
    }

    /// Deletes a row by its key, if it exists.
    func delete(_ table: Int, key: FeedValue) throws { try tables[table].delete(key: key) }

    /// Deletes all rows that the table has so far.
    func truncate(_ table: Int) throws {
        try db.execute(sql: "DELETE FROM main.\(tables[table].table.name.quotedDatabaseIdentifier)")
    }

    // MARK: Rows that wait for others

    /// When the number of rows set aside reaches a multiple of this limit, all that fit are inserted. This saves
    /// memory.
    private static let mostAsides = 1_000

    /// Inserts the rows that collide with no other row any more.
    ///
    /// - Returns: `true` when at least one row was inserted.
    private func insertAsides() throws -> Bool {
        let before = asides.count
        var left: [(table: Int, row: [DatabaseValue])] = []
        for (table, row) in asides {
            do { try tables[table].insert(row) } catch let error as DatabaseError where error.isTaken {
                left.append((table, row))
            }
        }
        asides = left
        return left.count < before
    }

    /// Inserts the rows that are still set aside. Must be called after all rows of the step.
    ///
    /// - Throws: `ReplicaError.unstorable` when rows of PostgreSQL violate a unique index of the file.
    func finish() throws {
        while let first = asides.first {
            guard try !insertAsides() else { continue }
            throw ReplicaError.unstorable(
                table: tables[first.table].table.name,
                "PostgreSQL has rows that its unique indexes do not allow")
        }
        for table in tables { table.release() }
    }
}

extension DatabaseError {
    /// `true` when another row has the same unique value.
    fileprivate var isTaken: Bool {
        [.SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY].contains(extendedResultCode)
    }
}
