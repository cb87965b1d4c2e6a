import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Observation
import Synchronization
import Testing

/// Observers of a list, the changes that they are told of, and the values that they see then.
@MainActor
struct ObservedResultsTests {
    /// 300 rows in three sections, `a`, `b` and `c`, of a hundred each.
    private func makeThings(rows: Int = 300) async throws -> (TestStore, ObservedResults<Row>) {
        let test = try TestStore()
        try await test.execute(
            """
            WITH RECURSIVE number(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number WHERE id < \(rows))
            INSERT INTO thing(id, rank, name, shown)
            SELECT id, id * 10, 'Row ' || id, char(97 + (id - 1) * 3 / \(rows)) FROM number
            """)
        let results = ObservedResults<Row>(
            ListRequest(sort: [Column("rank").asc], sections: .by(Column("shown").asc)), in: test.store)
        await results.waitUntilLoaded()
        return (test, results)
    }

    @Test func anObserverIsToldOfWhatItReadAndOfNothingElse() async throws {
        let (test, results) = try await makeThings()
        defer { test.remove() }
        let watchers = Watchers()
        for item in [5, 6, 150, 299] as [Int64] {
            watchers.watch("record \(item)") { results.item(item).record?.name }
        }
        for section in results.sections {
            watchers.watch("items of \(section.id)") { section.results.map(\.id) }
        }
        watchers.watch("sections") { results.sections.map(\.id.title) }
        watchers.watch("results") { results.results.count }
        watchers.watch("count") { results.count }
        watchers.watch("error") { results.error != nil }
        watchers.watch("request") { results.sortBy.count }
        await watchers.wait(for: "record 5", "record 6", "record 150", "record 299")

        func told(by sql: String) async throws -> [String] {
            watchers.forget()
            try await test.execute(sql)
            await watchers.waitForAny()
            return watchers.told.sorted()
        }
        #expect(try await told(by: "UPDATE thing SET name = 'five' WHERE id = 5") == ["record 5"])
        #expect(
            try await told(by: "INSERT INTO thing VALUES (1000, 55, 'new', 'a', NULL)")
                == ["count", "items of a", "results"])
        #expect(
            try await told(by: "DELETE FROM thing WHERE id IN (150, 151)")
                == ["count", "items of b", "record 150", "results"])
        #expect(try await told(by: "UPDATE thing SET rank = 1 WHERE id = 90") == ["items of a", "results"])
        #expect(
            try await told(by: "UPDATE thing SET shown = 'c' WHERE id = 99") == ["items of a", "items of c", "results"])
        #expect(
            try await told(by: "UPDATE thing SET shown = 'd', name = 'last' WHERE id = 299")
                == ["items of c", "record 299", "results", "sections"])
        // Row 7 is on the same page as rows 5 and 6. It has no observer.
        #expect(
            try await told(by: "UPDATE thing SET name = 'x' WHERE id = 7; UPDATE thing SET name = 'six' WHERE id = 6")
                == ["record 6"])
        #expect(watchers.values["record 6"] as? String == "six")
        #expect(watchers.values["record 150"] as? String == nil)
        #expect(watchers.values["count"] as? Int == 299)
        #expect(watchers.values["sections"] as? [String] == ["a", "b", "c", "d"])
    }

    @Test func aPageOfRecordsIsReadAtOnce() async throws {
        let (test, results) = try await makeThings()
        defer { test.remove() }
        let watchers = Watchers()
        watchers.watch("first") { results.results[0].record?.name }
        #expect(results.results[1].record == nil)
        await watchers.wait(for: "first")
        #expect(results.results.prefix(64).allSatisfy { $0.record != nil })
        #expect(results.results[64].record == nil)
    }

    /// A view that is told evaluates soon. Until then and afterwards it has a record to show.
    @Test func aRecordThatWasReadIsNeverMissingAfterAChange() async throws {
        let (test, results) = try await makeThings()
        defer { test.remove() }
        let watchers = Watchers()
        watchers.watch("record") { results.item(5).record?.name }
        await watchers.wait(for: "record")
        for number in 0..<20 {
            watchers.forget()
            try await test.execute("UPDATE thing SET name = '\(number)' WHERE id = 5")
            await watchers.waitForAny()
            #expect(watchers.values["record"] as? String == "\(number)")
        }
    }

    /// Two rows that change together are never seen apart, whenever an observer looks.
    @Test func theListAndItsRecordsAreThoseOfOneCommit() async throws {
        let (test, results) = try await makeThings()
        defer { test.remove() }
        let watchers = Watchers()
        var torn: [String] = []
        watchers.watch("records") {
            let (one, other) = (results.item(5).record?.name, results.item(250).record?.name)
            // The row with the higher rank comes first.
            let first = results.results.first { [5, 250].contains($0.id) }?.id
            if let one, let other, one.hasPrefix("v"), one != other || (first == 5) != one.hasSuffix("1") {
                torn.append("\(one), \(other), \(first ?? 0)")
            }
            return one ?? ""
        }
        results.sectionBy = nil
        results.sortBy = [Column("rank").desc]
        await results.waitUntilLoaded()
        while watchers.values["records"] as? String != "Row 5" { await watchers.waitForNext() }
        let writing = Task.detached {
            for number in 0..<400 {
                let isOdd = number % 2 == 1
                try await test.execute(
                    """
                    UPDATE thing SET name = 'v\(number)\(isOdd ? "1" : "0")', rank = \(isOdd ? 10_000 : 20_000) WHERE id = 5;
                    UPDATE thing SET name = 'v\(number)\(isOdd ? "1" : "0")', rank = \(isOdd ? 5_000 : 30_000) WHERE id = 250;
                    """)
            }
        }
        while watchers.values["records"] as? String != "v3991" { await watchers.waitForNext() }
        try await writing.value
        #expect(torn == [])
    }

    @Test func aRowThatCannotBeReadHasNoRecordUntilItCan() async throws {
        let (test, results) = try await makeThings()
        defer { test.remove() }
        let watchers = Watchers()
        watchers.watch("record") { results.item(5).record?.name }
        await watchers.wait(for: "record")
        for (sql, name) in [
            ("UPDATE thing SET name = 'broken' WHERE id = 5", nil), ("UPDATE thing SET name = 'a' WHERE id = 5", "a"),
            ("DELETE FROM thing WHERE id = 5", nil), ("INSERT INTO thing VALUES (5, 50, 'b', 'a', NULL)", "b"),
            ("REPLACE INTO thing VALUES (5, 5000, 'c', 'z', NULL)", "c"),
        ] {
            try await test.execute(sql)
            while watchers.values["record"] as? String != name { await watchers.waitForNext() }
        }
        #expect(results.error == nil)
    }

    /// The commit does not read so many records. They are read again soon.
    @Test func manyChangedRecordsAreReadAgain() async throws {
        let (test, results) = try await makeThings(rows: 3_000)
        defer { test.remove() }
        let watchers = Watchers()
        watchers.watch("missing") { results.results.count { $0.record == nil } }
        watchers.watch("new") { results.results.count { $0.record?.name == "x" } }
        while watchers.values["missing"] as? Int != 0 { await watchers.waitForNext() }
        try await test.execute("UPDATE thing SET name = 'x' WHERE id <= 900")
        while watchers.values["new"] as? Int != 900 { await watchers.waitForNext() }
        try await test.execute("UPDATE thing SET name = 'x'")
        while watchers.values["new"] as? Int != 3_000 { await watchers.waitForNext() }
        #expect(watchers.values["missing"] as? Int == 0)
    }

    @Test func fewRecordsAreKept() async throws {
        let (test, results) = try await makeThings(rows: 20_000)
        defer { test.remove() }
        let watchers = Watchers()
        for position in stride(from: 0, to: 20_000, by: 500) {
            watchers.watch("record") { results.results[position].record?.name }
            await watchers.wait(for: "record")
        }
        #expect(results.numberOfKeptRecords <= 384)
    }

    /// So many records do not push one another out, and the reading ends.
    @Test func anObserverMayReadManyRecords() async throws {
        let (test, results) = try await makeThings(rows: 5_000)
        defer { test.remove() }
        let watchers = Watchers()
        watchers.watch("all") { results.results.count { $0.record == nil } }
        while watchers.values["all"] as? Int != 0 {
            watchers.forget()
            await watchers.waitForAny()
        }
        watchers.forget()
        try await test.execute("UPDATE thing SET name = 'x' WHERE id = 4999")
        await watchers.waitForAny()
        #expect(watchers.values["all"] as? Int == 0)
        #expect(results.item(4999).record?.name == "x")
    }

    @Test func filterSortAndSectionsCanBeSet() async throws {
        let (test, results) = try await makeThings()
        defer { test.remove() }
        let watchers = Watchers()
        watchers.watch("request") { results.sectionBy == nil }
        watchers.watch("names") { results.results.map { "\($0.id)" } }
        watchers.forget()
        results.filterBy = Column("id") <= 3
        results.sortBy = [Column("id").desc]
        results.sectionBy = nil
        #expect(watchers.told.contains("request"))
        while watchers.values["names"] as? [String] != ["3", "2", "1"] {
            watchers.forget()
            await watchers.waitForAny()
        }
        #expect(results.count == 3)
        #expect(results.sections.count == 1)
        #expect(results.sections[0].count == 3)
        #expect(results.error == nil)
    }

    @Test func aRequestThatCannotBeReadIsAnErrorAndTheListStays() async throws {
        let (test, results) = try await makeThings()
        defer { test.remove() }
        let watchers = Watchers()
        watchers.watch("error") { results.error != nil }
        results.filterBy = SQL("nothing = 1").sqlExpression
        await watchers.wait(for: "error")
        #expect(results.error is DatabaseError)
        #expect(results.count == 300)
        watchers.forget()
        results.filterBy = nil
        await watchers.wait(for: "error")
        #expect(results.error == nil)
    }

    @Test func aListThatCannotBeLoadedBeginsWithTheNextRequest() async throws {
        let test = try TestStore()
        defer { test.remove() }
        let results = ObservedResults<Row>(ListRequest(sort: [Column("nothing").asc]), in: test.store)
        #expect(results.fetchedResults == nil && results.count == 0 && results.sections.isEmpty)
        await results.waitUntilLoaded()
        #expect(results.error is DatabaseError)
        results.sortBy = []
        await results.waitUntilLoaded()
        #expect(results.error == nil)
        #expect(results.fetchedResults != nil)
    }

    @Test func aTableThatIsGoneIsAnErrorUntilItIsBack() async throws {
        let (test, results) = try await makeThings()
        defer { test.remove() }
        let watchers = Watchers()
        watchers.watch("error") { results.error != nil }
        try await test.execute("ALTER TABLE thing RENAME TO other")
        await watchers.wait(for: "error")
        #expect(results.count == 300)
        watchers.forget()
        try await test.execute("ALTER TABLE other RENAME TO thing; UPDATE thing SET name = 'back' WHERE id = 5")
        await watchers.wait(for: "error")
        #expect(results.error == nil)
    }

    @Test func aViewThatShowsTheErrorAndARecordRests() async throws {
        let (test, results) = try await makeThings()
        defer { test.remove() }
        let watchers = Watchers()
        var looks = 0
        try await test.execute("ALTER TABLE thing RENAME TO other")
        watchers.watch("row") {
            looks += 1
            return "\(results.error.map { _ in "!" } ?? "")\(results.item(5).record?.name ?? "")"
        }
        while watchers.values["row"] as? String != "!" { await watchers.waitForNext() }
        // As many reads of the record would have failed meanwhile.
        for _ in 0..<50 { try await test.execute("UPDATE other SET name = 'x' WHERE id = 6") }
        #expect(looks < 10)
        try await test.execute("ALTER TABLE other RENAME TO thing; UPDATE thing SET name = 'back' WHERE id = 5")
        while watchers.values["row"] as? String != "back" { await watchers.waitForNext() }
    }

    @Test func theFirstRowsAreShownFirst() async throws {
        let (test, _) = try await makeThings(rows: 30_000)
        defer { test.remove() }
        let results = ObservedResults<Row>(ListRequest(), in: test.store, showingFirst: 50)
        await results.waitUntilLoaded()
        #expect(results.count == 30_000)
        let watchers = Watchers()
        watchers.watch("known") { results.results.count }
        while watchers.values["known"] as? Int != 30_000 {
            watchers.forget()
            await watchers.waitForAny()
        }
        #expect(results.results.last?.id == 30_000)
    }

    @Test func nothingIsKeptAliveByTasks() async throws {
        let (test, results) = try await makeThings()
        defer { test.remove() }
        weak var gone: ObservedResults<Row>?
        weak var list: FetchedResults<Row>?
        do {
            let other = ObservedResults<Row>(ListRequest(), in: test.store)
            await other.waitUntilLoaded()
            (gone, list) = (other, other.fetchedResults)
            #expect(list != nil)
        }
        #expect(gone == nil)
        while list != nil { await Task.yield() }
        #expect(results.count == 300)
    }

    /// An observer that has not been told has seen what is there now.
    @Test(.timeLimit(.minutes(5)), arguments: 0..<UInt64(draws(6, long: 200)))
    func noObserverHoldsAnOldValue(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let (test, results) = try await makeThings(rows: 40)
        defer { test.remove() }
        let edits = Mutex(
            RandomEdits(table: "thing", columns: ["rank", "name", "shown"], maximumRows: 200, seed: seed))
        edits.withLock { $0.countChanges = 2 }
        let watchers = Watchers()
        watchers.watch("items") { results.results.map(\.id) }
        watchers.watch("count") { results.count }
        watchers.watch("sections") { results.sections.map(\.id) }
        for _ in 0..<60 {
            for _ in 0..<3 {
                let item = Int64.random(in: 1...60, using: &generator)
                watchers.watch("record \(item)") { results.item(item).record?.name }
            }
            if let section = results.sections.randomElement(using: &generator) {
                watchers.watch("items of \(section.id.hashValue)") { section.results.map(\.id) }
            }
            try await test.follow(from: nil) { db in try edits.withLock { try $0.perform(in: db) } }
            if generator.chance(10) {
                let orders: [[SortKey]] = [[Column("rank").asc], [Column("name").desc], []]
                results.sortBy = orders.randomElement(using: &generator) ?? []
                await results.waitUntilLoaded()
            }
            // Some rounds go on while records are being read.
            if generator.chance(50) { continue }
            let rows = try await test.store.read { db in
                try Dictionary(uniqueKeysWithValues: Row.fetchAll(db).map { ($0.id, $0.name) })
            }
            let list = try #require(results.fetchedResults).snapshot
            // The last update may still be on its way.
            while isOld(watchers, list, rows) { await watchers.waitForNext() }
        }
    }

    /// Returns `true` when an observer has seen an older value than the present one.
    private func isOld(_ watchers: Watchers, _ list: RowsSnapshot, _ rows: [Int64: String]) -> Bool {
        let sections = (0..<list.numberOfSections).contains(where: { number in
            let section = list.sectionIdentifier(at: number)
            let items = watchers.values["items of \(section.hashValue)"] as? [Int64]
            return items != nil && items != list.items(in: list.range(ofSection: number))
        })
        let records = (1...60 as ClosedRange<Int64>).contains { item in
            watchers.isWatched("record \(item)") && watchers.values["record \(item)"] as? String != rows[item]
        }
        return sections || records || watchers.values["items"] as? [Int64] != list.allItems
            || watchers.values["count"] as? Int != list.numberOfItems
            || watchers.values["sections"] as? [RowsSection] != list.sectionIdentifiers
    }

    private struct Row: Codable, LiveRecord {
        static let databaseTableName = "thing"
        var id: Int64
        var name: String

        init(row: GRDB.Row) throws {
            id = try row.decode(Int64.self, forColumn: "id")
            let value = try row.decode(DatabaseValue.self, forColumn: "name")
            name = String.fromDatabaseValue(value) ?? value.description
            if name == "broken" { throw DatabaseError(message: "It cannot be read") }
        }
    }
}

