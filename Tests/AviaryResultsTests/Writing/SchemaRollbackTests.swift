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
}
