import AviaryResults
import AviaryTesting
import GRDB
import Testing

/// Tables that change between a step and its undo.
struct UndoSchemaTests {
    let test: TestStore
    let stack = UndoStack()

    init() throws { test = try TestStore() }

    private func change(_ sql: String) async throws {
        try await test.store.write(undoable: "Change", in: stack) { try $0.execute(sql: sql) }
    }

    private func strings(_ sql: String) async throws -> [String] {
        try await test.store.read { try String.fetchAll($0, sql: sql) }
    }

    private let unreachable = UndoOutcome(name: "Change", restored: 0, conflicting: 0, unreachable: 1)

    @Test func aColumnOfTheSamePlaceIsAnother() async throws {
        try await test.execute("INSERT INTO thing(id, hidden) VALUES (1, 'old')")
        try await change("UPDATE thing SET hidden = 'new'")
        try await test.store.write { db in
            try History.uninstall(from: "thing", in: db)
            try db.execute(
                sql: "ALTER TABLE thing DROP COLUMN hidden; ALTER TABLE thing ADD COLUMN other DEFAULT 'own'")
            try History.install(on: "thing", in: db)
        }
        #expect(try await test.store.undo(stack) == unreachable)
        #expect(try await strings("SELECT other FROM thing") == ["own"])
        #expect(stack.undoName == nil && stack.redoName == nil)
    }

