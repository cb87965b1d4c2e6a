import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// The schema changes under a live query.
struct SchemaChangeTests {
    /// Each with whether rows of the list may show something else by it.
    static let statements: [(String, Bool)] = [
        ("CREATE TABLE unrelated(id)", false), ("CREATE INDEX more ON thing(rank)", false),
        ("CREATE VIEW unrelated AS SELECT * FROM thing", false), ("ALTER TABLE aside RENAME TO asides", false),
        ("ALTER TABLE thing ADD COLUMN more DEFAULT 3", true),
        (
            """
            DROP TABLE thing; CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
            INSERT INTO thing VALUES (1, 'another', 1, 1, 1), (2, 2, 2, 2, 2)
            """, true
        ),
    ]

    @Test func rowsThatAreReadHaveTheColumnsThatWereAdded() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id) VALUES (1)")
        func columns() async throws -> [String] {
            try await test.store.read { db in
                try Row.fetchOne(db, sql: "SELECT *, 1 AS last FROM thing").map { Array($0.columnNames) } ?? []
            }
        }
        let known = try await columns().dropLast()
        try await test.execute("ALTER TABLE thing ADD COLUMN more")
        #expect(try await columns() == known + ["more", "last"])
        try test.sqlite3("ALTER TABLE thing ADD COLUMN most")
        #expect(try await columns() == known + ["more", "most", "last"])
    }

    @Test(arguments: statements.indices, [true, false])
    func onlyWhatItConcernsIsTold(statement: Int, history: Bool) async throws {
        let (sql, isConcerned) = Self.statements[statement]
        for isOutside in [false, true] {
            let test = try TestStore(history: history)
            defer { test.remove() }
            try await test.execute("CREATE TABLE aside(id); INSERT INTO thing(rank) VALUES (1), (2)")
            let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
            let recorder = UpdateRecorder()
            results.delegate = recorder
            if isOutside {
                try test.sqlite3(sql)
                try await test.store.catchUp()
            } else {
                try await test.execute(sql)
            }
            let told = Set(recorder.takeUpdates().flatMap(\.changeset.updated).map(\.id))
            // Without history nobody knows what another process wrote.
            #expect(told == (isConcerned || isOutside && !history ? [1, 2] : []), "outside: \(isOutside)")
            try await test.execute("INSERT INTO thing(id, rank) VALUES (9, 0)")
            #expect(results.snapshot.allItems.first == 9)
        }
    }

    /// Rows without an INTEGER PRIMARY KEY are numbered anew, and no log tells it.
    @Test(arguments: [true, false])
    func whatVacuumNumbersAnewIsReadAnew(history: Bool) async throws {
        struct Unnumbered: LiveRecord, Decodable {
            static let databaseTableName = "thing"
            static var databaseSelection: [any SQLSelectable] { [Column.rowID.forKey("id"), Column("name")] }
            var id: Int64
            var name: String
        }
        let test = try TestStore(history: history, schema: "CREATE TABLE thing(rank, name, shown, hidden)")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank, name) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')")
        let results = try await FetchedResults<Unnumbered>(.init(sort: [Column("rank").desc]), in: test.store)
        try await test.execute("DELETE FROM thing WHERE rank <= 2")
        #expect(results.snapshot.allItems == [4, 3])
        try test.sqlite3("VACUUM")
        try await test.store.catchUp()
        #expect(try await test.ids("SELECT rowid FROM thing ORDER BY rank DESC") == [2, 1])
        #expect(results.snapshot.allItems == [2, 1])
        let rows = try await results.elements(for: [2, 1])
        #expect([rows[2]?.name, rows[1]?.name] == ["d", "c"])
    }

    /// The write behind it notices, whether or not anybody has looked for others' commits.
    @Test(arguments: [true, false])
    func aVacuumOfOurOwnIsNoticedByTheNextWrite(history: Bool) async throws {
        struct Keyed: Codable, Identifiable, LiveRecord {
            static let databaseTableName = "thing"
            var id: String
            var rank: Int
        }
        let test = try TestStore(
            // VACUUM keeps the rowids of a table that has an index.
            history: false, schema: "CREATE TABLE thing(id TEXT NOT NULL, rank INTEGER NOT NULL)")
        defer { test.remove() }
        if history { try await test.store.write { try History.install(on: "thing", in: $0) } }
        try await test.execute("INSERT INTO thing VALUES ('a', 1), ('b', 2), ('c', 3), ('d', 4)")
        let results = try await FetchedResults<Keyed>(.init(sort: [Column("rank").asc]), in: test.store)
        try await test.execute("DELETE FROM thing WHERE id < 'c'")
        #expect(results.snapshot.allItems == [3, 4])
        try await test.database.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
        try await test.execute("UPDATE thing SET rank = 0 WHERE id = 'd'")
        #expect(results.snapshot.allItems == [2, 1])
        #expect(try await results.ids(for: [2, 1]) == [2: "d", 1: "c"])
    }

    @Test(arguments: [true, false])
    func rowsOfTheSameTransactionAreFollowed(history: Bool) async throws {
        let test = try TestStore(history: history)
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (2)")
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try await test.execute("CREATE TABLE unrelated(id); UPDATE thing SET rank = 0, shown = 5 WHERE id = 2")
        #expect(results.snapshot.allItems == [2, 1])
        #expect(recorder.takeUpdates().flatMap(\.changeset.updated).map(\.id) == [2])
        #expect(results.statistics.refetched == 0)
    }

    @Test(arguments: [true, false])
    func aTemporaryTableOfTheSameNameIsAnother(history: Bool) async throws {
        let test = try TestStore(history: history)
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (2)")
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").desc]), in: test.store)
        try await test.execute(
            """
            CREATE TEMP TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
            INSERT INTO temp.thing(id, rank) VALUES (1, 7), (8, 8); INSERT INTO main.thing(rank) VALUES (3)
            """)
        #expect(results.snapshot.allItems == [3, 2, 1])
        try await test.execute("DELETE FROM main.thing WHERE id = 2; UPDATE temp.thing SET rank = 0")
        #expect(results.snapshot.allItems == [3, 1])
        let late = try await FetchedResults<Thing>(.init(), in: test.store)
        #expect(late.snapshot.allItems == [1, 3])
    }
}
