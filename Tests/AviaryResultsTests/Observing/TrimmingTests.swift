import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Synchronization
import Testing

/// The history log does not reach back for ever.
struct TrimmingTests {
    @Test func aLogTrimmedPastOurPlaceIsNoticed() async throws {
        let test = try TestStore()
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        try test.sqlite3("INSERT INTO thing(rank) VALUES (1), (2); DELETE FROM aviaryHistory")
        try await test.store.catchUp()
        #expect(results.snapshot.allItems == [1, 2])
        try test.sqlite3("INSERT INTO thing(rank) VALUES (3), (4); DELETE FROM aviaryHistory WHERE seq < 4")
        try await test.store.catchUp()
        #expect(results.snapshot.allItems == [1, 2, 3, 4])
        #expect(results.statistics.refetched == 2)
        try await test.execute("INSERT INTO thing(rank) VALUES (5)")
        #expect(results.snapshot.allItems == [1, 2, 3, 4, 5])
        #expect(results.statistics.incremental == 1)
    }

    @Test func theLogIsTrimmedAndNobodyLosesItsPlace() async throws {
        let test = try TestStore(limit: 1000)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        for _ in 0..<8 {
            try await test.store.write { db in
                for _ in 0..<1000 { try db.execute(sql: "INSERT INTO thing(rank) VALUES (1)") }
            }
            try await test.store.catchUp()
        }
        let kept = try await test.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM aviaryHistory") }
        #expect((kept ?? 0) <= 2200)
        #expect(results.snapshot.numberOfItems == 8_000)
        #expect(results.statistics.refetched == 0)
    }

    /// Such a list learns from the log which of its rows show something else.
    @Test func aLogTrimmedPastTheirPlaceTellsListsThatAreReadAnewNothing() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("CREATE TABLE other(item); INSERT INTO thing(shown) VALUES ('one'), ('two')")
        let results = try await FetchedResults<Thing>(
            .init(filter: SQL("id NOT IN (SELECT item FROM other)")), in: test.store)
        _ = try await results.elements(for: [1, 2])
        try test.sqlite3("UPDATE thing SET shown = 'ONE' WHERE id = 1; DELETE FROM aviaryHistory")
        try await test.store.catchUp()
        try await test.expectElements(of: results, "after a trimmed log")
    }

    /// What is about to be trimmed is followed before.
    @Test func whatOthersCommitJustBeforeIsFollowedFirst() async throws {
        let test = try TestStore(limit: 1)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        let outside = try test.openOutside()
        let isDue = Mutex(true)
        try await test.database.writeWithoutTransaction { db in
            db.trace { event in
                guard "\(event)".hasPrefix("SELECT (SELECT min(seq)"), isDue.withLock(\.self) else { return }
                isDue.withLock { $0 = false }
                try? outside.write {
                    try $0.execute(sql: "INSERT INTO thing(rank) SELECT 1 FROM json_each('[1, 2, 3]')")
                }
            }
        }
        try test.sqlite3("INSERT INTO thing(rank) VALUES (1), (2), (3)")
        try await test.store.catchUp()
        #expect(isDue.withLock { !$0 } && results.snapshot.numberOfItems == 6)
        #expect(try await test.ids("SELECT count(*) FROM aviaryHistory") == [1])
        try await test.store.catchUp()
        #expect(results.statistics.refetched == 0)
    }

    @Test func aLogThatIsKnownToBeShortIsNotAskedForItsLength() async throws {
        let test = try TestStore()
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        try test.sqlite3("INSERT INTO thing(rank) VALUES (1)")
        try await test.store.catchUp()
        let questions = Mutex(0)
        try await test.database.writeWithoutTransaction { db in
            db.trace { if "\($0)".contains("min(seq) FROM main.aviaryHistory), (") { questions.withLock { $0 += 1 } } }
        }
        for _ in 0..<5 {
            try test.sqlite3("INSERT INTO thing(rank) VALUES (1)")
            try await test.store.catchUp()
        }
        #expect(results.snapshot.numberOfItems == 6)
        #expect(questions.withLock(\.self) == 0)
    }

    @Test func aLogIsTrimmedThatGrowsByATableOfNoList() async throws {
        let test = try TestStore(limit: 10)
        defer { test.remove() }
        try await test.store.write { db in
            try db.execute(sql: "CREATE TABLE note(id INTEGER PRIMARY KEY, text)")
            try History.install(on: "note", in: db)
        }
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        // The log is found short while the list has read all of it.
        try await test.execute("INSERT INTO thing(rank) VALUES (1)")
        try await test.store.catchUp()
        for _ in 0..<100 { try await test.execute("INSERT INTO note(text) VALUES ('new')") }
        try await test.store.catchUp()
        #expect(try await test.ids("SELECT count(*) FROM aviaryHistory") == [10])
        try await test.execute("INSERT INTO thing(rank) VALUES (2)")
        #expect(results.snapshot.numberOfItems == 2)
    }

    @Test func theLogOfZerosIsTrimmedWithIt() async throws {
        let test = try TestStore(limit: 10)
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (-0.0), (0.0)")
        for _ in 0..<100 { try await test.execute("UPDATE thing SET name = 'new'") }
        #expect(try await test.ids("SELECT count(*) FROM aviaryHistoryZero") == [200])
        try await test.store.catchUp()
        let (log, zeros) = ("SELECT min(seq) FROM aviaryHistory", "SELECT min(seq) FROM aviaryHistoryZero")
        let first = try await test.ids(log)
        #expect(try await test.ids(zeros) == first && first[0] > 100)
    }
}
