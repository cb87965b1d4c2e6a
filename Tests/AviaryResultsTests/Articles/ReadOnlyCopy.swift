import AviaryResults
import Foundation
import Testing

/// The code of the article.
struct ReadOnlyCopy {
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

    @Test func aReaderFollowsTheWriter() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (path, copy) = (folder.path + "/players.sqlite", folder.path + "/copy.sqlite")
        let writer = try StoreFile(path, migrator: migrator).open()
        try await read(path, writer)
        try await view(path, copy, writer)
        writer.close()
        let old = try StoreFile(copy, migrator: migrator).openReadOnly()
        #expect(try await FetchedResults<Player>(.init(), in: old).snapshot.numberOfItems == 2)
    }

    private func read(_ path: String, _ writer: LiveStore) async throws {
        let store = try StoreFile(path, migrator: migrator).openReadOnly()
        let players = try await FetchedResults<Player>(.init(sort: [Column("name").asc]), in: store)
        try await writer.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Bo')") }
        try await store.catchUp()
        #expect(players.snapshot.allItems == [1] && store.isReadOnly)
        #expect(players.statistics.refetched == 0)
        await #expect(throws: DatabaseError.self) {
            try await store.write { try $0.execute(sql: "DELETE FROM player") }
        }
        store.close()
    }

    private func view(_ path: String, _ copy: String, _ writer: LiveStore) async throws {
        var configuration = Configuration()
        configuration.readonly = true
        let pool = try DatabasePool(path: path, configuration: configuration)
        let viewer = try LiveStore(pool)
        let players = try await FetchedResults<Player>(.init(sort: [Column("name").asc]), in: viewer)
        try await writer.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Ada')") }
        try await viewer.catchUp()
        #expect(players.snapshot.allItems == [2, 1])
        try await pool.vacuum(into: copy)
        viewer.close()
    }
}
