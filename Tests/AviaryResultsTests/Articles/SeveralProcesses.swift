import AviaryResults
import Foundation
import Testing

/// The code of the article. The other process is the `sqlite3` shell, or a connection of its own.
struct SeveralProcesses {
    struct Player: Codable, LiveRecord {
        var id: Int64
        var name: String
    }

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aviary-\(UUID().uuidString)")

    private var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("players", creating: "player") { $0.column("name", .text).notNull() }
        return migrator
    }

    @Test func eachFollowsTheOthers() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/players.sqlite"
        let shared = try StoreFile(path, migrator: migrator).open()
        let seen = try await FetchedResults<Player>(.init(sort: [Column("name").asc]), in: shared)
        try await write(to: path)
        try await shared.catchUp()
        #expect(seen.snapshot.allItems == [2, 1])
        #expect(seen.statistics.refetched == 0)
        shared.close()
    }

    private func write(to path: String) async throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let pool = try DatabasePool(path: path, configuration: configuration)
        let store = try LiveStore(pool)
        let players = try await FetchedResults<Player>(.init(sort: [Column("name").asc]), in: store)
        try await store.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Bo')") }
        // A program without Aviary.
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Ada')") }
        try await store.catchUp()
        #expect(players.snapshot.allItems == [2, 1])
        #expect(players.statistics.refetched == 0)
        store.close()
    }
}
