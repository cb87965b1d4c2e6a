#if Postgres
    import GRDB
    import GRDBSQLite

    /// Writes the rows of one step into the replica's file.
    ///
    /// Rows come in any order, so a unique value may be taken by a row that changes only later in the step. A row that
    /// finds its value taken is set aside, and inserted as soon as that is possible.
    final class ReplicaSink: FeedSink {
        private let db: Database
        private let tables: [ReplicaTable]
        private var asides: [Int: [Int64: [DatabaseValue]]] = [:]
        private var asideCount = 0
        /// The tables of which rows were put.
        private(set) var touched: Set<Int> = []

        init(_ db: Database, _ tables: [FeedTable]) {
            self.db = db
            self.tables = tables.map { ReplicaTable($0, in: db) }
        }

        // MARK: Rows of the feed

        func put(_ table: Int, _ values: [FeedValue], _ change: FeedRowChange) throws {
            touched.insert(table)
            let target = tables[table]
            guard values.count == target.forms.count else {
                throw ReplicaError.malformedRow(table: target.table.name)
            }
            var key = values[0]
            if case .move(let old) = change { key = old }
            if asideCount > 0, try mergeAside(table, key: key, with: values) { return }
            do {
                switch change {
                case .insert where !values.contains(where: \.isUnchanged):
                    do { try target.insert(values) } catch let error as DatabaseError
                        where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY
                    {
                        try target.update(values, key: key)
                    }
                default:
                    if try target.update(values, key: key) { return }
                    guard !values.contains(where: \.isUnchanged) else {
                        throw FeedError.copyAgain("a row of \(target.table.name) is missing")
                    }
                    try target.insert(values)
                }
            } catch let error as DatabaseError where error.isTaken {
                try setAside(table, key: key, values)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                throw ReplicaError.unstorable(table: target.table.name, error.message ?? "")
            }
        }

        func delete(_ table: Int, key: FeedValue) throws {
            if asideCount > 0, let key = key.integer, asides[table]?.removeValue(forKey: key) != nil {
                asideCount -= 1
                return
            }
            try tables[table].delete(key: key)
        }

        func truncate(_ table: Int) throws {
            asideCount -= asides.removeValue(forKey: table)?.count ?? 0
            try db.execute(sql: "DELETE FROM main.\(tables[table].table.name.quotedDatabaseIdentifier)")
        }

        // MARK: Rows that wait for others

        /// Few enough for the memory. When there are more, those that can be inserted by now are.
        private static let mostAsides = 1_000

        /// Takes the row out of its table, where it blocks nobody, and remembers how it is to be.
        private func setAside(_ table: Int, key: FeedValue, _ values: [FeedValue]) throws {
            let target = tables[table]
            var row: [DatabaseValue]?
            if values.contains(where: \.isUnchanged) {
                guard let found = try target.fetch(key: key) else {
                    throw FeedError.copyAgain("a row of \(target.table.name) is missing")
                }
                row = found
            }
            let merged = target.merged(row, values)
            guard let identifier = Int64.fromDatabaseValue(merged[0]) else {
                throw ReplicaError.malformedRow(table: target.table.name)
            }
            try target.delete(key: key)
            asides[table, default: [:]][identifier] = merged
            asideCount += 1
            if asideCount % Self.mostAsides == 0 { _ = try insertAsides() }
        }

        /// - Returns: Whether the row is one that was set aside. Then it has the new values.
        private func mergeAside(_ table: Int, key: FeedValue, with values: [FeedValue]) throws -> Bool {
            guard let key = key.integer, let row = asides[table]?.removeValue(forKey: key) else { return false }
            let merged = tables[table].merged(row, values)
            guard let identifier = Int64.fromDatabaseValue(merged[0]) else {
                throw ReplicaError.malformedRow(table: tables[table].table.name)
            }
            asides[table, default: [:]][identifier] = merged
            return true
        }

        /// Inserts those whose values are free.
        ///
        /// - Returns: Whether there was one.
        private func insertAsides() throws -> Bool {
            var hasInserted = false
            for (table, rows) in asides {
                for (key, row) in rows {
                    do { try tables[table].insert(row) } catch let error as DatabaseError where error.isTaken {
                        continue
                    }
                    asides[table]?.removeValue(forKey: key)
                    asideCount -= 1
                    hasInserted = true
                }
            }
            return hasInserted
        }

        /// Called when all rows of the step have come.
        func finish() throws {
            while asideCount > 0 {
                guard try !insertAsides() else { continue }
                let table = asides.first { !$0.value.isEmpty }.map { tables[$0.key].table.name } ?? ""
                throw ReplicaError.unstorable(table: table, "PostgreSQL has rows that its unique indexes do not allow")
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

    extension FeedValue {
        var isUnchanged: Bool { if case .unchanged = self { true } else { false } }

        /// The value of a key.
        var integer: Int64? { if case .text(let text) = self { ReplicaForm.integer(text) } else { nil } }
    }
#endif
