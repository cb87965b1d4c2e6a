import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// Lists that read virtual tables, or tables of attached databases.
struct ForeignTableTests {
    private static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
        INSERT INTO thing(id, name) VALUES (1, 'one word'), (2, 'two words');
        CREATE VIRTUAL TABLE find USING fts5(name, content='thing', content_rowid='id');
        INSERT INTO find(rowid, name) SELECT id, name FROM thing;
        CREATE VIRTUAL TABLE vocabulary USING fts5vocab('find', 'row');
        """

    private struct Found: LiveRecord, Equatable {
        static let databaseTableName = "find"
        let name: String
        init(row: Row) throws { name = try row.decode(String.self, forColumn: "name") }
    }

    private struct Term: LiveRecord, Equatable {
        static let databaseTableName = "vocabulary"
        let term: String
        init(row: Row) throws { term = try row.decode(String.self, forColumn: "term") }
    }

    /// A full-text index has no texts of its own here.
    @Test func theContentOfAnIndexIsToldOf() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let list = try await FetchedResults<Found>(.init(), in: test.store)
        let cells = try await ToldCells(list)
        for sql in ["UPDATE thing SET name = 'other word' WHERE id = 1", "UPDATE thing SET name = name || '!'"] {
            try await test.execute(sql)
            let rows = try await test.store.read { db in
                try Row.fetchAll(db, sql: "SELECT rowid, name FROM find ORDER BY rowid").map {
                    (id: $0[0] as Int64, record: try Found(row: $0))
                }
            }
            try await cells.expect(rows, sql)
        }
    }

    @Test func theWordsOfAnIndexAreToldOf() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let list = try await FetchedResults<Term>(
            .init(fetching: SQLRequest(sql: "SELECT term FROM vocabulary"), primaryKey: ["term"]), in: test.store)
        #expect(list.snapshot.numberOfItems == 4)
        try await test.execute("INSERT INTO find(rowid, name) VALUES (3, 'three words')")
        #expect(try await list.allElements().sections[0].map(\.term) == ["one", "three", "two", "word", "words"])
    }

    /// Another process may write to an attached file, and to nothing else.
    @Test func commitsToAnAttachedDatabaseAreFollowed() async throws {
        let test = try TestStore()
        let other = try TestStore(history: false, schema: "CREATE TABLE chosen(id INTEGER PRIMARY KEY)")
        defer {
            test.remove()
            other.remove()
        }
        let queue = try DatabaseQueue(path: test.path)
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH ? AS \"the other\"", arguments: [other.path])
        }
        var options = LiveStore.Options()
        options.pollInterval = nil
        let store = try LiveStore(queue, options: options)
        defer { store.close() }
        try await store.write { try $0.execute(sql: "INSERT INTO thing(id) VALUES (1), (2), (3)") }
        let list = try await FetchedResults<Thing>(
            .init(filter: SQL("id IN (SELECT id FROM \"the other\".chosen)")), in: store)
        try await store.catchUp()
        for (sql, expected) in [
            ("INSERT INTO chosen VALUES (2)", [2]), ("INSERT INTO chosen VALUES (3)", [2, 3]),
            ("DELETE FROM chosen", []),
        ] as [(String, [Int64])] {
            try await other.execute(sql)
            try await store.catchUp()
            #expect(list.snapshot.allItems == expected)
            // Looks that find nothing read nothing.
            let before = list.statistics
            #expect(try await store.catchUp() == false)
            #expect(list.statistics == before)
        }
    }
}
