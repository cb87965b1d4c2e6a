import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// A row that changed leads to those that depend on it, whatever was in it.
struct DependencyValueTests {
    /// - Parameter join: Whether a row of `changed` leads to one of `thing`.
    private func open(
        join: String, encoding: String = "UTF-8"
    ) async throws -> (TestStore, FetchedResults<Thing>) {
        let bits = DatabaseFunction("bits", argumentCount: 1, pure: true) { values in
            Double.fromDatabaseValue(values[0])?.bitPattern.description
        }
        let test = try TestStore(
            encoding: encoding,
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE TABLE other(code, label TEXT, size INTEGER, blob BLOB);
                """, prepare: { $0.add(function: bits) })
        try await test.store.write { try History.install(on: "other", in: $0) }
        let request = ListRequest<Thing>(
            filter: SQL(sql: "EXISTS (SELECT 1 FROM other WHERE \(join.replacing("changed", with: "other")))"),
            dependencies: [
                Dependency(on: "other", rows: SQL(sql: "SELECT thing.id FROM thing JOIN changed ON \(join)"))
            ])
        return (test, try await FetchedResults<Thing>(request, in: test.store))
    }

    @Test(arguments: UndoValueTests.values, ["UTF-8", "UTF-16le"])
    func everyValueIsFollowed(value: String, encoding: String) async throws {
        let (test, results) = try await open(
            join: "changed.code IS thing.name AND typeof(changed.code) = typeof(thing.name)", encoding: encoding)
        defer { test.remove() }
        try await test.execute(
            """
            INSERT INTO thing(id, name) VALUES (1, \(value)), (2, 'none');
            INSERT INTO other VALUES (\(value), 'kept', 1, x''), ('text', NULL, 'no number', x'00'), (1.5, '', NULL, '')
            """)
        #expect(results.snapshot.allItems == [1])
        for sql in ["UPDATE other SET code = 'nothing'", "DELETE FROM other"] {
            try await test.execute(sql)
            #expect(results.snapshot.allItems == [], "\(sql)")
            try await test.execute("DELETE FROM other; INSERT INTO other(code) VALUES (\(value))")
            #expect(results.snapshot.allItems == [1])
        }
        #expect(results.statistics.refetched == 0)
    }

    /// SQLite compares −0.0 and 0.0 as equal; a function of the program's may not.
    @Test func theSignOfAZeroIsFollowed() async throws {
        let (test, results) = try await open(join: "bits(changed.code) = bits(thing.name)")
        defer { test.remove() }
        try await test.execute(
            "INSERT INTO thing(id, name) VALUES (1, -0.0), (2, 0.0); INSERT INTO other(code) VALUES (-0.0)")
        #expect(results.snapshot.allItems == [1])
        try await test.execute("UPDATE other SET code = 0.0")
        #expect(results.snapshot.allItems == [2])
        try await test.execute("UPDATE other SET code = -0.0")
        #expect(results.snapshot.allItems == [1])
        #expect(results.statistics.refetched == 0)
    }

    @Test(arguments: ["old = 'nonsense'", "old = NULL", "old = '1'", "old = x'00'"])
    func anEntryThatCannotBeReadIsNoticed(change: String) async throws {
        let (test, results) = try await open(join: "changed.code = thing.name")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'a'); INSERT INTO other(code) VALUES ('a')")
        #expect(results.snapshot.allItems == [1])
        try await test.execute(
            "UPDATE other SET code = 'b'; UPDATE aviaryHistory SET \(change) WHERE seq = (SELECT max(seq) FROM aviaryHistory)"
        )
        #expect(results.snapshot.allItems == [])
        #expect(results.error == nil)
        try await test.execute("UPDATE other SET code = 'a'")
        #expect(results.snapshot.allItems == [1])
        #expect(results.statistics.refetched == 1)
    }
}
