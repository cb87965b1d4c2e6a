#if Postgres
    import Foundation
    import GRDB

    /// What a replica's file says of itself, in the table `aviaryUpstream`, which has one row.
    struct ReplicaState: Sendable {
        /// The moment of PostgreSQL that the rows are of.
        var position: FeedPosition
        /// The tables that were copied.
        var tables: [FeedTable]

        static let table = "aviaryUpstream"

        /// - Returns: `nil` when the database is no replica.
        static func read(_ db: Database) throws -> ReplicaState? {
            guard try db.tableExists(table) else { return nil }
            guard let row = try Row.fetchOne(db, sql: "SELECT position, tables FROM main.\(table)"),
                let position = String.fromDatabaseValue(row[0]), let tables = Data.fromDatabaseValue(row[1]),
                let decoded = try? JSONDecoder().decode([FeedTable].self, from: tables)
            else { return nil }
            return ReplicaState(position: FeedPosition(rawValue: position), tables: decoded)
        }

        /// Creates the table with its row.
        func create(in db: Database) throws {
            let tables = try JSONEncoder().encode(tables)
            try db.execute(
                sql: """
                    CREATE TABLE main.\(Self.table) (
                      id INTEGER PRIMARY KEY CHECK (id = 1), position TEXT NOT NULL, tables BLOB NOT NULL)
                    """)
            try db.execute(
                sql: "INSERT INTO main.\(Self.table) VALUES (1, ?, ?)", arguments: [position.rawValue, tables])
        }

        static func store(_ position: FeedPosition, in db: Database) throws {
            let update = try db.cachedStatement(sql: "UPDATE main.\(table) SET position = ?")
            try update.execute(arguments: [position.rawValue])
        }
    }
#endif