/// Observers that read again as soon as they are told, as views do.
@MainActor
private final class Watchers {
    private(set) var values: [String: any Sendable] = [:]
    /// The names of the observers that were told since `forget()`.
    private(set) var told: [String] = []
    private var reads: [String: (number: Int, read: @MainActor () -> any Sendable)] = [:]
    private var pending = 0
    private var waiting: CheckedContinuation<Void, Never>?

    func isWatched(_ name: String) -> Bool { reads[name] != nil }

    func watch(_ name: String, _ read: @escaping @MainActor () -> any Sendable) {
        reads[name] = ((reads[name]?.number ?? 0) + 1, read)
        evaluate(name)
    }

    private func evaluate(_ name: String) {
        guard let (number, read) = reads[name] else { return }
        values[name] = withObservationTracking(read) { [weak self] in
            MainActor.assumeIsolated { self?.note(name, number) }
        }
    }

    /// Is called before the change.
    private func note(_ name: String, _ number: Int) {
        guard reads[name]?.number == number else { return }
        told.append(name)
        pending += 1
        Task {
            evaluate(name)
            pending -= 1
            if pending == 0 {
                waiting?.resume()
                waiting = nil
            }
        }
    }

    func forget() { told = [] }

    /// Waits until all that are told next have read again.
    func waitForNext() async { await withCheckedContinuation { waiting = $0 } }

    /// Waits until somebody was told since `forget()`, and has read again.
    func waitForAny() async { while told.isEmpty || pending > 0 { await waitForNext() } }

    func wait(for names: String...) async {
        while !Set(names).isSubset(of: told) || pending > 0 { await waitForNext() }
    }
}
