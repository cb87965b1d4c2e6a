import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Synchronization
import Testing

struct UndoTests {
    let test: TestStore
    let stack = UndoStack()

    init() throws { test = try TestStore() }

    /// Everything the table holds, each row as SQL would write it.
    func content() async throws -> [String] {
        try await test.store.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT id || quote(rank) || quote(name) || quote(shown) || quote(hidden) FROM thing ORDER BY id
                    """)
        }
    }

    func change(_ name: String = "Change", _ sql: String) async throws {
        try await test.store.write(undoable: name, in: stack) { try $0.execute(sql: sql) }
    }

    @Test(arguments: 0..<UInt64(draws(10, long: 300))) func everyStepCanBeTakenBackAndDoneAgain(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        try await test.execute(
            "INSERT INTO thing(id, rank, name) VALUES (1, 2.5, 'it''s'), (2, NULL, x'00ff'), (3, -7, '')")
        var states = [try await content()]
        for step in 0..<20 {
            var statements: [String] = []
            for _ in 0..<random.skewed(upTo: 12) {
                let id = Int.random(in: 1...20, using: &random)
                let value = ["NULL", "1", "-0.1", "1e300", "'a''b'", "'☃'", "x'0102'", "9007199254740993"]
                    .randomElement(using: &random)!
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1:
                    statements.append("INSERT OR IGNORE INTO thing(id, rank, hidden) VALUES (\(id), \(value), \(step))")
                case 2: statements.append("DELETE FROM thing WHERE id = \(id)")
                case 3: statements.append("UPDATE thing SET name = \(value) WHERE id >= \(id)")
                case 4:
                    statements.append(
                        "UPDATE OR IGNORE thing SET id = \(id) WHERE id = \(Int.random(in: 1...20, using: &random))")
                default: statements.append("UPDATE thing SET shown = \(value) WHERE id = \(id)")
                }
            }
            try await change("Step \(step)", statements.joined(separator: ";"))
            let now = try await content()
            // A transaction that wrote nothing is no step; one that wrote the same again is one, and undoes to the same.
            if stack.undoName == "Step \(step)" { states.append(now) } else { #expect(now == states.last) }
        }
        for state in states.dropLast().reversed() {
            let outcome = try await test.store.undo(stack)
            #expect(outcome?.conflicting == 0, "seed \(seed)")
            #expect(try await content() == state, "seed \(seed)")
        }
        #expect(stack.undoName == nil)
        #expect(try await test.store.undo(stack) == nil)
        for state in states.dropFirst() {
            _ = try await test.store.redo(stack)
            #expect(try await content() == state, "seed \(seed)")
        }
        #expect(stack.redoName == nil)
    }

    @Test func aHundredThousandComeBackAtOnce() async throws {
        try await test.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
            INSERT INTO thing(id, rank, name) SELECT i, i * 0.5, 'number ' || i FROM n
            """)
        let before = try await content()
        try await change("Clear all", "DELETE FROM thing")
        #expect(try await content().isEmpty)
        let outcome = try await test.store.undo(stack)
        #expect(outcome == UndoOutcome(name: "Clear all", restored: 100_000, conflicting: 0))
        #expect(try await content() == before)
    }

    /// Row by row, each statement would copy the pages that it changes.
    @Test func aHundredThousandUpdatesAreTakenBackByTheHundred() async throws {
        let updates = Mutex(0)
        let test = try TestStore { db in
            db.trace { if "\($0)".hasPrefix("UPDATE OR ABORT") { updates.withLock { $0 += 1 } } }
        }
        defer { test.remove() }
        try await test.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
            INSERT INTO thing(id, rank, name) SELECT i, i * 0.5, iif(i % 3, 'number ' || i, NULL) FROM n
            """)
        func sums() async throws -> [String] {
            let sums = ["total(rank)", "count(name)", "count(hidden)", "total(length(name))"].map {
                "SELECT \($0) FROM thing"
            }
            return try await test.store.read { try String.fetchAll($0, sql: sums.joined(separator: " UNION ALL ")) }
        }
        let before = try await sums()
        try await test.store.write(undoable: "Rename", in: stack) {
            try $0.execute(sql: "UPDATE thing SET rank = -id, name = 'another', hidden = iif(id % 5, x'00', NULL)")
        }
        let after = try await sums()
        let outcome = try await test.store.undo(stack)
        #expect(outcome == UndoOutcome(name: "Rename", restored: 100_000, conflicting: 0))
        #expect(try await sums() == before)
        #expect(try await test.store.redo(stack)?.restored == 100_000)
        #expect(try await sums() == after)
        #expect(updates.withLock { $0 } <= 1_010)
    }

    /// While an insert without a rowid is about to happen, triggers see −1 in its place.
    @Test(arguments: [false, true]) func aRowThatAnInsertDidNotReplaceIsNoneOfTheStep(isChanged: Bool) async throws {
        try await test.execute("INSERT INTO thing(id, name) VALUES (-1, 'mine'), (5, 'kept')")
        try await change("Add", "INSERT INTO thing(name) VALUES ('new'); INSERT OR IGNORE INTO thing(id) VALUES (5)")
        #expect(try await test.ids("SELECT row FROM aviaryHistory WHERE op = 'touch' ORDER BY row") == [-1, 5])
        if isChanged { try test.sqlite3("UPDATE thing SET name = 'changed' WHERE id IN (-1, 5)") }
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Add", restored: 1, conflicting: 0))
        #expect(try await test.ids("SELECT id FROM thing ORDER BY id") == [-1, 5])
        #expect(try await test.ids("SELECT count(*) FROM thing WHERE name = 'changed'") == [isChanged ? 2 : 0])
    }

    /// A row that was replaced in silence has no other entry in the log.
    @Test func aRowThatAnInsertReplacedComesBack() async throws {
        let test = try TestStore(schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank UNIQUE, name, shown, hidden)")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank) VALUES (-1, 1), (5, 2)")
        try await test.store.write(undoable: "Replace", in: stack) {
            try $0.execute(sql: "INSERT OR REPLACE INTO thing(id, rank) VALUES (7, 2)")
        }
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Replace", restored: 2, conflicting: 0))
        #expect(try await test.ids("SELECT id FROM thing ORDER BY id") == [-1, 5])
    }

    @Test func whatSomebodyChangedSinceIsLeftAloneAndCounted() async throws {
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 1), (2, 2), (3, 3)")
        try await change("Double", "UPDATE thing SET rank = rank * 2; DELETE FROM thing WHERE id = 3")
        try test.sqlite3("UPDATE thing SET rank = 99 WHERE id = 2")
        let outcome = try await test.store.undo(stack)
        #expect(outcome == UndoOutcome(name: "Double", restored: 2, conflicting: 1))
        #expect(try await test.ids("SELECT rank FROM thing ORDER BY id") == [1, 99, 3])
        #expect(stack.redoName == "Double")
    }

    @Test func whatSomebodyChangedBesideStaysAsTheyLeftIt() async throws {
        try await test.execute("INSERT INTO thing(id, rank, name) VALUES (1, 1, 'old'), (2, 2, 'old'), (3, 3, 'old')")
        try await change("Double", "UPDATE thing SET rank = rank * 2")
        try test.sqlite3(
            "UPDATE thing SET name = 'new' WHERE id = 1; UPDATE thing SET name = 'new', rank = 99 WHERE id = 2")
        let outcome = UndoOutcome(name: "Double", restored: 2, conflicting: 1)
        #expect(try await test.store.undo(stack) == outcome)
        #expect(try await ranks() == ["1 1 new", "2 99 new", "3 3 old"])
        try test.sqlite3("UPDATE thing SET hidden = 'x' WHERE id = 1")
        #expect(try await test.store.redo(stack) == UndoOutcome(name: "Double", restored: 2, conflicting: 0))
        #expect(try await ranks() == ["1 2 new", "2 99 new", "3 6 old"])
    }

    /// The log alone says what the step left, so without it nobody knows what somebody has changed.
    @Test func aRowWhoseLaterEntryCannotBeReadIsLeftAlone() async throws {
        try await test.execute("INSERT INTO thing(id, rank, name) VALUES (1, 1, 'old'), (2, 2, 'old')")
        try await change("Double", "UPDATE thing SET rank = rank * 2")
        try test.sqlite3(
            """
            UPDATE thing SET name = 'new' WHERE id = 1;
            UPDATE aviaryHistory SET old = x'ff' WHERE seq = (SELECT max(seq) FROM aviaryHistory)
            """)
        let outcome = UndoOutcome(name: "Double", restored: 1, conflicting: 0, unreachable: 1)
        #expect(try await test.store.undo(stack) == outcome)
        #expect(try await ranks() == ["1 2 new", "2 2 old"])
    }

    /// Both columns may be one value.
    @Test func columnsThatWereChangedTogetherAreNotRestoredApart() async throws {
        try await test.execute("INSERT INTO thing(id, rank, name, shown) VALUES (1, 1, 'old', 1)")
        try await change("Double", "UPDATE thing SET rank = rank * 2, shown = 2")
        try test.sqlite3("UPDATE thing SET name = 'new'")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Double", restored: 0, conflicting: 1))
        #expect(try await ranks() == ["1 2 new"])
    }

    /// A trigger computes `hidden` of two columns. What it makes of the restored one was never there.
    @Test func whatATriggerMakesOfARestoredColumnIsNotOverwritten() async throws {
        try await test.execute(
            """
            CREATE TRIGGER larger AFTER UPDATE OF rank, shown ON thing
            BEGIN UPDATE thing SET hidden = max(NEW.rank, NEW.shown) WHERE id = NEW.id; END;
            INSERT INTO thing(id, rank, name, shown, hidden) VALUES (1, 1, 'old', 5, 5)
            """)
        try await change("Rank", "UPDATE thing SET rank = 2")
        try test.sqlite3("UPDATE thing SET shown = 0")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Rank", restored: 0, conflicting: 1))
        #expect(try await test.ids("SELECT hidden FROM thing") == [2])
    }

    /// Rowids are used again.
    @Test func aNewRowInThePlaceOfADeletedOneIsAnotherRow() async throws {
        try await test.execute("INSERT INTO thing(id, rank, name) VALUES (1, 1, 'old')")
        try await change("Double", "UPDATE thing SET rank = rank * 2")
        try test.sqlite3("DELETE FROM thing; INSERT INTO thing(id, rank, name) VALUES (1, 2, 'another')")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Double", restored: 0, conflicting: 1))
        #expect(try await ranks() == ["1 2 another"])
    }

    private func ranks() async throws -> [String] {
        try await test.store.read { db in
            try String.fetchAll(db, sql: "SELECT id || ' ' || rank || ' ' || name FROM thing ORDER BY id")
        }
    }

    @Test func childrenComeBackWithTheirParents() async throws {
        try await test.execute("CREATE TABLE part(id INTEGER PRIMARY KEY, thing REFERENCES thing ON DELETE CASCADE)")
        try await test.store.write { try History.install(on: "part", in: $0) }
        for _ in 0..<10 {
            try await test.execute(
                "INSERT OR IGNORE INTO thing(id) VALUES (1); INSERT OR IGNORE INTO part VALUES (5, 1)")
            try await change("Delete", "DELETE FROM thing")
            #expect(try await test.ids("SELECT id FROM part") == [])
            _ = try await test.store.undo(stack)
            #expect(try await test.ids("SELECT thing FROM part") == [1])
        }
    }

    /// A row that cannot come back takes its children with it, and no others.
    @Test func childrenWhoseParentComesBackAreTriedAgain() async throws {
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank UNIQUE, name, shown, hidden);
                CREATE TABLE part(id INTEGER PRIMARY KEY, thing REFERENCES thing)
                """)
        defer { test.remove() }
        try await test.store.write { try History.install(on: "part", in: $0) }
        try await test.execute(
            "INSERT INTO thing(id, rank) VALUES (1, 1), (2, 2); INSERT INTO part VALUES (5, 1), (6, 2)")
        try await test.store.write(undoable: "Clear", in: stack) {
            try $0.execute(sql: "DELETE FROM part; DELETE FROM thing")
        }
        try test.sqlite3("INSERT INTO thing(id, rank) VALUES (7, 2)")
        #expect(try await test.store.undo(stack) == UndoOutcome(name: "Clear", restored: 2, conflicting: 2))
        #expect(try await test.ids("SELECT id FROM thing ORDER BY id") == [1, 7])
        #expect(try await test.ids("SELECT id FROM part") == [5])
    }

    @Test func whatWasDeletedBeforeAColumnCameIsBroughtBack() async throws {
        try await test.execute("INSERT INTO thing(id, rank, hidden) VALUES (1, 7, 'x')")
        try await change("Delete", "DELETE FROM thing")
        try await test.execute("ALTER TABLE thing ADD COLUMN later DEFAULT 'new'")
        try await test.store.write { try History.install(on: "thing", in: $0) }
        #expect(try await test.store.undo(stack)?.restored == 1)
        let row = try await test.store.read {
            try String.fetchOne($0, sql: "SELECT rank || hidden || later FROM thing")
        }
        #expect(row == "7xnew")
    }

    @Test func aPlaceThatIsTakenIsLeftAlone() async throws {
        let test = try TestStore(schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank UNIQUE, name, shown, hidden)")
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 1), (2, 2)")
        try await test.store.write(undoable: "Clear", in: stack) { try $0.execute(sql: "DELETE FROM thing") }
        try test.sqlite3("INSERT INTO thing(id, rank) VALUES (7, 1)")
        let outcome = try await test.store.undo(stack)
        #expect(outcome?.restored == 1 && outcome?.conflicting == 1)
        #expect(try await test.ids("SELECT id FROM thing ORDER BY id") == [2, 7])
    }

    @Test func doingSomethingElseEndsWhatCouldBeDoneAgain() async throws {
        try await change("One", "INSERT INTO thing(id) VALUES (1)")
        _ = try await test.store.undo(stack)
        #expect(stack.redoName == "One")
        try await change("Two", "INSERT INTO thing(id) VALUES (2)")
        #expect(stack.redoName == nil && stack.undoName == "Two")
    }

    @Test func whatIsTooLongAgoIsSaid() async throws {
        try await change("Old", "INSERT INTO thing(id) VALUES (1)")
        try await test.execute("DELETE FROM aviaryHistory")
        await #expect(throws: ResultsError.self) { try await test.store.undo(stack) }
        #expect(stack.undoName == nil)
        #expect(try await test.ids("SELECT id FROM thing") == [1])
    }

    @Test func soManyStepsAreKept() async throws {
        let (test, stack) = (test, UndoStack(limit: 3))
        for step in 1...5 {
            try await test.store.write(undoable: "Step \(step)", in: stack) {
                try $0.execute(sql: "INSERT INTO thing(id) VALUES (\(step))")
            }
        }
        var names: [String] = []
        while let outcome = try await test.store.undo(stack) { names.append(outcome.name) }
        #expect(names == ["Step 5", "Step 4", "Step 3"])
        #expect(try await test.ids("SELECT id FROM thing") == [1, 2])
    }

    @Test func aFailedWriteIsNoStep() async throws {
        await #expect(throws: DatabaseError.self) { try await change("Nonsense", "INSERT INTO nothing VALUES (1)") }
        #expect(stack.undoName == nil)
    }

    @Test func whatWasUndoneByAStackThatIsLostIsNotSaidToBeNothing() async throws {
        try await test.store.write { try Receipts.install(in: $0) }
        try await change("One", "INSERT INTO thing(id) VALUES (1)")
        #expect(try await test.store.undo(stack, receipt: "a")?.restored == 1)
        for stack in [UndoStack(), stack] {
            let error = await #expect(throws: ResultsError.self) { try await test.store.undo(stack, receipt: "a") }
            guard case .alreadyDone(receipt: "a") = error else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
        }
        #expect(try await test.store.undo(UndoStack(), receipt: "b") == nil)
        #expect(stack.redoName == "One")
        #expect(try await test.store.redo(stack, receipt: "c")?.restored == 1)
        // What is asked for again takes no other step.
        await #expect(throws: ResultsError.self) { try await test.store.undo(stack, receipt: "a") }
        #expect(stack.undoName == "One")
    }

    @Test func whatIsLockedCanBeTakenBackLater() async throws {
        try await change("One", "INSERT INTO thing(id) VALUES (1)")
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: test.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        await #expect(throws: DatabaseError.self) { try await test.store.undo(stack) }
        #expect(stack.undoName == "One")
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try await test.store.undo(stack)?.restored == 1)
    }

    @Test func windowsTakeBackTheirOwnStepsOnly() async throws {
        let other = UndoStack()
        try await change("Mine", "INSERT INTO thing(id) VALUES (1)")
        try await test.store.write(undoable: "Theirs", in: other) {
            try $0.execute(sql: "INSERT INTO thing(id) VALUES (2)")
        }
        _ = try await test.store.undo(stack)
        #expect(try await test.ids("SELECT id FROM thing") == [2])
        #expect(other.undoName == "Theirs")
    }

    // MARK: Several transactions that are one

    private func add(_ id: Int, _ group: String?) async throws {
        try await test.store.write(undoable: "Add \(id)", in: stack, group: group) {
            try $0.execute(sql: "INSERT INTO thing(id, name) VALUES (\(id), 'a')")
        }
    }

    private func ids() async throws -> [Int64] { try await test.ids("SELECT id FROM thing ORDER BY id") }

    @Test(arguments: [true, false]) func aGroupIsTakenBackAtOnce(othersWrite: Bool) async throws {
        try await add(1, nil)
        for id in 2...9 {
            try await add(id, "many")
            // Somebody else changes rows in between, one of the group's too.
            if othersWrite { try await test.execute("UPDATE thing SET rank = \(id) WHERE id = 1") }
        }
        try await test.store.write(undoable: "Add all", in: stack, group: "many") {
            try $0.execute(sql: "UPDATE thing SET name = 'b' WHERE id IN (2, 3)")
        }
        let all = try await content()
        #expect(stack.undoName == "Add all" && stack.lastGroup == "many")
        #expect(stack.undoCount == 10)
        for _ in 0..<2 {
            let outcome = try await test.store.undo(stack)
            #expect(outcome?.conflicting == 0 && outcome?.name == "Add all")
            #expect(try await ids() == [1])
            #expect(stack.redoName == "Add all")
            _ = try await test.store.redo(stack)
            #expect(try await content() == all)
        }
        _ = try await test.store.undo(stack)
        #expect(stack.undoName == "Add 1")
        _ = try await test.store.undo(stack)
        #expect(try await ids() == (othersWrite ? [1] : []))
    }

    @Test func aGroupEndsWhereSomethingElseIsDone() async throws {
        try await add(1, "many")
        try await change("Other", "INSERT INTO thing(id) VALUES (5)")
        try await add(2, "many")
        try await add(3, "others")
        for rest in [[1, 2, 5], [1, 5], [1], []] as [[Int64]] {
            _ = try await test.store.undo(stack)
            #expect(try await ids() == rest)
        }
    }

    @Test func whatWasTakenBackIsNotJoined() async throws {
        try await add(1, "many")
        _ = try await test.store.undo(stack)
        try await add(2, "many")
        #expect(stack.redoName == nil)
        _ = try await test.store.undo(stack)
        #expect(try await ids() == [] && stack.undoName == nil)
    }

    @Test func ofAGroupOnlyWhatSomebodyChangedIsLeft() async throws {
        for id in 1...3 { try await add(id, "many") }
        try await test.execute("UPDATE thing SET name = 'changed' WHERE id = 2")
        let outcome = try await test.store.undo(stack)
        #expect(outcome == UndoOutcome(name: "Add 3", restored: 2, conflicting: 1))
        #expect(try await ids() == [2])
    }

    @Test func aLargeGroupIsOneStepOfManyThatAreKept() async throws {
        let stack = UndoStack(limit: 2)
        for id in 1...50 {
            try await test.store.write(undoable: "Add", in: stack, group: "many") {
                try $0.execute(sql: "INSERT INTO thing(id) VALUES (\(id))")
            }
        }
        #expect(try await test.store.undo(stack)?.restored == 50)
        #expect(try await ids() == [])
    }

    // MARK: Files beside rows

    private func restorable() async throws -> Set<String> {
        try await test.store.write { [store = test.store] db in
            try store.restorableTexts(of: "name", in: "thing", db).all
        }
    }

    @Test func whatAStepHasDeletedCanBeBroughtBackAsLongAsTheStepIsThere() async throws {
        try await change("Add", "INSERT INTO thing(id, name) VALUES (1, 'a'), (2, 'b''c'), (3, 4)")
        #expect(try await restorable() == [])
        _ = try await test.store.undo(stack)
        #expect(try await restorable() == ["a", "b'c"], "redo adds them again")
        _ = try await test.store.redo(stack)
        #expect(try await restorable() == [])
        try await change("Remove", "DELETE FROM thing WHERE id = 1")
        #expect(try await restorable() == ["a"])
        var other: UndoStack? = UndoStack()
        try await test.store.write(undoable: "Remove", in: try #require(other)) {
            try $0.execute(sql: "DELETE FROM thing WHERE id = 2")
        }
        #expect(try await restorable() == ["a", "b'c"])
        other = nil
        #expect(try await restorable() == ["a"], "a window that is gone brings nothing back")
        _ = try await test.store.undo(stack)
        try await change("Anything", "UPDATE thing SET rank = 5")
        #expect(try await restorable() == [])
    }

    /// Who is told of a commit may ask before the step has been put where undo and redo find it.
    @Test(arguments: [true, false]) func whatIsBeingCommittedCanBeBroughtBack(isUndo: Bool) async throws {
        try await change("Add", "INSERT INTO thing(id, name) VALUES (1, 'a')")
        let seen = Mutex<Set<String>>([])
        let observer = DatabaseRegionObservation(tracking: Table("thing")).start(in: test.database) { _ in
        } onChange: { [store = test.store] db in
            let texts = try? store.restorableTexts(of: "name", in: "thing", db).all
            seen.withLock { $0 = texts ?? [] }
        }
        if isUndo { _ = try await test.store.undo(stack) } else { try await change("Remove", "DELETE FROM thing") }
        #expect(seen.withLock { $0 } == ["a"])
        observer.cancel()
    }
}
