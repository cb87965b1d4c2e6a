import Foundation
import GRDB

/// The position and tables of a replica's file, from the only row of its table `aviaryUpstream`.
struct ReplicaState: Sendable {
    /// The position of the rows in PostgreSQL's history.
    var position: FeedPosition
    /// The tables that were copied.
    var tables: [FeedTable]

    static let table = "aviaryUpstream"

    /// Returns whether the database has the table of a replica, even if its content cannot be read.
    static func isThere(_ db: Database) throws -> Bool { try db.tableExists(table) }

    /// - Returns: `nil` when the database is not a replica, or its state cannot be read.
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

    /// Stores the position of a step.
    ///
    /// - Parameter old: The position before the step.
    /// - Throws: `FeedError.copyAgain` when the file has another position, because the file was replaced.
    static func store(_ position: FeedPosition, after old: FeedPosition, in db: Database) throws {
        let update = try db.cachedStatement(sql: "UPDATE main.\(table) SET position = ? WHERE position = ?")
        try update.execute(arguments: [position.rawValue, old.rawValue])
        guard db.changesCount == 1 else { throw FeedError.copyAgain("its file is another one") }
    }
}
