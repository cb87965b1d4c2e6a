import AviaryResults
import AviaryTesting
import GRDB
import Testing

/// Writes that wait together share one transaction.
@Suite(.timeLimit(.minutes(1))) struct SharedWriteTests {
    private typealias Write = Attempt<Int>

    private let test: TestStore
    private let counter: CommitCounter

    init() throws {
        test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name UNIQUE, shown, hidden);
                CREATE TABLE note(thing REFERENCES thing(id) ON DELETE CASCADE);
                CREATE TABLE late(thing REFERENCES thing(id) DEFERRABLE INITIALLY DEFERRED)
                """, clock: ManualClock())
        try test.database.write { try Receipts.install(in: $0) }
        counter = CommitCounter(test.database)
    }

    /// A write that counts how often it is run.
    private func execute(_ sql: String, receipt: String? = nil, alone: Bool = false, runs: Tally = Tally()) -> Write {
        Write { store in
            try await store.write(receipt: receipt, alone: alone) { db in
                runs.add()
                try db.execute(sql: sql)
                return db.changesCount
            }
        }
    }

    private func ranks() async throws -> [Int64] { try await test.ids("SELECT rank FROM thing ORDER BY id") }

    @Test func manyThatWaitTakeOneCommit() async throws {
        defer { test.remove() }
        let things = try await FetchedResults<Thing>(ListRequest(sort: [Column("id").asc]), in: test.store)
        let recorder = UpdateRecorder()
        things.delegate = recorder
        let runs = Tally()
        let results = await test.store.writeTogether(
            (0..<64).map { execute("INSERT INTO thing(rank) VALUES (\($0))", runs: runs) })
        #expect(results.allSatisfy { $0.error == nil })
        #expect(counter.commits == 1)
        #expect(runs.value == 64)
        #expect(try await ranks() == Array(0..<64), "in the order in which they came")
        #expect(recorder.takeUpdates().count == 1, "lists follow once")
        #expect(things.snapshot.numberOfItems == 64)
    }

    @Test func oneThatNobodyWaitsWithIsACommitAtOnce() async throws {
        defer { test.remove() }
        for round in 1...3 {
            try await test.execute("INSERT INTO thing(rank) VALUES (\(round))")
            #expect(counter.commits == round)
        }
    }

    @Test func oneThatThrowsFailsAlone() async throws {
        defer { test.remove() }
        struct Mistake: Error {}
        let mistake = Write { store in
            try await store.write { db -> Int in
                try db.execute(sql: "INSERT INTO thing(rank) VALUES (2)")
                throw Mistake()
            }
        }
        let results = await test.store.writeTogether([
            execute("INSERT INTO thing(rank, name) VALUES (1, 'a')"), mistake,
            execute("INSERT INTO thing(rank, name) VALUES (3, 'a')"),
            execute("INSERT INTO thing(rank, name) VALUES (4, 'b')"),
        ])
        #expect(results.map { $0.error == nil } == [true, false, false, true])
        #expect(results[1].error is Mistake)
        #expect((results[2].error as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
        #expect(try await ranks() == [1, 4])
    }

    @Test func aReceiptIsStoredOnce() async throws {
        defer { test.remove() }
        let results = await test.store.writeTogether([
            execute("INSERT INTO thing(rank) VALUES (1)", receipt: "one"),
            execute("INSERT INTO thing(rank) VALUES (2)", receipt: "one"),
            execute("INSERT INTO thing(rank) VALUES (3)", receipt: "three"),
        ])
        #expect(results[0].error == nil && results[2].error == nil)
        #expect(results[1].error.map(isAlreadyDone) == true)
        #expect(try await ranks() == [1, 3])
    }

    private func isAlreadyDone(_ error: any Error) -> Bool {
        if case ResultsError.alreadyDone? = error as? ResultsError { true } else { false }
    }

    @Test func aDeferredForeignKeyFailsOnlyItsOwnWrite() async throws {
        defer { test.remove() }
        let runs = Tally()
        let results = await test.store.writeTogether([
            execute("INSERT INTO thing(id, rank) VALUES (1, 1)", runs: runs),
            execute("INSERT INTO thing(id, rank) VALUES (2, 2); INSERT INTO late VALUES (9)", runs: runs),
            execute("INSERT INTO late VALUES (3); INSERT INTO thing(id, rank) VALUES (3, 3)", runs: runs),
        ])
        #expect(runs.value == 3 && counter.commits == 1, "it is found before the commit")
        #expect(results[0].error == nil && results[2].error == nil)
        #expect((results[1].error as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
        #expect(try await ranks() == [1, 3])
        #expect(try await test.ids("SELECT thing FROM late") == [3])
    }

    @Test func foreignKeysAreDeferredForOneWrite() async throws {
        defer { test.remove() }
        let childFirst = "INSERT INTO note VALUES (%); INSERT INTO thing(id, rank) VALUES (%, %)"
        let results = await test.store.writeTogether([
            execute("INSERT INTO thing(rank) VALUES (0)"),
            execute("PRAGMA defer_foreign_keys = ON; " + childFirst.replacing("%", with: "8")),
            execute(childFirst.replacing("%", with: "9")),
        ])
        #expect(results.map { $0.error == nil } == [true, true, false])
        #expect(try await ranks() == [0, 8])
    }

    @Test func aFailingCommitKeepsNothingAndIsToldToAll() async throws {
        defer { test.remove() }
        counter.refuse(.max)
        let results = await test.store.writeTogether([
            execute("INSERT INTO thing(rank) VALUES (1)", receipt: "one"),
            execute("INSERT INTO thing(rank) VALUES (2)", receipt: "two"),
            // That it was done before is not said: it was not.
            execute("INSERT INTO thing(rank) VALUES (3)", receipt: "one"),
        ])
        #expect(results.allSatisfy { $0.error is CommitCounter.Refusal })
        counter.refuse(0)
        #expect(try await ranks() == [])
        #expect(try await test.store.hasReceipt("one") == false)
        try await test.execute("INSERT INTO thing(rank) VALUES (4)")
        #expect(try await ranks() == [4])
    }

    @Test func afterAFailingCommitEachGoesAlone() async throws {
        defer { test.remove() }
        counter.refuse(1)
        let runs = Tally()
        let results = await test.store.writeTogether([
            execute("INSERT INTO thing(rank) VALUES (1)", receipt: "one", runs: runs),
            execute("INSERT INTO thing(rank) VALUES (2)", receipt: "one", runs: runs),
            execute("INSERT INTO thing(rank) VALUES (3)", receipt: "three", runs: runs),
        ])
        #expect(results[0].error == nil && results[1].error.map(isAlreadyDone) == true && results[2].error == nil)
        #expect(runs.value == 4, "the second one found its receipt both times")
        #expect(try await ranks() == [1, 3])
        #expect(counter.commits == 2)
    }

    @Test func whatCannotBeginIsToldToAll() async throws {
        defer { test.remove() }
        let runs = Tally()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let outside = try DatabaseQueue(path: test.path, configuration: configuration)
        try await outside.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let results = await test.store.writeTogether((0..<3).map { execute("SELECT \($0)", runs: runs) })
        try await outside.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(results.allSatisfy { ($0.error as? DatabaseError)?.resultCode == .SQLITE_BUSY })
        #expect(runs.value == 0)
    }

    @Test func oneThatRollsBackTheTransactionFailsAlone() async throws {
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank, name) VALUES (0, 'taken')")
        let results = await test.store.writeTogether([
            execute("INSERT INTO thing(rank) VALUES (1)"),
            execute("INSERT OR ROLLBACK INTO thing(rank, name) VALUES (2, 'taken')"),
            execute("INSERT INTO thing(rank) VALUES (3)"),
        ])
        #expect(results.map { $0.error == nil } == [true, false, true])
        #expect((results[1].error as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
        #expect(try await ranks() == [0, 1, 3])
    }

    @Test func whatAWriteCommitsItselfIsDoneOnce() async throws {
        defer { test.remove() }
        let runs = Tally()
        let results = await test.store.writeTogether([
            execute("INSERT INTO thing(rank) VALUES (1)", runs: runs),
            execute("COMMIT"),
            execute("INSERT INTO thing(rank) VALUES (3)", runs: runs),
        ])
        #expect(results.map { $0.error == nil } == [true, false, true])
        #expect(try await ranks() == [1, 3])
        #expect(runs.value == 2)
    }

    @Test func oneThatGoesAloneSharesNoTransaction() async throws {
        defer { test.remove() }
        counter.refuse(1)
        let (shared, alone) = (Tally(), Tally())
        let results = await test.store.writeTogether([
            execute("INSERT INTO thing(rank) VALUES (1)", runs: shared),
            execute("INSERT INTO thing(rank) VALUES (2)", runs: shared),
            execute("INSERT INTO thing(rank) VALUES (3)", alone: true, runs: alone),
            execute("INSERT INTO thing(rank) VALUES (4)", runs: shared),
        ])
        #expect(results.allSatisfy { $0.error == nil })
        #expect(shared.value == 5 && alone.value == 1)
        #expect(try await ranks() == [1, 2, 3, 4])
    }

    // MARK: Cancellation

    @Test func oneThatIsCancelledFailsAlone() async throws {
        defer { test.remove() }
        let runs = Tally()
        let results = await test.store.writeTogether([
            execute("INSERT INTO thing(rank) VALUES (1)", runs: runs),
            execute("INSERT INTO thing(rank) VALUES (2)", runs: runs),
            execute("INSERT INTO thing(rank) VALUES (3)", runs: runs),
        ]) { $0[1].cancel() }
        #expect(results.map { $0.error == nil } == [true, false, true])
        #expect(results[1].error is CancellationError)
        #expect(runs.value == 2)
        #expect(try await ranks() == [1, 3])
    }

    /// Its statement would never end, unless its task is cancelled.
    private func endless(alone: Bool = false, runs: Tally = Tally(), begun: Marker) -> Write {
        Write { store in
            try await store.write(alone: alone) { db in
                runs.add()
                begun.set()
                try db.execute(
                    sql: """
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                        INSERT INTO thing(rank) SELECT i FROM n WHERE i < 0
                        """)
                return 0
            }
        }
    }

    /// Has writes wait together, and cancels one of them while its statement runs.
    private func cancel(_ index: Int, of writes: [Write], once begun: Marker) async -> [Result<Int, any Error>] {
        await test.store.writeTogether(writes) { tasks in
            let task = tasks[index]
            Task {
                while !begun.isSet { await Task.yield() }
                task.cancel()
            }
        }
    }

    @Test(arguments: [true, false]) func aStatementIsInterruptedWhenItsTaskIsCancelled(alone: Bool) async throws {
        defer { test.remove() }
        let begun = Marker()
        let writes = [endless(alone: alone, begun: begun), execute("INSERT INTO thing(rank) VALUES (2)")]
        let results = await cancel(0, of: writes, once: begun)
        #expect(results[0].error is CancellationError)
        #expect(results[1].error == nil)
        #expect(try await ranks() == [2])
    }

    /// The interrupted statement rolls back all.
    @Test(arguments: 0..<4) func thoseWithOneThatIsInterruptedShareATransactionAgain(index: Int) async throws {
        defer { test.remove() }
        let (begun, long, runs) = (Marker(), Tally(), Tally())
        var writes = (1...3).map { execute("INSERT INTO thing(rank) VALUES (\($0))", runs: runs) }
        writes.insert(endless(runs: long, begun: begun), at: index)
        let results = await cancel(index, of: writes, once: begun)
        #expect(results.map { $0.error is CancellationError } == (0..<4).map { $0 == index })
        #expect(results.filter { $0.error != nil }.count == 1)
        #expect(try await ranks() == [1, 2, 3])
        #expect(counter.commits == 1)
        #expect(long.value == 1 && runs.value == 3 + index, "those before it run twice")
    }

    // MARK: Undo

    @Test func windowsThatShareATransactionUndoTheirOwn() async throws {
        defer { test.remove() }
        let stacks = [UndoStack(), UndoStack(), UndoStack()]
        let writes = stacks.enumerated().map { index, stack -> Write in
            Write { store in
                try await store.write(undoable: "Add", in: stack) { db in
                    try db.execute(sql: "INSERT INTO thing(rank) VALUES (\(index)), (\(index))")
                    return 2
                }
            }
        }
        _ = await test.store.writeTogether(writes)
        #expect(stacks.map(\.undoName) == ["Add", "Add", "Add"])
        #expect(counter.commits == 1)
        #expect(try await test.store.undo(stacks[1]) == UndoOutcome(name: "Add", restored: 2, conflicting: 0))
        #expect(try await ranks() == [0, 0, 2, 2])
    }

    @Test func stepsOfOneWindowStandInTheOrderOfTheirWrites() async throws {
        defer { test.remove() }
        let stack = UndoStack()
        let writes = (0..<8).map { index -> Write in
            Write { store in
                try await store.write(undoable: "Add \(index)", in: stack) { db in
                    try db.execute(sql: "INSERT INTO thing(rank) VALUES (\(index))")
                    return 1
                }
            }
        }
        _ = await test.store.writeTogether(writes)
        var names: [String] = []
        while let outcome = try await test.store.undo(stack) { names.append(outcome.name) }
        #expect(names == (0..<8).reversed().map { "Add \($0)" })
        #expect(try await ranks() == [])
    }

    /// GRDB tells of rows that are changed within a savepoint when it is released.
    @Test func rowsThatNobodyCanRestoreAreCounted() async throws {
        defer { test.remove() }
        try await test.execute(
            "INSERT INTO thing(id, rank) VALUES (1, 1), (2, 2); INSERT INTO note VALUES (1), (1), (2)")
        let stack = UndoStack()
        let remove = Write { store in
            try await store.write(undoable: "Remove", in: stack) { db in
                try db.execute(sql: "DELETE FROM thing WHERE id = 1")
                return 1
            }
        }
        let results = await test.store.writeTogether([
            execute("INSERT INTO thing(rank) VALUES (3)"), remove, execute("DELETE FROM thing WHERE id = 2"),
        ])
        #expect(results.allSatisfy { $0.error == nil })
        let writes = [
            Attempt<UndoOutcome?> { store in
                try await store.write { try $0.execute(sql: "INSERT INTO thing(rank) VALUES (4)") }
                return nil
            },
            Attempt { store in try await store.undo(stack) },
        ]
        let outcomes = await test.store.writeTogether(writes)
        #expect(
            try outcomes[1].get() == UndoOutcome(name: "Remove", restored: 1, conflicting: 0, lost: ["note": 2]))
        #expect(counter.commits == 3)
        #expect(try await ranks() == [1, 3, 4])
    }
}
