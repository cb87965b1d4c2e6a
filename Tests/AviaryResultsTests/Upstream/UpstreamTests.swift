import AviarySnapshots
import AviaryTesting
import AviaryText
import Foundation
import GRDB
import Synchronization
import Testing

@testable import AviaryResults

/// Writes of a store that another database decides.
struct UpstreamTests {
    private static let tables = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY AUTOINCREMENT, rank, name, shown, hidden);
        CREATE TABLE note(id INTEGER PRIMARY KEY, thing INTEGER REFERENCES thing(id) ON DELETE CASCADE
            DEFERRABLE INITIALLY DEFERRED, text);
        """

    private let centre: Centre
    private let upstream: CentreUpstream
    private let test: TestStore
    private let stack = UndoStack()
    private var store: LiveStore { test.store }

    init() throws {
        (centre, upstream, test) = try Self.make()
    }

    private static func make(more: String = "") throws -> (Centre, CentreUpstream, TestStore) {
        let centre = try Centre(tables: tables)
        let upstream = CentreUpstream(centre)
        let test = try TestStore(schema: tables + more, clock: ImpatientClock(), upstream: upstream)
        return (centre, upstream, test)
    }

    private func names(_ database: any DatabaseReader) async throws -> [String] {
        let names = "SELECT ifnull(name, '-') FROM thing ORDER BY id"
        return try await database.read { db in try String.fetchAll(db, sql: names) }
    }

    private func begin(_ sql: String) async throws {
        try centre.edit(sql)
        try await upstream.follow()
    }

    // MARK: Sentences

    /// A copy is made anew, so nobody is asked to put a backup in its place.
    @Test func ofADamagedCopyPeopleReadThatItIsMadeAnew() {
        defer { test.remove() }
        let damage: [any Error] = [
            StoreError.damaged("/data"), ResultsError.gone("/data"), DatabaseError(resultCode: .SQLITE_CORRUPT),
        ]
        for error in damage { #expect(store.sentence(about: error) == Words.english.store.copyUnusable) }
        #expect(store.sentence(about: StoreError.readOnly) == Words.english.store.readOnly)
    }

    // MARK: Writes

    @Test func aWriteReturnsWhenListsHaveItsRows() async throws {
        defer { test.remove() }
        let list = try await FetchedResults<Thing>(ListRequest(sort: [Column("name").asc]), in: store)
        let id = try await store.write { db in
            try db.execute(sql: "INSERT INTO thing(name) VALUES ('new')")
            return db.lastInsertedRowID
        }
        #expect(list.snapshot.allItems == [id])
        #expect(try await names(centre.database) == ["new"])
        #expect(try await names(test.database) == ["new"])
        #expect(upstream.rehearsals == 1)
    }

    @Test func aWriteWithoutChangesGoesNowhere() async throws {
        defer { test.remove() }
        try await begin("INSERT INTO thing(name) VALUES ('one')")
        let count = try await store.write(alone: true) { db in
            try db.execute(sql: "UPDATE thing SET name = 'other'; UPDATE thing SET name = 'one'")
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM thing")
        }
        #expect(count == 1)
        #expect(upstream.writes.isEmpty)
    }

    @Test func aWriteThatThrowsChangesNothing() async throws {
        defer { test.remove() }
        struct Mistake: Error {}
        await #expect(throws: Mistake.self) {
            try await store.write { db in
                try db.execute(sql: "INSERT INTO thing(name) VALUES ('new')")
                throw Mistake()
            }
        }
        #expect(try await names(test.database) == [])
        #expect(upstream.writes.isEmpty)
    }

    @Test func afterAConflictTheWriteRunsOnNewerRows() async throws {
        defer { test.remove() }
        try await begin("INSERT INTO thing(name, rank) VALUES ('a', 1)")
        upstream.plan([
            .init(others: ["UPDATE thing SET rank = 10"]), .init(others: ["UPDATE thing SET rank = 20"]),
            .init(others: ["INSERT INTO thing(name) VALUES ('b')"]),
        ])
        let rank = try await store.write { db in
            try db.execute(sql: "UPDATE thing SET rank = rank + 1")
            return try Int.fetchOne(db, sql: "SELECT rank FROM thing")
        }
        #expect(rank == 21)
        #expect(upstream.rehearsals == 3)
        #expect(try await test.ids("SELECT rank FROM thing WHERE name = 'a'") == [21])
        #expect(try await names(test.database) == ["a", "b"])
    }

    @Test func twoNewRowsWithOneIdAreAConflict() async throws {
        defer { test.remove() }
        upstream.plan([.init(others: ["INSERT INTO thing(name) VALUES ('theirs')"])])
        let id = try await store.write { db in
            try db.execute(sql: "INSERT INTO thing(name) VALUES ('ours')")
            return db.lastInsertedRowID
        }
        #expect(id == 2)
        #expect(try await names(centre.database) == ["theirs", "ours"])
    }

    @Test func aWriteThatIsAlwaysTooLateFails() async throws {
        defer { test.remove() }
        upstream.plan(Array(repeating: .init(fate: .conflicts), count: LiveStore.upstreamAttempts + 1))
        await #expect(throws: UpstreamError.contested(reason: "planned")) {
            try await test.execute("INSERT INTO thing(name) VALUES ('new')")
        }
        #expect(upstream.rehearsals == LiveStore.upstreamRepetitions)
        #expect(try await names(test.database) == [])
    }

    @Test func aWriteGivesUpWhenOthersAreFasterForEver() async throws {
        defer { test.remove() }
        try await begin("INSERT INTO thing(rank) VALUES (0)")
        let event = CentreUpstream.Event(others: ["UPDATE thing SET rank = rank + 1"])
        upstream.plan(Array(repeating: event, count: LiveStore.upstreamAttempts + 1))
        await #expect(throws: UpstreamError.self) { try await test.execute("UPDATE thing SET rank = -1") }
        #expect(upstream.rehearsals == LiveStore.upstreamAttempts)
        #expect(try await test.ids("SELECT rank FROM thing") == [Int64(LiveStore.upstreamAttempts)])
    }

    @Test func aCancelledWriteStops() async throws {
        defer { test.remove() }
        upstream.plan(Array(repeating: .init(fate: .conflicts), count: LiveStore.upstreamAttempts))
        final class Running: Sendable { let task = Mutex<Task<Void, any Error>?>(nil) }
        let running = Running()
        let task = Task { [store] in
            try await store.write { db in
                running.task.withLock { $0?.cancel() }
                try db.execute(sql: "INSERT INTO thing(name) VALUES ('new')")
            }
        }
        running.task.withLock { $0 = task }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await names(centre.database) == [])
    }

    @Test func whatIsRefusedAboveChangesNothing() async throws {
        defer { test.remove() }
        for error in [
            UpstreamError.refused(reason: "a check"), .unreachable(reason: "no route"),
            .unknownOutcome(reason: "reset"),
        ] {
            upstream.plan([.init(fate: .fails(error))])
            await #expect(throws: error) { try await test.execute("INSERT INTO thing(name) VALUES ('new')") }
        }
        #expect(try await names(test.database) == [])
        #expect(!store.sentence(about: UpstreamError.unreachable(reason: "no route")).isEmpty)
    }

    // MARK: Receipts

    @Test func anActionIsDoneOnceWhenItsAnswerIsLost() async throws {
        defer { test.remove() }
        upstream.plan([.init(fate: .answerIsLost)])
        let insert = { @Sendable (db: Database) in try db.execute(sql: "INSERT INTO thing(name) VALUES ('new')") }
        await #expect(throws: UpstreamError.unknownOutcome(reason: "planned")) {
            try await store.write(receipt: "tab/1", insert)
        }
        // The file does not have it yet. The other database does.
        #expect(try await names(test.database) == [])
        #expect(try await store.hasReceipt("tab/1"))
        for _ in 0..<2 {
            await #expect(throws: ResultsError.self) { try await store.write(receipt: "tab/1", insert) }
            #expect(try await names(test.database) == ["new"])
        }
        // The second time the file itself says so.
        #expect(upstream.writes.count == 2)
        #expect(try await !store.hasReceipt("tab/2"))
    }

    @Test func aReceiptIsStoredWithoutChanges() async throws {
        defer { test.remove() }
        try await store.write(receipt: "tab/1") { _ in }
        #expect(try await store.hasReceipt("tab/1"))
        await #expect(throws: ResultsError.self) { try await store.write(receipt: "tab/1") { _ in } }
    }

    /// Another store may have the write on its way still.
    @Test func whetherAnActionIsDoneIsSettledForGood() async throws {
        defer { test.remove() }
        upstream.plan([.init(fate: .answerIsLost)])
        let insert = { @Sendable (db: Database) in try db.execute(sql: "INSERT INTO thing(name) VALUES ('new')") }
        await #expect(throws: UpstreamError.self) { try await store.write(receipt: "tab/1", insert) }
        upstream.silence(.unreachable(reason: "no route"))
        await #expect(throws: UpstreamError.unreachable(reason: "no route")) {
            try await store.settle(receipt: "tab/1")
        }
        upstream.silence(nil)
        // What is told as done is there to see.
        #expect(try await store.settle(receipt: "tab/1"))
        #expect(try await names(test.database) == ["new"])
        for _ in 0..<2 { #expect(try await !store.settle(receipt: "tab/2")) }
        for _ in 0..<2 {
            await #expect(throws: UpstreamError.givenUp) { try await store.write(receipt: "tab/2", insert) }
            try await upstream.follow()
        }
        #expect(try await !store.settle(receipt: "tab/2"))
        #expect(try await names(test.database) == ["new"])
        // The file says so by itself.
        upstream.silence(.unreachable(reason: "no route"))
        #expect(try await store.settle(receipt: "tab/1"))
    }

    // MARK: What is captured

    /// A write's changes are exactly what it did, whatever the values are.
    @Test(arguments: UndoValueTests.values) func everyValueIsCaptured(value: String) async throws {
        let (_, upstream, test) = try Self.make()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank) VALUES (7, \(value))")
        let expected = try await test.store.read { db in try TableRows("thing", in: db).content(of: 7) }
        #expect(upstream.writes.last?.changes.first?.after == expected)
        try await test.execute("UPDATE thing SET rank = 'other'")
        #expect(upstream.writes.last?.changes.map(\.before) == [expected])
        try await test.execute("UPDATE thing SET rank = \(value)")
        try await test.execute("DELETE FROM thing")
        #expect(upstream.writes.last?.changes.map(\.before) == [expected])
        #expect(upstream.rehearsals == 4)
    }

    @Test func cascadesAndTriggersAreCaptured() async throws {
        let (centre, upstream, test) = try Self.make(
            more: """
                CREATE TRIGGER counting AFTER INSERT ON note BEGIN
                    UPDATE thing SET hidden = ifnull(hidden, 0) + 1 WHERE id = NEW.thing;
                END;
                """)
        defer { test.remove() }
        try await test.execute(
            "INSERT INTO thing(name) VALUES ('a'); INSERT INTO note(thing, text) VALUES (1, 'x'), (1, 'y')")
        #expect(upstream.writes.last?.changes.map(\.table) == ["note", "note", "thing"])
        #expect(try await test.ids("SELECT hidden FROM thing") == [2])
        #expect(try await centre.database.read { try Int.fetchOne($0, sql: "SELECT hidden FROM thing") } == 2)
        try await test.execute("DELETE FROM thing")
        #expect(upstream.writes.last?.changes.map(\.after) == [nil, nil, nil])
        #expect(try await centre.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") } == 0)
    }

    @Test func anOrphanIsRefusedBeforeItIsSent() async throws {
        defer { test.remove() }
        let error = await #expect(throws: DatabaseError.self) {
            try await test.execute("INSERT INTO note(thing, text) VALUES (99, 'x')")
        }
        #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
        #expect(upstream.writes.isEmpty)
    }

    @Test func aTableThatDoesNotFollowIsNotWrittenTo() async throws {
        let (_, upstream, test) = try Self.make(
            more: """
                CREATE TABLE localCount(number);
                CREATE TABLE localNames(name);
                CREATE TRIGGER localNaming AFTER INSERT ON thing BEGIN INSERT INTO localNames VALUES (NEW.name); END;
                """)
        defer { test.remove() }
        await #expect(throws: UpstreamError.notFollowed(table: "localCount")) {
            try await test.execute("INSERT INTO thing(name) VALUES ('a'); INSERT INTO localCount VALUES (1)")
        }
        await #expect(throws: UpstreamError.schemaChanged) { try await test.execute("CREATE TABLE other(id)") }
        #expect(upstream.writes.isEmpty)
        // What triggers make of followed rows is made again when these arrive.
        try await test.execute("INSERT INTO thing(name) VALUES ('a')")
        #expect(try await test.ids("SELECT count(*) FROM localNames WHERE name = 'a'") == [1])
    }

    // MARK: Others who write

    @Test(arguments: [
        "INSERT INTO thing(name) VALUES ('b')", "UPDATE thing SET name = 'b'", "DELETE FROM thing",
        "REPLACE INTO thing(id, name) VALUES (1, 'b')",
    ]) func aWriteBesideTheStoreIsRefused(sql: String) async throws {
        defer { test.remove() }
        try await begin("INSERT INTO thing(name) VALUES ('a')")
        await #expect(throws: DatabaseError.self) { try await test.database.write { try $0.execute(sql: sql) } }
        #expect(throws: ReplayError.self) { try test.sqlite3(sql) }
        #expect(try await names(test.database) == ["a"])
    }

    @Test func theGuardIsNoTriggerOfTheProgram() async throws {
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(name) VALUES ('a')")
        let isRenewed = try await test.database.write { db in
            // Now it is newer than the history.
            try StoreGuard.install(on: "thing", in: db)
            return try History.renew(in: db)
        }
        #expect(!isRenewed)
    }

    // MARK: Undo

    @Test func aStepIsTakenBackByItsRows() async throws {
        defer { test.remove() }
        try await begin("INSERT INTO thing(name, rank) VALUES ('a', 1), ('b', 2), ('c', 3)")
        // Others' changes arrive in the same transaction of the file.
        upstream.plan([.init(others: ["UPDATE thing SET rank = 30 WHERE name = 'c'"])])
        try await store.write(undoable: "Clear", in: stack) { db in
            try db.execute(sql: "DELETE FROM thing WHERE name IN ('a', 'b')")
        }
        #expect(stack.undoName == "Clear")
        #expect(stack.undoCount == 2)
        #expect(try await store.undo(stack) == UndoOutcome(name: "Clear", restored: 2, conflicting: 0))
        #expect(try await test.ids("SELECT rank FROM thing ORDER BY id") == [1, 2, 30])
        #expect(try await store.redo(stack) == UndoOutcome(name: "Clear", restored: 2, conflicting: 0))
        #expect(try await names(centre.database) == ["c"])
    }

    @Test func aRowThatAnotherNodeChangedIsAConflictOfTheUndo() async throws {
        defer { test.remove() }
        try await begin("INSERT INTO thing(name, rank) VALUES ('a', 1), ('b', 2)")
        try await store.write(undoable: "Rank", in: stack) { try $0.execute(sql: "UPDATE thing SET rank = rank * 10") }
        // It comes while the undo is on its way: the first run restores both.
        upstream.plan([.init(others: ["UPDATE thing SET rank = 5 WHERE name = 'a'"])])
        #expect(try await store.undo(stack) == UndoOutcome(name: "Rank", restored: 1, conflicting: 1))
        #expect(upstream.answers.count == 2)
        #expect(try await test.ids("SELECT rank FROM thing ORDER BY id") == [5, 2])
        #expect(try await store.redo(stack) == UndoOutcome(name: "Rank", restored: 1, conflicting: 0))
        #expect(try await test.ids("SELECT rank FROM thing ORDER BY id") == [5, 20])
    }

    @Test func anUndoThatCannotBeSentStaysOnTheStack() async throws {
        defer { test.remove() }
        try await store.write(undoable: "Add", in: stack) { db in
            try db.execute(sql: "INSERT INTO thing(name) VALUES ('a')")
        }
        upstream.plan([.init(fate: .fails(.unreachable(reason: "no route")))])
        await #expect(throws: UpstreamError.self) { try await store.undo(stack) }
        #expect(stack.undoName == "Add")
        upstream.plan([.init(fate: .fails(.refused(reason: "a check")))])
        await #expect(throws: UpstreamError.self) { try await store.undo(stack) }
        #expect(stack.undoName == nil)
    }

    /// Does a step whose answer is lost.
    private func add(_ name: String, group: String? = nil, _ fate: CentreUpstream.Event.Fate) async {
        upstream.plan([.init(fate: fate)])
        await #expect(throws: UpstreamError.unknownOutcome(reason: "planned")) {
            try await store.write(undoable: "Add \(name)", in: stack, group: group, receipt: "tab/\(name)") { db in
                try db.execute(sql: "INSERT INTO thing(name) VALUES (?)", arguments: [name])
            }
        }
    }

    private static let lost = CentreUpstream.Event.Fate.fails(.unknownOutcome(reason: "planned"))

    @Test func aStepWhoseAnswerIsLostIsTakenBackIfItWasDone() async throws {
        defer { test.remove() }
        try await store.write(undoable: "Add a", in: stack) { db in
            try db.execute(sql: "INSERT INTO thing(name) VALUES ('a')")
        }
        await add("b", .answerIsLost)
        #expect(stack.undoName == "Add b")
        #expect(try await names(centre.database) == ["a", "b"])
        #expect(try await names(test.database) == ["a"])
        // The file does not have the row yet, and is waited for.
        upstream.plan([])
        #expect(try await store.undo(stack) == UndoOutcome(name: "Add b", restored: 1, conflicting: 0))
        #expect(try await names(centre.database) == ["a"])
        #expect(try await store.redo(stack) == UndoOutcome(name: "Add b", restored: 1, conflicting: 0))
        #expect(try await names(centre.database) == ["a", "b"])
    }

    @Test func aStepWhoseAnswerIsLostIsDroppedIfItWasNotDone() async throws {
        defer { test.remove() }
        try await store.write(undoable: "Add a", in: stack) { db in
            try db.execute(sql: "INSERT INTO thing(name) VALUES ('a')")
        }
        await add("b", Self.lost)
        #expect(stack.undoName == "Add b")
        // An undo that fails leaves it, so that the next one takes back no other.
        upstream.plan([.init(fate: .fails(.unreachable(reason: "planned")))])
        await #expect(throws: UpstreamError.unreachable(reason: "planned")) {
            try await store.undo(stack, receipt: "tab/failed")
        }
        #expect(stack.undoName == "Add b")
        // The person meant this step, so the one before stays, also when the undo is asked for again.
        let outcome = try await store.undo(stack, receipt: "tab/undo")
        #expect(outcome == UndoOutcome(name: "Add b", restored: 0, conflicting: 0))
        #expect(stack.undoName == "Add a" && stack.redoName == nil)
        await #expect(throws: ResultsError.self) { try await store.undo(stack, receipt: "tab/undo") }
        #expect(try await names(centre.database) == ["a"])
        #expect(try await store.undo(stack) == UndoOutcome(name: "Add a", restored: 1, conflicting: 0))
    }

    @Test func aWriteThatIsAskedForAgainAfterALostAnswerIsOneStep() async throws {
        defer { test.remove() }
        await add("a", Self.lost)
        upstream.plan([])
        try await store.write(undoable: "Add a", in: stack, receipt: "tab/a") { db in
            try db.execute(sql: "INSERT INTO thing(name) VALUES ('a')")
        }
        #expect(try await store.undo(stack) == UndoOutcome(name: "Add a", restored: 1, conflicting: 0))
        #expect(try await names(centre.database) == [])
        #expect(stack.undoName == nil)
    }

    @Test func ofAGroupThatIsTakenBackWhatWasDone() async throws {
        defer { test.remove() }
        await add("a", group: "file", Self.lost)
        await add("b", group: "file", .answerIsLost)
        try await upstream.follow()
        upstream.plan([])
        #expect(try await store.undo(stack) == UndoOutcome(name: "Add b", restored: 1, conflicting: 0))
        #expect(try await names(centre.database) == [])
        #expect(stack.undoName == nil)
    }

    @Test func stepsOfOneGroupAreTakenBackAtOnce() async throws {
        defer { test.remove() }
        for name in ["a", "b", "c"] {
            try await store.write(undoable: "Import", in: stack, group: "file") { db in
                try db.execute(sql: "INSERT INTO thing(name) VALUES (?)", arguments: [name])
            }
        }
        #expect(try await store.undo(stack) == UndoOutcome(name: "Import", restored: 3, conflicting: 0))
        #expect(upstream.writes.count == 4)
        #expect(try await names(centre.database) == [])
        #expect(try await store.redo(stack)?.restored == 3)
        #expect(try await names(centre.database) == ["a", "b", "c"])
    }

    @Test func aStepOutlivesANewCopyOfTheFile() async throws {
        defer { test.remove() }
        try await begin("INSERT INTO thing(name) VALUES ('a')")
        try await store.write(undoable: "Clear", in: stack) { try $0.execute(sql: "DELETE FROM thing") }
        try await test.database.write { db in
            try History.uninstall(from: "thing", in: db)
            try History.install(on: "thing", in: db)
        }
        #expect(try await store.undo(stack) == UndoOutcome(name: "Clear", restored: 1, conflicting: 0))
        #expect(try await names(test.database) == ["a"])
    }

    @Test func rowsOfStepsCountAsRestorable() async throws {
        defer { test.remove() }
        try await begin("INSERT INTO thing(name) VALUES ('a'), ('b')")
        try await store.write(undoable: "Delete", in: stack) { db in
            try db.execute(sql: "DELETE FROM thing WHERE name = 'a'")
        }
        let texts = try await store.write(alone: true) { [store] db in
            try store.restorableTexts(of: "name", in: "thing", db).all
        }
        #expect(texts == ["a"])
        let changes = try await store.rowChanges(ofLastStepIn: stack)
        #expect(changes.map(\.after) == [nil])
        #expect(changes == upstream.writes.last?.changes)
    }

    @Test func oldStepsWithManyRowsAreDropped() async throws {
        defer { test.remove() }
        let schema = try await test.database.write { db in try HistorySchema.Cache().schema(db, generation: 0) }
        let rows = (1...90_000 as ClosedRange<Int64>).map { id in
            RowChange(table: "thing", rowid: id, columns: ["id"], before: nil, after: [.integer(id)])
        }
        for name in ["one", "two", "three"] { push(UndoStack.Step(name, rows: rows, 0, schema)) }
        #expect(stack.all.map(\.name) == ["two", "three"])
        #expect(stack.undoCount == 90_000)
        push(UndoStack.Step("large", rows: rows + rows + rows, 0, schema))
        #expect(stack.all.map(\.name) == ["large"])
    }

    private func push(_ step: UndoStack.Step) {
        stack.inTurns { turns in
            let turn = turns.begin()
            turns.announce(.init(steps: [step]) { $0.push(step, group: nil) }, of: turn)
            turns.commit(turn)
        }
    }
}
