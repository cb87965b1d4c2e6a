import AviaryTesting
import GRDB
import Synchronization
import Testing

@testable import AviaryResults

/// A step as rows before and after.
struct RowChangesTests {
    /// Each step is done again in a copy of the store from before it, and taken back there.
    @Test(arguments: 0..<4 as Range<UInt64>) func aStepCanBeDoneInAnotherDatabase(seed: UInt64) async throws {
        let test = try TestStore()
        defer { test.remove() }
        let columns = ["rank", "name", "shown", "hidden"]
        let edits = Mutex(RandomEdits(table: "thing", columns: columns, maximumRows: 60, seed: seed))
        let stack = UndoStack()
        var steps = 0
        let count = draws(30, long: 3_000)
        for number in 0..<count {
            let copy = try DatabaseQueue()
            try test.database.backup(to: copy)
            let before = try await rows(of: copy)
            do {
                try await test.store.write(undoable: "Step \(number)", in: stack) { db in
                    try edits.withLock { try $0.perform(in: db) }
                }
            } catch is RandomEdits.Rollback {}
            guard stack.undoName == "Step \(number)" else { continue }
            let after = try await rows(of: test.database)
            // What comes behind the step is none of it.
            try await test.follow(from: nil) { db in try edits.withLock { try $0.perform(in: db) } }
            let changes = try await test.store.rowChanges(ofLastStepIn: stack)
            for (changes, rows) in [(changes, after), (changes.map(\.inverse), before)] {
                let left = try await copy.write { db in
                    let schema = try HistorySchema.Cache().schema(db, generation: 0)
                    return try RowRestorer(db, schema, mayEmpty: [:]).apply(changes)
                }
                #expect(left == [], "seed \(seed), step \(number)")
                #expect(try await self.rows(of: copy) == rows, "seed \(seed), step \(number)")
            }
            steps += 1
        }
        #expect(steps > count / 3)
        #expect(try await test.store.rowChanges(ofLastStepIn: UndoStack()) == [])
    }

    private func rows(of database: any DatabaseReader) async throws -> [String] {
        let values = ["id", "rank", "name", "shown", "hidden"].map { "typeof(\($0)) || hex(\($0))" }
        let sql = "SELECT \(values.joined(separator: " || ' ' || ")) FROM thing ORDER BY id"
        return try await database.read { try String.fetchAll($0, sql: sql) }
    }
}
