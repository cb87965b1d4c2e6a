import AviaryResults
import AviaryTesting
import GRDB
import Testing

/// Tables with triggers and foreign keys of the program's own.
struct UndoTriggerTests {
    let stack = UndoStack()

    private func open(_ schema: String, history: [String] = []) async throws -> TestStore {
        let test = try TestStore(
            schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);" + schema)
        try await test.store.write { db in for table in history { try History.install(on: table, in: db) } }
        return test
    }

    private func change(_ test: TestStore, _ sql: String) async throws {
        try await test.store.write(undoable: "Change", in: stack) { try $0.execute(sql: sql) }
    }

    @Test(arguments: [["counter"], []]) func whatATriggerCountsIsRight(history: [String]) async throws {
        let test = try await open(
            """
            CREATE TABLE counter(id INTEGER PRIMARY KEY, n); INSERT INTO counter VALUES (1, 0);
            CREATE TRIGGER more AFTER INSERT ON thing BEGIN UPDATE counter SET n = n + 1; END;
            CREATE TRIGGER fewer AFTER DELETE ON thing BEGIN UPDATE counter SET n = n - 1; END
            """, history: history)
        defer { test.remove() }
        for id in 1...20 { try await change(test, "INSERT INTO thing(id) VALUES (\(id))") }
        for id in (1...20).reversed() {
            let outcome = try await test.store.undo(stack)
            #expect(outcome == UndoOutcome(name: "Change", restored: 1 + history.count, conflicting: 0))
            #expect(try await test.ids("SELECT n FROM counter") == [Int64(id - 1)])
        }
        for id in 1...20 {
            _ = try await test.store.redo(stack)
            #expect(try await test.ids("SELECT n FROM counter") == [Int64(id)])
        }
    }

