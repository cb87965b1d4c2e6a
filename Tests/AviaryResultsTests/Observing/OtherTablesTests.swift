import AviaryResults
import AviarySnapshots
import GRDB
import Synchronization
import Testing

/// A list of tables that another program's commit does not touch reads nothing.
struct OtherTablesTests {
    private struct Note: LiveRecord {
        static let databaseTableName = "note"
        init(row: Row) {}
    }

    private static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
        CREATE TABLE note(id INTEGER PRIMARY KEY, thing);
        """

    private func open() async throws -> TestStore {
        let test = try TestStore(schema: Self.schema)
        try await test.store.write { try History.install(on: "note", in: $0) }
        return test
    }

    /// How many lists read what the log names, when the store follows what others have committed.
    private func listsThatRead(in test: TestStore) async throws -> Int {
        let count = Mutex(0)
        try await test.database.writeWithoutTransaction { db in
            db.trace { event in if "\(event)".contains("aviaryTouchedRow") { count.withLock { $0 += 1 } } }
        }
        try await test.store.catchUp()
        try await test.database.writeWithoutTransaction { $0.trace(options: [], nil) }
        return count.withLock { $0 }
    }

    @Test func onlyListsOfTouchedTablesRead() async throws {
        let test = try await open()
        defer { test.remove() }
        let things = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let named = try await FetchedResults<Thing>(.init(filter: Column("name") != nil), in: test.store)
        let notes = try await FetchedResults<Note>(.init(), in: test.store)
        let before = [things, named].map(\.statistics.untouched)

        try test.sqlite3("INSERT INTO note(thing) VALUES (7)")
        #expect(try await listsThatRead(in: test) == 1)
        #expect(notes.snapshot.allItems == [1])
        #expect([things.version, named.version, notes.version] == [1, 1, 1])
        #expect([things, named].map(\.statistics.untouched) == before.map { $0 + 1 })

        try test.sqlite3("INSERT INTO thing(rank) VALUES (1)")
        #expect(try await listsThatRead(in: test) == 2)
        #expect(things.snapshot.allItems == [1] && named.snapshot.allItems == [])
        #expect([things.version, named.version, notes.version] == [2, 2, 2])
    }

    @Test func aListThatDependsOnATouchedTableReads() async throws {
        let test = try await open()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id) VALUES (1), (2)")
        let noted = try await FetchedResults<Thing>(
            .init(
                filter: SQL("EXISTS (SELECT 1 FROM note WHERE note.thing = thing.id)"),
                dependencies: [Dependency(on: "note", rows: "SELECT thing FROM changed")]), in: test.store)
        let things = try await FetchedResults<Thing>(.init(), in: test.store)
        try test.sqlite3("INSERT INTO note(thing) VALUES (2)")
        #expect(try await listsThatRead(in: test) == 1)
        #expect(noted.snapshot.allItems == [2] && noted.statistics.refetched == 0)
        #expect(things.version == noted.version)
    }

    /// Lists of different versions, since this process has committed to one table alone.
    @Test func aListThatIsFurtherBehindMissesNothing() async throws {
        let test = try await open()
        defer { test.remove() }
        let things = try await FetchedResults<Thing>(.init(), in: test.store)
        let notes = try await FetchedResults<Note>(.init(), in: test.store)
        try test.sqlite3("INSERT INTO thing(id) VALUES (1)")
        try await test.execute("INSERT INTO note(thing) VALUES (1)")
        #expect(things.version < notes.version)
        try test.sqlite3("INSERT INTO note(thing) VALUES (2)")
        try await test.store.catchUp()
        #expect(things.snapshot.allItems == [1] && notes.snapshot.allItems == [1, 2])
        #expect(things.version == notes.version)
    }

    /// The log may have named the table before it was trimmed.
    @Test func aTrimmedLogSaysNothingOfOtherTables() async throws {
        let test = try await open()
        defer { test.remove() }
        let things = try await FetchedResults<Thing>(.init(), in: test.store)
        let notes = try await FetchedResults<Note>(.init(), in: test.store)
        try test.sqlite3(
            "INSERT INTO thing(id) VALUES (1); DELETE FROM aviaryHistory; INSERT INTO note(thing) VALUES (1)")
        try await test.store.catchUp()
        #expect(things.snapshot.allItems == [1] && notes.snapshot.allItems == [1])
        #expect(things.statistics.refetched == 1)
    }

    /// A list that has read nothing is not behind either.
    @Test func aListOfOtherTablesIsFollowedRowByRowAfterTheLogWasTrimmed() async throws {
        let test = try await open()
        defer { test.remove() }
        let things = try await FetchedResults<Thing>(.init(), in: test.store)
        let notes = try await FetchedResults<Note>(.init(), in: test.store)
        try test.sqlite3("INSERT INTO note(thing) VALUES (1), (2), (3)")
        try await test.store.catchUp()
        try test.sqlite3("DELETE FROM aviaryHistory; INSERT INTO thing(id) VALUES (1)")
        try await test.store.catchUp()
        #expect(things.snapshot.allItems == [1] && notes.snapshot.numberOfItems == 3)
        #expect(things.statistics.refetched == 0 && things.statistics.incremental == 1)
    }

    private final class Told: FetchedResultsDelegate {
        let name: String
        let order: Order
        init(_ name: String, in order: Order) { (self.name, self.order) = (name, order) }
        func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) { order.names.withLock { $0.append(name) } }
    }

    private final class Order: Sendable {
        let names = Mutex<[String]>([])
    }

    @Test func listsThatAreReadAnewAreToldLast() async throws {
        let test = try await open()
        defer { test.remove() }
        let order = Order()
        var lists: [(FetchedResults<Thing>, Told)] = []
        for number in 1...6 {
            // The subquery over a table without a declared dependency has every other one read anew.
            let isAnew = number.isMultiple(of: 2)
            let filter = isAnew ? SQL("(SELECT count(*) FROM note) < \(number)") : SQL("id < \(number + 100)")
            let results = try await FetchedResults<Thing>(.init(filter: filter), in: test.store)
            let told = Told(isAnew ? "anew" : "by row", in: order)
            results.delegate = told
            lists.append((results, told))
        }
        try test.sqlite3("INSERT INTO thing(id) VALUES (1)")
        try await test.store.catchUp()
        #expect(order.names.withLock { $0 } == ["by row", "by row", "by row", "anew", "anew", "anew"])
        withExtendedLifetime(lists) {}
    }
}
