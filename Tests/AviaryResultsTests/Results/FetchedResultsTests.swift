import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Synchronization
import Testing

struct FetchedResultsTests {
    @Test func theDelegateIsToldInCoreDatasOrder() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (2), (3), (4)")
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try await test.store.write { db in
            try db.execute(sql: "UPDATE thing SET rank = 9 WHERE id = 1")
            try db.execute(sql: "UPDATE thing SET shown = 'x' WHERE id = 2")
            try db.execute(sql: "DELETE FROM thing WHERE id = 3")
            try db.execute(sql: "INSERT INTO thing(rank) VALUES (0)")
        }
        func path(_ item: Int) -> ItemIndexPath { ItemIndexPath(item: item) }
        #expect(
            recorder.takeEvents() == [
                .will, .item(.delete(3, at: path(2))), .item(.insert(5, at: path(0))),
                .item(.move(1, from: path(0), to: path(3))),
                .item(.update(1, from: path(0), to: path(3), columns: ColumnSet(column: 1))),
                .item(.update(2, from: path(1), to: path(1), columns: ColumnSet(column: 3))), .did,
            ])
    }

    @Test func aColumnThatTheRecordDoesNotReadTellsNothing() async throws {
        struct Short: LiveRecord, Codable {
            static let databaseTableName = "thing"
            static var databaseSelection: [any SQLSelectable] { [Column("id"), Column("shown")] }
            var id: Int64
            var shown: String?
        }
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (2)")
        let results = try await FetchedResults<Short>(.init(sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try await test.execute("UPDATE thing SET hidden = 5")
        try await test.execute("UPDATE thing SET shown = shown, rank = rank")
        #expect(recorder.takeEvents() == [])
        #expect(results.statistics.untouched >= 2)
        try await test.execute("UPDATE thing SET rank = 3 WHERE id = 1")
        let changeset = recorder.takeUpdates().first?.changeset
        #expect(changeset?.moved.count == 1)
        #expect(changeset?.updated == [])
    }

    @Test func whoeverAsksForTheSameSharesOneIndex() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1)")
        let store = test.store
        let all = try await withThrowingTaskGroup(of: FetchedResults<Thing>.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await FetchedResults<Thing>(.init(filter: Column("rank") > 0, sort: []), in: store)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await test.execute("INSERT INTO thing(rank) VALUES (2), (-1)")
        for results in all {
            #expect(results.snapshot.allItems == [1, 2])
            // Two rows were read once, whoever watches.
            #expect(results.statistics.rowsRead == 2)
        }
    }

    /// To work a request out, SQLite is asked what columns the table has.
    @Test func aRequestIsWorkedOutOnceForAllItsLists() async throws {
        let asked = Mutex(0)
        let count: @Sendable (Database) -> Void = { db in
            db.trace { event in if "\(event)".contains("table_xinfo") { asked.withLock { $0 += 1 } } }
        }
        let test = try TestStore(prepare: count)
        defer { test.remove() }
        func open(_ rank: Int, _ sort: SortKey = Column("rank").asc) async throws -> (FetchedResults<Thing>, Int) {
            let before = asked.withLock { $0 }
            let results = try await FetchedResults<Thing>(
                .init(filter: Column("rank") > rank, sort: [sort]), in: test.store)
            return (results, asked.withLock { $0 } - before)
        }
        let (first, work) = try await open(0)
        #expect(work > 0)
        let (second, again) = try await open(0)
        #expect(again == 0)
        let (third, other) = try await open(1)
        #expect(other > 0)
        let (fourth, reversed) = try await open(0, Column("rank").desc)
        #expect(reversed > 0)
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (2)")
        #expect(first.snapshot.allItems == [1, 2] && second.snapshot.allItems == [1, 2])
        #expect(third.snapshot.allItems == [2] && fourth.snapshot.allItems == [2, 1])
        #expect(second.statistics.firstRows == 0 && second.statistics.rowsRead == first.statistics.rowsRead)

        // The lists work themselves out anew when the schema changes; the next one does once more.
        try await test.execute("CREATE TABLE unrelated(id)")
        _ = try await open(0)
        let (fifth, last) = try await open(0)
        #expect(last == 0)
        try await test.execute("ALTER TABLE thing ADD COLUMN more; DELETE FROM thing WHERE id = 1")
        let (sixth, changed) = try await open(0)
        #expect(changed > 0 && sixth.snapshot.allItems == [2] && fifth.snapshot.allItems == [2])
    }

    @Test func aSlowReaderGetsOneMergedUpdate() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (2), (3)")
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let updates = results.updates()
        for statement in [
            "DELETE FROM thing WHERE id = 2", "INSERT INTO thing(rank) VALUES (0)",
            "UPDATE thing SET rank = 5 WHERE id = 1",
            "DELETE FROM thing WHERE rank = 0",
        ] { try await test.execute(statement) }
        for await case .success(let update) in updates {
            #expect(try replay(update.changeset, on: updates.initial.allItems) == [3, 1])
            #expect(update.new.version == results.version)
            break
        }
    }

    @Test func streamsEndWithTheStore() async throws {
        let test = try TestStore()
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        let updates = results.updates()
        test.store.close()
        for await _ in updates { Issue.record("nothing changed") }
        await #expect(throws: ResultsError.self) {
            try await FetchedResults<Thing>(.init(filter: Column("rank") == 1), in: test.store)
        }
    }

    @Test func elementsAreNeverOlderThanTheUpdate() async throws {
        struct Shown: LiveRecord, Codable {
            static let databaseTableName = "thing"
            var id: Int64
            var shown: Int
        }
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(shown) VALUES (0), (0), (0)")
        let results = try await FetchedResults<Shown>(.init(), in: test.store)
        let store = test.store
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for await case .success(let update) in results.updates() {
                        let shown = try await results.elements(for: [1, 2, 3])[1]?.shown ?? -1
                        // Each transaction logs three changes.
                        #expect(Int64(shown) >= (update.new.version - 3) / 3)
                        if shown >= 300 { break }
                    }
                }
            }
            group.addTask {
                for number in 1...300 {
                    try await store.write { try $0.execute(sql: "UPDATE thing SET shown = \(number)") }
                }
                // Readers that began late still have something to hear.
                for _ in 0..<20 { try await store.write { try $0.execute(sql: "UPDATE thing SET shown = shown + 1") } }
            }
            try await group.waitForAll()
        }
    }

    @Test func aChangeOfMoreRowsThanAreHeldIsShownInEach() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute(
            """
            INSERT INTO thing(id, shown)
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i, 0 FROM n
            """)
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        try await test.expectElements(of: results, "before")
        try await test.execute("UPDATE thing SET shown = id")
        try await test.expectElements(of: results, "behind a change of all rows")
        try await test.execute("UPDATE thing SET shown = 0 WHERE id = 7")
        try await test.expectElements(of: results, "behind a change of one row")
    }

    @Test func aBrokenRowIsLeftOut() async throws {
        struct Strict: LiveRecord, Codable {
            static let databaseTableName = "thing"
            var id: Int64
            var rank: Int
        }
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (NULL), (NULL), (4)")
        let results = try await FetchedResults<Strict>(.init(), in: test.store)
        #expect(try await results.elements(for: [1, 2, 3, 4, 99]).keys.sorted() == [1, 4])
        try await test.execute("UPDATE thing SET rank = 2 WHERE id = 2")
        #expect(try await results.elements(for: [1, 2, 3, 4]).keys.sorted() == [1, 2, 4])
    }

    @Test func anUnknownTableAndAWrongFilterAreErrors() async throws {
        let test = try TestStore(history: false)
        defer { test.remove() }
        struct Nothing: LiveRecord, Codable { var id: Int64 }
        await #expect(throws: ResultsError.self) { try await FetchedResults<Nothing>(.init(), in: test.store) }
        await #expect(throws: (any Error).self) {
            try await FetchedResults<Thing>(.init(filter: Column("nowhere") > 1), in: test.store)
        }
        try await test.execute("CREATE TABLE keyed(id INTEGER PRIMARY KEY) WITHOUT ROWID")
        await #expect(throws: ResultsError.self) {
            try await test.store.write { try History.install(on: "keyed", in: $0) }
        }
    }

    @Test func historySpeaksOfChangedColumnsAndOldValues() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank, name) VALUES (0.1, 'it''s')")
        try await test.execute("UPDATE thing SET rank = 0.1, name = 'b', hidden = x'00ff'")
        try await test.execute("UPDATE thing SET id = 7")
        try await test.execute("DELETE FROM thing")
        let log = try await test.store.read { db in
            try Row.fetchAll(db, sql: "SELECT row, op, columns, old FROM aviaryHistory ORDER BY seq").map { row in
                "\(row[0] as Int64) \(row[1] as String) \(row[2] as Int64) \(row[3] as String? ?? "-")"
            }
        }
        #expect(
            log == [
                "1 insert -1 -", "1 update 20 1,0.1,'it''s',NULL,NULL", "1 delete -1 1,0.1,'b',NULL,X'00FF'",
                "7 insert -1 -", "7 delete -1 7,0.1,'b',NULL,X'00FF'",
            ])
    }
}