    @Test func aRevisionOfATriggersOwnIsTakenBackAndDoneAgain() async throws {
        let test = try await open(
            "CREATE TRIGGER revise AFTER UPDATE ON thing BEGIN UPDATE thing SET rank = rank + 1 WHERE id = NEW.id; END")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank, name) VALUES (1, 1, 'old')")
        try await change(test, "UPDATE thing SET name = 'new'")
        #expect(try await test.ids("SELECT rank FROM thing") == [2])
        for _ in 0..<3 {
            #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 1, conflicting: 0))
            #expect(try await test.ids("SELECT rank FROM thing WHERE name = 'old'") == [1])
            #expect(try await test.store.redo(stack) == UndoOutcome(name: "Change", restored: 1, conflicting: 0))
            #expect(try await test.ids("SELECT rank FROM thing WHERE name = 'new'") == [2])
        }
    }

    /// What another program adds to a store that is in use: its triggers are newer than those of the history.
    @Test(arguments: [
        "CREATE TRIGGER x AFTER UPDATE ON thing BEGIN UPDATE thing SET rank = rank + 1 WHERE id = NEW.id; END",
        "CREATE TRIGGER x BEFORE UPDATE ON thing BEGIN UPDATE thing SET rank = rank + 1 WHERE id = NEW.id; END",
        "CREATE TRIGGER x AFTER INSERT ON thing BEGIN UPDATE thing SET name = upper(name) WHERE id = NEW.id; END",
        "CREATE TRIGGER x AFTER INSERT ON thing BEGIN UPDATE thing SET id = NEW.id + 100 WHERE id = NEW.id; END",
        "CREATE TRIGGER x AFTER INSERT ON thing BEGIN DELETE FROM thing WHERE id = NEW.id; END",
        "CREATE TRIGGER x AFTER INSERT ON thing BEGIN DELETE FROM thing WHERE id = (SELECT min(id) FROM thing); END",
        "CREATE TRIGGER x BEFORE INSERT ON thing WHEN NEW.rank < 50 BEGIN INSERT INTO thing(rank) VALUES (50); END",
        "CREATE TRIGGER x AFTER DELETE ON thing WHEN OLD.id = 1 BEGIN INSERT INTO thing(id) VALUES (OLD.id); END",
        "CREATE TRIGGER x BEFORE DELETE ON thing BEGIN UPDATE thing SET name = 'going' WHERE id = OLD.id; END",
        "ALTER TABLE thing ADD COLUMN note DEFAULT 'new'",
        "ALTER TABLE thing ADD COLUMN doubled AS (rank * 2)",
        "CREATE UNIQUE INDEX x ON thing(id, rank)",
    ])
    func whatOthersAddToAStoreInUseIsTakenIntoAccount(addition: String) async throws {
        let steps = [
            "UPDATE thing SET name = 'Tomato' WHERE id = 2", "INSERT INTO thing(rank, name) VALUES (7, 'seven')",
            "DELETE FROM thing", "UPDATE thing SET rank = 9", "DELETE FROM thing WHERE id = 1",
        ]
        for step in steps {
            let stack = UndoStack()
            let test = try await open("", history: ["thing"])
            defer { test.remove() }
            try await test.execute("INSERT INTO thing(id, rank, name) VALUES (1, 1, 'one'), (2, 2, 'two')")
            try await test.execute(addition)
            func rows() async throws -> [String] {
                let sql = "SELECT id || ' ' || ifnull(rank, '-') || ' ' || ifnull(name, '-') FROM thing ORDER BY id"
                return try await test.store.read { try String.fetchAll($0, sql: sql) }
            }
            let before = try await rows()
            try await test.store.write(undoable: "Change", in: stack) { try $0.execute(sql: step) }
            let after = try await rows()
            guard after != before else { continue }
            for _ in 0..<2 {
                let undone = try #require(try await test.store.undo(stack), "\(step)")
                #expect((undone.conflicting, undone.unreachable) == (0, 0), "\(step)")
                #expect(try await rows() == before, "\(step)")
                let redone = try #require(try await test.store.redo(stack), "\(step)")
                #expect((redone.conflicting, redone.unreachable) == (0, 0), "\(step)")
                #expect(try await rows() == after, "\(step)")
            }
        }
    }

    @Test func aStepFromBeforeAColumnCameIsTakenBack() async throws {
        let test = try await open("", history: ["thing"])
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 1), (2, 2)")
        try await change(test, "DELETE FROM thing")
        try await test.execute("ALTER TABLE thing ADD COLUMN note")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 2, conflicting: 0))
        #expect(try await test.ids("SELECT id FROM thing ORDER BY id") == [1, 2])
    }

    @Test func whatIsFollowedHearsOfRowsThatWereMended() async throws {
        let test = try await open(
            "CREATE TRIGGER revise AFTER UPDATE ON thing BEGIN UPDATE thing SET rank = rank + 1 WHERE id = NEW.id; END")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 1), (2, 2)")
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        try await change(test, "UPDATE thing SET name = 'new', rank = 5 WHERE id = 1")
        #expect(results.snapshot.allItems == [2, 1])
        _ = try await test.store.undo(stack)
        #expect(results.snapshot.allItems == [1, 2])
    }

    @Test func rowsThatTriggersAddAtUndoGoAgain() async throws {
        let test = try await open(
            """
            CREATE TABLE audit(id INTEGER PRIMARY KEY, what TEXT);
            CREATE TRIGGER added AFTER INSERT ON thing BEGIN INSERT INTO audit(what) VALUES ('+' || NEW.id); END;
            CREATE TRIGGER removed AFTER DELETE ON thing BEGIN INSERT INTO audit(what) VALUES ('-' || OLD.id); END
            """, history: ["audit"])
        defer { test.remove() }
        try await change(test, "INSERT INTO thing(id) VALUES (1)")
        try await change(test, "DELETE FROM thing")
        for expected in [["+1"], []] {
            #expect(try await test.store.undo(stack)?.conflicting == 0)
            let audit = try await test.store.read { try String.fetchAll($0, sql: "SELECT what FROM audit ORDER BY id") }
            #expect(audit == expected)
        }
    }

    @Test func aFullTextIndexWithoutHistoryFollows() async throws {
        let test = try await open(
            """
            CREATE VIRTUAL TABLE words USING fts5(name, content='thing', content_rowid='id');
            CREATE TRIGGER indexed AFTER INSERT ON thing BEGIN
              INSERT INTO words(rowid, name) VALUES (NEW.id, NEW.name); END;
            CREATE TRIGGER unindexed AFTER DELETE ON thing BEGIN
              INSERT INTO words(words, rowid, name) VALUES ('delete', OLD.id, OLD.name); END
            """)
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, name) VALUES (1, 'robin'), (2, 'wren')")
        try await change(test, "DELETE FROM thing WHERE id = 1")
        #expect(try await test.store.undo(stack)?.restored == 1)
        #expect(try await test.ids("SELECT rowid FROM words WHERE words MATCH 'robin'") == [1])
        try await test.execute("INSERT INTO words(words) VALUES ('integrity-check')")
    }

    @Test(arguments: ["CASCADE", "SET NULL", "SET DEFAULT", "RESTRICT", "NO ACTION"], [["part"], []])
    func othersChildrenStayAndTheirParentToo(action: String, history: [String]) async throws {
        let test = try await open(
            "CREATE TABLE part(id INTEGER PRIMARY KEY, thing DEFAULT 99 REFERENCES thing ON DELETE \(action))",
            history: history)
        defer { test.remove() }
        try await change(test, "INSERT INTO thing(id) VALUES (1), (2)")
        try test.sqlite3("INSERT INTO part VALUES (5, 1)")
        let outcome = try await test.store.undo(stack)
        #expect(outcome == UndoOutcome(name: "Change", restored: 1, conflicting: 1))
        #expect(try await test.ids("SELECT id FROM thing") == [1])
        #expect(try await test.ids("SELECT thing FROM part") == [1])
        #expect(stack.undoName == nil && stack.redoName == "Change")
    }

    /// Children without history go with their parent, and nobody can bring them back.
    @Test(arguments: ["CASCADE", "SET NULL", "SET DEFAULT", "NO ACTION"], [["part"], []])
    func whatAForeignKeyChangedWithTheStepIsCounted(action: String, history: [String]) async throws {
        let test = try await open(
            "CREATE TABLE part(id INTEGER PRIMARY KEY, thing DEFAULT 3 REFERENCES thing ON DELETE \(action))",
            history: history)
        defer { test.remove() }
        try await test.execute(
            """
            INSERT INTO thing(id) VALUES (1), (2), (3);
            INSERT INTO part(thing) VALUES \(action == "NO ACTION" ? "(3)" : "(1), (1), (2), (3)")
            """)
        try await change(test, "DELETE FROM thing WHERE id < 3")
        let isCounted = action != "NO ACTION" && history.isEmpty
        let outcome = try #require(try await test.store.undo(stack))
        #expect(outcome.lost == (isCounted ? ["part": 3] : [:]))
        #expect(outcome.conflicting == 0)
        #expect(try await test.store.redo(stack)?.lost == [:], "it is done again, and takes none with it")
    }

    /// Between a table with history and one that loses rows another may stand, or a trigger.
    @Test func whatWentByAWayAroundIsCounted() async throws {
        let test = try await open(
            """
            CREATE TABLE part(id INTEGER PRIMARY KEY, thing REFERENCES thing ON DELETE CASCADE);
            CREATE TABLE screw(id INTEGER PRIMARY KEY, part REFERENCES part ON DELETE CASCADE);
            CREATE TABLE note(id INTEGER PRIMARY KEY, thing);
            CREATE TRIGGER forget AFTER DELETE ON thing BEGIN DELETE FROM note WHERE thing = OLD.id; END;
            CREATE TRIGGER dropped AFTER DELETE ON screw BEGIN DELETE FROM note WHERE thing = -OLD.id; END
            """, history: [])
        defer { test.remove() }
        try await test.execute(
            """
            INSERT INTO thing(id) VALUES (1), (2);
            INSERT INTO part VALUES (1, 1), (2, 2);
            INSERT INTO screw VALUES (1, 1), (2, 1), (3, 2);
            INSERT INTO note(thing) VALUES (1), (1), (2), (-1)
            """)
        try await change(test, "DELETE FROM thing WHERE id = 1")
        #expect(try await test.ids("SELECT thing FROM note") == [2])
        let outcome = try #require(try await test.store.undo(stack))
        #expect(outcome.lost == ["part": 1, "screw": 2, "note": 3])
        #expect((outcome.restored, outcome.conflicting) == (1, 0))
        #expect(try await test.store.redo(stack)?.lost == [:], "it is done again, and takes none with it")
    }

    /// An index of words that the program keeps by triggers goes and comes with its rows.
    @Test func whatTriggersBringBackIsNotLost() async throws {
        let test = try await open(
            """
            CREATE TABLE word(thing, text);
            CREATE TABLE total(id INTEGER PRIMARY KEY, things);
            CREATE TRIGGER wordsIn AFTER INSERT ON thing BEGIN
              INSERT INTO word VALUES (NEW.id, NEW.name), (NEW.id, 'thing'); UPDATE total SET things = things + 1; END;
            CREATE TRIGGER wordsOut AFTER DELETE ON thing BEGIN
              DELETE FROM word WHERE thing = OLD.id; UPDATE total SET things = things - 1; END
            """, history: [])
        defer { test.remove() }
        try await test.execute("INSERT INTO total VALUES (1, 0); INSERT INTO thing(id, name) VALUES (1, 'old')")
        try await change(test, "DELETE FROM thing")
        try await change(test, "INSERT INTO thing(id, name) VALUES (2, 'new'), (3, 'newer')")
        for _ in 0..<2 {
            #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 2, conflicting: 0))
            #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 1, conflicting: 0))
            #expect(try await test.ids("SELECT thing FROM word ORDER BY 1") == [1, 1])
            #expect(try await test.store.redo(stack) == UndoOutcome(name: "Change", restored: 1, conflicting: 0))
            #expect(try await test.store.redo(stack) == UndoOutcome(name: "Change", restored: 2, conflicting: 0))
            #expect(try await test.ids("SELECT thing FROM word ORDER BY 1") == [2, 2, 3, 3])
        }
        #expect(try await test.ids("SELECT things FROM total") == [2])
    }

    @Test func rowsOfOthersThatATriggerWouldTakeAreLeftToThem() async throws {
        let test = try await open(
            """
            CREATE TABLE note(id INTEGER PRIMARY KEY, thing);
            CREATE TRIGGER forget AFTER DELETE ON thing BEGIN DELETE FROM note WHERE thing = OLD.id; END
            """, history: [])
        defer { test.remove() }
        try await change(test, "INSERT INTO thing(id) VALUES (1), (2)")
        try test.sqlite3("INSERT INTO note(thing) VALUES (1), (1)")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 1, conflicting: 1))
        #expect(try await test.ids("SELECT thing FROM note") == [1, 1])
        #expect(try await test.ids("SELECT id FROM thing") == [1])
    }

    /// What foreign keys would delete is looked at by itself; the same table may lose rows by a trigger.
    @Test func childrenOfOthersThatATriggerWouldTakeAreLeftToThem() async throws {
        let test = try await open(
            """
            CREATE TABLE note(id INTEGER PRIMARY KEY, thing REFERENCES thing ON DELETE CASCADE);
            CREATE TABLE part(id INTEGER PRIMARY KEY, note);
            CREATE TRIGGER forget AFTER DELETE ON part BEGIN DELETE FROM note WHERE id = OLD.note; END
            """, history: ["part"])
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id) VALUES (1); INSERT INTO note VALUES (7, 1), (8, 1)")
        try await change(test, "INSERT INTO part VALUES (5, 7), (6, NULL)")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 1, conflicting: 1))
        #expect(try await test.ids("SELECT id FROM note ORDER BY id") == [7, 8])
        #expect(try await test.ids("SELECT id FROM part") == [5])
    }

    /// A row that gets its key back is deleted and inserted. Its child, which comes back, would take its own children along.
    @Test func aCascadeOverATableWithHistoryTakesNoRowsOfOthers() async throws {
        let test = try await open(
            """
            CREATE TABLE part(
              id INTEGER PRIMARY KEY, thing REFERENCES thing ON DELETE CASCADE ON UPDATE CASCADE);
            CREATE TABLE note(id INTEGER PRIMARY KEY, part REFERENCES part ON DELETE CASCADE)
            """, history: ["part"])
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id) VALUES (1); INSERT INTO part VALUES (5, 1)")
        try await change(test, "UPDATE thing SET id = 2 WHERE id = 1")
        try await test.execute("INSERT INTO note VALUES (7, 5)")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 3, conflicting: 0))
        #expect(try await test.ids("SELECT id FROM note") == [7])
        #expect(try await test.ids("SELECT thing FROM part") == [1])
    }

    /// SQLite fires the triggers of a cascade before those of the row itself, the history's among them.
    @Test func aTriggerOfACascadeMayWriteTheRowBeforeItsChangeIsLogged() async throws {
        let test = try await open(
            """
            CREATE TABLE note(id INTEGER PRIMARY KEY, thing REFERENCES thing ON UPDATE CASCADE, text);
            CREATE TRIGGER echo AFTER UPDATE ON note BEGIN UPDATE thing SET name = NEW.text WHERE id = NEW.thing; END
            """, history: [])
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id) VALUES (1); INSERT INTO note VALUES (7, 1, 'seven')")
        try await change(test, "UPDATE thing SET id = 2 WHERE id = 1")
        #expect(try await test.ids("SELECT id FROM thing WHERE name = 'seven'") == [2])
        try await test.execute("DELETE FROM note")
        #expect(
            try await test.store.undo(stack)
                == UndoOutcome(name: "Change", restored: 2, conflicting: 0, lost: ["note": 1]))
        #expect(try await test.ids("SELECT id FROM thing WHERE name IS NULL") == [1])
        #expect(try await test.ids("SELECT id FROM thing WHERE name IS NOT NULL") == [])
        #expect(try await test.store.redo(stack)?.restored == 2)
        #expect(try await test.ids("SELECT id FROM thing WHERE name = 'seven'") == [2])
    }

    /// The same where the key is not the rowid.
    @Test(arguments: ["CASCADE", "SET NULL"])
    func aTriggerOfACascadeMayWriteTheRowBeforeTheChangeOfItsKeyIsLogged(action: String) async throws {
        let test = try await open(
            """
            CREATE UNIQUE INDEX thingRank ON thing(rank);
            CREATE TABLE note(id INTEGER PRIMARY KEY, rank REFERENCES thing(rank) ON UPDATE \(action), thing);
            CREATE TRIGGER echo AFTER UPDATE ON note
            BEGIN
              UPDATE thing SET shown = shown + 1 WHERE id = NEW.thing;
              UPDATE thing SET name = 'told' WHERE id = NEW.thing;
            END
            """, history: [])
        defer { test.remove() }
        try await test.execute(
            "INSERT INTO thing(id, rank, name, shown) VALUES (1, 10, 'first', 5); INSERT INTO note VALUES (7, 10, 1)")
        try await change(test, "UPDATE thing SET shown = 6; UPDATE thing SET rank = 20, shown = 7 WHERE id = 1")
        #expect(try await test.ids("SELECT shown FROM thing WHERE rank = 20 AND name = 'told'") == [8])
        try await test.execute("DELETE FROM note")
        #expect(try await test.store.undo(stack)?.restored == 1)
        #expect(try await test.ids("SELECT shown FROM thing WHERE rank = 10 AND name = 'first'") == [5])
        #expect(try await test.store.redo(stack)?.restored == 1)
        #expect(try await test.ids("SELECT shown FROM thing WHERE rank = 20 AND name = 'told'") == [8])
    }

    /// A row that gets another rowid was not there, also when a trigger of a cascade changes a key of it before.
    @Test func aTriggerOfACascadeMayChangeAKeyOfTheRowBeforeItsChangeIsLogged() async throws {
        let test = try await open(
            """
            CREATE UNIQUE INDEX thingRank ON thing(rank);
            CREATE TABLE note(id INTEGER PRIMARY KEY, thing REFERENCES thing ON UPDATE CASCADE);
            CREATE TRIGGER echo AFTER UPDATE ON note BEGIN UPDATE thing SET rank = rank + 100 WHERE id = NEW.thing; END
            """, history: [])
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 10); INSERT INTO note VALUES (7, 1)")
        try await change(test, "UPDATE thing SET id = 2 WHERE id = 1")
        #expect(try await test.ids("SELECT rank FROM thing WHERE id = 2") == [110])
        try await test.execute("DELETE FROM note")
        #expect(try await test.store.undo(stack)?.restored == 2)
        #expect(try await test.ids("SELECT id FROM thing") == [1])
        #expect(try await test.ids("SELECT rank FROM thing") == [10])
    }

    @Test func aGeneratedKeyIsOneToo() async throws {
        let test = try await open(
            """
            CREATE TABLE part(id INTEGER PRIMARY KEY, n, g INTEGER AS (n * 10) UNIQUE, name);
            CREATE TABLE note(id INTEGER PRIMARY KEY, part REFERENCES part(g) ON UPDATE CASCADE, of);
            CREATE TRIGGER echo AFTER UPDATE ON note BEGIN UPDATE part SET name = 'told' WHERE id = NEW.of; END
            """, history: ["part"])
        defer { test.remove() }
        try await test.execute(
            "INSERT INTO part(id, n, name) VALUES (1, 5, 'first'); INSERT INTO note VALUES (7, 50, 1)")
        try await change(test, "UPDATE part SET n = 6 WHERE id = 1")
        #expect(try await test.ids("SELECT g FROM part WHERE name = 'told'") == [60])
        try await test.execute("DELETE FROM note")
        #expect(try await test.store.undo(stack)?.restored == 1)
        #expect(try await test.ids("SELECT g FROM part WHERE name = 'first'") == [50])
    }

    @Test func anUpdateOfAKeyThatIsPassedOverIsNoStep() async throws {
        let test = try await open(
            """
            CREATE UNIQUE INDEX thingRank ON thing(rank);
            CREATE TRIGGER keep BEFORE UPDATE ON thing BEGIN SELECT RAISE(IGNORE); END
            """, history: [])
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 10)")
        try await change(test, "UPDATE thing SET rank = 20 WHERE id = 1; INSERT INTO thing(id, rank) VALUES (2, 11)")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 1, conflicting: 0))
        #expect(try await test.ids("SELECT rank FROM thing") == [10])
    }

    /// A foreign key would give the children of others another parent, or none.
    @Test(arguments: ["CASCADE", "SET NULL", "RESTRICT"])
    func othersChildrenKeepTheKeyOfTheirParent(action: String) async throws {
        let test = try await open(
            """
            CREATE UNIQUE INDEX thingRank ON thing(rank);
            CREATE TABLE part(id INTEGER PRIMARY KEY, rank REFERENCES thing(RANK) ON UPDATE \(action))
            """)
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank, name) VALUES (1, 1, 'old')")
        try await change(test, "UPDATE thing SET rank = 2")
        try await change(test, "UPDATE thing SET name = 'new'")
        try test.sqlite3("INSERT INTO part VALUES (5, 2)")
        #expect(try await test.store.undo(stack)?.restored == 1, "the key is as it was")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 0, conflicting: 1))
        #expect(try await test.ids("SELECT rank FROM part") == [2])
        #expect(try await test.ids("SELECT rank FROM thing WHERE name = 'old'") == [2])
    }

    @Test func aStepThatFailsLeavesThoseBeforeItInReach() async throws {
        let test = try await open(
            "CREATE TABLE part(id INTEGER PRIMARY KEY, thing REFERENCES thing)", history: ["part"])
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id) VALUES (1); INSERT INTO part VALUES (5, 1)")
        try await change(test, "INSERT INTO thing(id) VALUES (2)")
        try await change(test, "DELETE FROM part; DELETE FROM thing WHERE id = 1")
        // Something else stands in the parent's place, so the child has none.
        try await test.execute("CREATE TRIGGER no BEFORE INSERT ON thing BEGIN SELECT RAISE(ABORT, 'no more'); END")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 0, conflicting: 2))
        #expect(stack.undoName == "Change")
        #expect(try await test.store.undo(stack)?.restored == 1)
        #expect(try await test.ids("SELECT id FROM thing") == [])
        #expect(stack.undoName == nil)
    }

    @Test func aTriggerThatEndsTheTransactionEndsTheStepOnly() async throws {
        let test = try await open("")
        defer { test.remove() }
        try await change(test, "INSERT INTO thing(id) VALUES (1)")
        try await change(test, "INSERT INTO thing(id) VALUES (2)")
        try await test.execute(
            "CREATE TRIGGER no BEFORE DELETE ON thing WHEN OLD.id = 2 BEGIN SELECT RAISE(ROLLBACK, 'no'); END")
        await #expect(throws: (any Error).self) { try await test.store.undo(stack) }
        #expect(try await test.store.undo(stack)?.restored == 1)
        #expect(try await test.ids("SELECT id FROM thing") == [2])
    }

    @Test func rowsMayStandInEachOthersPlaces() async throws {
        let test = try TestStore(schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank UNIQUE, name, shown, hidden)")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 1), (2, 2), (3, 3)")
        try await change(
            test,
            "UPDATE thing SET rank = -rank; UPDATE thing SET rank = CASE id WHEN 1 THEN 2 WHEN 2 THEN 3 ELSE 1 END")
        for _ in 0..<2 {
            #expect(try await test.store.undo(stack) == UndoOutcome(name: "Change", restored: 3, conflicting: 0))
            #expect(try await test.ids("SELECT rank FROM thing ORDER BY id") == [1, 2, 3])
            #expect(try await test.store.redo(stack)?.conflicting == 0)
            #expect(try await test.ids("SELECT rank FROM thing ORDER BY id") == [2, 3, 1])
        }
    }

    @Test func triggersFireAgainAfterUndo() async throws {
        let test = try await open(
            "CREATE TRIGGER revise AFTER UPDATE ON thing BEGIN UPDATE thing SET rank = rank + 1 WHERE id = NEW.id; END")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 1)")
        try await change(test, "UPDATE thing SET name = 'new'")
        _ = try await test.store.undo(stack)
        try await test.execute("UPDATE thing SET name = 'newer'")
        #expect(try await test.ids("SELECT rank FROM thing") == [2])
    }
}
