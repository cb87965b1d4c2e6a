#if Postgres
    import GRDB
    import GRDBSQLite

    /// Writes the rows of one step into the replica's file, each row once.
    ///
    /// Rows come in any order, so a unique value may be taken by a row that changes only later in the step. A row that
    /// finds its value taken is set aside, and inserted as soon as that is possible.
    final class ReplicaSink {
        private let db: Database
        private let tables: [ReplicaTable]
        private var asides: [(table: Int, row: [DatabaseValue])] = []
        /// The tables of which rows were put.
        private(set) var touched: Set<Int> = []

        init(_ db: Database, _ tables: [FeedTable]) {
            self.db = db
            self.tables = tables.map { ReplicaTable($0, in: db) }
        }

        // MARK: Rows of the feed

        /// A row as the step leaves it.
        ///
        /// - Parameters:
        ///   - table: The index of the table.
        ///   - values: One for each of the table's columns, in their order.
        ///   - isNew: Whether it probably was not there.
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
                // Out of its table it blocks nobody.
                try target.delete(key: key)
                asides.append((table, target.row(of: values)))
                if asides.count % Self.mostAsides == 0 { _ = try insertAsides() }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                throw ReplicaError.unstorable(table: target.table.name, error.message ?? "")
            }
        }

        /// A row that is gone, by its key. It need not be there.
        func delete(_ table: Int, key: FeedValue) throws { try tables[table].delete(key: key) }

        /// Deletes all rows that the table has so far.
        func truncate(_ table: Int) throws {
            try db.execute(sql: "DELETE FROM main.\(tables[table].table.name.quotedDatabaseIdentifier)")
        }

        // MARK: Rows that wait for others

        /// Few enough for the memory. When there are more, those that can be inserted by now are.
        private static let mostAsides = 1_000

        /// Inserts those whose values are free.
        ///
        /// - Returns: Whether there was one.
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

        /// Called when all rows of the step have come.
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
        /// Whether another row has a value that must be unique.
        fileprivate var isTaken: Bool {
            [.SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY].contains(extendedResultCode)
        }
    }
#endif
