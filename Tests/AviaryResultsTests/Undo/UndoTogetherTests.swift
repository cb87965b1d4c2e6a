import AviaryTesting
import GRDB
import Testing

@testable import AviaryResults

/// Actions of one window that are asked for at once do what they do one after the other.
@Suite(.timeLimit(.minutes(1))) struct UndoTogetherTests {
    private typealias Action = Attempt<String?>

    private let test: TestStore
    private let stack = UndoStack()
    private let counter: CommitCounter

    init() throws {
        test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name UNIQUE, shown, hidden);
                CREATE TABLE note(thing REFERENCES thing(id) ON DELETE CASCADE)
                """, clock: ManualClock())
        try test.database.write { try Receipts.install(in: $0) }
        counter = CommitCounter(test.database)
    }

    // MARK: Actions

    /// Answers with the name of the step.
    private func undo(_ receipt: String? = nil) -> Action {
        Action { [stack] store in try await store.undo(stack, receipt: receipt)?.name }
    }

    private var redo: Action { Action { [stack] store in try await store.redo(stack)?.name } }

    private func add(_ id: Int, alone: Bool = false) -> Action {
        Action { [stack] store in
            try await store.write(undoable: "Add \(id)", in: stack, alone: alone) { db in
                try db.execute(sql: "INSERT INTO thing(id) VALUES (\(id))")
                return "added \(id)"
            }
        }
    }

    /// A write of another window.
    private func execute(_ sql: String, alone: Bool = false) -> Action {
        Action { store in
            try await store.write(alone: alone) { try $0.execute(sql: sql) }
            return "executed"
        }
    }

    private func addSteps(_ ids: ClosedRange<Int>) async throws {
        for id in ids { _ = try await add(id).run(test.store) }
    }

    private func together(_ actions: [Action]) async throws -> [String?] {
        try await test.store.writeTogether(actions).map { try $0.get() }
    }

    private func ids() async throws -> [Int64] { try await test.ids("SELECT id FROM thing ORDER BY id") }

    // MARK: Two at once

    @Test func twoUndosTakeBackTwoSteps() async throws {
        defer { test.remove() }
        try await addSteps(1...3)
        let commits = counter.commits
        #expect(try await together([undo(), undo()]) == ["Add 3", "Add 2"])
        #expect(counter.commits == commits + 1)
        #expect(try await ids() == [1])
        #expect(stack.undoName == "Add 1" && stack.redoName == "Add 2")
        #expect(try await together([redo, redo, redo]) == ["Add 2", "Add 3", nil])
        #expect(try await ids() == [1, 2, 3])
        #expect(stack.undoName == "Add 3" && stack.redoName == nil)
    }

    /// The second one does not wait in the transaction of the first.
    @Test func twoUndosInTwoTransactionsTakeBackTwoSteps() async throws {
        defer { test.remove() }
        try await addSteps(1...3)
        let other = execute("UPDATE thing SET rank = 7 WHERE id = 1", alone: true)
        #expect(try await together([undo(), other, undo()]) == ["Add 3", "executed", "Add 2"])
        #expect(try await ids() == [1])
    }

    @Test func whereOneStepIsThereTheSecondFindsNothing() async throws {
        defer { test.remove() }
        try await addSteps(1...1)
        #expect(try await together([undo("a"), undo("b"), execute("SELECT 1")]) == ["Add 1", nil, "executed"])
        #expect(stack.undoName == nil && stack.redoName == "Add 1")
        #expect(try await test.store.hasReceipt("a"))
        #expect(try await !test.store.hasReceipt("b"), "what did nothing is not done")
        #expect(try await ids() == [])
    }

    @Test func redoDoesAgainWhatTheUndoBeforeItTakesBack() async throws {
        defer { test.remove() }
        try await addSteps(1...2)
        #expect(try await together([undo(), redo]) == ["Add 2", "Add 2"])
        #expect(stack.undoName == "Add 2" && stack.redoName == nil)
        #expect(try await together([undo(), undo(), redo, undo()]) == ["Add 2", "Add 1", "Add 1", "Add 1"])
        #expect(try await ids() == [])
        #expect(try await together([redo, redo]) == ["Add 1", "Add 2"])
        #expect(try await ids() == [1, 2])
    }

    @Test func undoTakesBackTheWriteBeforeIt() async throws {
        defer { test.remove() }
        try await addSteps(1...1)
        #expect(try await together([add(2), undo(), undo()]) == ["added 2", "Add 2", "Add 1"])
        #expect(try await ids() == [])
        #expect(stack.undoName == nil && stack.redoName == "Add 1")
    }

    @Test func undoOfAnEmptyStackTakesBackTheWriteBeforeIt() async throws {
        defer { test.remove() }
        #expect(try await together([add(1), undo()]) == ["added 1", "Add 1"])
        #expect(try await ids() == [] && stack.undoName == nil)
    }

    @Test func aWriteBehindAnUndoEndsWhatCouldBeDoneAgain() async throws {
        defer { test.remove() }
        try await addSteps(1...2)
        #expect(try await together([undo(), add(3), redo]) == ["Add 2", "added 3", nil])
        #expect(stack.undoName == "Add 3" && stack.redoName == nil)
        #expect(try await ids() == [1, 3])
        #expect(try await together([undo(), undo(), undo()]) == ["Add 3", "Add 1", nil])
    }

    /// Rows that are lost are counted when the savepoint of their write ends.
    @Test func whatTheWriteBeforeItLostIsTold() async throws {
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id) VALUES (1); INSERT INTO note VALUES (1), (1)")
        let outcomes = await test.store.writeTogether([
            Attempt<UndoOutcome?> { [stack] store in
                try await store.write(undoable: "Remove", in: stack) { try $0.execute(sql: "DELETE FROM thing") }
                return nil
            },
            Attempt { [stack] store in try await store.undo(stack) },
        ])
        #expect(
            try outcomes[1].get() == UndoOutcome(name: "Remove", restored: 1, conflicting: 0, lost: ["note": 2]))
    }

    // MARK: What is rolled back

    @Test func afterAFailingCommitTheSameStepsAreTaken() async throws {
        defer { test.remove() }
        try await addSteps(1...3)
        counter.refuse(1)
        #expect(try await together([undo(), undo(), redo]) == ["Add 3", "Add 2", "Add 2"])
        #expect(try await ids() == [1, 2])
        #expect(stack.undoName == "Add 2" && stack.redoName == "Add 3")
    }

    @Test func whenAnotherWriteRollsAllBackTheSameStepsAreTaken() async throws {
        defer { test.remove() }
        try await addSteps(1...3)
        try await test.execute("UPDATE thing SET name = 'taken' WHERE id = 1")
        let results = await test.store.writeTogether([
            undo(), undo(), execute("INSERT OR ROLLBACK INTO thing(name) VALUES ('taken')"),
        ])
        #expect(try results.prefix(2).map { try $0.get() } == ["Add 3", "Add 2"])
        #expect(results[2].error is DatabaseError)
        #expect(try await ids() == [1])
    }

    @Test func aStepWhoseWriteFailsIsNotTakenBack() async throws {
        defer { test.remove() }
        try await addSteps(1...1)
        struct Mistake: Error {}
        let results = await test.store.writeTogether([
            Action { [stack] store in
                try await store.write(undoable: "Mistake", in: stack) { db -> String? in
                    try db.execute(sql: "INSERT INTO thing(id) VALUES (2)")
                    throw Mistake()
                }
            },
            undo(),
        ])
        #expect(results[0].error is Mistake)
        #expect(try results[1].get() == "Add 1")
        #expect(try await ids() == [] && stack.undoName == nil)
    }

    @Test func anUndoThatIsCancelledLeavesItsStepToTheNext() async throws {
        defer { test.remove() }
        try await addSteps(1...2)
        let results = await test.store.writeTogether([undo(), undo()]) { $0[0].cancel() }
        #expect(results[0].error is CancellationError)
        #expect(try results[1].get() == "Add 2")
        #expect(try await ids() == [1] && stack.undoName == "Add 1")
    }

    // MARK: Steps that cannot be taken back

    @Test func stepsThatAreTooLongAgoAreDroppedOneByOne() async throws {
        defer { test.remove() }
        try await addSteps(1...3)
        try await test.execute("DELETE FROM aviaryHistory")
        let results = await test.store.writeTogether([undo(), undo()])
        #expect(results.map { "\($0)" } == ["Add 3", "Add 2"].map { "\(Self.tooLongAgo($0))" })
        #expect(stack.undoName == "Add 1" && stack.redoName == nil)
    }

    @Test func behindAStepThatIsTooLongAgoTheOneBeforeIsTaken() async throws {
        defer { test.remove() }
        try await addSteps(1...2)
        try await pushForeignStep()
        let results = await test.store.writeTogether([undo(), undo(), execute("SELECT 1"), undo()])
        #expect("\(results[0])" == "\(Self.tooLongAgo("foreign"))")
        #expect(try results.dropFirst().map { try $0.get() } == ["Add 2", "executed", "Add 1"])
        #expect(try await ids() == [])
        #expect(stack.undoName == nil && stack.redoName == "Add 1")
    }

    /// The first undo takes the same step again.
    @Test func afterAFailingCommitAStepIsDroppedOnceAll() async throws {
        defer { test.remove() }
        try await addSteps(1...2)
        try await pushForeignStep()
        counter.refuse(1)
        let results = await test.store.writeTogether([undo(), undo(), undo()])
        #expect("\(results[0])" == "\(Self.tooLongAgo("foreign"))")
        #expect(try results.dropFirst().map { try $0.get() } == ["Add 2", "Add 1"])
        #expect(stack.undoName == nil && stack.redoName == "Add 1")
    }

    private static func tooLongAgo(_ name: String) -> Result<String?, any Error> {
        .failure(ResultsError.tooLongAgo(name))
    }

    /// A step of another file, which no log tells of.
    private func pushForeignStep() async throws {
        let schema = try await test.database.write { db in try HistorySchema.Cache().schema(db, generation: 0) }
        let step = UndoStack.Step(name: "foreign", changes: 1..<2, generation: -1, schema: schema)
        stack.inTurns { turns in
            let turn = turns.begin()
            turns.announce(.init(steps: [step]) { $0.push(step, group: nil) }, of: turn)
            turns.commit(turn)
        }
    }

    // MARK: Files beside rows

    /// A write that asks which files may go sees the steps of those before it that are not committed yet.
    @Test func whatAnUndoBeforeItRemovesCanBeBroughtBack() async throws {
        defer { test.remove() }
        try await test.store.write(undoable: "Add", in: stack) {
            try $0.execute(sql: "INSERT INTO thing(name) VALUES ('a')")
        }
        let undo = Attempt<Set<String>> { [stack] store in
            _ = try await store.undo(stack)
            return []
        }
        let look = Attempt<Set<String>> { store in
            try await store.write { db in try store.restorableTexts(of: "name", in: "thing", db).all }
        }
        let found = await test.store.writeTogether([look, undo, look])
        #expect(try found.map { try $0.get() } == [[], [], ["a"]])
    }
}
