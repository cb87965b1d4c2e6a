import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// What the triggers log.
struct HistoryTests {
    /// Two rows may differ for the table and be the same for an index.
    @Test func aRowThatAnIndexTakesForAnotherIsReplaced() async throws {
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE UNIQUE INDEX thingName ON thing(name COLLATE NOCASE);
                """)
        defer { test.remove() }
        let (results, stack) = (try await FetchedResults<Thing>(.init(), in: test.store), UndoStack())
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'robin')")
        try await test.store.write(undoable: "Replace", in: stack) {
            try $0.execute(sql: "REPLACE INTO thing(id, name) VALUES (2, 'ROBIN')")
        }
        #expect(results.snapshot.allItems == [2])
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Replace", restored: 2, conflicting: 0))
        #expect(results.snapshot.allItems == [1])
        #expect(results.statistics.refetched == 0)
    }

    /// Nobody can say which rows such an index deletes.
    @Test func aUniqueIndexOverAnExpressionIsFollowedWithoutHistory() async throws {
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE UNIQUE INDEX thingName ON thing(abs(rank));
                """)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 5)")
        try await test.execute("REPLACE INTO thing(id, rank) VALUES (2, -5)")
        #expect(results.snapshot.allItems == [2])
    }

    /// Each with what the column holds before and after. SQLite takes both for equal.
    @Test(arguments: [("TEXT COLLATE NOCASE", "'a'", "'A'"), ("TEXT COLLATE RTRIM", "'a'", "'a '"), ("", "1", "1.0")])
    func aColumnThatChangesForOurEyesOnlyIsTold(column: String, before: String, after: String) async throws {
        let test = try TestStore(
            schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown \(column), hidden)")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, shown) VALUES (1, \(before))")
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        _ = try await results.elements(for: [1])
        try await test.execute("UPDATE thing SET shown = \(after)")
        #expect(recorder.takeUpdates().flatMap(\.changeset.updated).map(\.columns) == [ColumnSet(column: 3)])
        try await test.expectElements(of: results, "told")
    }
}