    /// The log does not tell what the step did to the new column.
    @Test func aTableThatTheStepItselfAlteredIsAnother() async throws {
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 1)")
        try await change(
            """
            UPDATE thing SET rank = 2; ALTER TABLE thing ADD COLUMN extra DEFAULT 'default';
            UPDATE thing SET extra = 'set'
            """)
        try await test.store.write { try History.install(on: "thing", in: $0) }
        #expect(try await test.store.undo(stack) == unreachable)
        #expect(try await strings("SELECT rank || extra FROM thing") == ["2set"])
    }

    @Test func aColumnThatTookAnothersNameIsAnother() async throws {
        try await test.execute("INSERT INTO thing(id, hidden) VALUES (1, 'old')")
        try await change("UPDATE thing SET hidden = 'new'")
        try await test.execute(
            "ALTER TABLE thing RENAME COLUMN hidden TO former; ALTER TABLE thing ADD COLUMN hidden DEFAULT 'own'")
        try await test.store.write { try History.install(on: "thing", in: $0) }
        #expect(try await test.store.undo(stack) == unreachable)
        #expect(try await strings("SELECT former || hidden FROM thing") == ["newown"])
    }

    @Test(arguments: [false, true]) func aTableOfTheSameNameIsAnother(hasHistory: Bool) async throws {
        try await change("INSERT INTO thing(id, name) VALUES (1, 'old')")
        try await test.execute(
            """
            DROP TABLE thing; CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
            INSERT INTO thing(id, name) VALUES (1, 'another')
            """)
        if hasHistory { try await test.store.write { try History.install(on: "thing", in: $0) } }
        #expect(try await test.store.undo(stack) == unreachable)
        #expect(try await strings("SELECT name FROM thing") == ["another"])
    }

    @Test func whatHappenedWithoutHistoryIsNotUndone() async throws {
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'old')")
        try await change("UPDATE thing SET name = 'new'")
        try await test.store.write { try History.uninstall(from: "thing", in: $0) }
        try await test.execute("UPDATE thing SET name = 'unseen'")
        try await test.store.write { try History.install(on: "thing", in: $0) }
        #expect(try await test.store.undo(stack) == unreachable)
        #expect(try await strings("SELECT name FROM thing") == ["unseen"])
    }

    /// Drops all triggers, as another program may.
    private func dropTriggers() async throws {
        let names = try await strings("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        #expect(!names.isEmpty)
        try test.sqlite3(names.map { "DROP TRIGGER \"\($0)\";" }.joined())
    }

    @Test func triggersThatAnotherProgramHasDroppedAreMadeAnewBeforeTheNextStep() async throws {
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'first')")
        try await change("UPDATE thing SET name = 'second'")
        try await dropTriggers()
        try test.sqlite3("UPDATE thing SET name = 'unseen'")
        try await change("UPDATE thing SET name = 'third'")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 1, conflicting: 0))
        #expect(try await strings("SELECT name FROM thing") == ["unseen"])
        // Nobody knows what happened to the rows of the step before.
        #expect(try await test.store.undo(stack) == unreachable)
        #expect(try await strings("SELECT name FROM thing") == ["unseen"])
    }

    @Test func anUndoAlsoMakesTheTriggersAnew() async throws {
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'old')")
        try await change("UPDATE thing SET name = 'new'")
        try await dropTriggers()
        #expect(try await test.store.undo(stack) == unreachable)
        #expect(try await !strings("SELECT name FROM sqlite_master WHERE type = 'trigger'").isEmpty)
    }

    @Test func aHistoryThatTheProgramHasEndedStaysEnded() async throws {
        try await test.store.write { try History.uninstall(from: "THING", in: $0) }
        try await change("INSERT INTO thing(id, name) VALUES (1, 'new')")
        #expect(try await strings("SELECT name FROM sqlite_master WHERE type = 'trigger'") == [])
        #expect(stack.undoName == nil)
    }

    /// Another program may do anything to the list of logged tables.
    @Test(arguments: [
        "DROP TABLE aviaryHistoryTable", "ALTER TABLE aviaryHistoryTable RENAME COLUMN name TO other",
        "INSERT INTO aviaryHistoryTable VALUES ('nowhere'), ('sqlite_master'), (x'ff'), (CAST(x'ff' AS TEXT)), ('')",
        "DROP TABLE aviaryHistoryTable; CREATE VIEW aviaryHistoryTable AS SELECT NULL AS name",
    ]) func theListOfLoggedTablesMayBeAnything(change sql: String) async throws {
        try test.sqlite3(sql)
        try await change("INSERT INTO thing(id, name) VALUES (1, 'new')")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 1, conflicting: 0))
        try await test.store.write { try History.install(on: "thing", in: $0) }
    }

    @Test func columnsThatCameBehindKeepWhatTheyHave() async throws {
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'old'), (2, 'old')")
        try await change("UPDATE thing SET name = 'new' WHERE id = 1; INSERT INTO thing(id) VALUES (3)")
        try await test.execute("ALTER TABLE thing ADD COLUMN later DEFAULT 'x'")
        try await test.store.write { try History.install(on: "thing", in: $0) }
        try await test.execute("UPDATE thing SET later = 'y' WHERE id <> 2")
        let outcome = try await test.store.undo(stack)
        // With the row that was inserted, somebody's value would go.
        #expect(outcome == UndoOutcome(name: "Change", restored: 1, conflicting: 1))
        #expect(
            try await strings("SELECT id || ifnull(name, '') || later FROM thing ORDER BY id") == [
                "1oldy", "2oldx", "3y",
            ])
    }

    @Test func aColumnThatHistoryDoesNotKnowIsKnownFromTheNextStepOn() async throws {
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'old'); ALTER TABLE thing ADD COLUMN later")
        try await change("UPDATE thing SET name = 'new', later = 'new'")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 1, conflicting: 0))
        #expect(try await strings("SELECT name || ifnull(later, '-') FROM thing") == ["old-"])
    }

    @Test(arguments: ["id INTEGER PRIMARY KEY", "id"]) func vacuumMayNumberRowsAnew(id: String) async throws {
        let test = try TestStore(schema: "CREATE TABLE thing(\(id), rank, name, shown, hidden)")
        defer { test.remove() }
        try await test.execute(
            "INSERT INTO thing(id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c'); DELETE FROM thing WHERE id = 1")
        let stack = stack
        try await test.store.write(undoable: "Change", in: stack) {
            try $0.execute(sql: "UPDATE thing SET name = 'new' WHERE id = 2")
        }
        try test.sqlite3("VACUUM")
        let outcome = try await test.store.undo(stack)
        let names = try await test.store.read { try String.fetchAll($0, sql: "SELECT name FROM thing ORDER BY id") }
        #expect(outcome == (id == "id" ? unreachable : UndoOutcome(name: "Change", restored: 1, conflicting: 0)))
        #expect(names == (id == "id" ? ["new", "c"] : ["b", "c"]))
    }

    @Test func whatOtherTablesBecomeIsNoMatter() async throws {
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'old')")
        try await change("UPDATE thing SET name = 'new'")
        try await test.execute("CREATE TABLE other(x); CREATE INDEX thingName ON thing(name)")
        #expect(try await test.store.undo(stack)?.restored == 1)
        #expect(try await strings("SELECT name FROM thing") == ["old"])
    }

    @Test func aStepThatMakesItsTableAnewIsNotTakenBack() async throws {
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'old')")
        try await test.store.write(undoable: "Change", in: stack) { db in
            try db.execute(
                sql: """
                    UPDATE thing SET name = 'new'; DROP TABLE thing;
                    CREATE TABLE thing(id INTEGER PRIMARY KEY, name); INSERT INTO thing VALUES (1, 'another')
                    """)
            try History.install(on: "thing", in: db)
        }
        let outcome = try await test.store.undo(stack)
        #expect(outcome?.restored == 0 && outcome?.unreachable == 1)
        #expect(try await strings("SELECT name FROM thing") == ["another"])
    }

    @Test func aNewTableMayTakeTheNameOfOneThatWasRenamed() async throws {
        try await change("INSERT INTO thing(id, name) VALUES (1, 'mine')")
        try await test.execute("ALTER TABLE thing RENAME TO former")
        try await test.execute(
            "CREATE TABLE thing(id INTEGER PRIMARY KEY, name); INSERT INTO thing VALUES (1, 'another')")
        try await test.store.write { try History.install(on: "thing", in: $0) }
        try await test.execute("UPDATE former SET name = 'x'")
        let entries = try await strings("SELECT op FROM aviaryHistory WHERE tbl = 'thing'")
        #expect(entries == ["insert"], "what becomes of the one is not logged as the other's")
        #expect(try await test.store.undo(stack) == unreachable)
        #expect(try await strings("SELECT name FROM thing") == ["another"])
        try await change("UPDATE thing SET name = 'new'")
        #expect(try await test.store.undo(stack)?.restored == 1)
        #expect(try await strings("SELECT name FROM thing") == ["another"])
    }

    @Test func aTemporaryTableOfTheNameIsNotMeant() async throws {
        let (database, store) = (test.database, test.store)
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'old')")
        try await database.write { db in
            try db.execute(
                sql: """
                    CREATE TEMP TABLE thing(id INTEGER PRIMARY KEY AUTOINCREMENT, rank, name, shown, hidden);
                    CREATE TEMP TABLE aviaryHistory(seq INTEGER PRIMARY KEY, tbl, row, op, columns, old);
                    INSERT INTO temp.thing(id, name) VALUES (1, 'temporary')
                    """)
            try History.install(on: "thing", in: db)
            try db.execute(sql: "UPDATE main.thing SET name = 'older'")
        }
        try await store.write(undoable: "Change", in: stack) {
            try $0.execute(sql: "UPDATE main.thing SET name = 'new'")
        }
        #expect(try await store.undo(stack) == UndoOutcome(name: "Change", restored: 1, conflicting: 0))
        let names = try await database.write {
            try String.fetchAll($0, sql: "SELECT name FROM main.thing UNION ALL SELECT name FROM temp.thing")
        }
        #expect(names == ["older", "temporary"])
    }

    @Test func aLogWithAGapIsNotTrusted() async throws {
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'old')")
        try await change("UPDATE thing SET name = 'new'")
        try await test.execute(
            "UPDATE thing SET name = 'newer'; DELETE FROM aviaryHistory WHERE seq = 3; INSERT INTO thing DEFAULT VALUES"
        )
        await #expect(throws: ResultsError.self) { try await test.store.undo(stack) }
        #expect(try await strings("SELECT name FROM thing WHERE id = 1") == ["newer"])
    }
}
