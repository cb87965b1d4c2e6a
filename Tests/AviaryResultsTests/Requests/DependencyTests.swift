import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// Requests that read more than their own rows.
struct DependencyTests {
    static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
        CREATE TABLE tag(id INTEGER PRIMARY KEY, thing, label);
        CREATE INDEX tagThing ON tag(thing);
        """
    static let filter = SQL("EXISTS (SELECT 1 FROM tag WHERE tag.thing = thing.id AND label = 'red')")

    private func open(
        _ request: ListRequest<Thing>, history: [String] = ["thing", "tag"]
    ) async throws -> (TestStore, FetchedResults<Thing>) {
        let test = try TestStore(history: history.contains("thing"), schema: Self.schema)
        if history.contains("tag") { try await test.store.write { try History.install(on: "tag", in: $0) } }
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (2), (3), (4)")
        try await test.execute("INSERT INTO tag(thing, label) VALUES (2, 'red'), (3, 'blue'), (3, 'red')")
        return (test, try await FetchedResults(request, in: test.store))
    }

    private static let tagged = ListRequest<Thing>(
        filter: filter, dependencies: [Dependency(on: "tag", rows: "SELECT thing FROM changed")])

    /// Each with the list it leads to.
    static let statements: [(String, [Int64])] = [
        ("INSERT INTO tag(thing, label) VALUES (1, 'red')", [1, 2, 3]),
        ("DELETE FROM tag WHERE thing = 2", [3]),
        ("UPDATE tag SET thing = 4 WHERE thing = 2", [3, 4]),
        ("UPDATE tag SET label = 'red'", [2, 3]),
        ("REPLACE INTO tag(id, thing, label) VALUES (1, 1, 'red')", [1, 3]),
        ("DELETE FROM tag", []),
        ("INSERT INTO tag(thing, label) VALUES ('4', 'red'), ('x', 'red'), (NULL, 'red'), (3.5, 'red')", [2, 3, 4]),
    ]

    @Test(arguments: statements.indices, [false, true])
    func aDeclaredTableIsFollowedRowByRow(statement: Int, isOutside: Bool) async throws {
        let (sql, expected) = Self.statements[statement]
        let (test, results) = try await open(Self.tagged)
        defer { test.remove() }
        #expect(results.snapshot.allItems == [2, 3])
        if isOutside {
            try test.sqlite3(sql)
            try await test.store.catchUp()
        } else {
            try await test.execute(sql)
        }
        #expect(results.snapshot.allItems == expected)
        #expect(results.statistics.refetched == 0)
    }

    @Test func anUndeclaredTableIsReadAnew() async throws {
        let (test, results) = try await open(.init(filter: Self.filter))
        defer { test.remove() }
        try await test.execute("DELETE FROM tag WHERE thing = 2")
        #expect(results.snapshot.allItems == [3])
        #expect(results.statistics.refetched == 1)
        #expect(results.statistics.incremental == 0)
    }

    @Test func aGeneratedColumnOfAnUndeclaredTableIsReadAnew() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("CREATE TABLE tag(thing, size, area AS (size * size))")
        try await test.execute("INSERT INTO thing(id) VALUES (1), (2); INSERT INTO tag VALUES (1, 1), (2, 2)")
        let large = SQL("EXISTS (SELECT 1 FROM tag WHERE tag.thing = thing.id AND area > 3)")
        let results = try await FetchedResults<Thing>(.init(filter: large), in: test.store)
        #expect(results.snapshot.allItems == [2])
        try await test.execute("UPDATE tag SET size = 3 WHERE thing = 1")
        #expect(results.snapshot.allItems == [1, 2])
    }

    @Test(arguments: ["thing", "tag"])
    func withoutTheHistoryOfBothItIsReadAnew(history: String) async throws {
        let (test, results) = try await open(Self.tagged, history: [history])
        defer { test.remove() }
        try await test.execute("UPDATE tag SET thing = 4 WHERE thing = 2")
        #expect(results.snapshot.allItems == [3, 4])
        #expect(results.statistics.refetched == 1)
    }

    @Test func aSubqueryOverItsOwnTableIsDetected() async throws {
        let filter = SQL("rank >= (SELECT avg(rank) FROM thing AS all_things)")
        let (test, results) = try await open(.init(filter: filter))
        defer { test.remove() }
        #expect(results.snapshot.allItems == [3, 4])
        try await test.execute("UPDATE thing SET rank = 100 WHERE id = 1")
        #expect(results.snapshot.allItems == [1])
        #expect(results.statistics.refetched == 1)
    }

    @Test func aJoinIsFollowedAndSorts() async throws {
        var request = ListRequest<Thing>(sort: [SQL("tag.label").asc])
        request.joins = "LEFT JOIN tag ON tag.thing = thing.id"
        request.dependencies = [Dependency(on: "tag", rows: "SELECT thing FROM changed")]
        request.limit = 3
        let (test, results) = try await open(request)
        defer { test.remove() }
        // 3 has two tags, and stands once: at its first sort position.
        #expect(results.snapshot.allItems == [1, 4, 3])
        try await test.execute("UPDATE tag SET label = 'azure' WHERE thing = 2")
        #expect(results.snapshot.allItems == [1, 4, 2])
        try await test.execute("INSERT INTO tag(thing, label) VALUES (1, 'yellow')")
        #expect(results.snapshot.allItems == [4, 2, 3])
        #expect(results.statistics.refetched == 0)
    }

    /// What the record shows of another table changes: its cell is told.
    @Test func aChangeThatTheRecordShowsIsAnUpdate() async throws {
        struct Labelled: LiveRecord {
            static let databaseTableName = "thing"
            static var databaseSelection: [any SQLSelectable] {
                [
                    Column("id"),
                    SQL("(SELECT group_concat(label) FROM tag WHERE tag.thing = thing.id)").forKey("labels"),
                ]
            }
            let id: Int64
            let labels: String?
            init(row: Row) { (id, labels) = (row["id"], row["labels"]) }
        }
        let (test, _) = try await open(Self.tagged)
        defer { test.remove() }
        let results = try await FetchedResults<Labelled>(
            .init(dependencies: [Dependency(on: "tag", rows: "SELECT thing FROM changed")]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try await test.execute("UPDATE tag SET label = 'green' WHERE thing = 2")
        #expect(recorder.takeUpdates().first?.changeset.updated.map(\.id) == [2])
        #expect(try await results.elements(for: [2])[2]?.labels == "green")
        #expect(results.statistics.refetched == 0)
    }

    /// The changed rows compare as those of the table do: by its collations, and by its types.
    @Test(arguments: [
        ("code TEXT COLLATE NOCASE", "'RED'", "'red'"), ("code INTEGER", "4", "'4'"), ("code REAL", "4.5", "'4.5'"),
        ("code NUMERIC", "-1", "'-1.0'"),
    ])
    func changedRowsCompareAsTheirTableDoes(column: String, code: String, name: String) async throws {
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE TABLE other(\(column), label, blob);
                """)
        defer { test.remove() }
        try await test.store.write { try History.install(on: "other", in: $0) }
        // Text in a column of numbers takes the affinity of the whole column in some statements.
        try await test.execute(
            """
            INSERT INTO thing(id, name) VALUES (1, \(name)), (2, 'none');
            INSERT INTO other VALUES (\(code), 'kept', x'00'), ('text', 'kept', NULL), (NULL, NULL, 1.5)
            """)
        let request = ListRequest<Thing>(
            filter: SQL("EXISTS (SELECT 1 FROM other WHERE other.code = thing.name AND label = 'kept')"),
            dependencies: [
                Dependency(on: "other", rows: "SELECT thing.id FROM thing JOIN changed ON changed.code = thing.name")
            ])
        let results = try await FetchedResults<Thing>(request, in: test.store)
        #expect(results.snapshot.allItems == [1])
        try await test.execute("DELETE FROM other")
        #expect(results.snapshot.allItems == [])
        try await test.execute("INSERT INTO other VALUES (\(code), 'kept', 1), ('text', 'kept', 2)")
        #expect(results.snapshot.allItems == [1])
        try await test.execute("UPDATE other SET code = 'nothing'")
        #expect(results.snapshot.allItems == [])
        #expect(results.statistics.refetched == 0)
    }
}
