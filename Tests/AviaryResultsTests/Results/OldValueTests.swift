import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Synchronization
import Testing

/// What rows were before an update.
struct OldValueTests {
    private static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
        INSERT INTO thing VALUES (1, 1, 'a', 'one', NULL), (2, 2, 'b', 'two', x'00'), (3, 3, 'c', -0.0, 2.5);
        """

    /// What a list tells of a statement.
    private func update<Record: LiveRecord>(
        of results: FetchedResults<Record>, by sql: String, in test: TestStore
    ) async throws -> SnapshotUpdate<RowsSnapshot> {
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try await test.execute(sql)
        return try #require(recorder.takeUpdates().first)
    }

    @Test(arguments: ["UTF-8", "UTF-16le"])
    func aChangedRowIsReadAsItWas(encoding: String) async throws {
        let test = try TestStore(encoding: encoding, schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        let before = try await results.elements(for: [1, 2, 3])
        try await test.execute(
            "UPDATE thing SET shown = 'ONE', rank = 9 WHERE id = 1; DELETE FROM thing WHERE id = 2; INSERT INTO thing(id) VALUES (4)"
        )
        let first = try #require(recorder.takeUpdates().first)
        #expect(try await results.previousElements(for: first) == [1: before[1], 2: before[2]])

        // A merged update leads on from the older of its lists.
        try await test.execute("UPDATE thing SET shown = 'eins' WHERE id = 1; UPDATE thing SET name = 'C' WHERE id = 3")
        let second = try #require(recorder.takeUpdates().first)
        let after = try await results.previousElements(for: second)
        #expect(after[1]?.shown?.value == "ONE".databaseValue && after[3] == before[3])
        #expect(try await results.previousElements(for: first.merged(with: second))[1] == before[1])
    }

    @Test func aRowThatOnlySlidIntoTheLimitIsMissing() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc], limit: 2), in: test.store)
        let update = try await self.update(of: results, by: "DELETE FROM thing WHERE id = 1", in: test)
        #expect(update.changeset.inserted.map(\.id) == [3])
        #expect(Set(try await results.previousElements(for: update).keys) == [1])
    }

    private struct Doubled: LiveRecord, Decodable {
        static let databaseTableName = "thing"
        static var databaseSelection: [any SQLSelectable] { [Column("id"), SQL("rank * 2").forKey("double")] }
        let double: Int
    }

    @Test func theRecordsOwnSelectionIsEvaluated() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Doubled>(.init(), in: test.store)
        let update = try await self.update(of: results, by: "UPDATE thing SET rank = 7 WHERE id = 2", in: test)
        #expect(try await results.previousElements(for: update).mapValues(\.double) == [2: 4])
    }

    private struct Grown: LiveRecord, Decodable, Equatable {
        static let databaseTableName = "thing"
        var id: Int64
        var rank: Int
        var label: String
        var price: String
        var count: Int
        var word: String
        var due: String?
    }

    /// As rows have it that were there before, by the type of the column.
    @Test(arguments: ["UTF-8", "UTF-16le"])
    func aColumnThatWasAddedLaterHasItsDefault(encoding: String) async throws {
        let test = try TestStore(encoding: encoding, schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Grown>(.init(sort: [Column("rank").asc]), in: test.store)
        let update = try await self.update(
            of: results, by: "UPDATE thing SET rank = 7 WHERE id = 2; DELETE FROM thing WHERE id = 1", in: test)
        try await test.store.write { db in
            for column in [
                "label DEFAULT 'it''s ☂'", "price VARCHAR(9) DEFAULT 0", "count INT DEFAULT '-12'",
                "word DEFAULT plain",
                "due TEXT",
            ] {
                try db.execute(sql: "ALTER TABLE thing ADD COLUMN \(column)")
            }
            try History.install(on: "thing", in: db)
        }
        func row(_ id: Int64, _ rank: Int) -> Grown {
            Grown(id: id, rank: rank, label: "it's ☂", price: "0", count: -12, word: "plain", due: nil)
        }
        #expect(try await results.elements(for: [2]) == [2: row(2, 7)])
        #expect(try await results.previousElements(for: update) == [1: row(1, 1), 2: row(2, 2)])
    }

    /// A column of any type converts nothing in a STRICT table; elsewhere it prefers numbers.
    @Test(arguments: [("STRICT", "text"), ("", "integer")])
    func aColumnOfAnyTypeHasItsDefault(options: String, type: String) async throws {
        let test = try TestStore(schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank INT, name TEXT) \(options)")
        defer { test.remove() }
        struct Typed: LiveRecord, Decodable, Equatable {
            static let databaseTableName = "thing"
            static var databaseSelection: [any SQLSelectable] {
                [Column("rank"), SQL("typeof(code)").forKey("type"), Column("price")]
            }
            var rank: Int
            var type: String
            var price: String
        }
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 1)")
        let things = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let update = try await self.update(of: things, by: "UPDATE thing SET rank = 7", in: test)
        try await test.store.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE thing ADD COLUMN code ANY DEFAULT '007';
                    ALTER TABLE thing ADD COLUMN price TEXT DEFAULT 0
                    """)
            try History.install(on: "thing", in: db)
        }
        let results = try await FetchedResults<Typed>(.init(sort: [Column("rank").asc]), in: test.store)
        #expect(try await results.elements(for: [1]) == [1: Typed(rank: 7, type: type, price: "0")])
        #expect(try await results.previousElements(for: update) == [1: Typed(rank: 1, type: type, price: "0")])
    }

    @Test func aRowThatHasTheColumnHasItsValue() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try await test.execute("UPDATE thing SET hidden = 5 WHERE id = 1")
        let first = try #require(recorder.takeUpdates().first)
        try await test.store.write { db in
            try db.execute(sql: "ALTER TABLE thing ADD COLUMN later DEFAULT 'new'")
            try History.install(on: "thing", in: db)
        }
        try await test.execute("UPDATE thing SET later = 'set' WHERE id = 2")
        _ = recorder.takeUpdates()
        try await test.execute("UPDATE thing SET rank = 8 WHERE id = 2")
        let second = try #require(recorder.takeUpdates().first)
        struct Later: LiveRecord, Decodable {
            static let databaseTableName = "thing"
            var later: String
        }
        let later = try await FetchedResults<Later>(.init(sort: [Column("rank").asc]), in: test.store)
        #expect(try await later.previousElements(for: first).mapValues(\.later) == [1: "new"])
        #expect(try await later.previousElements(for: second).mapValues(\.later) == [2: "set"])
    }

    /// Only SQLite computes it, for rows of the table.
    @Test func aGeneratedColumnIsMissing() async throws {
        struct Computed: LiveRecord, Decodable {
            static let databaseTableName = "thing"
            var rank: Int
            var double: Int?
        }
        struct Needed: LiveRecord, Decodable {
            static let databaseTableName = "thing"
            var double: Int
        }
        struct Selected: LiveRecord, Decodable {
            static let databaseTableName = "thing"
            static var databaseSelection: [any SQLSelectable] { [Column("double")] }
            var double: Int
        }
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, double AS (rank * 2));
                INSERT INTO thing(rank) VALUES (1), (2);
                """)
        defer { test.remove() }
        let results = try await FetchedResults<Computed>(.init(), in: test.store)
        let update = try await self.update(of: results, by: "UPDATE thing SET rank = 7 WHERE id = 2", in: test)
        #expect(try await results.elements(for: [2])[2]?.double == 14)
        let old = try await results.previousElements(for: update)
        #expect(old.mapValues(\.rank) == [2: 2] && old[2]?.double == nil)
        let needing = try await FetchedResults<Needed>(.init(), in: test.store)
        #expect(try await needing.previousElements(for: update).isEmpty)
        let selecting = try await FetchedResults<Selected>(.init(), in: test.store)
        await #expect(throws: DatabaseError.self) { try await selecting.previousElements(for: update) }
    }

    @Test func whatTheLogDoesNotTellIsAnError() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        let update = try await self.update(of: results, by: "UPDATE thing SET rank = 7 WHERE id = 2", in: test)
        try await test.execute("DELETE FROM aviaryHistory")
        await #expect(throws: ResultsError.self) { try await results.previousElements(for: update) }
    }

    /// The log has values, and no names: those of another column must not stand for them.
    @Test(arguments: [
        ["ALTER TABLE thing DROP COLUMN hidden", "ALTER TABLE thing ADD COLUMN hidden"],
        ["ALTER TABLE thing DROP COLUMN name", "ALTER TABLE thing ADD COLUMN name DEFAULT 'new'"],
        ["DROP TABLE thing", "CREATE TABLE thing(id INTEGER PRIMARY KEY, shown, hidden, name, rank)"],
    ])
    func anotherTableHasNoOldValuesOfTheFirst(edits: [String]) async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        let update = try await update(of: results, by: "UPDATE thing SET rank = 7, hidden = 'x'", in: test)
        #expect(try await results.previousElements(for: update).count > 0)
        try await test.store.write { db in
            try History.uninstall(from: "thing", in: db)
            for sql in edits { try db.execute(sql: sql) }
            try History.install(on: "thing", in: db)
            try db.execute(sql: "INSERT OR REPLACE INTO thing(id, rank) VALUES (1, 1)")
        }
        await #expect(throws: ResultsError.self) { try await results.previousElements(for: update) }
        let later = try await self.update(of: results, by: "UPDATE thing SET rank = 8 WHERE id = 1", in: test)
        #expect(try await results.previousElements(for: later)[1]?.rank?.value == 1.databaseValue)
        await #expect(throws: ResultsError.self) { try await results.previousElements(for: update.merged(with: later)) }
    }

    /// A record may select the rowid, whether or not a column is it.
    @Test(arguments: ["id INTEGER PRIMARY KEY", "id"])
    func aRecordThatSelectsTheRowidHasOldValues(column: String) async throws {
        struct Numbered: LiveRecord {
            static let databaseTableName = "thing"
            static var databaseSelection: [any SQLSelectable] { [Column.rowID.forKey("number"), Column("rank")] }
            let number: Int64
            let rank: Int
            init(row: Row) throws {
                number = try row.decode(forColumn: "number")
                rank = try row.decode(forColumn: "rank")
            }
        }
        let test = try TestStore(schema: "CREATE TABLE thing(\(column), rank); INSERT INTO thing VALUES (1, 1)")
        defer { test.remove() }
        let results = try await FetchedResults<Numbered>(.init(sort: [Column.rowID.desc]), in: test.store)
        let update = try await update(of: results, by: "UPDATE thing SET rank = 2", in: test)
        let old = try await results.previousElements(for: update)
        #expect(old.mapValues(\.number) == [1: 1] && old.mapValues(\.rank) == [1: 1])
    }

    @Test func aTableWithoutHistoryHasNoOldValues() async throws {
        let test = try TestStore(history: false, schema: Self.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        let update = try await self.update(of: results, by: "UPDATE thing SET rank = 7 WHERE id = 2", in: test)
        await #expect(throws: ResultsError.self) { try await results.previousElements(for: update) }
    }

    @Test(arguments: 0..<draws(6, long: 100))
    func everyOldRowIsAsItWasShown(number: Int) async throws {
        let seed = UInt64(63_000 + number)
        let test = try TestStore()
        defer { test.remove() }
        let edits = Mutex(
            RandomEdits(table: "thing", columns: ["rank", "name", "shown", "hidden"], maximumRows: 60, seed: seed))
        let results = try await FetchedResults<Thing>(
            .init(filter: SQL("shown IS NOT 0"), sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        var held: [Int64: Thing] = [:]
        for step in 0..<200 {
            try await test.follow(from: nil) { db in try edits.withLock { try $0.perform(in: db) } }
            let now = try await test.store.read { db in
                try Dictionary(uniqueKeysWithValues: Thing.fetchAll(db).map { ($0.id, $0) })
            }
            for update in recorder.takeUpdates() {
                let old = try await results.previousElements(for: update)
                for (item, thing) in old { #expect(thing == held[item], "seed \(seed), step \(step), row \(item)") }
                let changes = update.changeset
                for item in Set(changes.deleted.map(\.id) + changes.updated.map(\.id)) where held[item] != now[item] {
                    #expect(old[item] != nil, "seed \(seed), step \(step), row \(item)")
                }
            }
            held = now
        }
    }
}
