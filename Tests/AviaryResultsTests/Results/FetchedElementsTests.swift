import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Synchronization
import Testing

/// A list together with its records.
struct FetchedElementsTests {
    private struct Tree: Codable, Hashable, Identifiable, LiveRecord {
        static let databaseTableName = "thing"
        var id: String
        var kind: String
        var height: Int
    }

    private static let schema = """
        CREATE TABLE thing(id TEXT PRIMARY KEY NOT NULL, kind TEXT, height);
        INSERT INTO thing VALUES ('ash', 'broad', 30), ('beech', 'broad', 40), ('larch', 'conifer', 20), ('pine', 'conifer', 50);
        """
    private static let request = ListRequest<Tree>(
        sort: [Column("height").asc], sections: .by(Column("kind").asc, including: ["broad", "conifer", "palm"]))

    @Test func recordsStandInTheirSections() async throws {
        let test = try TestStore(history: false, schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults(Self.request, in: test.store)
        let trees = try await results.allElements()
        #expect(trees.map(\.id) == ["ash", "beech", "larch", "pine"])
        #expect(trees.sections.map(\.id.title) == ["broad", "conifer", "palm"])
        #expect(trees.sections.map { $0.map(\.id) } == [["ash", "beech"], ["larch", "pine"], []])
        #expect(trees.items == results.snapshot.allItems)
        #expect(trees.snapshot.isIdentical(to: results.snapshot))

        // By identifiers of the records' own, for a diffable data source.
        let list = try trees.identified()
        #expect(list.sectionCounts == [2, 2, 0] && list.indexPath(of: "pine") == ItemIndexPath(section: 1, item: 1))
        try await test.execute("UPDATE thing SET height = 60 WHERE id = 'ash'; DELETE FROM thing WHERE id = 'larch'")
        let changeset = Changeset(from: list, to: try await results.allElements().identified())
        #expect(changeset.deleted.map(\.id) == ["larch"] && changeset.moved.count == 1)
    }

    /// The column may be NULL, and the property may not.
    @Test func aRowThatCannotBeDecodedIsLeftOut() async throws {
        let test = try TestStore(history: false, schema: Self.schema)
        defer { test.remove() }
        try await test.execute("INSERT INTO thing VALUES ('yew', 'conifer', NULL)")
        let results = try await FetchedResults(Self.request, in: test.store)
        let trees = try await results.allElements()
        #expect(results.snapshot.numberOfItems == 5 && trees.count == 4 && trees.items.count == 4)
        #expect(trees.sections[1].map(\.id) == ["larch", "pine"])
    }

    @Test func changesAreReadAndTheRestIsCarriedOver() async throws {
        let test = try TestStore(history: false, schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults(Self.request, in: test.store)
        var updates = results.elementUpdates().makeAsyncIterator()
        let first = try await updates.next()?.get()
        #expect(first?.map(\.id) == ["ash", "beech", "larch", "pine"])
        // Two changes that were not taken are one.
        try await test.execute("UPDATE thing SET height = 45 WHERE id = 'ash'")
        try await test.execute("INSERT INTO thing VALUES ('royal', 'palm', 25)")
        let trees = try #require(try await updates.next()?.get())
        #expect(trees.map(\.id) == ["beech", "ash", "larch", "pine", "royal"])
        #expect(trees[1].height == 45)

        try await test.execute("ALTER TABLE thing RENAME TO things")
        guard case .failure = await updates.next() else { throw ReplayError(description: "The list can be read") }
        try await test.execute("ALTER TABLE things RENAME TO thing")
        let back = try await updates.next()?.get()
        #expect(back?.count == 5)
        test.store.close()
        let last = await updates.next()
        #expect(last == nil)
    }

    @Test(arguments: 0..<draws(6, long: 100))
    func everyStepIsWhatTheTableHolds(number: Int) async throws {
        let seed = UInt64(62_000 + number)
        let test = try TestStore(history: number.isMultiple(of: 2))
        defer { test.remove() }
        let edits = Mutex(
            RandomEdits(table: "thing", columns: ["rank", "name", "shown", "hidden"], maximumRows: 60, seed: seed))
        let results = try await FetchedResults<Thing>(
            .init(filter: SQL("shown IS NOT 0"), sort: [Column("rank").asc], sections: .by(SQL("typeof(name)").asc)),
            in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        var updates = results.elementUpdates().makeAsyncIterator()
        _ = await updates.next()
        var isBehind = false
        for step in 0..<200 {
            try await test.follow(from: nil) { db in try edits.withLock { try $0.perform(in: db) } }
            if !recorder.takeUpdates().isEmpty { isBehind = true }
            guard isBehind, step % 3 == 0 else { continue }
            isBehind = false
            let things = try #require(try await updates.next()?.get())
            let held = try await test.store.read { db in
                try Thing.fetchAll(
                    db, sql: "SELECT * FROM thing WHERE shown IS NOT 0 ORDER BY typeof(name), rank, id")
            }
            #expect(Array(things) == held, "seed \(seed), step \(step)")
        }
    }
}
