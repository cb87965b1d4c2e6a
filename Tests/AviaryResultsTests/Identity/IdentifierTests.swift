import AviaryResults
import AviarySnapshots
import Foundation
import GRDB
import Synchronization
import Testing

/// Records with any `id`: from the items of a list to it, and back.
struct IdentifierTests {
    private struct Book: Codable, Hashable, Identifiable, LiveRecord, PersistableRecord {
        static let databaseTableName = "thing"
        var id: UUID
        var title: String
    }

    @Test(arguments: ["", " WITHOUT ROWID"])
    func aUUIDLeadsToItsItemAndBack(option: String) async throws {
        let test = try TestStore(
            history: false, schema: "CREATE TABLE thing(id BLOB PRIMARY KEY NOT NULL, title TEXT)\(option)")
        defer { test.remove() }
        let books = ["Emma", "Persuasion", "Sanditon"].map { Book(id: UUID(), title: $0) }
        try await test.store.write { db in for book in books { try book.insert(db) } }
        let results = try await FetchedResults<Book>(.init(sort: [Column("title").asc]), in: test.store)
        let items = results.snapshot.allItems
        #expect(try await results.ids(for: items) == Dictionary(uniqueKeysWithValues: zip(items, books.map(\.id))))
        let found = try await results.items(for: [books[2].id, books[0].id, UUID()])
        #expect(found == [books[0].id: items[0], books[2].id: items[2]])
        #expect(try await results.items(for: []) == [:])

        try await test.store.write { db in _ = try books[0].delete(db) }
        #expect(try await results.items(for: books.map(\.id)) == [books[1].id: items[1], books[2].id: items[2]])
    }

    private struct Titled: Codable, Identifiable, LiveRecord {
        static let databaseTableName = "thing"
        var id: String
        var rank: Int
    }

    /// What the column takes for equal is another identifier all the same.
    @Test func aTextIsFoundAsItIsWritten() async throws {
        let test = try TestStore(
            history: false, schema: "CREATE TABLE thing(id TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, rank)")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing VALUES ('Emma', 2), ('persuasion', 1)")
        let results = try await FetchedResults<Titled>(.init(sort: [Column("rank").asc]), in: test.store)
        #expect(try await results.items(for: ["emma", "persuasion"]) == ["persuasion": results.snapshot.item(at: 0)])
        #expect(try await results.items(for: ["Emma", "emma"]) == ["Emma": results.snapshot.item(at: 1)])
    }

    private struct Saved: Codable, Identifiable, LiveRecord {
        static let databaseTableName = "thing"
        var id: Int64?
    }

    @Test func aRecordThatIsNotSavedHasNoItem() async throws {
        let test = try TestStore(history: false, schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY)")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing VALUES (4), (5)")
        let results = try await FetchedResults<Saved>(.init(), in: test.store)
        #expect(try await results.items(for: [nil, 5, 6]) == [5: 5])
        #expect(try await results.ids(for: [4, 6]) == [4: 4])
    }

    private struct Catalogued: Codable, Identifiable, LiveRecord {
        static let databaseTableName = "thing"
        var number: Int64
        var id: Int
    }

    @Test func anyUniqueColumnLeadsToItems() async throws {
        let test = try TestStore(
            history: false, schema: "CREATE TABLE thing(number INTEGER PRIMARY KEY, id INTEGER UNIQUE)")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing VALUES (1, 2), (2, 3)")
        let results = try await FetchedResults<Catalogued>(.init(), in: test.store)
        #expect(try await results.items(for: [2, 3], in: "id") == [2: 1, 3: 2])
        // By the primary key, row 2 is found, whose `id` is another.
        #expect(try await results.items(for: [2]) == [:])
        await #expect(throws: DatabaseError.self) { try await results.items(for: [2], in: "isbn") }
    }

    private struct Pair: Codable, Identifiable, LiveRecord {
        static let databaseTableName = "thing"
        var shelf: String
        var place: Int
        var id: String { "\(shelf)/\(place)" }
    }

    @Test(arguments: ["", " WITHOUT ROWID"])
    func aKeyOfTwoColumnsHasNoColumnToSeekBy(option: String) async throws {
        let test = try TestStore(
            history: false, schema: "CREATE TABLE thing(shelf TEXT, place INTEGER, PRIMARY KEY (shelf, place))\(option)"
        )
        defer { test.remove() }
        try await test.execute("INSERT INTO thing VALUES ('A', 2), ('A', 1)")
        let results = try await FetchedResults<Pair>(.init(sort: [Column("place").asc]), in: test.store)
        let items = results.snapshot.allItems
        #expect(try await results.ids(for: items) == [items[0]: "A/1", items[1]: "A/2"])
        await #expect(throws: ResultsError.self) { try await results.items(for: ["A/1"]) }
    }

    /// A thousand rows are read by two statements, and none when their rows were read lately.
    @Test func manyAreReadAtOnceAndCached() async throws {
        let reads = Mutex(0)
        let count: @Sendable (Database) -> Void = { db in
            db.trace { event in
                if "\(event)".contains("aviaryRowid") { reads.withLock { $0 += 1 } }
            }
        }
        let test = try TestStore(
            history: false, schema: "CREATE TABLE thing(id TEXT PRIMARY KEY NOT NULL, rank)", prepare: count)
        defer { test.remove() }
        try await test.execute(
            """
            WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
            INSERT INTO thing SELECT 'book ' || n, n FROM n
            """)
        let results = try await FetchedResults<Titled>(.init(sort: [Column("rank").asc]), in: test.store)
        let items = results.snapshot.allItems
        #expect(try await results.ids(for: items).count == 1000)
        #expect(reads.withLock { $0 } == 2)
        #expect(try await results.ids(for: items)[items[16]] == "book 17")
        #expect(reads.withLock { $0 } == 2)
    }
}
