import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Testing

/// What is done to the files of a store from outside.
struct RecoveryTests {
    private let test: TestStore
    private let things: FetchedResults<Thing>

    init() async throws {
        test = try TestStore()
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (2)")
        things = try await FetchedResults(ListRequest(sort: [Column("rank").asc]), in: test.store)
    }

    private func move(_ path: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path, toPath: other)
    }

    private func expectRefusal(_ matches: (ResultsError) -> Bool) async {
        for attempt in [
            { try await test.execute("INSERT INTO thing(rank) VALUES (3)") }, { try await test.store.catchUp() },
        ]
            as [() async throws -> Void]
        {
            do {
                try await attempt()
                Issue.record("nothing is wrong")
            } catch {
                #expect((error as? ResultsError).map(matches) == true, "\(error)")
            }
        }
    }

    @Test func nothingIsCommittedWhileTheFileIsAway() async throws {
        defer { test.remove() }
        let recorder = UpdateRecorder()
        things.delegate = recorder
        let updates = things.updates()
        var iterator = updates.makeAsyncIterator()

        try move(test.path, to: test.path + ".away")
        await expectRefusal { if case .gone = $0 { true } else { false } }
        #expect(things.error != nil && recorder.takeEvents() == [.failure])
        #expect(await iterator.next()?.failure != nil)
        var late = things.updates().makeAsyncIterator()
        #expect(await late.next()?.failure != nil, "who comes later is told, too")

        try move(test.path + ".away", to: test.path)
        try await test.store.catchUp()
        #expect(things.error == nil)
        let back = await iterator.next()?.change
        #expect(back != nil, "that it goes on is told, though nothing changed")
        try await test.execute("INSERT INTO thing(rank) VALUES (3)")
        #expect(things.snapshot.allItems == [1, 2, 3])
    }

    @Test func aStepCanBeTakenBackWhenTheFileIsThereAgain() async throws {
        defer { test.remove() }
        let stack = UndoStack()
        try await test.store.write(undoable: "Add", in: stack) {
            try $0.execute(sql: "INSERT INTO thing(rank) VALUES (3)")
        }
        try move(test.path, to: test.path + ".away")
        await #expect(throws: ResultsError.self) { try await test.store.undo(stack) }
        #expect(stack.undoName == "Add")
        try move(test.path + ".away", to: test.path)
        #expect(try await test.store.undo(stack)?.restored == 1)
        #expect(try await test.ids("SELECT id FROM thing ORDER BY id") == [1, 2])
    }

    @Test func commitsThroughTheDatabaseItselfAreRefusedToo() async throws {
        defer { test.remove() }
        try move(test.path, to: test.path + ".away")
        await #expect(throws: ResultsError.self) {
            try await test.database.write { try $0.execute(sql: "DELETE FROM thing") }
        }
    }

    @Test func anotherFileInItsPlaceIsNotWrittenToUnasked() async throws {
        defer { test.remove() }
        try move(test.path, to: test.path + ".away")
        _ = try await DatabaseQueue(path: test.path).write {
            try $0.execute(sql: "CREATE TABLE thing(id INTEGER PRIMARY KEY)")
        }
        await expectRefusal { if case .replaced = $0 { true } else { false } }
    }

    @Test func anotherFileInItsPlaceIsOpenedWhenThatIsAsked() async throws {
        defer { test.remove() }
        let path = test.path
        var options = LiveStore.Options()
        options.pollInterval = nil
        let store = try LiveStore(test.database, reopening: { try DatabasePool(path: path) }, options: options)
        let things = try await FetchedResults<Thing>(ListRequest(sort: [Column("rank").asc]), in: store)
        let stack = UndoStack()
        try test.database.backup(to: DatabaseQueue(path: path + ".copy"))
        try await store.write(undoable: "Add", in: stack) { try $0.execute(sql: "INSERT INTO thing(rank) VALUES (0)") }
        #expect(things.snapshot.allItems == [3, 1, 2])

        try move(path + ".copy", to: path + ".new")
        #expect(rename(path + ".new", path) == 0)
        #expect(try await store.catchUp())
        #expect(things.snapshot.allItems == [1, 2])
        // The log of the copy has another change where the step was.
        try await store.write { try $0.execute(sql: "INSERT INTO thing(rank) VALUES (7)") }
        await #expect(throws: ResultsError.self) { try await store.undo(stack) }
        #expect(things.snapshot.allItems == [1, 2, 3])
        #expect(try await things.elements(for: [3])[3]?.rank?.value == 7.databaseValue)
        try test.sqlite3("UPDATE thing SET rank = 0 WHERE id = 3")
        try await store.catchUp()
        #expect(things.snapshot.allItems == [3, 1, 2])
    }

    @Test func anOlderStateThatIsPutBackIntoTheFileIsFollowed() async throws {
        defer { test.remove() }
        let stack = UndoStack()
        try test.sqlite3(".backup \(test.path).copy")
        try await test.store.write(undoable: "Add", in: stack) {
            try $0.execute(sql: "INSERT INTO thing(rank) VALUES (3)")
        }
        try test.sqlite3(".restore \(test.path).copy")
        try await test.store.catchUp()
        #expect(things.snapshot.allItems == [1, 2])
        // The log has another change where the step was.
        try test.sqlite3("INSERT INTO thing(rank) VALUES (4)")
        try await test.store.catchUp()
        await #expect(throws: ResultsError.self) { try await test.store.undo(stack) }
        #expect(things.snapshot.allItems == [1, 2, 3])
    }

    @Test(arguments: [true, false], [true, false])
    func anOlderStateIsFollowedThoughItsLogHasGrownSince(byThisProcess: Bool, isLookedFor: Bool) async throws {
        defer { test.remove() }
        let stack = UndoStack()
        try test.sqlite3(".backup \(test.path).copy")
        try await test.store.write(undoable: "Add", in: stack) {
            try $0.execute(sql: "INSERT INTO thing(rank) VALUES (0), (3)")
        }
        if isLookedFor { try await test.store.catchUp() }
        #expect(things.snapshot.allItems == [3, 1, 2, 4])
        try test.sqlite3(".restore \(test.path).copy")
        // As many changes as before, or more.
        let sql = "UPDATE thing SET rank = 9 WHERE id = 1; INSERT INTO thing(rank) VALUES (7), (8)"
        if byThisProcess { try await test.execute(sql) } else { try test.sqlite3(sql) }
        try await test.store.catchUp()
        #expect(things.snapshot.allItems == [2, 3, 4, 1])
        if isLookedFor { await #expect(throws: ResultsError.self) { try await test.store.undo(stack) } }
        #expect(try await things.elements(for: [3])[3]?.rank?.value == 7.databaseValue)
    }

    @Test(arguments: [["-wal", "-shm"], ["-wal"], ["-shm"]])
    func whatOnlyARemovedLogHadIsInTheFile(removed: [String]) async throws {
        defer { test.remove() }
        for side in removed { try FileManager.default.removeItem(atPath: test.path + side) }
        await #expect(throws: ResultsError.self) { try await test.execute("INSERT INTO thing(rank) VALUES (3)") }
        try await test.store.catchUp()
        try await test.execute("INSERT INTO thing(rank) VALUES (4)")
        try test.sqlite3("INSERT INTO thing(rank) VALUES (5)")
        try await test.store.catchUp()
        #expect(try await test.ids("SELECT rank FROM thing ORDER BY rank") == [1, 2, 4, 5])
        #expect(things.snapshot.allItems.count == 4)
    }

    @Test func aDatabaseInMemoryHasNoFileToLose() async throws {
        let database = try DatabaseQueue()
        try await database.write { try $0.execute(sql: "CREATE TABLE thing(id INTEGER PRIMARY KEY)") }
        let store = try LiveStore(database)
        try await store.write { try $0.execute(sql: "INSERT INTO thing DEFAULT VALUES") }
        store.close()
    }

    @Test func aTaskThatIsCancelledLeavesNoQueryBehind() async throws {
        defer { test.remove() }
        for round in 0..<300 {
            let write = Task { try await test.execute("INSERT INTO thing(rank) VALUES (\(round % 7))") }
            let pause = Duration.microseconds(round * 3)
            try await Task.sleep(for: pause)
            write.cancel()
            _ = await write.result
        }
        try await test.store.catchUp()
        #expect(things.error == nil)
        #expect(try await things.snapshot.allItems == test.ids("SELECT id FROM thing ORDER BY rank, id"))
        #expect(things.snapshot.numberOfItems > 2, "some were not cancelled in time")
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
