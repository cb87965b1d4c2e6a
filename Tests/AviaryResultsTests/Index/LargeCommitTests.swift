import AviarySnapshots
import AviaryTesting
import Dispatch
import Foundation
import GRDB
import Synchronization
import Testing

@testable import AviaryResults

/// A list follows a large commit beside the writer, and is read anew when most of its rows have changed.
struct LargeCommitTests {
    private struct Note: LiveRecord {
        static let databaseTableName = "note"
        init(row: Row) {}
    }

    private static let ranked = ListRequest<Thing>(sort: [Column("rank").asc])

    /// - Parameter most: How many entries of the log are followed on the writer queue.
    private func open(most: Int = 10, limit: Int64 = 1_000_000) async throws -> TestStore {
        let test = try TestStore(
            limit: limit,
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE TABLE note(id INTEGER PRIMARY KEY, thing);
                """)
        try await test.store.write { try History.install(on: "note", in: $0) }
        test.store.follower.lags.most = most
        return test
    }

    private static func insert(_ ids: ClosedRange<Int>, _ rank: String = "-i") -> String {
        """
        WITH RECURSIVE n(i) AS (SELECT \(ids.lowerBound) UNION ALL SELECT i + 1 FROM n WHERE i < \(ids.upperBound))
        INSERT INTO thing(id, rank, shown) SELECT i, \(rank), i % 3 FROM n
        """
    }

    // MARK: The work

    @Test(arguments: [(rows: 16_384, anew: 0), (rows: 16_385, anew: 1)])
    func aListIsReadAnewWhenVeryManyRowsHaveChanged(rows: Int, anew: Int) async throws {
        let test = try await open(most: 1_024)
        defer { test.remove() }
        try await test.execute(Self.insert(1...10))
        let results = try await FetchedResults(Self.ranked, in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try test.sqlite3(Self.insert(11...10 + rows))
        try await test.store.catchUp()
        let list = try recorder.takeUpdates().reduce(Array(1...10).reversed()) { try replay($1.changeset, on: $0) }
        #expect(list == (1...Int64(10 + rows)).reversed() && results.snapshot.allItems == list)
        #expect(results.statistics.refetched == anew && results.statistics.incremental == 1 - anew)
        #expect(results.statistics.rowsRead == rows + 10 * anew)
        #expect(results.snapshot.violations() == [])
    }

    /// Of a long list more changes are followed row by row.
    @Test func howManyChangesAreManyDependsOnTheList() async throws {
        let test = try await open()
        defer { test.remove() }
        try await test.execute(Self.insert(1...3_200))
        let results = try await FetchedResults(Self.ranked, in: test.store)
        try await setFewChanges(5, in: test)
        try await test.execute("UPDATE thing SET rank = rank + 7 WHERE id <= 200")
        #expect(results.statistics.incremental == 1 && results.statistics.refetched == 0)
        try await test.execute("UPDATE thing SET rank = rank + 7 WHERE id <= 201")
        #expect(results.statistics.incremental == 1 && results.statistics.refetched == 1)
        #expect(try await test.ids("SELECT id FROM thing ORDER BY rank, id") == results.snapshot.allItems)
    }

    /// A table without history is followed by what GRDB tells of it.
    @Test func manyRowsOfATableWithoutHistoryAreReadAnew() async throws {
        let test = try TestStore(history: false)
        defer { test.remove() }
        try await test.execute(Self.insert(1...10))
        let results = try await FetchedResults(Self.ranked, in: test.store)
        try await setFewChanges(5, in: test)
        try await test.execute("UPDATE thing SET rank = rank + 7 WHERE id <= 5")
        #expect(results.statistics.refetched == 0)
        try await test.execute("UPDATE thing SET rank = rank + 7 WHERE id <= 6")
        #expect(results.statistics.refetched == 1)
        #expect(try await test.ids("SELECT id FROM thing ORDER BY rank, id") == results.snapshot.allItems)
    }

    private func setFewChanges(_ few: Int, in test: TestStore) async throws {
        try await test.database.writeWithoutTransaction { [store = test.store] _ in
            for index in store.follower.indexes { index.fewChanges = few }
        }
    }

    /// A row shows what another table has. That table has changed, and the list is read anew for another reason.
    @Test func whatARowShowsOfAnotherTableIsToldWhenTheListIsReadAnew() async throws {
        struct Noted: LiveRecord {
            static let databaseTableName = "thing"
            static var databaseSelection: [any SQLSelectable] {
                [SQL(sql: "(SELECT count(*) FROM note WHERE note.thing = thing.id) AS notes")]
            }
            let notes: Int
            init(row: Row) { notes = row["notes"] }
        }
        let test = try await open()
        defer { test.remove() }
        try await test.execute(Self.insert(1...10))
        let results = try await FetchedResults<Noted>(
            .init(dependencies: [Dependency(on: "note", rows: "SELECT thing FROM changed")]), in: test.store)
        _ = try await results.elements(for: Array(1...10))
        let recorder = UpdateRecorder()
        results.delegate = recorder
        for few in [6, 0] {
            try await setFewChanges(few, in: test)
            try await test.execute(
                "\(Self.insert(11...17)); INSERT INTO note(thing) VALUES (3); DELETE FROM thing WHERE id > 10")
            let updates = recorder.takeUpdates()
            #expect(results.statistics.refetched == (few == 6 ? 1 : 2))
            // Where even the other table has changed too much, nobody looks which rows that concerns.
            let told = few == 6 ? [3] : Array(1...10 as ClosedRange<Int64>)
            #expect(updates.flatMap(\.changeset.updated).map(\.id) == told)
            #expect(try await results.elements(for: [3])[3]?.notes == (few == 6 ? 1 : 2))
        }
    }

    // MARK: Beside the writer

    @Test(arguments: [false, true])
    func aWriteWaitsForNoListOfAnotherTable(isOwn: Bool) async throws {
        let test = try await open()
        defer { test.remove() }
        let things = try await FetchedResults(Self.ranked, in: test.store)
        let notes = try await FetchedResults<Note>(.init(), in: test.store)
        let gate = try await HeldReading(in: test)
        let isDone = Mutex(false)
        let large = Task {
            if isOwn {
                try await test.execute(Self.insert(1...50))
            } else {
                try test.sqlite3(Self.insert(1...50))
                try await test.store.catchUp()
            }
        }
        await gate.arrival()
        // SQLite declares `json_each` when it is first read, which looks like a change of the schema.
        try await test.execute("INSERT INTO note(thing) SELECT value FROM json_each('[7]')")
        #expect(notes.snapshot.allItems == [1])
        #expect(things.snapshot.allItems == [])

        // One of the same table waits for the list, and holds nobody up.
        let small = Task {
            try await test.execute("INSERT INTO thing(id, rank) VALUES (100, 100)")
            isDone.withLock { $0 = true }
            return things.snapshot.allItems
        }
        while try await test.ids("SELECT id FROM thing WHERE id = 100").isEmpty { await Task.yield() }
        try await test.execute("INSERT INTO note(thing) VALUES (8)")
        #expect(notes.snapshot.allItems == [1, 2] && isDone.withLock { !$0 })
        gate.open()
        #expect(try await small.value == (1...50).reversed() + [100])
        try await large.value
        #expect(things.snapshot.violations() == [] && things.statistics.disorders == 0)
    }

    @Test func aListThatLagsChangesItsRequestWhenItHasFollowed() async throws {
        let test = try await open()
        defer { test.remove() }
        try await test.execute(Self.insert(1...10))
        let results = try await FetchedResults(Self.ranked, in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        let gate = try await HeldReading(in: test)
        try test.sqlite3("\(Self.insert(11...50)); UPDATE thing SET shown = 9 WHERE id <= 3")
        async let caughtUp = test.store.catchUp()
        await gate.arrival()
        async let changed: Void = results.change(
            to: ListRequest(filter: Column("id") <= 5, sort: [Column("rank").desc]))
        async let again: Void = results.refetch()
        gate.open()
        _ = try await (caughtUp, changed, again)
        let updates = recorder.takeUpdates()
        let list = try updates.reduce(Array(1...10).reversed()) { try replay($1.changeset, on: $0) }
        #expect(list == [1, 2, 3, 4, 5] && results.snapshot.allItems == list)
        let told = Set(updates.flatMap(\.changeset.updated).map(\.id))
        #expect(told.isSuperset(of: [1, 2, 3]))
    }

    /// What becomes of the store while a list lags.
    enum Event: CaseIterable { case column, table, trimming, smallCommit, largeCommit, failure, drop, close }

    @Test(arguments: Event.allCases)
    func aListThatLagsIsRightWhateverHappens(event: Event) async throws {
        let test = try await open(limit: event == .trimming ? 5 : 1_000_000)
        defer { test.remove() }
        try await test.execute(Self.insert(1...10))
        var results: FetchedResults<Thing>? = try await FetchedResults(Self.ranked, in: test.store)
        let recorder = UpdateRecorder()
        results?.delegate = recorder
        let fails = Mutex(event == .failure)
        let gate = try await HeldReading(in: test) {
            let fails = fails.withLock { fails in
                defer { fails = false }
                return fails
            }
            if fails { throw DatabaseError(resultCode: .SQLITE_IOERR) }
        }
        try test.sqlite3("\(Self.insert(11...50)); UPDATE thing SET shown = 9 WHERE id <= 3")
        let caughtUp = Task { try await test.store.catchUp() }
        await gate.arrival()
        switch event {
        case .column: try test.sqlite3("ALTER TABLE thing ADD COLUMN more; UPDATE thing SET rank = 60 WHERE id = 50")
        case .table:
            let new = "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden)"
            try test.sqlite3("DROP TABLE thing; \(new); \(Self.insert(7...9))")
        case .trimming:
            try test.sqlite3("UPDATE thing SET rank = 60 WHERE id = 50")
            try await test.database.writeWithoutTransaction { [store = test.store] in
                try store.follower.trim($0, to: 5)
            }
        case .smallCommit: try test.sqlite3("UPDATE thing SET rank = 60 WHERE id = 50")
        case .largeCommit: try test.sqlite3("UPDATE thing SET rank = 60 WHERE id > 30")
        case .failure: break
        case .drop: results = nil
        case .close: test.store.close()
        }
        gate.open()
        _ = try? await caughtUp.value
        await test.store.follower.lags.wait()
        #expect(test.store.follower.lags.count == 0)
        guard let results, event != .close else { return }
        while try await test.store.catchUp() {}
        let updates = recorder.takeUpdates()
        let list = try updates.reduce(Array(1...10).reversed()) { try replay($1.changeset, on: $0) }
        #expect(try await test.ids("SELECT id FROM thing ORDER BY rank, id") == list)
        #expect(results.snapshot.allItems == list && results.error == nil)
        #expect(results.snapshot.violations() == [])
        let told = Set(updates.flatMap(\.changeset.updated).map(\.id))
        #expect(event == .table || told.isSuperset(of: [1, 2, 3]))
        if event == .trimming { #expect(told == [1, 2, 3, 50], "the log is trimmed when it has been read") }
        try await test.execute("DELETE FROM thing WHERE id = 8")
        #expect(try await test.ids("SELECT id FROM thing ORDER BY rank, id") == results.snapshot.allItems)
    }

    @Test func aListIsOpenedWithWhatAnotherHasYetToFollow() async throws {
        let test = try await open()
        defer { test.remove() }
        let results = try await FetchedResults(Self.ranked, in: test.store)
        let gate = try await HeldReading(in: test)
        try test.sqlite3(Self.insert(1...50))
        let caughtUp = Task { try await test.store.catchUp() }
        await gate.arrival()
        async let again = FetchedResults(Self.ranked, in: test.store)
        gate.open()
        #expect(try await again.snapshot.numberOfItems == 50)
        _ = try await caughtUp.value
        #expect(results.snapshot.numberOfItems == 50)
    }

    /// In the end the writer waits for the list.
    @Test func aListChangesItsRequestThoughLargeCommitsNeverEnd() async throws {
        let test = try await open(most: 0)
        defer { test.remove() }
        try await test.execute(Self.insert(1...10))
        let results = try await FetchedResults(Self.ranked, in: test.store)
        let outside = try test.openOutside()
        let commits = Mutex(0)
        let gate = try await HeldReading(in: test) {
            // Each time the list has followed, there is more.
            commits.withLock { $0 += 1 }
            try outside.write { try $0.execute(sql: "UPDATE thing SET rank = rank + 1") }
        }
        gate.open()
        try await outside.write { try $0.execute(sql: Self.insert(11...20)) }
        try await results.refetch()
        try await results.change(to: ListRequest(sort: [Column("rank").desc]))
        #expect(results.snapshot.allItems == Array(1...20))
        #expect(commits.withLock(\.self) > 3)
    }

    /// Whoever opens a path may find another file there. What the list reads beside the writer is of the file that is open.
    @Test func aListThatLagsReadsNoOtherFile() async throws {
        let clock = ManualClock()
        let test = try TestStore(clock: clock)
        defer { test.remove() }
        test.store.follower.lags.most = 10
        try await test.execute(Self.insert(1...2_000, "i"))
        let results = try await FetchedResults(Self.ranked, in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try test.sqlite3("VACUUM INTO '\(test.path).other'")
        try test.sqlite3("DELETE FROM thing WHERE id > 100")
        let other = try DatabaseQueue(path: test.path + ".other")
        try await other.write { try $0.execute(sql: Self.insert(3_000...6_000, "i")) }
        try await other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try other.close()
        // The list waits for its turn behind another one.
        let first = try await FetchedResults<Thing>(
            ListRequest(filter: Column("id") > 0, sort: [Column("id").asc]), in: test.store, showingFirst: 10)
        try await test.database.writeWithoutTransaction { [store = test.store] in
            _ = try store.follower.catchUp($0)
            #expect(store.follower.lags.count == 1)
        }
        #expect(rename(test.path + ".other", test.path) == 0)
        await test.store.follower.lags.wait()
        #expect(recorder.takeUpdates().map(\.new.numberOfItems) == [100])
        withExtendedLifetime(first) {}
    }

    /// A store in a queue reads nothing beside the writer.
    @Test func aQueueFollowsLargeCommitsAtOnce() async throws {
        let test = try await open()
        defer { test.remove() }
        let queue = try test.openOutside()
        let store = try LiveStore(queue)
        defer { store.close() }
        store.follower.lags.most = 10
        let results = try await FetchedResults(Self.ranked, in: store)
        try await queue.write { try $0.execute(sql: Self.insert(1...50)) }
        #expect(results.snapshot.numberOfItems == 50)
    }
}

/// Holds a list before it reads what it has to follow.
private final class HeldReading: Sendable {
    private let isOpen = Mutex(false)
    private let opening = DispatchSemaphore(value: 0)
    private let arrivals = AsyncStream<Void>.makeStream()

    /// - Parameter results: A list of the table `thing`, which no other list is of.
    init(in test: TestStore, _ onRead: @escaping @Sendable () throws -> Void = {}) async throws {
        try await test.database.writeWithoutTransaction { [store = test.store] _ in
            for index in store.follower.indexes where index.plan.shape.name == "thing" {
                index.replacedReading = { [list = index.snapshot] plan in
                    FaultyReading(plan: plan, fault: nil, list: list) { _ in
                        self.pass()
                        try onRead()
                    }
                }
            }
        }
    }

    private func pass() {
        arrivals.continuation.yield()
        if isOpen.withLock(\.self) { return }
        opening.wait()
        opening.signal()
    }

    func arrival() async { for await _ in arrivals.stream { return } }

    func open() {
        isOpen.withLock { $0 = true }
        opening.signal()
    }
}
