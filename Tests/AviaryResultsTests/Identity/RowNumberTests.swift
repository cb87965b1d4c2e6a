import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Logging
import Testing

/// Rows that have no rowid: of WITHOUT ROWID tables, views and queries.
struct RowNumberTests {
    private struct Word: Codable, Hashable, Identifiable, LiveRecord {
        static let databaseTableName = "thing"
        var id: String
        var rank: Int
    }

    private static let words = """
        CREATE TABLE thing(id TEXT PRIMARY KEY NOT NULL, rank INTEGER) WITHOUT ROWID;
        INSERT INTO thing VALUES ('ash', 3), ('beech', 2), ('cedar', 1);
        """

    @Test(arguments: ["UTF-8", "UTF-16le"]) func aTextIsAKey(encoding: String) async throws {
        let test = try TestStore(history: false, encoding: encoding, schema: Self.words)
        defer { test.remove() }
        let results = try await FetchedResults<Word>(.init(sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        #expect(results.refetchReason == .noRowids && results.statistics.numberedKeys == 3)
        let items = results.snapshot.allItems
        #expect(Set(items).count == 3 && items.allSatisfy { $0 < Int64.min / 2 })
        #expect(try await results.elements(for: items).count == 3)

        // It comes back under its number.
        try await test.execute("DELETE FROM thing WHERE id = 'beech'")
        #expect(recorder.takeUpdates().flatMap(\.changeset.deleted).map(\.id) == [items[1]])
        try await test.execute("INSERT INTO thing VALUES ('beech', 0)")
        #expect(results.snapshot.allItems == [items[1], items[0], items[2]])
        #expect(results.statistics.refetched == 2 && results.statistics.incremental == 0)
        #expect(results.statistics.numberedKeys == 3)
    }

    @Test func listsOfOneTableNameItsRowsAlike() async throws {
        let test = try TestStore(history: false, schema: Self.words)
        defer { test.remove() }
        let results = try await FetchedResults<Word>(.init(sort: [Column("rank").asc]), in: test.store)
        let items = results.snapshot.allItems
        let few = try await FetchedResults<Word>(
            .init(filter: Column("rank") < 3, sort: [Column("id").asc]), in: test.store)
        #expect(few.snapshot.allItems == [items[1], items[0]])
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try await results.change(to: few.request)
        let changeset = try #require(recorder.takeUpdates().first?.changeset)
        #expect(changeset.deleted.map(\.id) == [items[2]] && changeset.inserted.isEmpty)
    }

    /// A page may hold items while the program is started again.
    @Test func theNumberOfAKeyIsTheSameInEveryRun() async throws {
        let test = try TestStore(history: false, schema: Self.words)
        defer { test.remove() }
        let later = try TestStore(history: false, schema: Self.words)
        defer { later.remove() }
        try await later.execute("INSERT INTO thing VALUES ('alder', 0); DELETE FROM thing WHERE id = 'beech'")
        let request = ListRequest<Word>(sort: [Column("rank").asc])
        let items = try await FetchedResults(request, in: test.store).snapshot.allItems
        let others = try await FetchedResults(request, in: later.store).snapshot.allItems
        #expect(others.count == 3 && [others[1], others[2]] == [items[0], items[2]])
    }

    /// A table through which a million keys pass is no more than what lists hold of it.
    @Test func keysThatNobodyHoldsAreForgotten() async throws {
        let test = try TestStore(history: false, schema: Self.words)
        defer { test.remove() }
        let results = try await FetchedResults<Word>(.init(sort: [Column("rank").asc]), in: test.store)
        let first = results.snapshot
        for round in 1...20 {
            try await test.execute(
                """
                DELETE FROM thing WHERE rank > 3;
                WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 500)
                INSERT INTO thing SELECT 'word ' || n || ' of \(round)', 3 + n FROM n
                """)
            #expect(results.snapshot.numberOfItems == 503)
        }
        #expect(results.statistics.numberedKeys < 4_000)
        let words = try await results.allElements()
        #expect(words.count == 503 && words.prefix(3).map(\.id) == ["cedar", "beech", "ash"])
        #expect(words.last?.id == "word 500 of 20")
        #expect(Array(words.items.prefix(3)) == first.allItems)
        #expect(try await results.items(for: ["ash", "word 1 of 20"]).count == 2)
    }

    /// Nobody commits meanwhile, so no list is read.
    @Test func keysThatWereOnlySoughtAreForgotten() async throws {
        let test = try TestStore(history: false, schema: Self.words)
        defer { test.remove() }
        try await test.execute(
            """
            WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20000)
            INSERT INTO thing SELECT 'word ' || n, 3 + n FROM n
            """)
        let results = try await FetchedResults<Word>(
            .init(filter: Column("rank") <= 3, sort: [Column("rank").asc]), in: test.store)
        for start in stride(from: 1, to: 20_000, by: 500) {
            let words = (start..<start + 500).map { "word \($0)" }
            #expect(try await results.items(for: words).count == 500)
        }
        #expect(results.statistics.numberedKeys < 4_000)
        #expect(try await results.allElements().map(\.id) == ["cedar", "beech", "ash"])
    }

    /// GRDB mends the one and ends the other at NUL, so no statement finds their rows.
    @Test func aTextThatGRDBMendsIsAKeyWithoutAnElement() async throws {
        let log = CollectedLog()
        let test = try TestStore(history: false, schema: Self.words, logger: Logger(label: "test") { _ in log })
        defer { test.remove() }
        try await test.execute(
            "INSERT INTO thing VALUES (CAST(x'61FF' AS TEXT), 4), ('a' || char(0) || 'b', 5), ('a', 6), ('a\u{FFFD}', 7)"
        )
        let results = try await FetchedResults<Word>(.init(sort: [Column("rank").asc]), in: test.store)
        let items = results.snapshot.allItems
        #expect(Set(items).count == 7)
        for _ in 0..<2 {
            let elements = try await results.elements(for: items)
            #expect(items.map { elements[$0]?.rank } == [1, 2, 3, nil, nil, 6, 7])
        }
        #expect(
            log.lines.map { "\($0.level): \($0.message)" } == [
                "warning: Rows are left out whose keys are text that is no UTF-8 or has NUL"
            ])
        // A row that is gone is not one of them.
        try await test.execute("DELETE FROM thing WHERE rank <> 6")
        #expect(try await results.elements(for: items).count == 1)
        #expect(log.lines.count == 1)
    }

    @Test func anIntegerIsItsOwnNumber() async throws {
        let test = try TestStore(
            history: false,
            schema: """
                CREATE TABLE thing(id PRIMARY KEY NOT NULL, rank) WITHOUT ROWID;
                INSERT INTO thing VALUES (-5, 1), (9223372036854775807, 2), (3.0, 3), (-9223372036854775808, 4), (0.5, 5);
                """)
        defer { test.remove() }
        struct Number: LiveRecord, Decodable {
            static let databaseTableName = "thing"
            var id: Double
        }
        let results = try await FetchedResults<Number>(.init(sort: [Column("rank").asc]), in: test.store)
        let items = results.snapshot.allItems
        #expect(Array(items.prefix(3)) == [-5, .max, 3] && items.suffix(2).allSatisfy { $0 < Int64.min / 2 })
        #expect(results.statistics.numberedKeys == 2)
        let elements = try await results.elements(for: items)
        #expect(items.map { elements[$0]?.id } == [-5, 0x1p63, 3, -0x1p63, 0.5])
    }

    @Test func aTableThatLosesItsRowidsIsFollowedOn() async throws {
        let test = try TestStore(
            history: false,
            schema: """
                CREATE TABLE thing(id TEXT PRIMARY KEY NOT NULL, rank INTEGER);
                INSERT INTO thing VALUES ('ash', 3), ('beech', 2);
                """)
        defer { test.remove() }
        let results = try await FetchedResults<Word>(.init(sort: [Column("rank").asc]), in: test.store)
        #expect(try await results.ids(for: [1, 2]) == [1: "ash", 2: "beech"])
        try await test.execute(
            """
            CREATE TABLE other(id TEXT PRIMARY KEY NOT NULL, rank INTEGER) WITHOUT ROWID;
            INSERT INTO other SELECT * FROM thing; DROP TABLE thing; ALTER TABLE other RENAME TO thing;
            """)
        #expect(results.refetchReason == .noRowids)
        #expect(try await results.allElements().map(\.id) == ["beech", "ash"])
        try await test.execute("UPDATE thing SET rank = 1 WHERE id = 'ash'")
        #expect(try await results.allElements().map(\.rank) == [1, 2])
    }

    @Test func aViewSaysWhatTellsItsRowsApart() async throws {
        let test = try TestStore(
            history: false,
            schema: """
                CREATE TABLE base(shelf TEXT, place INTEGER, title TEXT);
                CREATE VIEW thing AS SELECT shelf, place, title FROM base;
                INSERT INTO base VALUES ('A', 1, 'Emma'), ('A', 2, 'Persuasion'), ('B', 1, 'Sanditon');
                """)
        defer { test.remove() }
        struct Placed: Codable, LiveRecord {
            static let databaseTableName = "thing"
            var title: String
        }
        let nameless = ListRequest<Placed>(sort: [Column("title").asc])
        await #expect(throws: ResultsError.self) { try await FetchedResults(nameless, in: test.store) }
        var request = nameless
        request.primaryKey = ["shelf", "place"]
        let results = try await FetchedResults(request, in: test.store)
        #expect(try await results.allElements().map(\.title) == ["Emma", "Persuasion", "Sanditon"])
        let items = results.snapshot.allItems
        try await test.execute("UPDATE base SET title = 'Zofloya' WHERE shelf = 'A' AND place = 1")
        #expect(results.snapshot.allItems == [items[1], items[2], items[0]])
        #expect(try await results.elements(for: items)[items[0]]?.title == "Zofloya")
    }

    private struct Shelves: DatabaseSchemaSource {
        func columnsForPrimaryKey(_ db: Database, inView view: DatabaseObjectID) -> [String]? { ["shelf", "place"] }
    }

    /// As it does for GRDB's own requests.
    @Test func aSchemaSourceSaysItForAllRequests() async throws {
        struct Placed: Codable, LiveRecord {
            static let databaseTableName = "thing"
            var place: Int
        }
        var configuration = Configuration()
        configuration.schemaSource = Shelves()
        let queue = try DatabaseQueue(configuration: configuration)
        try await queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE base(shelf TEXT, place INTEGER, id INTEGER);
                    CREATE VIEW thing AS SELECT shelf, place, id FROM base;
                    INSERT INTO base VALUES ('A', 1, 5), ('A', 2, 5), ('B', 1, 5);
                    """)
        }
        let store = try LiveStore(queue)
        defer { store.close() }
        let results = try await FetchedResults<Placed>(.init(), in: store)
        #expect(results.statistics.numberedKeys == 3)
        #expect(try await results.allElements().map(\.place) == [1, 2, 1])
    }

    @Test func manyKeysAreReadInParts() async throws {
        struct Placed: Codable, Hashable, LiveRecord {
            static let databaseTableName = "thing"
            var shelf: String
            var place: Int
        }
        let test = try TestStore(
            history: false,
            schema: """
                CREATE TABLE thing(shelf TEXT, place INTEGER, PRIMARY KEY (shelf, place)) WITHOUT ROWID;
                WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 1199)
                INSERT INTO thing SELECT 'shelf ' || (n % 7), n FROM n
                """)
        defer { test.remove() }
        let results = try await FetchedResults<Placed>(.init(sort: [Column("place").asc]), in: test.store)
        let placed = try await results.allElements()
        #expect(placed.map(\.place) == Array(0..<1200) && placed.allSatisfy { $0.shelf == "shelf \($0.place % 7)" })
    }

    // MARK: Queries

    private static let library = """
        CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE book(id INTEGER PRIMARY KEY, authorId INTEGER REFERENCES author, genre TEXT, title TEXT);
        INSERT INTO author VALUES (1, 'Austen'), (2, 'Dacre');
        INSERT INTO book VALUES
            (10, 1, 'novel', 'Emma'), (11, 1, 'novel', 'Persuasion'), (12, 2, 'gothic', 'Zofloya'), (13, 2, NULL, 'Hours');
        """

    private struct Genre: Codable, Hashable, LiveRecord {
        var name: String?
        var books: Int
    }

    @Test func groupsAreFollowed() async throws {
        let test = try TestStore(history: false, schema: Self.library)
        defer { test.remove() }
        let query = SQLRequest<Genre>(sql: "SELECT genre AS name, count(*) AS books FROM book GROUP BY genre")
        let genres = try await FetchedResults(
            ListRequest(fetching: query, primaryKey: ["name"], sort: [Column("books").desc]), in: test.store)
        let recorder = UpdateRecorder()
        genres.delegate = recorder
        #expect(genres.refetchReason == .noRowids)
        #expect(
            try await Array(genres.allElements()) == [
                Genre(name: "novel", books: 2), Genre(name: nil, books: 1), Genre(name: "gothic", books: 1),
            ])
        let items = genres.snapshot.allItems
        try await test.execute("UPDATE book SET genre = 'gothic' WHERE id < 12")
        #expect(genres.snapshot.allItems == [items[2], items[1]])
        let changes = try #require(recorder.takeUpdates().first?.changeset)
        #expect(changes.deleted.map(\.id) == [items[0]])
        // Of those that stay, one shows another number.
        #expect(changes.updated.map(\.id) == [items[2]])
        #expect(try await genres.elements(for: [items[2]])[items[2]]?.books == 3)
        // Nothing that the query reads.
        let before = genres.statistics
        try await test.execute("UPDATE author SET name = 'Jane Austen' WHERE id = 1")
        #expect(genres.statistics == before)
    }

    /// Nobody can say which rows of another query show the same.
    @Test func anotherQueryTellsAllItems() async throws {
        let test = try TestStore(history: false, schema: Self.library)
        defer { test.remove() }
        func request(_ author: Int) -> ListRequest<Genre> {
            let sql = "SELECT genre AS name, count(*) FILTER (WHERE authorId = ?) AS books FROM book GROUP BY genre"
            return ListRequest(fetching: SQLRequest(sql: sql, arguments: [author]), primaryKey: ["name"])
        }
        let genres = try await FetchedResults(request(1), in: test.store)
        #expect(try await genres.allElements().map(\.books) == [0, 0, 2])
        let recorder = UpdateRecorder()
        genres.delegate = recorder
        try await genres.change(to: request(2))
        let changes = try #require(recorder.takeUpdates().first?.changeset)
        #expect(changes.updated.map(\.id) == genres.snapshot.allItems && changes.deleted.isEmpty)
        #expect(try await genres.allElements().map(\.books) == [1, 1, 0])
        try await genres.change(to: request(2))
        #expect(recorder.takeUpdates().isEmpty)
    }

    private struct Author: Codable, Hashable, TableRecord {
        var id: Int64
        var name: String
    }

    private struct Book: TableRecord {
        static let author = belongsTo(Author.self)
    }

    private struct Signed: Codable, Hashable, FetchableRecord, TableRecord, Sendable {
        static let databaseTableName = "book"
        var id: Int64
        var title: String
        var author: Author
    }

    /// Both tables have an `id`; the request's adapter tells them apart.
    @Test func associationsAreReadThroughTheirAdapter() async throws {
        let test = try TestStore(history: false, schema: Self.library)
        defer { test.remove() }
        let query = Book.including(required: Book.author).asRequest(of: Signed.self)
        let books = try await FetchedResults(
            ListRequest(fetching: query, primaryKey: ["id"], filter: Column("id") < 13, sort: [Column("title").desc]),
            in: test.store)
        #expect(books.snapshot.allItems == [12, 11, 10])
        let elements = try await books.elements(for: [12, 10])
        #expect(elements[12]?.author == Author(id: 2, name: "Dacre"))
        #expect(elements[10]?.title == "Emma" && elements[10]?.author.name == "Austen")
        try await test.execute("UPDATE author SET name = 'Jane Austen' WHERE id = 1")
        #expect(try await books.elements(for: [10])[10]?.author.name == "Jane Austen")
    }

    private struct Named: Codable, Hashable, FetchableRecord, TableRecord, Sendable {
        static let databaseTableName = "author"
        var id: Int64
        var name: String
    }

    /// Two lists of one statement that read its columns under other names.
    @Test(arguments: [true, false]) func listsWithOtherAdaptersAreOtherLists(isMappedFirst: Bool) async throws {
        let test = try TestStore(history: false, schema: Self.library)
        defer { test.remove() }
        let sql = "SELECT id, name, name || '!' AS loud FROM author"
        let plain = SQLRequest<Named>(sql: sql)
        let mapped = SQLRequest<Named>(sql: sql, adapter: ColumnMapping(["id": "id", "name": "loud"]))
        var lists: [FetchedResults<Named>] = []
        for request in isMappedFirst ? [mapped, plain] : [plain, mapped] {
            lists.append(
                try await FetchedResults(ListRequest(fetching: request, primaryKey: ["id"]), in: test.store))
        }
        let names = try await [lists[0].elements(for: [1])[1]?.name, lists[1].elements(for: [1])[1]?.name]
        #expect(names == (isMappedFirst ? ["Austen!", "Austen"] : ["Austen", "Austen!"]))
    }
}
