import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Testing

struct FetchedAggregatesTests {
    private static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
        CREATE TABLE other(id INTEGER PRIMARY KEY, thing, size);
        CREATE VIRTUAL TABLE find USING fts5(name);
        INSERT INTO thing(id, rank, name) VALUES (1, 10, 'a'), (2, 20, 'a'), (3, 30, 'b'), (4, NULL, NULL);
        """

    let test: TestStore

    init() throws { test = try TestStore(schema: Self.schema) }

    private static let request = AggregateRequest(
        [
            .count, .count(Column("rank")), .sum(Column("rank")), .average(Column("rank")), .min(Column("rank")),
            .max(Column("rank")),
        ], of: Thing.self, by: Column("name"))

    private func numbers(_ values: [DatabaseValue]?) -> [Double?]? { values?.map { Double.fromDatabaseValue($0) } }

    @Test func theValuesFollowEachCommit() async throws {
        let values = try await FetchedAggregates(Self.request, in: test.store)
        #expect(values.refetchReason == nil && values.values.count == 3)
        #expect(numbers(values.values[of: "a"]) == [2, 2, 30, 15, 10, 20])
        #expect(numbers(values.values[of: nil]) == [1, 0, nil, nil, nil, nil])

        try await test.execute("INSERT INTO thing(rank, name) VALUES (5, 'a'), (7, 'c')")
        #expect(numbers(values.values[of: "a"]) == [3, 3, 35, 35.0 / 3, 5, 20])
        #expect(numbers(values.values[of: "c"]) == [1, 1, 7, 7, 7, 7])
        try await test.execute("UPDATE thing SET name = 'b' WHERE id = 4; DELETE FROM thing WHERE name = 'c'")
        #expect(values.values[of: "c"] == nil && values.values[of: nil] == nil)
        #expect(numbers(values.values[of: "b"]) == [2, 1, 30, 30, 30, 30])
        #expect(values.statistics.refetched == 0 && values.statistics.groupsRead == 0)
        test.remove()
    }

    /// A sum of integers stays an integer, as in SQLite.
    @Test func theTypesAreThoseOfSQLite() async throws {
        let request = AggregateRequest([.sum(Column("rank")), .average(Column("rank"))], of: Thing.self)
        let values = try await FetchedAggregates(request, in: test.store)
        #expect("\(values.values.all)" == "[60, 20.0]")
        try await test.execute("UPDATE thing SET rank = 0.5 WHERE id = 1")
        #expect("\(values.values.all)" == "[50.5, \(50.5 / 3)]")
        #expect(values.statistics.groupsRead == 1)
        try await test.execute("UPDATE thing SET rank = 1 WHERE id = 1")
        #expect("\(values.values.all)" == "[51, 17.0]")
        // All values are integers again.
        try await test.execute("UPDATE thing SET rank = 2 WHERE id = 1")
        #expect("\(values.values.all)" == "[52, \(52.0 / 3)]" && values.statistics.groupsRead == 2)
        test.remove()
    }

    /// One group needs its smallest value anew; the others do not.
    @Test func onlyTheGroupThatLosesItsSmallestValueIsReadAgain() async throws {
        let values = try await FetchedAggregates(Self.request, in: test.store)
        try await test.execute("DELETE FROM thing WHERE id = 1")
        #expect(numbers(values.values[of: "a"]) == [1, 1, 20, 20, 20, 20])
        #expect(values.statistics.groupsRead == 1 && values.statistics.refetched == 0)
        // A smaller value takes the place of the smallest.
        try await test.execute("UPDATE thing SET rank = 29 WHERE id = 3")
        #expect(numbers(values.values[of: "b"]) == [1, 1, 29, 29, 29, 29])
        test.remove()
    }

    @Test func aColumnThatIsNotReadCostsNoReading() async throws {
        let values = try await FetchedAggregates(Self.request, in: test.store)
        try await test.execute("UPDATE thing SET hidden = 1")
        #expect(values.statistics.incremental == 0 && values.statistics.rowsRead == 0)
        test.remove()
    }

    @Test func infinityAndNULAreExact() async throws {
        let values = try await FetchedAggregates(Self.request, in: test.store)
        try await test.execute(
            """
            INSERT INTO thing(id, rank, name) VALUES (10, 9e999, CAST(x'6100' AS TEXT)), (11, -9e999, CAST(x'6100' AS TEXT)),
            (12, 'text', x''), (13, '12', ''), (14, x'00', 1), (15, 2, 1.0)
            """)
        let nul = try #require(values.values.sections.first { $0.value == "a\0".databaseValue })
        #expect(values.values[of: "a"]?.first == 2.databaseValue)
        #expect(values.values[nul]?.last == Double.infinity.databaseValue)
        // SQLite has no NaN.
        #expect(values.values[nul]?[2] == .null)
        #expect(numbers(values.values[of: 1])?.prefix(3) == [2, 2, 2])
        try await test.execute("DELETE FROM thing WHERE id = 10; DELETE FROM thing WHERE id = 14")
        #expect(values.values[nul]?[2] == (-Double.infinity).databaseValue)
        try await test.execute("DELETE FROM thing WHERE id > 10")
        #expect(values.values[nul] == nil && values.values.count == 3)
        test.remove()
    }

    @Test func anIntegerOverflowIsReportedAndOverAgain() async throws {
        let values = try await FetchedAggregates(Self.request, in: test.store)
        var updates = values.updates().makeAsyncIterator()
        #expect(try numbers(await updates.next()?.get()[of: "b"])?[2] == 30)
        try await test.execute("UPDATE thing SET rank = \(Int64.max - 10) WHERE id = 3")
        #expect(values.values[of: "b"]?[2] == (Int64.max - 10).databaseValue)
        _ = await updates.next()
        try await test.execute("UPDATE thing SET name = 'b' WHERE id = 2")
        #expect("\(values.error as Any)".contains("integer overflow"))
        guard case .failure = await updates.next() else {
            Issue.record("the overflow is not told")
            return
        }
        try await test.execute("UPDATE thing SET rank = 1 WHERE id = 3")
        #expect(values.error == nil && numbers(values.values[of: "b"])?[2] == 21)
        #expect(try numbers(await updates.next()?.get()[of: "b"])?[2] == 21)
        await #expect(throws: (any Error).self) {
            try await test.execute("UPDATE thing SET rank = \(Int64.max)")
            _ = try await FetchedAggregates(
                AggregateRequest([.sum(Column("rank"))], of: Thing.self), in: test.store)
        }
        test.remove()
    }

    @Test func aDroppedColumnIsAnErrorUntilItIsBack() async throws {
        let values = try await FetchedAggregates(Self.request, in: test.store)
        try await test.store.write { db in
            try History.uninstall(from: "thing", in: db)
            try db.execute(sql: "ALTER TABLE thing DROP COLUMN rank")
            try History.install(on: "thing", in: db)
        }
        #expect(values.error != nil)
        try await test.store.write { db in
            try db.execute(sql: "ALTER TABLE thing ADD COLUMN rank; UPDATE thing SET rank = id")
        }
        #expect(values.error == nil && numbers(values.values[of: "a"])?.first == 2)
        #expect(values.refetchReason == .noOldValues("thing"))
        try await test.store.write { try History.install(on: "thing", in: $0) }
        try await test.execute("INSERT INTO thing(rank, name) VALUES (100, 'a')")
        #expect(values.refetchReason == nil && numbers(values.values[of: "a"])?[2] == 103)
        test.remove()
    }

    @Test func updatesEndWhenTheStoreIsClosed() async throws {
        let values = try await FetchedAggregates(Self.request, in: test.store)
        var updates = values.updates().makeAsyncIterator()
        #expect(await updates.next() != nil)
        try await test.execute("UPDATE thing SET hidden = 1")
        try await test.execute("UPDATE thing SET rank = 11 WHERE id = 1")
        #expect(try numbers(await updates.next()?.get()[of: "a"])?[2] == 31)
        test.store.close()
        #expect(await updates.next() == nil)
        var later = values.updates().makeAsyncIterator()
        #expect(await later.next() != nil)
        #expect(await later.next() == nil)
        test.remove()
    }

    /// More than 1,024 changes are followed beside the writer. For more than 16,384, all rows are read anew.
    @Test func aLargeCommitIsFollowed() async throws {
        let values = try await FetchedAggregates(Self.request, in: test.store)
        let insert = """
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
            INSERT INTO thing(rank, name) SELECT n, 'a' FROM number
            """
        for (count, refetched) in [(3_000, 0), (20_000, 1)] {
            let sum = Double(count * (count + 1) / 2 + 30)
            let rows = Double(count + 2)
            try await test.store.write { try $0.execute(sql: insert, arguments: [count]) }
            #expect(numbers(values.values[of: "a"]) == [rows, rows, sum, sum / rows, 1, Double(max(count, 20))])
            #expect(values.statistics.refetched == refetched)
            try await test.execute("DELETE FROM thing WHERE id > 4")
            #expect(numbers(values.values[of: "a"]) == [2, 2, 30, 15, 10, 20])
        }
        test.remove()
    }

    /// The headers of a list: the count of a section is in the snapshot, its sum is a live value.
    @Test func sectionsOfAListHaveTheirValues() async throws {
        let list = ListRequest<Thing>(sort: [Column("rank").asc], sections: .by(Column("name").desc))
        let things = try await FetchedResults(list, in: test.store)
        let sums = try await FetchedAggregates(
            AggregateRequest([.sum(Column("rank"))], ofSectionsIn: list), in: test.store)
        try await test.execute("INSERT INTO thing(rank, name) VALUES (5, 'b'), (1, 'A')")
        let snapshot = things.snapshot
        let headers = (0..<snapshot.numberOfSections).map { section in
            let identifier = snapshot.sectionIdentifier(at: section)
            return
                "\(identifier.title) \(snapshot.range(ofSection: section).count): \(sums.values[identifier]?[0] ?? .null)"
        }
        #expect(headers == ["b 2: 35", "a 2: 30", "A 1: 1", " 1: NULL"])
        test.remove()
    }

    @Test func equalRequestsShareTheirWork() async throws {
        let one = try await FetchedAggregates(Self.request, in: test.store)
        let other = try await FetchedAggregates(Self.request, in: test.store)
        try await test.execute("DELETE FROM thing WHERE id = 4")
        #expect(one.statistics == other.statistics && one.values == other.values && one.values.count == 2)
        test.remove()
    }

    // MARK: Read anew

    private static func request(_ aggregate: Aggregate, filter: SQL? = nil) -> AggregateRequest {
        AggregateRequest([aggregate], of: Thing.self, filter: filter)
    }

    @Test func whatCannotBeFollowedSaysWhy() async throws {
        var joined = Self.request(.sum(Column("size")))
        joined.joins = "JOIN other ON other.thing = thing.id"
        let requests: [(AggregateRequest, RefetchReason, String)] = [
            (joined, .joins, "its aggregates are over joined tables"),
            (Self.request(.countDistinct(Column("name"))), .distinctValues, "it counts different values"),
            (
                Self.request(.count, filter: "rank > unixepoch('now')"), .volatileFunctions(["unixepoch"]),
                "it calls unixepoch, whose results change"
            ),
            (
                Self.request(.count, filter: "id IN (SELECT thing FROM other)"), .otherTables(["other"]),
                "its aggregates also depend on other"
            ),
            (
                Self.request(.count, filter: "id IN (SELECT rowid FROM find WHERE find MATCH 'word')"),
                .otherTables(["find"]), "its aggregates also depend on find"
            ),
            (
                Self.request(.count, filter: "rank * 2 >= (SELECT max(rank) FROM thing)"), .otherTables(["thing"]),
                "its aggregates also depend on thing"
            ),
            (
                AggregateRequest([.count], of: Other.self), .noHistory(["other"]), "other has no history"
            ),
        ]
        var all: [FetchedAggregates] = []
        for (request, reason, words) in requests {
            let values = try await FetchedAggregates(request, in: test.store)
            #expect(values.refetchReason == reason && reason.description == words)
            all.append(values)
        }
        try await test.execute(
            """
            INSERT INTO other(thing, size) VALUES (1, 2), (1, 3); UPDATE thing SET name = 'c', rank = 1 << 60 WHERE id = 1;
            INSERT INTO find(rowid, name) VALUES (2, 'a word'), (3, 'words'), (4, 'word')
            """)
        #expect(all.map { "\($0.values.all)" } == ["[5]", "[3]", "[1]", "[1]", "[2]", "[1]", "[2]"])
        #expect(all.allSatisfy { $0.statistics.refetched == 1 })
        test.remove()
    }

    /// A newer trigger is logged before the change that fired it, so the log's first entry is not what the row was.
    @Test func aTriggerThatIsNewerThanTheHistoryIsNoticed() async throws {
        let values = try await FetchedAggregates(Self.request, in: test.store)
        try await test.execute(
            """
            CREATE TRIGGER doubled AFTER UPDATE OF rank ON thing WHEN NEW.rank < 100 BEGIN
              UPDATE thing SET rank = NEW.rank * 10 WHERE id = NEW.id; END
            """)
        #expect(values.refetchReason == .noOldValues("thing"))
        try await test.execute("UPDATE thing SET rank = 11 WHERE id = 1")
        #expect(numbers(values.values[of: "a"])?[2] == 130)
        try await test.store.write { try History.install(on: "thing", in: $0) }
        try await test.execute("UPDATE thing SET rank = 12 WHERE id = 1")
        #expect(numbers(values.values[of: "a"])?[2] == 140 && values.refetchReason == nil)
        test.remove()
    }

    private struct Other: LiveRecord {
        static let databaseTableName = "other"
        init(row: Row) {}
    }
}
