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

        /// Whether the database is a replica, readable or not.
        static func isThere(_ db: Database) throws -> Bool { try db.tableExists(table) }

        /// - Returns: `nil` when the database is no replica, or what it says of itself cannot be read.
        static func read(_ db: Database) throws -> ReplicaState? {
            guard try isThere(db) else { return nil }
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

        /// Takes note of a step.
        ///
        /// - Parameter old: The position before it.
        /// - Throws: `FeedError.copyAgain` when the file is at another one: somebody has put another file in its place.
        static func store(_ position: FeedPosition, after old: FeedPosition, in db: Database) throws {
            let update = try db.cachedStatement(sql: "UPDATE main.\(table) SET position = ? WHERE position = ?")
            try update.execute(arguments: [position.rawValue, old.rawValue])
            guard db.changesCount == 1 else { throw FeedError.copyAgain("its file is another one") }
        }
    }
#endif
