import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Synchronization
import Testing

/// A live list of one section of another list.
struct OneSectionTests {
    private static let keys = ["shown", "name COLLATE NOCASE", "typeof(name)", "substr(name, 1, 1)"]

    @Test(arguments: 0..<draws(8, long: 120))
    func itHoldsWhatTheSectionHolds(number: Int) async throws {
        let seed = UInt64(64_000 + number)
        var generator = SeededGenerator(seed: seed)
        let test = try TestStore()
        defer { test.remove() }
        let edits = Mutex(
            RandomEdits(table: "thing", columns: ["rank", "name", "shown", "hidden"], maximumRows: 80, seed: seed))
        var request = ListRequest<Thing>(
            filter: SQL("hidden IS NOT 1 OR rank > 1"), sort: [Column("rank").desc],
            sections: .by(SQL(sql: Self.keys[number % Self.keys.count]).asc))
        let whole = try await FetchedResults(request, in: test.store)
        // It counts rows of all sections, so a page of one section is not concerned.
        request.limit = 3
        var pages: [(section: RowsSection, list: FetchedResults<Thing>)] = []
        for step in 0..<200 {
            try await test.follow(from: nil) { db in try edits.withLock { try $0.perform(in: db) } }
            let snapshot = whole.snapshot
            if step % 20 == 5, snapshot.numberOfSections > 0 {
                let section = snapshot.sectionIdentifier(
                    at: Int.random(in: 0..<snapshot.numberOfSections, using: &generator))
                pages.append((section, try await FetchedResults(request.ofSection(section), in: test.store)))
            }
            for page in pages {
                let place = snapshot.section(of: page.section)
                let rows = place.map { snapshot.items(in: snapshot.range(ofSection: $0)) } ?? []
                #expect(page.list.snapshot.allItems == rows, "seed \(seed), step \(step), \(page.section.title)")
            }
        }
        #expect(!pages.isEmpty && pages.allSatisfy { $0.list.statistics.refetched == 0 }, "seed \(seed)")
        #expect(pages.allSatisfy { $0.list.refetchReason == nil && $0.list.snapshot.numberOfSections == 1 })
    }

    @Test func eachSectionShowsItsFirstRows() async throws {
        let test = try TestStore(schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden)")
        defer { test.remove() }
        try await test.execute(
            "INSERT INTO thing(rank, name) VALUES (1, 'a'), (2, 'a'), (3, 'a'), (4, 'b'), (5, 'c'), (6, 'c')")
        var request = ListRequest<Thing>(sort: [Column("rank").asc], sections: .by(Column("name").asc))
        request.sectionLimit = 2
        let results = try await FetchedResults(request, in: test.store)
        #expect(results.refetchReason == .sectionLimit)
        #expect(results.snapshot.allItems == [1, 2, 4, 5, 6] && results.snapshot.sectionCounts == [2, 1, 2])
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try await test.execute("DELETE FROM thing WHERE id = 1")
        #expect(results.snapshot.allItems == [2, 3, 4, 5, 6])
        let changes = try #require(recorder.takeUpdates().first?.changeset)
        #expect(changes.deleted.map(\.id) == [1] && changes.inserted.map(\.id) == [3] && changes.updated.isEmpty)

        request.edge = .end
        request.limit = 3
        try await results.change(to: request)
        #expect(results.snapshot.allItems == [4, 5, 6])
        // Without sections there is nothing to limit, and so nothing to read anew.
        request.sections = nil
        request.limit = nil
        try await results.change(to: request)
        #expect(results.refetchReason == nil && results.snapshot.numberOfItems == 5)
    }
}
