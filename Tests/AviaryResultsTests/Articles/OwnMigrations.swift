import AviaryResults
import Foundation
import Testing

/// The code of the article.
struct OwnMigrations {
    struct Player: Codable, LiveRecord {
        var id: Int64
        var name: String
        var score: Double
    }

    private func makeMigrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("players and teams") { db in
            try db.create(table: "player") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("name", .text).notNull()
                table.column("score", .integer).notNull()
            }
            try db.create(table: "team") { $0.autoIncrementedPrimaryKey("id") }
            try db.execute(sql: "INSERT INTO player VALUES (5, 'Ada', 3)")
        }
        migrator.registerMigration("history") { db in
            for table in ["player", "team"] { try History.install(on: table, in: db) }
        }
        migrator.registerMigration("photos") { db in
            try db.alter(table: "player") { $0.add(column: "photo", .text) }
            try History.install(on: "player", in: db)
        }
        migrator.registerMigration("no photos") { db in
            try History.uninstall(from: "player", in: db)
            try db.alter(table: "player") { $0.drop(column: "photo") }
            try History.install(on: "player", in: db)
        }
        migrator.registerMigration("scores are numbers") { db in
            try db.create(table: "newPlayer") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("name", .text).notNull()
                table.column("score", .double).notNull()
            }
            try db.execute(sql: "INSERT INTO newPlayer SELECT id, name, score FROM player")
            try db.drop(table: "player")
            try db.rename(table: "newPlayer", to: "player")
            try History.install(on: "player", in: db)
        }
        return migrator
    }

    /// After each migration, a list of the table is followed row by row, also for the commits of another program.
    @Test(arguments: ["history", "photos", "no photos", "scores are numbers"])
    func listsFollowAfterEachMigration(last: String) async throws {
        let test = try TestStore(schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY)")
        defer { test.remove() }
        try makeMigrator().migrate(test.database, upTo: last)
        let players = try await FetchedResults<Player>(.init(sort: [Column("score").desc]), in: test.store)
        try await test.openOutside().write { try $0.execute(sql: "INSERT INTO player(name, score) VALUES ('Bo', 9)") }
        try await test.store.catchUp()
        #expect(players.snapshot.allItems == [6, 5])
        #expect(players.statistics.refetched == 0 && players.refetchReason == nil)
    }

    /// A list that lives while the app migrates reports one changeset, and is followed afterwards.
    @Test func aListLivesThroughAllMigrations() async throws {
        let test = try TestStore(schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY)")
        defer { test.remove() }
        try makeMigrator().migrate(test.database, upTo: "history")
        let players = try await FetchedResults<Player>(.init(sort: [Column("score").desc]), in: test.store)
        try makeMigrator().migrate(test.database)
        try await test.execute("UPDATE player SET score = 0.5; INSERT INTO player(name, score) VALUES ('Bo', 0.75)")
        #expect(players.snapshot.allItems == [6, 5])
        #expect(players.error == nil)
    }

    /// The trap that the article names.
    @Test func eachHistoryHasTriggersOfItsOwn() throws {
        let database = try DatabaseQueue()
        try makeMigrator().migrate(database, upTo: "players and teams")
        #expect(try database.read(makeMigrator().hasSchemaChanges) == false)
        try makeMigrator().migrate(database)
        #expect(try database.read(makeMigrator().hasSchemaChanges))
    }
}
