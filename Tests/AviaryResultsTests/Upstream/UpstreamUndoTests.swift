import AviaryTesting
import Dispatch
import GRDB
import Testing

@testable import AviaryResults

/// Actions of one window that are under way at once, in a store that another database decides.
@Suite(.timeLimit(.minutes(1))) struct UpstreamUndoTests {
    private static let tables = "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden)"

    private let centre: Centre
    private let upstream: CentreUpstream
    private let test: TestStore
    private let stack = UndoStack()

    init() throws {
        centre = try Centre(tables: Self.tables)
        upstream = CentreUpstream(centre)
        test = try TestStore(schema: Self.tables, clock: ImpatientClock(), upstream: upstream)
    }

    // MARK: Actions

    /// Begins an action that has a turn of the stack, behind those that have begun.
    private func begin<T: Sendable>(
        _ action: @escaping @Sendable (LiveStore, UndoStack) async throws -> T
    ) async -> Task<T, any Error> {
        let (count, isDone) = (stack.inTurns { $0.count }, Marker())
        let task = Task { [store = test.store, stack] in
            defer { isDone.set() }
            return try await action(store, stack)
        }
        while stack.inTurns({ $0.count }) == count, !isDone.isSet { await Task.yield() }
        return task
    }

    private func beginUndo() async -> Task<UndoOutcome?, any Error> { await begin { try await $0.undo($1) } }

    /// Begins a step that changes the one row.
    private func beginRanking(_ rank: Int) async -> Task<Void, any Error> {
        await begin { store, stack in
            try await store.write(undoable: "Rank \(rank)", in: stack) { db in
                try db.execute(sql: "UPDATE thing SET rank = \(rank)")
            }
        }
    }

    /// Does so many steps, all of them with the same row.
    private func rank(upTo last: Int) async throws {
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 0)")
        for rank in 0..<last { try await beginRanking(rank + 1).value }
    }

    private func ranks() async throws -> [Int64] { try await test.ids("SELECT rank FROM thing") }

    private func restored(_ name: String) -> UndoOutcome { UndoOutcome(name: name, restored: 1, conflicting: 0) }

    private func waitForWrites(_ count: Int) async { while upstream.writes.count < count { await Task.yield() } }

    // MARK: Two at once

    /// The second one does not meet the row before the first has put it back.
    @Test func twoUndosTakeBackTwoSteps() async throws {
        defer { test.remove() }
        try await rank(upTo: 3)
        let gate = Gate()
        upstream.plan([.init(gate: gate)])
        let undos = [await beginUndo(), await beginUndo()]
        await waitForWrites(1)
        gate.open()
        #expect(try await undos[0].value == restored("Rank 3"))
        #expect(try await undos[1].value == restored("Rank 2"))
        #expect(try await ranks() == [1])
        #expect(stack.undoName == "Rank 1" && stack.redoName == "Rank 2")
        let redos = [await begin { try await $0.redo($1) }, await begin { try await $0.redo($1) }]
        #expect(try await redos[0].value == restored("Rank 2"))
        #expect(try await redos[1].value == restored("Rank 3"))
        #expect(try await ranks() == [3])
        #expect(stack.inTurns { $0.count } == 0)
    }

    @Test func whereOneStepIsThereTheSecondFindsNothing() async throws {
        defer { test.remove() }
        try await rank(upTo: 1)
        let gate = Gate()
        upstream.plan([.init(gate: gate)])
        let undos = [
            await begin { try await $0.undo($1, receipt: "a") }, await begin { try await $0.undo($1, receipt: "b") },
            await begin { try await $0.undo($1, receipt: "a") },
        ]
        gate.open()
        #expect(try await undos[0].value == restored("Rank 1"))
        #expect(try await undos[1].value == nil)
        // What was done before is not said to be nothing.
        await #expect(throws: ResultsError.self) { try await undos[2].value }
        #expect(upstream.writes.count == 1)
        #expect(stack.undoName == nil && stack.redoName == "Rank 1")
    }

    // MARK: Undo and a write

    @Test func anUndoTakesBackTheWriteBeforeItThatIsOnItsWay() async throws {
        defer { test.remove() }
        try await rank(upTo: 1)
        let gate = Gate()
        upstream.plan([.init(gate: gate), .init(fate: .conflicts)])
        let write = await beginRanking(2)
        await waitForWrites(1)
        let undo = await beginUndo()
        gate.open()
        try await write.value
        #expect(try await undo.value == restored("Rank 2"))
        #expect(try await ranks() == [1])
        #expect(stack.undoName == "Rank 1" && stack.redoName == "Rank 2")
    }

    @Test func anUndoTakesBackTheWriteBeforeItThatHasNotRunYet() async throws {
        defer { test.remove() }
        try await rank(upTo: 1)
        let writer = DispatchSemaphore(value: 0)
        test.database.asyncWriteWithoutTransaction { _ in writer.wait() }
        let write = await beginRanking(2)
        let undo = await beginUndo()
        writer.signal()
        try await write.value
        #expect(try await undo.value == restored("Rank 2"))
        #expect(try await ranks() == [1])
    }

    @Test func aWriteBehindAnUndoWaitsForIt() async throws {
        defer { test.remove() }
        try await rank(upTo: 2)
        let gate = Gate()
        upstream.plan([.init(gate: gate)])
        let undo = await beginUndo()
        let write = await beginRanking(7)
        let undoBehind = await beginUndo()
        gate.open()
        #expect(try await undo.value == restored("Rank 2"))
        try await write.value
        #expect(try await undoBehind.value == restored("Rank 7"))
        #expect(try await ranks() == [1])
        #expect(stack.undoName == "Rank 1" && stack.redoName == "Rank 7", "the write ends what could be done again")
    }

    /// Only an undo has to wait.
    @Test func twoWritesAreOnTheirWayAtOnce() async throws {
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 0)")
        let gates = [Gate(), Gate()]
        upstream.plan(gates.map { .init(gate: $0) })
        let adding = await begin { store, stack in
            try await store.write(undoable: "Add", in: stack) { db in
                try db.execute(sql: "INSERT INTO thing(id, rank) VALUES (2, 0)")
            }
        }
        let naming = await begin { store, stack in
            try await store.write(undoable: "Name", in: stack) { db in
                try db.execute(sql: "UPDATE thing SET name = 'a' WHERE id = 1")
            }
        }
        await waitForWrites(2)
        for gate in gates { gate.open() }
        try await adding.value
        try await naming.value
        #expect(Set(stack.all.map(\.name)) == ["Add", "Name"])
    }

    // MARK: What is not done

    /// What others have changed is left alone. The step before can be reached.
    @Test(arguments: ["a", nil]) func anUndoThatChangesNothingEndsItsStep(receipt: String?) async throws {
        defer { test.remove() }
        try await rank(upTo: 2)
        try centre.edit("UPDATE thing SET rank = 7")
        try await upstream.follow()
        upstream.plan([])
        let conflicting = UndoOutcome(name: "Rank 2", restored: 0, conflicting: 1)
        #expect(try await test.store.undo(stack, receipt: receipt) == conflicting)
        #expect(upstream.writes.count == (receipt == nil ? 0 : 1), "a receipt is sent alone")
        #expect(stack.undoName == "Rank 1" && stack.redoName == nil)
        #expect(try await ranks() == [7])
    }

    private static let failures: [(error: UpstreamError, next: String)] = [
        (.unreachable(reason: "planned"), "Rank 2"), (.unknownOutcome(reason: "planned"), "Rank 2"),
        (.contested(reason: "planned"), "Rank 2"), (.refused(reason: "planned"), "Rank 1"),
    ]

    /// A failure that may pass keeps the step. After any other one it is dropped, so that those before it can be reached.
    @Test(arguments: 0..<4) func behindAnUndoThatFailsTheNextOneGoesOn(number: Int) async throws {
        defer { test.remove() }
        try await rank(upTo: 2)
        let (error, next) = Self.failures[number]
        let gate = Gate()
        upstream.plan([.init(gate: gate, fate: .fails(error))])
        let undos = [await beginUndo(), await beginUndo()]
        gate.open()
        await #expect(throws: error) { try await undos[0].value }
        let outcome = try await undos[1].value
        #expect(outcome?.name == next)
        #expect(stack.undoName == (next == "Rank 2" ? "Rank 1" : nil))
        // The row is as the step that was dropped left it.
        #expect(try await ranks() == [next == "Rank 2" ? 1 : 2])
        #expect(stack.inTurns { $0.count } == 0)
    }

    @Test func anUndoThatIsAlwaysTooLateKeepsItsStep() async throws {
        defer { test.remove() }
        try await rank(upTo: 1)
        upstream.plan(Array(repeating: .init(fate: .conflicts), count: LiveStore.upstreamRepetitions))
        await #expect(throws: UpstreamError.contested(reason: "planned")) { try await test.store.undo(stack) }
        #expect(stack.undoName == "Rank 1" && stack.redoName == nil)
        #expect(try await test.store.undo(stack) == restored("Rank 1"))
    }

    @Test func anUndoThatIsCancelledWhileItWaitsKeepsTheStep() async throws {
        defer { test.remove() }
        try await rank(upTo: 1)
        let gate = Gate()
        upstream.plan([.init(gate: gate)])
        let write = await beginRanking(2)
        await waitForWrites(1)
        let undo = await beginUndo()
        undo.cancel()
        await #expect(throws: CancellationError.self) { try await undo.value }
        let last = await beginUndo()
        gate.open()
        try await write.value
        #expect(try await last.value == restored("Rank 2"))
        #expect(stack.undoName == "Rank 1" && stack.inTurns { $0.count } == 0)
    }

    @Test func aWriteThatFailsIsNotTakenBack() async throws {
        defer { test.remove() }
        try await rank(upTo: 1)
        let gate = Gate()
        upstream.plan([.init(gate: gate, fate: .fails(.refused(reason: "planned")))])
        let write = await beginRanking(2)
        await waitForWrites(1)
        let undo = await beginUndo()
        gate.open()
        await #expect(throws: UpstreamError.self) { try await write.value }
        #expect(try await undo.value == restored("Rank 1"))
        #expect(try await ranks() == [0])
        #expect(stack.undoName == nil)
    }
}
