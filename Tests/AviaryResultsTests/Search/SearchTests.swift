import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// Lists whose filter searches a full-text table.
struct SearchTests {
    private static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
        CREATE VIRTUAL TABLE find USING fts5(name, content='thing', content_rowid='id');
        CREATE TRIGGER added AFTER INSERT ON thing BEGIN
          INSERT INTO find(rowid, name) VALUES (NEW.id, NEW.name); END;
        CREATE TRIGGER removed AFTER DELETE ON thing BEGIN
          INSERT INTO find(find, rowid, name) VALUES ('delete', OLD.id, OLD.name); END;
        CREATE TRIGGER changed AFTER UPDATE OF name ON thing BEGIN
          INSERT INTO find(find, rowid, name) VALUES ('delete', OLD.id, OLD.name);
          INSERT INTO find(rowid, name) VALUES (NEW.id, NEW.name); END;
        INSERT INTO thing(id, rank, name) VALUES (1, 3, 'one word'), (2, 2, 'two words'), (3, 1, 'no wording');
        CREATE VIRTUAL TABLE bare USING fts5(name, content='', columnsize=0);
        CREATE TABLE wish(id INTEGER PRIMARY KEY, pattern);
        """
    private static let search = Dependency(onSearch: "find")

    private func request(_ pattern: String, sort: [SortKey] = [Column("rank").asc]) -> ListRequest<Thing> {
        ListRequest<Thing>(
            filter: SQL("id IN (SELECT rowid FROM find WHERE find MATCH \(pattern))"), sort: sort,
            dependencies: [Self.search])
    }

    @Test func onlyTouchedRowsAreAskedAgain() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let list = try await FetchedResults<Thing>(request("word*"), in: test.store)
        #expect(list.refetchReason == nil)
        #expect(list.snapshot.allItems == [3, 2, 1])
        for (sql, expected) in [
            ("UPDATE thing SET name = 'nothing' WHERE id = 2", [3, 1]),
            ("UPDATE thing SET rank = 9 WHERE id = 3", [1, 3]),
            ("INSERT INTO thing(id, rank, name) VALUES (4, 5, 'a word more')", [1, 4, 3]),
            ("DELETE FROM thing WHERE id = 1", [4, 3]),
            // The document alone is written.
            ("INSERT INTO find(find, rowid, name) VALUES ('delete', 4, 'a word more')", [3]),
            ("INSERT INTO find(find) VALUES ('rebuild')", [4, 3]),
            ("INSERT INTO find(find) VALUES ('delete-all')", []),
            ("UPDATE thing SET hidden = 1", []),
        ] as [(String, [Int64])] {
            try await test.execute(sql)
            #expect(list.snapshot.allItems == expected, "\(sql)")
        }
        #expect(list.statistics.refetched == 0)
        #expect(list.statistics.incremental == 7)
        #expect(list.statistics.rowsRead <= 16)
    }

    @Test func aPatternIsGivenToFTS5TogetherWithTheRowids() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let joined = ListRequest<Thing>(
            filter: SQL("find MATCH 'word'"), joins: "JOIN find ON find.rowid = thing.id", dependencies: [Self.search])
        for request in [request("word"), joined] {
            let list = try await FetchedResults<Thing>(request, in: test.store)
            let plan = try await list.queryPlan().filter { $0.contains("find VIRTUAL") }
            #expect(plan.count == 2)
            #expect(plan.allSatisfy { $0.contains("M") && ($0.contains("><") || $0.contains("=")) }, "\(plan)")
        }
    }

    /// A contentless table forgets its texts, and still deletes documents.
    @Test(.enabled(if: DrawnIndex.hasContentlessDelete))
    func documentsThatAreDeletedWithoutTheirTextsAreFollowed() async throws {
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE VIRTUAL TABLE find USING fts5(name, content='', contentless_delete=1);
                INSERT INTO thing(id, rank) VALUES (1, 3), (2, 2), (3, 1), (4, 0);
                INSERT INTO find(rowid, name) VALUES (1, 'one word'), (2, 'two words'), (3, 'no wording');
                """)
        defer { test.remove() }
        let list = try await FetchedResults<Thing>(request("word*"), in: test.store)
        #expect(list.refetchReason == nil)
        for (sql, expected) in [
            ("DELETE FROM find WHERE rowid = 2", [3, 1]),
            ("UPDATE find SET name = 'nothing' WHERE rowid = 1", [3]),
            ("INSERT INTO find(rowid, name) VALUES (2, 'a word again')", [3, 2]),
            ("INSERT OR REPLACE INTO find(rowid, name) VALUES (2, ''), (4, 'words')", [4, 3]),
            ("UPDATE find SET rowid = 1, name = 'word' WHERE rowid = 4", [3, 1]),
            ("DELETE FROM find", []),
        ] as [(String, [Int64])] {
            try await test.execute(sql)
            #expect(list.snapshot.allItems == expected, "\(sql)")
        }
        #expect(list.statistics.refetched == 0)
        #expect(list.statistics.incremental == 6)
    }

    /// The words of GRDB's query interface.
    @Test func aQueryOfGRDBIsFollowed() async throws {
        struct Find: TableRecord { static let databaseTableName = "find" }
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let pattern = try #require(FTS5Pattern(matchingAllPrefixesIn: "wor"))
        let found = Find.matching(pattern).select(Column.rowID)
        let list = try await FetchedResults<Thing>(
            .init(filter: found.contains(Column("id")), dependencies: [Self.search]), in: test.store)
        #expect(list.snapshot.allItems == [1, 2, 3])
        try await test.execute("UPDATE thing SET name = 'nothing' WHERE id = 2")
        #expect(list.snapshot.allItems == [1, 3])
        #expect(list.statistics.refetched == 0)
    }

    private struct Unfollowed: Sendable, CustomTestStringConvertible {
        let filter: String
        var sort = "id"
        var searches = ["find"]
        let reason: RefetchReason
        var testDescription: String { "\(reason)" }
    }

    private static let found = "id IN (SELECT rowid FROM find WHERE find MATCH 'word')"
    private static let unfollowed = [
        Unfollowed(filter: found, searches: [], reason: .undeclaredTables(["find"])),
        Unfollowed(
            filter: found, sort: "(SELECT f.rank FROM find AS f WHERE f.rowid = thing.id AND f.name MATCH 'word')",
            reason: .searchedColumns("find")),
        Unfollowed(
            filter: "id IN (SELECT rowid FROM find WHERE find MATCH 'word' AND bm25(find) < 0)",
            reason: .searchedColumns("find")),
        Unfollowed(filter: "id IN (SELECT rowid FROM find)", reason: .searchedColumns("find")),
        Unfollowed(
            filter: "id IN (SELECT rowid FROM find WHERE find MATCH 'word' AND name > 'a')",
            reason: .searchedColumns("find")),
        Unfollowed(
            filter: "id IN (SELECT rowid FROM bare WHERE bare MATCH 'word')", searches: ["bare"],
            reason: .noDocuments("bare")),
        Unfollowed(filter: found, searches: ["find", "wish"], reason: .noDocuments("wish")),
        Unfollowed(
            filter: "id IN (SELECT rowid FROM find WHERE find MATCH (SELECT pattern FROM wish))",
            reason: .undeclaredTables(["wish"])),
    ]

    @Test(arguments: unfollowed)
    private func whatCannotBeFollowedIsReadAnew(_ request: Unfollowed) async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        try await test.execute("INSERT INTO wish(pattern) VALUES ('word')")
        let list = try await FetchedResults<Thing>(
            .init(
                filter: SQL(sql: request.filter), sort: [SQL(sql: request.sort).asc],
                dependencies: request.searches.map { Dependency(onSearch: $0) }), in: test.store)
        #expect(list.refetchReason == request.reason)
        let select = "SELECT id FROM thing WHERE \(request.filter) ORDER BY \(request.sort), id"
        for sql in [
            "INSERT INTO thing(id, name) VALUES (4, 'a word')", "INSERT INTO bare(rowid, name) VALUES (4, 'word')",
        ] {
            try await test.execute(sql)
            let expected = try await test.ids(select)
            #expect(list.snapshot.allItems == expected, "\(sql)")
        }
    }

    /// A record that shows a part of the text.
    private struct Quoted: LiveRecord {
        static let databaseTableName = "thing"
        static var databaseSelection: [any SQLSelectable] {
            [
                Column("id"),
                SQL("(SELECT snippet(find, 0, '', '', '', 2) FROM find WHERE find MATCH 'word' AND rowid = thing.id)")
                    .forKey("quote"),
            ]
        }
        let quote: String?
        init(row: Row) throws { quote = try row.decode(String?.self, forColumn: "quote") }
    }

    @Test func aQuoteOfTheTextIsReadAnew() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let list = try await FetchedResults<Quoted>(
            .init(filter: SQL(sql: Self.found), dependencies: [Self.search]), in: test.store)
        #expect(list.refetchReason == .undeclaredSelection)
    }

    @Test func countsOfASearchAreReadAnew() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let counts = try await FetchedAggregates(
            AggregateRequest([.count], of: Thing.self, filter: SQL(sql: Self.found)), in: test.store)
        #expect(counts.refetchReason == .otherTables(["find"]))
        try await test.execute("INSERT INTO thing(name) VALUES ('a word')")
        #expect(counts.values.all == [2.databaseValue])
    }

    // MARK: Patterns

    @Test func aBrokenPatternIsAnErrorAndTheListGoesOn() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        for pattern in ["", " ", "\"", "(", "a AND", "unknown : a", "NEAR(", "*", "a b)", "-"] {
            let error = await #expect(throws: DatabaseError.self) {
                try await FetchedResults<Thing>(request(pattern), in: test.store)
            }
            #expect(error?.message?.isEmpty == false, "\(pattern)")
        }
        let list = try await FetchedResults<Thing>(request("word"), in: test.store)
        await #expect(throws: DatabaseError.self) { try await list.change(to: request("\"")) }
        #expect(list.error == nil)
        try await test.execute("INSERT INTO thing(id, rank, name) VALUES (4, 0, 'a word')")
        #expect(list.snapshot.allItems == [4, 1])
    }

    @Test(arguments: [
        "\"\"", "a\u{0}b", "word\u{0}\"", "wörd", "日本*", "👍🏽", "\"'\"", String(repeating: "a", count: 10_000),
    ])
    func anOddPatternFindsWhatSQLiteFinds(pattern: String) async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let found: @Sendable (Database) throws -> [Int64] = { db in
            let sql = "SELECT id FROM thing WHERE id IN (SELECT rowid FROM find WHERE find MATCH ?) ORDER BY rank, id"
            return try Int64.fetchAll(db, sql: sql, arguments: [pattern])
        }
        let list = try await FetchedResults<Thing>(request(pattern), in: test.store)
        for name in ["wörd 日本語 '", "a", "👍🏽 word", ""] {
            try await test.store.write { db in
                try db.execute(sql: "INSERT INTO thing(rank, name) VALUES (0, ?)", arguments: [name])
            }
            let expected = try await test.store.read(found)
            #expect(list.snapshot.allItems == expected)
        }
        #expect(list.statistics.refetched == 0)
    }

    // MARK: Others

    @Test func commitsOfAnotherProcessAreReadAnew() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let list = try await FetchedResults<Thing>(request("word*"), in: test.store)
        let same = try await FetchedResults<Thing>(request("word*"), in: test.store)
        for (sql, expected) in [
            ("INSERT INTO thing(id, rank, name) VALUES (4, 0, 'a word')", [4, 3, 2, 1]),
            ("INSERT INTO find(find) VALUES ('delete-all')", []),
            ("INSERT INTO find(find) VALUES ('rebuild'); UPDATE thing SET rank = -1 WHERE id = 1", [1, 4, 3, 2]),
        ] as [(String, [Int64])] {
            try test.sqlite3(sql)
            try await test.store.catchUp()
            #expect(list.snapshot.allItems == expected, "\(sql)")
            #expect(same.snapshot.allItems == expected, "\(sql)")
        }
        #expect(list.statistics.refetched == 3)
        // After that the store's own commits are followed again.
        try await test.execute("UPDATE thing SET name = '' WHERE id = 4")
        #expect(list.snapshot.allItems == [1, 3, 2])
        #expect(list.statistics.refetched == 3)
        #expect(same.statistics == list.statistics)
    }

    @Test func anotherFullTextTableIsNoticed() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let list = try await FetchedResults<Thing>(request("word"), in: test.store)
        #expect(list.snapshot.allItems == [1])
        // It has the same name and statement, but no documents.
        let make = "CREATE VIRTUAL TABLE find USING fts5(name, content='thing', content_rowid='id')"
        try await test.execute("DROP TABLE find; \(make)")
        #expect(list.snapshot.allItems.isEmpty)
        try await test.execute("DROP TABLE find")
        #expect(list.error != nil)
        // Words have their stems now.
        try await test.execute(
            """
            CREATE VIRTUAL TABLE find USING fts5(name, content='thing', content_rowid='id', tokenize='porter');
            INSERT INTO find(find) VALUES ('rebuild')
            """)
        #expect(list.error == nil)
        #expect(list.snapshot.allItems == [3, 2, 1])
    }

    @Test func aLargeCommitIsFollowed() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let list = try await FetchedResults<Thing>(request("word"), in: test.store)
        try await test.execute(
            """
            WITH RECURSIVE number(id) AS (SELECT 10 UNION ALL SELECT id + 1 FROM number WHERE id < 3009)
            INSERT INTO thing(id, rank, name) SELECT id, -id, iif(id % 2, 'a word', 'no') FROM number
            """)
        let sql = "SELECT id FROM thing WHERE \(Self.found) ORDER BY rank, id"
        #expect(list.snapshot.numberOfItems == 1501)
        #expect(try await list.snapshot.allItems == test.ids(sql))
        #expect(list.statistics.refetched == 0)
    }
}
