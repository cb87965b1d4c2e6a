import AviaryResults
import AviaryTesting
import GRDB
import Testing

/// A write that fails leaves nothing of the tables that it has made or altered, also of what GRDB has read of them.
@Suite(.timeLimit(.minutes(1))) struct SchemaRollbackTests {
    private typealias Write = Attempt<[String]>

    private struct Mistake: Error {}

    private static let columns = ["id", "rank", "name", "shown", "hidden"]

    private let test: TestStore

    init() throws { test = try TestStore(clock: ManualClock()) }

    /// The columns of both tables as GRDB knows them: it asks SQLite once.
    private static func known(_ db: Database) throws -> [String] {
        let later = try db.tableExists("later") ? db.columns(in: "later").map(\.name) : []
        return try db.columns(in: "thing").map(\.name) + later
    }

    private var look: Write { Write { store in try await store.write { try Self.known($0) } } }

    /// - Parameter end: How it fails.
    private func failing(alone: Bool = false, _ end: @escaping @Sendable (Database) throws -> Void) -> Write {
        Write { store in
            try await store.write(alone: alone) { db in
                try db.execute(sql: "ALTER TABLE thing ADD COLUMN added; CREATE TABLE later(id INTEGER PRIMARY KEY)")
                let known = try Self.known(db)
                try end(db)
                return known
            }
        }
    }

    @Test(arguments: [false, true]) func thoseBehindItSeeTheTrueColumns(alone: Bool) async throws {
        defer { test.remove() }
        let results = await test.store.writeTogether([
            look, failing(alone: alone) { _ in throw Mistake() }, look, look,
        ])
        #expect(results[1].error is Mistake)
        for index in [0, 2, 3] { #expect(try results[index].get() == Self.columns) }
    }

    @Test func aTransactionThatIsRolledBackLeavesNothing() async throws {
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id) VALUES (1)")
        let results = await test.store.writeTogether([
            look, failing { try $0.execute(sql: "INSERT OR ROLLBACK INTO thing(id) VALUES (1)") }, look,
        ])
        #expect(results[1].error is DatabaseError)
        for index in [0, 2] { #expect(try results[index].get() == Self.columns) }
    }

    /// A view is dropped without a write that GRDB tells of.
    @Test(arguments: [false, true]) func aViewThatWasDroppedIsThereAgain(alone: Bool) async throws {
        defer { test.remove() }
        try await test.execute("CREATE VIEW names AS SELECT name FROM thing")
        let drop = Write { store in
            try await store.write(alone: alone) { db in
                try db.execute(sql: "DROP VIEW names")
                #expect(try !db.viewExists("names"))
                throw Mistake()
            }
        }
        let look = Write { store in try await store.write { try $0.viewExists("names") ? ["names"] : [] } }
        let results = await test.store.writeTogether([look, drop, look])
        #expect(results[1].error is Mistake)
        for index in [0, 2] { #expect(try results[index].get() == ["names"]) }
    }

    // MARK: Prepared statements

    /// A statement that GRDB has prepared. `@unchecked Sendable`: it is looked at on the writer queue only.
    private final class Prepared: @unchecked Sendable {
        private var statement: Statement?

        /// Whether GRDB has prepared it anew since it was asked for last.
        func isAnew(_ db: Database) throws -> Bool {
            let now = try db.cachedStatement(sql: "SELECT max(rank) FROM thing")
            defer { statement = now }
            return now !== statement
        }
    }

    private static let failures: [@Sendable (Database) throws -> Void] = [
        { _ in throw Mistake() },
        { try $0.execute(sql: "INSERT INTO thing(id) VALUES (1)") },
        { try $0.execute(sql: "INSERT OR ROLLBACK INTO thing(id) VALUES (1)") },
        { try $0.execute(sql: "CREATE TABLE later(id); SELECT nothing FROM thing") },
    ]

    /// Of the failures, only the last one has changed the schema.
    @Test(arguments: 0..<4, [false, true])
    func afterAFailingWriteNoStatementIsPreparedAnew(number: Int, alone: Bool) async throws {
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id) VALUES (1)")
        let prepared = Prepared()
        let look = Attempt<Bool> { store in try await store.write { try prepared.isAnew($0) } }
        let failing = Attempt<Bool> { store in
            try await store.write(alone: alone) { db in
                try Self.failures[number](db)
                return false
            }
        }
        _ = try await look.run(test.store)
        let results = await test.store.writeTogether([look, failing, look, look])
        #expect(results[1].error != nil)
        let isAnew = try [0, 2, 3].map { try results[$0].get() }
        #expect(isAnew == [false, number == 3, false])
    }

    @Test func anUndoThatFindsNothingPreparesNothingAnew() async throws {
        defer { test.remove() }
        let (prepared, stack) = (Prepared(), UndoStack())
        let write = Attempt<Bool> { store in
            try await store.write(undoable: "Add", in: stack) { db in
                try db.execute(sql: "INSERT INTO thing DEFAULT VALUES")
                return try prepared.isAnew(db)
            }
        }
        let undo = Attempt<Bool> { store in try await store.undo(stack) != nil }
        _ = try await write.run(test.store)
        let results = try await test.store.writeTogether([write, undo, undo, undo]).map { try $0.get() }
        #expect(results == [false, true, true, false])
        #expect(try await write.run(test.store) == false)
    }
}
