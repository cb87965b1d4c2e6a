import AviaryResults
import GRDB
import Synchronization
import Testing

@testable import AviaryPostgres

/// Which ids new rows get, without a server.
final class IdRangesTests: Sendable {
    private struct Rehearsed: Equatable {
        /// Of new rows.
        var ids: [Int64]
        /// How often it ran.
        var runs: Int
    }

    private let ids = IdRanges()
    private let database: DatabaseQueue
    /// The next number of the sequence.
    private let next = Mutex<Int64>(1)

    init() throws {
        database = try DatabaseQueue()
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE thing(id INTEGER PRIMARY KEY AUTOINCREMENT, name);
                    CREATE TABLE plain(id INTEGER PRIMARY KEY, name)
                    """)
            for table in ["thing", "plain"] { try History.install(on: table, in: db) }
        }
    }

    /// Runs statements as a write does, and takes them back.
    private func rehearse(_ sql: String, in table: String = "thing", copy: Int = 0) async throws -> Rehearsed {
        for run in 1... {
            do {
                let new = Mutex<[Int64]>([])
                _ = try await database.writeWithoutTransaction { [self] db in
                    try db.inTransaction {
                        _ = try ids.rehearse(db, copy: copy) {
                            let before = Set(try Int64.fetchAll(db, sql: "SELECT id FROM \(table)"))
                            try db.execute(sql: sql)
                            let after = try Int64.fetchAll(db, sql: "SELECT id FROM \(table) ORDER BY id")
                            let inserted = after.filter { !before.contains($0) }
                            new.withLock { $0 = inserted }
                            return inserted.map {
                                RowChange(
                                    table: table, rowid: $0, columns: ["id"], before: nil, after: [.integer($0)])
                            }
                        }
                        return .rollback
                    }
                }
                return Rehearsed(ids: new.withLock { $0 }, runs: run)
            } catch is UpstreamUnprepared {
                try await ids.reserve { [self] table, taken, count in
                    table == "plain" ? nil : reserve(taken, count)
                }
            }
        }
        return Rehearsed(ids: [], runs: 0)
    }

    private func reserve(_ taken: Int64, _ count: Int64) -> Range<Int64> {
        next.withLock { next in
            next = max(next, taken + 1)
            defer { next += count }
            return next..<next + count
        }
    }

    private static let insertion = "INSERT INTO thing(name) VALUES ('a')"

    @Test func eachWriteBeginsBehindTheOneBefore() async throws {
        // The first new row of a table shows that it needs ids.
        #expect(try await rehearse(Self.insertion) == Rehearsed(ids: [1], runs: 2))
        #expect(try await rehearse(Self.insertion + ", ('b')") == Rehearsed(ids: [2, 3], runs: 1))
        #expect(try await rehearse(Self.insertion) == Rehearsed(ids: [4], runs: 1))
    }

    @Test func aGreaterIdOfAnotherNodeNeedsANewRange() async throws {
        _ = try await rehearse(Self.insertion)
        next.withLock { $0 = 200 }
        try await database.write { try $0.execute(sql: "INSERT INTO thing(id) VALUES (150)") }
        #expect(try await rehearse(Self.insertion) == Rehearsed(ids: [200], runs: 2))
        #expect(try await rehearse(Self.insertion) == Rehearsed(ids: [201], runs: 1))
    }

    /// The server was set back, and gives the numbers of a range to others.
    @Test func aNewCopyHasRangesOfItsOwn() async throws {
        #expect(try await rehearse(Self.insertion) == Rehearsed(ids: [1], runs: 2))
        #expect(try await rehearse(Self.insertion) == Rehearsed(ids: [2], runs: 1))
        next.withLock { $0 = 1_000 }
        #expect(try await rehearse(Self.insertion, copy: 1) == Rehearsed(ids: [1_000], runs: 2))
        #expect(try await rehearse(Self.insertion, copy: 1) == Rehearsed(ids: [1_001], runs: 1))
    }

    @Test func manyRowsGetARangeThatIsLargeEnough() async throws {
        let many = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
            INSERT INTO thing(name) SELECT i FROM n
            """
        _ = try await rehearse(Self.insertion)
        let first = try await rehearse(many)
        #expect(first.runs == 2)
        #expect(first.ids.count == 500)
        #expect(Set(first.ids).isDisjoint(with: 1...64))
        let second = try await rehearse(many)
        #expect(Set(first.ids).isDisjoint(with: second.ids))
    }

    @Test func idsThatTheProgramChoosesTakeNone() async throws {
        _ = try await rehearse(Self.insertion)
        let chosen = try await rehearse("INSERT INTO thing(id) VALUES (-5), (70000)")
        #expect(chosen == Rehearsed(ids: [-5, 70_000], runs: 1))
        #expect(try await rehearse(Self.insertion) == Rehearsed(ids: [2], runs: 1))
    }

    @Test func tablesThatCannotBeNumberedAreLeftAlone() async throws {
        for _ in 0..<2 {
            let rehearsed = try await rehearse("INSERT INTO plain(name) VALUES ('a')", in: "plain")
            #expect(rehearsed == Rehearsed(ids: [1], runs: 1))
        }
    }
}
