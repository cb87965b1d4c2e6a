import AviaryResults
import Foundation
import GRDB
import Testing

/// The code of the article.
struct Searches {
    struct Note: Codable, LiveRecord {
        var id: Int64
        var text: String
        var created: Date
    }

    private struct Find: TableRecord { static let databaseTableName = "find" }

    @Test func theArticleDoesWhatItSays() async throws {
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY);
                CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL, created DATETIME NOT NULL);
                INSERT INTO note(text, created) VALUES ('A bird', '2026-01-01'), ('Two dogs', '2026-01-02'),
                    ('Birch and oak', '2026-01-03');
                """)
        defer { test.remove() }
        let store = test.store
        var migrator = DatabaseMigrator()
        migrator.registerMigration("find") { db in
            try db.create(virtualTable: "find", using: FTS5()) { table in
                table.synchronize(withTable: "note")
                table.prefixes = [1, 2, 3]
                table.column("text")
            }
            try History.install(on: "note", in: db)
        }
        try migrator.migrate(test.database)

        let notes = try await FetchedResults(search(for: ""), in: store)
        try await notes.change(to: search(for: "bir"))
        #expect(notes.snapshot.allItems == [3, 1])
        #expect(notes.refetchReason == nil)
        try await store.write { try $0.execute(sql: "UPDATE note SET text = 'Birds' WHERE id = 2") }
        #expect(notes.snapshot.allItems == [3, 2, 1])
        #expect(notes.statistics.refetched == 0)

        let pattern = try #require(FTS5Pattern(matchingAllPrefixesIn: "bird"))
        let found = Find.matching(pattern).select(Column.rowID)
        let request = ListRequest<Note>(
            filter: found.contains(Column("id")), dependencies: [Dependency(onSearch: "find")])
        let birds = try await FetchedResults(request, in: store)
        #expect(birds.snapshot.allItems == [1, 2])
        #expect(birds.refetchReason == nil)
    }

    @Test func theCacheIsAsLargeAsTheArticleSays() throws {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA cache_size = -65536")  // 64 MiB
        }
        let database = try DatabaseQueue(configuration: configuration)
        #expect(try database.read { try Int.fetchOne($0, sql: "PRAGMA cache_size") } == -65536)
    }

    func search(for words: String) -> ListRequest<Note> {
        var request = ListRequest<Note>(sort: [Column("created").desc])
        if let pattern = FTS5Pattern(matchingAllPrefixesIn: words) {
            request.filter = SQL("id IN (SELECT rowid FROM find WHERE find MATCH \(pattern))").sqlExpression
            request.dependencies = [Dependency(onSearch: "find")]
        }
        return request
    }
}
