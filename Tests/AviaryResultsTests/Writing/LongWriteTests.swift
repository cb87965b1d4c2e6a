import AviaryResults
import AviaryTesting
import GRDB
import Testing

/// A write that takes long holds up those behind it, as always, and not those before it.
@Suite(.timeLimit(.minutes(1))) struct LongWriteTests {
    private typealias Write = Attempt<Int>

    private let test: TestStore
    private let clock = ManualClock()
    private let counter: CommitCounter
    private let short = Tally()
    private let long = Tally()

    init() throws {
        test = try TestStore(clock: clock)
        counter = CommitCounter(test.database)
    }

    /// - Returns: How many rows it found.
    private func insert(_ rank: Int) -> Write {
        Write { [short] store in
            try await store.write { db in
                short.add()
                try db.execute(sql: "INSERT INTO thing(rank) VALUES (\(rank))")
                return try Int.fetchOne(db, sql: "SELECT count(*) FROM thing") ?? 0
            }
        }
    }

    private static let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"

    /// A statement that takes a second.
    private func longWrite(_ sql: String, catches: Bool = false) -> Write {
        Write { [long, clock] store in
            try await store.write { db in
                long.add()
                clock.advance(by: .seconds(1))
                do { try db.execute(sql: Self.numbers + sql) } catch { if !catches { throw error } }
                return 0
            }
        }
    }

    @Test(arguments: [true, false]) func thoseBeforeItAreCommittedFirst(catches: Bool) async throws {
        defer { test.remove() }
        let results = await test.store.writeTogether([
            insert(1), insert(2), longWrite("INSERT INTO thing(rank) SELECT 7 FROM n", catches: catches), insert(3),
            insert(4),
        ])
        #expect(results.allSatisfy { $0.error == nil })
        // The interrupted statement has rolled all back.
        #expect(short.value == 2 + 2 + 2 && long.value == 2)
        #expect(counter.commits == 3, "those before it, itself, and those behind it")
        #expect(try results.map { try $0.get() } == [1, 2, 0, 20_003, 20_004])
        #expect(try await test.ids("SELECT rank FROM thing WHERE rank < 7 ORDER BY id") == [1, 2, 3, 4])
        #expect(try await test.ids("SELECT count(*) FROM thing") == [20_004])
    }

    /// A statement that reads can be interrupted without rolling back what is before it.
    @Test func thoseBeforeOneThatReadsRunOnce() async throws {
        defer { test.remove() }
        let results = await test.store.writeTogether([
            insert(1), longWrite("SELECT count(*) FROM n", catches: true), insert(2),
        ])
        #expect(results.allSatisfy { $0.error == nil })
        #expect(short.value == 2 && long.value == 2)
        #expect(counter.commits == 3)
    }

    @Test func thoseBehindItWaitForAnotherTransaction() async throws {
        defer { test.remove() }
        let results = await test.store.writeTogether([
            longWrite("INSERT INTO thing(rank) SELECT 7 FROM n"), insert(1), insert(2),
        ])
        #expect(results.allSatisfy { $0.error == nil })
        #expect(short.value == 2 && long.value == 1, "nobody waits before it, so it is not interrupted")
        #expect(counter.commits == 2)
    }

    /// It would take as long again, and those behind it would wait.
    @Test func oneThatCannotBeCommittedIsNotRunAgain() async throws {
        defer { test.remove() }
        counter.refuse(1)
        let results = await test.store.writeTogether([
            longWrite("INSERT INTO thing(rank) SELECT 7 FROM n"), insert(1), insert(2),
        ])
        #expect(results[0].error is CommitCounter.Refusal)
        #expect(try results.dropFirst().map { try $0.get() } == [1, 2])
        #expect(long.value == 1 && short.value == 2)
        #expect(counter.commits == 1, "those behind it share one")
    }
}
