import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// Changes of the schema by this process, which nobody looks for.
struct OwnSchemaTests {
    private static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
        CREATE TABLE other(id INTEGER PRIMARY KEY, item);
        CREATE INDEX others ON other(item);
        CREATE TABLE gone(id INTEGER PRIMARY KEY, item); CREATE INDEX goners ON gone(item);
        CREATE VIEW ranks AS SELECT id, rank FROM thing;
        INSERT INTO thing(id, rank) VALUES (1, 1), (2, 2);
        """

    private struct Rank: LiveRecord {
        static let databaseTableName = "ranks"
        init(row: Row) {}
    }

    /// How a table loses its history.
    enum Loss: CaseIterable {
        case uninstall, dropTriggers, dropOneTrigger, gap

        func apply(to table: String, in db: Database) throws {
            let triggers = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", arguments: [table])
            switch self {
            case .uninstall: try History.uninstall(from: table, in: db)
            case .dropTriggers: for name in triggers { try db.execute(sql: "DROP TRIGGER \"\(name)\"") }
            case .dropOneTrigger:
                try db.execute(sql: "DROP TRIGGER \"\(triggers.first { $0.hasSuffix("_update") } ?? "")\"")
            case .gap:
                try History.uninstall(from: table, in: db)
                try db.execute(sql: "UPDATE thing SET rank = rank + 10; UPDATE other SET item = item % 2 + 1")
                try History.install(on: table, in: db)
            }
        }
    }

    @Test(arguments: Loss.allCases, ["thing", "other"])
    func aHistoryThatGoesIsMissedAtOnce(loss: Loss, table: String) async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        try await test.store.write { db in
            try History.install(on: "other", in: db)
            try db.execute(sql: "INSERT INTO other VALUES (1, 1)")
        }
        let all = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let some = try await FetchedResults<Thing>(
            .init(
                filter: SQL("EXISTS (SELECT 1 FROM other WHERE item = thing.id)"),
                dependencies: [Dependency(on: "other", rows: "SELECT item FROM changed")]), in: test.store)
        let cells = try await (ToldCells(all), ToldCells(some))
        func expect(_ context: String) async throws {
            let (rows, chosen) = try await test.store.read { db in
                let rows = try Thing.fetchAll(db, sql: "SELECT * FROM thing ORDER BY rank, id").map { ($0.id, $0) }
                let items = try Set(Int64.fetchAll(db, sql: "SELECT item FROM other"))
                return (rows, rows.filter { items.contains($0.0) }.sorted { $0.0 < $1.0 })
            }
            try await cells.0.expect(rows, context)
            try await cells.1.expect(chosen, context)
        }
        try await test.store.write { try loss.apply(to: table, in: $0) }
        try await expect("after the loss")
        for sql in [
            "UPDATE thing SET rank = 9 WHERE id = 1", "UPDATE other SET item = 2", "UPDATE thing SET shown = 'x'",
            "DELETE FROM other", "INSERT INTO thing(id, rank) VALUES (3, 0)", "INSERT INTO other VALUES (4, 3)",
        ] {
            try await test.execute(sql)
            try await expect(sql)
        }
        // Whoever installs it again has lists that follow it.
        try await test.store.write { try History.install(on: table, in: $0) }
        try await test.execute("UPDATE thing SET rank = 7 WHERE id = 2; UPDATE other SET item = 2")
        try await expect("installed again")
        #expect(all.refetchReason == nil && some.refetchReason == nil)
    }

    @Test func aLossThatIsRolledBackIsNone() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let list = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        await #expect(throws: ReplayError.self) {
            try await test.store.write { db in
                try History.uninstall(from: "thing", in: db)
                throw ReplayError(description: "rolled back")
            }
        }
        try await test.store.write { db in
            try db.inSavepoint {
                try History.uninstall(from: "thing", in: db)
                return .rollback
            }
            try db.execute(sql: "UPDATE thing SET rank = 9 WHERE id = 1")
        }
        #expect(list.snapshot.allItems == [2, 1])
        #expect(list.statistics.refetched == 0 && list.statistics.incremental == 1)
    }

    @Test func aViewThatGoesIsMissedAtOnce() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let list = try await FetchedResults<Rank>(.init(), in: test.store)
        try await test.execute("DROP VIEW ranks")
        #expect(list.error != nil)
        try await test.execute("CREATE VIEW ranks AS SELECT id, rank FROM thing WHERE rank > 1")
        #expect(list.error == nil && list.snapshot.allItems == [2])
    }

    /// Lists of other tables have nothing to do with it.
    @Test(arguments: ["DROP TABLE gone", "DROP INDEX goners", "CREATE TABLE new(a)", "DROP VIEW ranks"])
    func whatConcernsNoListTellsNothing(sql: String) async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let list = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        list.delegate = recorder
        try await test.execute(sql)
        #expect(recorder.takeUpdates().isEmpty && list.statistics.refetched == 0)
    }

    /// A table that is made anew in one transaction may look as it did.
    @Test(arguments: [true, false])
    func aTableThatIsMadeAnewIsReadAnew(history: Bool) async throws {
        let test = try TestStore(history: history, schema: Self.schema)
        defer { test.remove() }
        let list = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let cells = try await ToldCells(list)
        try await test.store.write { db in
            try db.execute(
                sql: """
                    DROP VIEW ranks; DROP TABLE thing;
                    CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                    INSERT INTO thing(id, rank) VALUES (1, 5), (2, 4)
                    """)
            if history { try History.install(on: "thing", in: db) }
        }
        let rows = try await test.store.read { try Thing.fetchAll($0, sql: "SELECT * FROM thing ORDER BY rank") }
        try await cells.expect(rows.map { ($0.id, $0) }, "made anew")
    }
}
