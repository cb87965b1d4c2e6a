import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import GRDBSQLite
import Testing

/// Changes that no observer of GRDB's hears of: SQLite's own functions make them, or another connection does.
struct UntoldChangeTests {
    private static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
        CREATE TABLE other(item);
        INSERT INTO thing(id, rank, shown) VALUES (1, 1, 'one'), (2, 2, 'two'), (3, 3, 'three');
        """

    private func changeUntold(_ sql: String, _ db: Database) throws {
        #expect(sqlite3_exec(db.sqliteConnection, sql, nil, nil, nil) == SQLITE_OK)
    }

    @Test(arguments: [true, false])
    func whatIsSaidToHaveChangedIsLookedAt(history: Bool) async throws {
        let test = try TestStore(history: history, schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        _ = try await results.elements(for: [1, 2, 3])
        try await test.store.write { db in
            try changeUntold(
                "UPDATE thing SET rank = 9, shown = 'ONE' WHERE id = 1; DELETE FROM thing WHERE id = 3", db)
            try db.notifyChanges(in: Table("thing"))
        }
        #expect(results.snapshot.allItems == [2, 1])
        try await test.expectElements(of: results, "after what was said")
        // It is said of one transaction, and of no other.
        let before = results.statistics
        try await test.execute("INSERT INTO other VALUES (1)")
        #expect(results.statistics == before)
    }

    @Test func readingAnewSeesWhatOthersCommitted() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        _ = try await results.elements(for: [1, 2, 3])
        try test.sqlite3("UPDATE thing SET shown = 'ONE', rank = 9 WHERE id = 1")
        try await results.refetch()
        #expect(results.snapshot.allItems == [2, 3, 1])
        try await test.expectElements(of: results, "read anew")
    }

    @Test func readingAnewSeesWhatTheRecordsShowOfOtherTables() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<ReadAnewTests.Counted>(.init(), in: test.store)
        #expect(try await results.elements(for: [3])[3]?.count == 0)
        try await test.store.write { try changeUntold("INSERT INTO other VALUES (3)", $0) }
        try await results.refetch()
        #expect(try await results.elements(for: [3])[3]?.count == 1)
    }
}
