#if Postgres
    import AviaryResults
    import Foundation
    import GRDB
    import GRDBSQLite

    /// The statements that write the rows of one table, during one step. Values are bound where the feed has them.
    final class ReplicaTable {
        let table: FeedTable
        let forms: [ReplicaForm]
        private let db: Database
        private var inserting: Statement?
        private var updating: Statement?
        private var deleting: Statement?

        init(_ table: FeedTable, in db: Database) {
            self.table = table
            self.db = db
            forms = table.columns.map { ReplicaForm(type: $0.type) }
        }

        private var name: String { "main.\(table.name.quotedDatabaseIdentifier)" }
        private var columns: [String] { table.columns.map { $0.name.quotedDatabaseIdentifier } }
        private var insertion: String {
            "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
        }

        /// A statement whose values are bound past GRDB.
        private func prepared(_ sql: String) throws -> Statement {
            let statement = try db.cachedStatement(sql: sql)
            statement.setUncheckedArguments(StatementArguments())
            return statement
        }

        /// SQLite repeats an error when the statement is reset, which GRDB does not expect later.
        private func run(_ statement: Statement) throws {
            do { try statement.execute() } catch {
                sqlite3_reset(statement.sqliteStatement)
                throw error
            }
        }

        private func bind(_ value: FeedValue, _ form: ReplicaForm, to index: Int, of statement: Statement) {
            let handle = statement.sqliteStatement
            switch value {
            case .text(let text): form.bind(text, to: Int32(index), of: handle)
            case .null, .unchanged: sqlite3_bind_null(handle, Int32(index))
            }
        }

        /// - Throws: SQLite's error, also when there is such a row.
        func insert(_ values: [FeedValue]) throws {
            let statement = try inserting ?? prepared(insertion)
            inserting = statement
            sqlite3_reset(statement.sqliteStatement)
            for index in values.indices { bind(values[index], forms[index], to: index + 1, of: statement) }
            try run(statement)
        }

        /// Inserts a row that was read from the file.
        func insert(_ values: [DatabaseValue]) throws {
            try db.execute(sql: insertion, arguments: StatementArguments(values))
        }

        /// Sets the columns that were sent.
        ///
        /// - Returns: Whether there is a row with this key.
        @discardableResult
        func update(_ values: [FeedValue], key: FeedValue) throws -> Bool {
            let isPartial = values.contains(where: \.isUnchanged)
            let sent = values.indices.filter { !values[$0].isUnchanged }
            let statement: Statement
            if !isPartial, let updating {
                statement = updating
            } else {
                let columns = columns
                let set = sent.map { "\(columns[$0]) = ?" }.joined(separator: ", ")
                statement = try prepared("UPDATE \(name) SET \(set) WHERE \(columns[0]) = ?")
                if !isPartial { updating = statement }
            }
            sqlite3_reset(statement.sqliteStatement)
            for (place, index) in sent.enumerated() { bind(values[index], forms[index], to: place + 1, of: statement) }
            bind(key, forms[0], to: sent.count + 1, of: statement)
            try run(statement)
            return db.changesCount > 0
        }

        func delete(key: FeedValue) throws {
            let statement = try deleting ?? prepared("DELETE FROM \(name) WHERE \(columns[0]) = ?")
            deleting = statement
            sqlite3_reset(statement.sqliteStatement)
            bind(key, forms[0], to: 1, of: statement)
            try run(statement)
        }

        /// A row as it is in the file.
        func fetch(key: FeedValue) throws -> [DatabaseValue]? {
            guard let key = key.integer else { return nil }
            let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(name) WHERE \(columns[0]) = ?"
            return try Row.fetchOne(db, sql: sql, arguments: [key]).map { Array($0.databaseValues) }
        }

        /// The values of a row after a change; those that were not sent are the row's own.
        func merged(_ row: [DatabaseValue]?, _ values: [FeedValue]) -> [DatabaseValue] {
            values.indices.map { index in
                switch values[index] {
                case .null: .null
                case .unchanged: row?[index] ?? .null
                case .text(let text):
                    switch forms[index].value(of: text) {
                    case .null: .null
                    case .integer(let integer): integer.databaseValue
                    case .real(let bits): Double(bitPattern: bits).databaseValue
                    case .text(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
                    case .blob(let bytes): Data(bytes).databaseValue
                    }
                }
            }
        }

        /// Forgets the feed's memory, which statements point to.
        func release() {
            for statement in [inserting, updating, deleting] {
                if let statement { statement.setUncheckedArguments(StatementArguments()) }
            }
        }
    }
#endif
