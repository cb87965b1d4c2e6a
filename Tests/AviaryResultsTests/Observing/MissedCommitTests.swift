import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// Another connection commits after the store last looked, and before a commit of the store's own is followed.
///
/// The store reads both at once then. What a list holds must not be newer than the rows it hands out.
struct MissedCommitTests {
    private static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
        CREATE TABLE other(item);
        INSERT INTO thing VALUES (1, 1, '[1]', 'one', 'a'), (2, 2, '[2]', 'two', 'b'), (3, 3, '[1]', 'three', 'c');
        INSERT INTO other VALUES (1), (2), (3);
        """

    /// Followed row by row, and read anew.
    static let filters = [SQL("rank > 0"), SQL("id IN (SELECT item FROM other)")]

    @Test(arguments: filters.indices, [true, false])
    func itsRowsAreToldWithOurs(filter: Int, history: Bool) async throws {
        let test = try TestStore(history: history, schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(
            .init(filter: Self.filters[filter], sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        #expect(try await results.elements(for: [1])[1]?.shown?.value == "one".databaseValue)

        try test.sqlite3("UPDATE thing SET shown = 'ONE', rank = 9 WHERE id = 1; DELETE FROM thing WHERE id = 3")
        try await test.execute("UPDATE thing SET shown = 'TWO' WHERE id = 2")
        #expect(results.snapshot.allItems == [2, 1])
        #expect(try await results.elements(for: [1])[1]?.shown?.value == "ONE".databaseValue)
        let updates = recorder.takeUpdates()
        #expect(updates.count == 1 && updates.first?.changeset.updated.map(\.id).sorted() == [1, 2])

        try await test.store.catchUp()
        #expect(results.snapshot.allItems == [2, 1])
        try await test.expectElements(of: results, "afterwards")
    }

    /// A record that shows another table, which only the other connection changed.
    @Test(arguments: [true, false])
    func whatARecordShowsOfAnotherTableIsToldWithOurs(history: Bool) async throws {
        let test = try TestStore(history: history, schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<ReadAnewTests.Counted>(.init(), in: test.store)
        #expect(try await results.elements(for: [3])[3]?.count == 1)
        try test.sqlite3("INSERT INTO other VALUES (3); INSERT INTO thing(id) VALUES (4)")
        try await test.execute("INSERT INTO thing(id) VALUES (5)")
        #expect(results.snapshot.allItems == [1, 2, 3, 4, 5])
        #expect(try await results.elements(for: [3])[3]?.count == 2)
    }
}
