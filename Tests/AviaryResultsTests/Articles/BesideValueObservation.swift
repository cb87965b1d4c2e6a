import AviaryResults
import Foundation
import Testing

/// The code of the article.
struct BesideValueObservation {
    struct Message: Codable, LiveRecord {
        var id: Int64
        var text: String
        var sentAt: Int
    }

    struct Profile: Codable, Equatable, LiveRecord {
        var id: Int64
        var name: String
    }

    @Test func bothFollowOnePool() async throws {
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY);
                CREATE TABLE profile(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                CREATE TABLE message(id INTEGER PRIMARY KEY, text TEXT NOT NULL, sentAt INTEGER NOT NULL);
                INSERT INTO profile VALUES (1, 'Ada');
                """)
        defer { test.remove() }
        try await test.database.write { try History.install(on: "message", in: $0) }
        try await follow(test.path, outside: test.openOutside())
    }

    private func follow(_ path: String, outside: DatabaseQueue) async throws {
        let pool = try DatabasePool(path: path)
        let store = try LiveStore(pool)
        let profile = ValueObservation.tracking { db in try Profile.fetchOne(db) }
            .removeDuplicates()
        let messages = try await FetchedResults<Message>(.init(sort: [Column("sentAt").desc]), in: store)

        var names = profile.values(in: pool).makeAsyncIterator()
        #expect(try await names.next() == Profile(id: 1, name: "Ada"))
        try await pool.write { db in
            try db.execute(sql: "UPDATE profile SET name = 'Bo'; INSERT INTO message VALUES (7, 'Hello', 1)")
        }
        #expect(try await names.next() == Profile(id: 1, name: "Bo"))
        #expect(messages.snapshot.allItems == [7])

        // The observation sees the commit of another program because the list does.
        let updates = messages.updates()
        var counts = ValueObservation.tracking { try Message.fetchCount($0) }.removeDuplicates()
            .values(in: pool).makeAsyncIterator()
        #expect(try await counts.next() == 1)
        let notifying = Task { try await notify(pool, after: updates) }
        try await outside.write { try $0.execute(sql: "INSERT INTO message VALUES (8, 'Hello', 2)") }
        try await store.catchUp()
        #expect(try await counts.next() == 2)
        store.close()
        try await notifying.value
        try pool.close()
    }

    private func notify(_ pool: DatabasePool, after updates: SnapshotUpdates<RowsSnapshot>) async throws {
        for await _ in updates {
            try await pool.write { try $0.notifyChanges(in: Message.all()) }
        }
    }
}
