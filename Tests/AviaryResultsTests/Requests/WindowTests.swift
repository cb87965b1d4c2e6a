import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// A limit is kept, whatever happens.
struct WindowTests {
    private let test: TestStore
    private let recorder = UpdateRecorder()

    /// Rows 1 to 1,000, of rank 10 to 10,000.
    init() throws {
        test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE INDEX thingRank ON thing(rank);
                """)
        try test.database.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
                    INSERT INTO thing(rank, shown) SELECT 10 * n, n FROM n
                    """)
        }
    }

    private func open(
        limit: Int, offset: Int = 0, edge: ListRequest<Thing>.Edge = .start,
        sort: [SortKey] = [Column("rank").asc]
    ) async throws -> FetchedResults<Thing> {
        var request = ListRequest<Thing>(sort: sort, limit: limit)
        (request.offset, request.edge) = (offset, edge)
        let results = try await FetchedResults<Thing>(request, in: test.store)
        results.delegate = recorder
        return results
    }

    /// The items that came and went with the one update since the last call.
    private func change() throws -> (inserted: [Int64], deleted: [Int64], moved: [Int64]) {
        let updates = recorder.takeUpdates()
        let update = try #require(updates.first)
        #expect(updates.count == 1)
        try BatchUpdate(update.changeset).validate(from: update.old.sectionCounts, to: update.new.sectionCounts)
        let changeset = update.changeset
        return (changeset.inserted.map(\.id), changeset.deleted.map(\.id), changeset.moved.map(\.id))
    }

    @Test func oneComesInAndTheLastGoes() async throws {
        defer { test.remove() }
        let results = try await open(limit: 5)
        #expect(results.snapshot.allItems == [1, 2, 3, 4, 5])
        try await test.execute("INSERT INTO thing(id, rank) VALUES (2000, 15)")
        #expect(try change() == ([2000], [5], []))
        try await test.execute("DELETE FROM thing WHERE id = 1")
        #expect(try change() == ([5], [1], []))
        try await test.execute("UPDATE thing SET rank = 77777 WHERE id = 2")
        #expect(try change() == ([6], [2], []))
        try await test.execute("UPDATE thing SET rank = 1 WHERE id = 500")
        #expect(try change() == ([500], [6], []))
        try await test.execute("UPDATE thing SET rank = 41 WHERE id = 2000")
        #expect(try change() == ([], [], [2000]))
        #expect(results.snapshot.allItems == [500, 3, 4, 2000, 5])
        try await test.execute("UPDATE thing SET shown = 'far away' WHERE id = 900")
        try await test.execute("INSERT INTO thing(rank) VALUES (5000)")
        #expect(recorder.takeUpdates().isEmpty)
        #expect(results.statistics.refetched == 0)
        #expect(results.statistics.refills == 0)
    }

    @Test func anOffsetLetsTheListSlide() async throws {
        defer { test.remove() }
        let results = try await open(limit: 3, offset: 2)
        #expect(results.snapshot.allItems == [3, 4, 5])
        try await test.execute("INSERT INTO thing(id, rank) VALUES (2000, 1)")
        #expect(try change() == ([2], [5], []))
        try await test.execute("DELETE FROM thing WHERE id IN (2000, 1)")
        #expect(try change() == ([5, 6], [2, 3], []) || results.snapshot.allItems == [4, 5, 6])
        #expect(results.statistics.refetched == 0)
    }

    @Test func theLastRowsStandInTheSameOrder() async throws {
        defer { test.remove() }
        let results = try await open(limit: 3, offset: 1, edge: .end)
        #expect(results.snapshot.allItems == [997, 998, 999])
        try await test.execute("INSERT INTO thing(id, rank) VALUES (2000, 99999)")
        #expect(try change() == ([1000], [997], []))
        try await test.execute("DELETE FROM thing WHERE id > 900 AND id < 2000")
        #expect(results.snapshot.allItems == [898, 899, 900])
        #expect(results.statistics.refills == 1)
        #expect(results.statistics.refetched == 0)
        #expect(results.snapshot.violations() == [])
    }

    @Test func mostDeletionsReadNoOtherRow() async throws {
        defer { test.remove() }
        let results = try await open(limit: 10)
        for id in 1...500 { try await test.execute("DELETE FROM thing WHERE id = \(id)") }
        #expect(results.snapshot.allItems == Array(501...510))
        // One seek for each 64 rows that left.
        #expect(results.statistics.refills == 7)
        #expect(results.statistics.rowsRead == 500 + 7 * 65)
        #expect(results.statistics.refetched == 0)
    }

    @Test func whatLiesBeyondIsForgotten() async throws {
        defer { test.remove() }
        let results = try await open(limit: 10)
        for id in 2000..<2400 { try await test.execute("INSERT INTO thing(id, rank) VALUES (\(id), \(-id))") }
        #expect(results.snapshot.allItems == Array((2390..<2400).reversed()))
        // At most 128 rows beyond the ten: a violation says otherwise.
        #expect(results.snapshot.violations() == [])
        try await test.execute("DELETE FROM thing WHERE id >= 2005")
        #expect(results.snapshot.allItems == [2004, 2003, 2002, 2001, 2000, 1, 2, 3, 4, 5])
        try await test.execute("DELETE FROM thing")
        #expect(results.snapshot.isEmpty)
        #expect(results.statistics.refetched == 0)
    }

    @Test(arguments: [false, true])
    func aRefillIsASeek(isAtEnd: Bool) async throws {
        defer { test.remove() }
        for sort: [SortKey] in [[Column("rank").asc], [Column("rank").desc], []] {
            let results = try await open(limit: 10, edge: isAtEnd ? .end : .start, sort: sort)
            let plan = try await results.refillPlan()
            #expect(!plan.isEmpty)
            // Rows of equal rank are sorted by their rowids, where the index has them the other way round.
            #expect(
                plan.allSatisfy { !$0.contains("SCAN main.thing") && !$0.contains("TEMP B-TREE FOR ORDER BY") },
                "\(plan)")
        }
    }

    @Test func aLimitOfNoneAndOneOfTooMany() async throws {
        defer { test.remove() }
        let none = try await open(limit: 0)
        #expect(none.snapshot.isEmpty)
        #expect(none.snapshot.numberOfSections == 1)
        let many = try await open(limit: 5000, offset: 990)
        #expect(many.snapshot.allItems == Array(991...1000))
        try await test.execute("DELETE FROM thing WHERE id = 3")
        #expect(many.snapshot.allItems == Array(992...1000))
        #expect(none.snapshot.isEmpty)
    }
}
