import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Synchronization
import Testing

/// Requests that are read anew after each commit that may concern them.
struct ReadAnewTests {
    private static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
        CREATE TABLE other(item);
        INSERT INTO thing VALUES (1, 1, '[1]', 'one', 'a'), (2, 2, '[2]', 'two', 'b'), (3, 3, '[1]', 'three', 'c');
        INSERT INTO other VALUES (1), (2);
        """

    private func open(
        _ request: ListRequest<Thing>, history: Bool
    ) async throws -> (TestStore, FetchedResults<Thing>, UpdateRecorder) {
        let test = try TestStore(history: history, schema: Self.schema)
        let results = try await FetchedResults<Thing>(request, in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        return (test, results, recorder)
    }

    @Test(arguments: [true, false])
    func aColumnThatIsOnlyShownIsTold(history: Bool) async throws {
        let filter = SQL("id IN (SELECT item FROM other)")
        let (test, results, recorder) = try await open(
            .init(filter: filter, sort: [Column("rank").asc]), history: history)
        defer { test.remove() }
        #expect(try await results.elements(for: [1])[1]?.shown?.value == "one".databaseValue)
        try await test.execute("UPDATE thing SET shown = 'ONE' WHERE id = 1")
        #expect(recorder.takeUpdates().flatMap(\.changeset.updated).map(\.id) == [1])
        #expect(try await results.elements(for: [1])[1]?.shown?.value == "ONE".databaseValue)
    }

    @Test(arguments: [true, false])
    func aRowThatReplaceRemovesInSilenceIsMissed(history: Bool) async throws {
        let filter = SQL("id IN (SELECT item FROM other)")
        let test = try TestStore(history: false, schema: Self.schema + "CREATE UNIQUE INDEX hiddens ON thing(hidden)")
        defer { test.remove() }
        if history { try await test.store.write { try History.install(on: "thing", in: $0) } }
        let results = try await FetchedResults<Thing>(
            .init(filter: filter, sort: [Column("rank").asc]), in: test.store)
        try await test.execute("UPDATE OR REPLACE thing SET hidden = 'a' WHERE id = 2")
        #expect(results.snapshot.allItems == [2])
    }

    @Test func aColumnThatNobodyReadsCostsNothing() async throws {
        let test = try TestStore(schema: Self.schema + "CREATE TABLE pair(item, note)")
        defer { test.remove() }
        let filter = SQL("NOT EXISTS (SELECT 1 FROM pair WHERE item = thing.id)")
        let results = try await FetchedResults<Thing>(
            .init(filter: filter, sort: [Column("rank").asc]), in: test.store)
        try await test.execute("INSERT INTO pair VALUES (1, 'first')")
        let before = results.statistics
        try await test.execute("UPDATE pair SET note = 'another'")
        #expect(results.snapshot.allItems == [2, 3] && results.statistics == before)
    }

    @Test func aRowOfAnotherTableThatReplaceRemovesIsMissed() async throws {
        let pairs = """
            CREATE TABLE pair(item, code UNIQUE, place INTEGER PRIMARY KEY);
            INSERT INTO pair VALUES (1, 'x', 1), (2, 'y', 2)
            """
        let test = try TestStore(schema: Self.schema + pairs)
        let filter = SQL("EXISTS (SELECT 1 FROM pair WHERE item = thing.id)")
        let results = try await FetchedResults<Thing>(.init(filter: filter), in: test.store)
        defer { test.remove() }
        try await test.execute("UPDATE OR REPLACE pair SET code = 'x' WHERE item = 2")
        #expect(results.snapshot.allItems == [2])
        try await test.execute("INSERT INTO pair VALUES (1, 'z', 3)")
        try await test.execute("UPDATE OR REPLACE pair SET place = 2 WHERE item = 1")
        #expect(results.snapshot.allItems == [1])
    }

    /// A row that comes into such an index deletes another one there, by a column that the request does not read.
    @Test(arguments: ["(code) WHERE flag", "(code, abs(flag))"])
    func aRowThatAnIndexOfAnotherTableDeletesIsMissed(index: String) async throws {
        let pairs = """
            CREATE TABLE pair(item, code, flag); CREATE UNIQUE INDEX pairs ON pair\(index);
            INSERT INTO pair VALUES (1, 'x', 1), (2, 'x', 0)
            """
        let test = try TestStore(schema: Self.schema + pairs)
        defer { test.remove() }
        let filter = SQL("EXISTS (SELECT 1 FROM pair WHERE item = thing.id)")
        let results = try await FetchedResults<Thing>(.init(filter: filter), in: test.store)
        #expect(results.snapshot.allItems == [1, 2])
        try await test.execute("UPDATE OR REPLACE pair SET flag = 1 WHERE rowid = 2")
        #expect(results.snapshot.allItems == [2])
    }

    @Test(arguments: [true, false])
    func jsonEachOverAnOwnColumnIsFollowedRowByRow(history: Bool) async throws {
        let filter = SQL("EXISTS (SELECT 1 FROM json_each(name) WHERE value = 1)")
        let (test, results, _) = try await open(.init(filter: filter), history: history)
        defer { test.remove() }
        #expect(results.snapshot.allItems == [1, 3])
        try await test.execute("UPDATE thing SET name = '[4, 1]' WHERE id = 2")
        try await test.execute("UPDATE thing SET name = '[]' WHERE id = 1")
        #expect(results.snapshot.allItems == [2, 3])
        #expect(results.statistics.refetched == 0 && results.statistics.incremental == 2)
    }

    /// Such a virtual table does hold something, which no commit tells of.
    @Test func otherVirtualTablesAreReadAnew() async throws {
        let filter = SQL("rank <= (SELECT count(*) FROM pragma_table_info('other'))")
        let (test, results, _) = try await open(.init(filter: filter), history: true)
        defer { test.remove() }
        #expect(results.snapshot.allItems == [1])
        try await test.execute("UPDATE thing SET rank = 0 WHERE id = 2")
        #expect(results.snapshot.allItems == [1, 2])
        #expect(results.statistics.incremental == 0)
    }

    @Test(arguments: [true, false])
    func aKeyThatFailsOutsideOfTheFilterIsFollowed(history: Bool) async throws {
        let (test, results, _) = try await open(
            .init(filter: SQL("json_valid(name)"), sort: [SQL("json_extract(name, '$[0]')").desc]),
            history: history)
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, name) VALUES (4, 'no JSON'), (5, '[9]')")
        #expect(results.snapshot.allItems == [5, 2, 1, 3])
        try await test.execute(
            "UPDATE thing SET name = 'none' WHERE id = 2; UPDATE thing SET name = '[7]' WHERE id = 4")
        #expect(results.snapshot.allItems == [5, 4, 1, 3])
        #expect(results.statistics.refetched == 0)
    }

    struct Counted: LiveRecord {
        static let databaseTableName = "thing"
        static var databaseSelection: [any SQLSelectable] {
            [Column("id"), SQL("(SELECT count(*) FROM other WHERE item = thing.id)").forKey("count")]
        }
        let id: Int64
        let count: Int
        init(row: Row) { (id, count) = (row["id"], row["count"]) }
    }

    /// Nothing says which rows show what changed there: all are told, and the log says so once.
    @Test(arguments: [true, false])
    func aRecordThatShowsAnUndeclaredTableIsFollowed(isOutside: Bool) async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Counted>(.init(), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        #expect(try await results.elements(for: [1, 3]).mapValues(\.count) == [1: 1, 3: 0])
        if isOutside {
            try test.sqlite3("INSERT INTO other VALUES (3)")
            try await test.store.catchUp()
        } else {
            try await test.execute("INSERT INTO other VALUES (3)")
        }
        #expect(recorder.takeUpdates().flatMap(\.changeset.updated).map(\.id) == [1, 2, 3])
        #expect(try await results.elements(for: [1, 3]).mapValues(\.count) == [1: 1, 3: 1])
        // Its own rows are told as precisely as ever.
        try await test.execute("INSERT INTO thing(id) VALUES (4)")
        #expect(results.snapshot.allItems == [1, 2, 3, 4])
        #expect(recorder.takeUpdates().flatMap(\.changeset.updated).isEmpty)
    }

    // MARK: Time and chance

    static let filters: [(String, Set<String>)] = [
        ("rank > julianday('now')", ["julianday"]), ("name < date()", ["date"]),
        ("name < CURRENT_TIMESTAMP", ["current_timestamp"]), ("rank > random()", ["random"]),
        ("rank > changes()", ["changes"]), ("date(name, 'unixepoch') > '2000'", []),
        ("abs(rank) > 1 AND lower(name) LIKE 'a%'", []),
    ]

    @Test(arguments: filters)
    func whatDependsOnMoreThanRowsIsReported(filter: String, functions: Set<String>) async throws {
        let (test, results, _) = try await open(.init(filter: SQL(sql: filter)), history: true)
        defer { test.remove() }
        #expect(results.volatileFunctions == functions)
    }

    @Test func anArgumentThatSaysNowIsReported() async throws {
        let (test, results, _) = try await open(.init(filter: SQL("name < date(\("now"))")), history: true)
        defer { test.remove() }
        #expect(results.volatileFunctions == ["date"])
        let (other, plain, _) = try await open(.init(filter: SQL("date(name) = \("2000-01-01")")), history: true)
        defer { other.remove() }
        #expect(plain.volatileFunctions == [])
    }

    @Test(arguments: [true, false])
    func readingAnewIsOneChangeset(history: Bool) async throws {
        let limit = Limit()
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            db.add(function: DatabaseFunction("bound", argumentCount: 0, pure: false) { _ in limit.value })
        }
        let queue = try DatabaseQueue(configuration: configuration)
        try await queue.write { db in
            try db.execute(sql: Self.schema)
            if history { try History.install(on: "thing", in: db) }
        }
        let store = try LiveStore(queue)
        defer { store.close() }
        let results = try await FetchedResults<Thing>(.init(filter: SQL("rank <= bound()")), in: store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        #expect(results.volatileFunctions == ["bound"])
        limit.value = 3
        #expect(results.snapshot.allItems == [1])
        try await results.refetch()
        #expect(results.snapshot.allItems == [1, 2, 3])
        let updates = recorder.takeUpdates()
        #expect(updates.count == 1 && updates.first?.changeset.inserted.map(\.id) == [2, 3])
        #expect(updates.first?.changeset.updated.isEmpty == true)
        try await results.refetch()
        #expect(recorder.takeUpdates().isEmpty)
    }
}

private final class Limit: Sendable {
    private let number = Mutex(1)
    var value: Int {
        get { number.withLock { $0 } }
        set { number.withLock { $0 = newValue } }
    }
}
