import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Testing

@testable import AviaryPostgres

/// A log that is followed by snapshots, from a real server.
struct LogFeedTests {
    @Test func aCopyAndWhatComesAfterItIsWhatPostgreSQLHas() async throws {
        let world = try ReplicaWorld(rows: 100)
        let replica = try world.open()
        try world.expectEqual(replica)
        try await world.following(replica) {
            try world.sql(
                """
                INSERT INTO thing (id, name, rank, number, data)
                  VALUES (1000, E'tab\\t line\\n back\\\\', '-Infinity', 9223372036854775806, '\\x00ff'), (1001, NULL, '-0', NULL, NULL);
                UPDATE thing SET name = 'changed' WHERE number < 10; DELETE FROM thing WHERE number % 7 = 0
                """)
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
        let name = try await replica.store.read { db in
            try String.fetchOne(db, sql: "SELECT name FROM thing WHERE id = 1000")
        }
        #expect(name == "tab\t line\n back\\")
    }

    /// A reader that takes transactions in the order of their identifiers ends with the value that was committed
    /// first.
    @Test func transactionsThatEndInAnotherOrderThanTheyBegan() async throws {
        let world = try ReplicaWorld()
        let replica = try world.open()
        let (early, open, late) = try (world.database.connect(), world.database.connect(), world.database.connect())
        try await world.following(replica) {
            try early.execute("BEGIN; SELECT pg_current_xact_id()")
            try open.execute("BEGIN; SELECT pg_current_xact_id()")
            try late.execute("UPDATE thing SET name = 'late' WHERE id = 1")
            try await world.settle(replica)
            try world.expectEqual(replica)
            try early.execute("UPDATE thing SET name = 'early' WHERE id = 1; COMMIT")
            try await world.settle(replica)
            try world.expectEqual(replica)
            try open.execute("COMMIT")
            try await world.settle(replica)
            try world.expectEqual(replica)
            let name = try await replica.store.read { try String.fetchOne($0, sql: "SELECT name FROM thing") }
            #expect(name == "early")
        }
    }

    @Test func aTransactionThatStaysOpenDelaysNobody() async throws {
        let world = try ReplicaWorld()
        let replica = try world.open()
        let open = try world.database.connect()
        try open.execute("BEGIN; INSERT INTO thing (id, name) VALUES (50, 'slow')")
        try await world.following(replica) {
            for number in 0..<20 {
                try world.sql("INSERT INTO thing (name) VALUES ('quick \(number)')")
                try await world.settle(replica)
            }
            let names = try await replica.store.read { try String.fetchAll($0, sql: "SELECT name FROM thing") }
            #expect(names.count == 21 && !names.contains("slow"))
            try open.execute("COMMIT")
            try await world.settle(replica)
            try world.expectEqual(replica)
        }
    }

    /// Random transactions of three connections, interleaved, some of them rolled back as a whole or to a savepoint.
    @Test(arguments: [1, 2, 3] as [UInt64]) func afterAnyTransactionsTheReplicaIsEqual(seed: UInt64) async throws {
        let world = try ReplicaWorld(rows: 30)
        let replica = try world.open()
        let writers = try (0..<3).map { _ in try world.database.connect() }
        for writer in writers { try writer.execute("SET lock_timeout = '20ms'") }
        var random = SeededGenerator(seed: seed)
        let list = try await FetchedResults<NamedThing>(.init(sort: [Column("name").asc]), in: replica.store)
        for round in 0..<draws(6, long: 60) {
            try await world.following(replica) {
                var open: Set<Int> = []
                for _ in 0..<draws(60, long: 200) {
                    let writer = Int.random(in: 0..<3, using: &random)
                    if open.insert(writer).inserted { try writers[writer].execute("BEGIN") }
                    do {
                        try writers[writer].execute(Self.statement(&random))
                        if Int.random(in: 0..<3, using: &random) > 0 { continue }
                        let isKept = Int.random(in: 0..<4, using: &random) > 0
                        try writers[writer].execute(isKept ? "COMMIT" : "ROLLBACK")
                    } catch is PostgresError {
                        // Another writer has the row, or its value.
                        try writers[writer].execute("ROLLBACK")
                    }
                    open.remove(writer)
                }
                for writer in open { try writers[writer].execute("ROLLBACK") }
                try await world.settle(replica)
            }
            try world.expectEqual(replica)
            let rows = try await replica.store.read { db in
                try Int64.fetchAll(db, sql: "SELECT id FROM thing ORDER BY name, id")
            }
            #expect(list.snapshot.items(in: 0..<list.snapshot.numberOfItems) == rows, "round \(round)")
        }
    }

    private static func statement(_ random: inout SeededGenerator) -> String {
        let id = Int.random(in: 1...40, using: &random), number = Int.random(in: 0...99, using: &random)
        return switch Int.random(in: 0..<100, using: &random) {
        case 0..<25:
            "INSERT INTO thing (id, name, number) VALUES (\(id), 'n\(number)', \(number)) "
                + "ON CONFLICT (id) DO UPDATE SET name = excluded.name, data = '\\x0\(number % 10)'"
        case 25..<45: "UPDATE thing SET rank = \(number) / 7.0 WHERE id % 4 = \(id % 4)"
        case 45..<55: "DELETE FROM thing WHERE id = \(id)"
        case 55..<62: "UPDATE thing SET id = \(id) + 100 WHERE id = \(id)"
        case 62..<69: "UPDATE thing SET id = id - 100 WHERE id > 100"
        case 69..<75:
            "SAVEPOINT s; DELETE FROM thing; ROLLBACK TO s; UPDATE thing SET name = 'after \(number)' WHERE id = \(id)"
        case 75..<85: "INSERT INTO seat (number, name) VALUES (\(number), 'x')"
        case 85..<90: "UPDATE seat SET number = 99 - number"
        case 90..<95: "UPDATE seat SET number = number + 1"
        case 95..<98: "DELETE FROM seat WHERE number > \(number)"
        default: "TRUNCATE thing; INSERT INTO thing (id, name) VALUES (\(id), 'one')"
        }
    }

    @Test func rowsThatExchangeAUniqueValueAreFollowed() async throws {
        let world = try ReplicaWorld()
        try world.sql("INSERT INTO seat (id, number) SELECT i, i FROM generate_series(1, 3000) i")
        let replica = try world.open()
        try await world.following(replica) {
            try world.sql("UPDATE seat SET number = CASE id WHEN 1 THEN 2 ELSE 1 END WHERE id < 3")
            try await world.settle(replica)
            try world.expectEqual(replica)
            // Each takes the number of the next one.
            try world.sql("UPDATE seat SET number = number + 1")
            try await world.settle(replica)
            try world.expectEqual(replica)
            try world.sql("UPDATE seat SET number = 5000 - number")
            try await world.settle(replica)
            try world.expectEqual(replica)
            try world.sql(
                "BEGIN; DELETE FROM seat WHERE id = 7; INSERT INTO seat (id, number) VALUES (1, 0) ON CONFLICT (id) DO UPDATE SET number = 4992; COMMIT"
            )
            try await world.settle(replica)
            try world.expectEqual(replica)
        }
    }

    @Test func aLargeTransactionIsOneStep() async throws {
        let world = try ReplicaWorld(rows: 30_000)
        let replica = try world.open()
        let before = replica.steps
        try world.sql("UPDATE thing SET number = number + 1")
        try await world.following(replica) {
            #expect(await replica.wait(after: before, timeout: .seconds(60)))
            try world.expectEqual(replica)
            #expect(replica.steps == before + 1)
        }
    }

    @Test func triggersOfTheLogFireInEveryRoleOfReplication() async throws {
        let world = try ReplicaWorld()
        let replica = try world.open()
        try await world.following(replica) {
            try world.sql("SET session_replication_role = replica; UPDATE thing SET name = 'by a replica'")
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
    }

    @Test func preparedTransactionsAreFollowedWhenTheyAreCommitted() async throws {
        let world = try ReplicaWorld()
        let replica = try world.open()
        try world.sql("BEGIN; UPDATE thing SET name = 'prepared'; PREPARE TRANSACTION '\(world.database.name)'")
        try await world.following(replica) {
            try await world.settle(replica)
            try world.expectEqual(replica)
            try world.sql("COMMIT PREPARED '\(world.database.name)'")
            try await world.settle(replica)
            try world.expectEqual(replica)
        }
    }

    // MARK: Trimming

    @Test func theLogIsNotTrimmedPastANodeThatWasSeenLately() async throws {
        let world = try ReplicaWorld()
        let (away, here) = try (world.open("away"), world.open("here"))
        let file = try world.number(of: away)
        try world.sql("UPDATE thing SET name = 'while it was away'")
        try await world.following(here) { try await world.settle(here) }
        try world.sql("SELECT aviary.trim(7, 1000)")
        #expect(try world.sql("SELECT count(*) FROM aviary.change WHERE op = 'u'")[0, 0] == "1")
        try await world.following(away) { try await world.settle(away) }
        try world.expectEqual(away)
        #expect(try world.number(of: away) == file)
        // Both have it now.
        try await world.trim("UPDATE aviary.follower SET position = pg_current_snapshot()")
    }

    @Test func aNodeThatTheLogWasTrimmedPastCopiesAgain() async throws {
        let world = try ReplicaWorld(rows: 10)
        let replica = try world.open()
        let file = try world.number(of: replica)
        try world.sql("UPDATE thing SET name = 'gone from the log'")
        try await world.trimPastAll()
        try await world.following(replica) { try await world.settle(replica) }
        try world.expectEqual(replica)
        #expect(try world.number(of: replica) != file)
    }

    @Test func anIdleNodeStoresItsPosition() async throws {
        let world = try ReplicaWorld()
        let replica = try world.open(reportInterval: .zero)
        let (start, file) = (replica.position, try world.number(of: replica))
        try world.sql("CREATE TABLE other (id int); INSERT INTO other VALUES (1)")
        try await world.following(replica) {
            // It may be trimmed up to there, then.
            let snapshot = start.rawValue.split(separator: " ")[4]
            let told = "SELECT pg_snapshot_xmax(position) > pg_snapshot_xmax('\(snapshot)') FROM aviary.follower"
            let end = ContinuousClock.now + .seconds(60)
            while try world.sql(told)[0, 0] != "t", ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(try world.sql(told)[0, 0] == "t")
        }
        #expect(replica.position != start)
        #expect(replica.steps == 0)
        let stored = try await replica.store.read { try ReplicaState.read($0)?.position }
        #expect(stored == replica.position)
        #expect(try world.number(of: replica) == file)
    }

    // MARK: Another past

    @Test func afterACrashItCopiesAgain() async throws {
        let server = try TestServer()
        let world = try ReplicaWorld(on: server)
        let replica = try world.open()
        let file = try world.number(of: replica)
        try await world.following(replica) {
            // Others see this transaction before it is on the disk. The crash undoes it.
            try world.sql("ALTER SYSTEM SET wal_writer_delay = '10s'")
            try world.sql("SELECT pg_reload_conf()")
            let before = replica.steps
            try world.sql("SET synchronous_commit = off; UPDATE thing SET name = 'seen and undone' WHERE id = 1")
            #expect(await replica.wait(after: before, timeout: .seconds(60)))
            try server.kill()
            await world.wait(replica) { if case .unreachable = $0 { true } else { false } }
            // The existing rows can be read.
            #expect(try await replica.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing") } == 1)
            try server.start()
            try world.sql("INSERT INTO thing (name) VALUES ('after the crash')")
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
        #expect(try world.number(of: replica) != file)
        try server.stop()
    }

    @Test func afterARestartItGoesOn() async throws {
        let server = try TestServer()
        let world = try ReplicaWorld(on: server)
        let replica = try world.open()
        let file = try world.number(of: replica)
        try await world.following(replica) {
            try world.sql("UPDATE thing SET name = 'before'")
            try server.stop()
            await world.wait(replica) { if case .unreachable = $0 { true } else { false } }
            try server.start()
            try world.sql("UPDATE thing SET name = 'after'")
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
        #expect(try world.number(of: replica) == file)
        try server.stop()
    }

    @Test func aServerWhoseFilesWerePutBackIsCopied() async throws {
        let server = try TestServer()
        let world = try ReplicaWorld(on: server)
        let replica = try world.open()
        try world.sql("UPDATE thing SET name = 'of old'")
        try await world.following(replica) { try await world.settle(replica) }
        try server.stop()
        try server.keepFiles()
        try server.start()
        try await world.following(replica) {
            try world.sql("UPDATE thing SET name = 'newer'")
            try await world.settle(replica)
        }
        let file = try world.number(of: replica)
        try server.stop()
        try server.putBackFiles()
        try server.start()
        // At least as many transactions as the rollback undid.
        for _ in 0..<100 { try world.sql("INSERT INTO seat (number) SELECT 1 + count(*) FROM seat") }
        try await world.following(replica) { try await world.settle(replica) }
        try world.expectEqual(replica)
        #expect(try world.number(of: replica) != file)
        let name = try await replica.store.read { try String.fetchOne($0, sql: "SELECT name FROM thing") }
        #expect(name == "of old")
        try server.stop()
    }

    @Test func aStandbyIsRefusedAndOneThatWasPromotedIsCopied() async throws {
        let server = try TestServer()
        let world = try ReplicaWorld(on: server)
        let replica = try world.open()
        try world.sql("UPDATE thing SET name = 'on both'")
        let standby = try TestServer(standbyOf: server)
        let url = standby.url(world.database.name)
        #expect(throws: FeedError.self) { _ = try world.open("b", url: url) }
        try server.stop()
        try standby.promote()
        let file = replica.position
        let feed = LogFeed(url, tables: replica.followed, node: "a")
        let error = #expect(throws: FeedError.self) { try feed.follow(from: file) { _, _ in } }
        guard case .copyAgain? = error else { Issue.record("\(String(describing: error))"); return }
        try standby.stop()
    }

    @Test func aDumpThatWasRestoredElsewhereIsNotFollowed() async throws {
        let world = try ReplicaWorld()
        let replica = try world.open()
        try world.sql("UPDATE aviary.origin SET system = '1'")
        try await world.following(replica) {
            await world.wait(replica) { if case .failed = $0 { true } else { false } }
            guard case .failed(let sentence) = replica.condition else { return }
            #expect(sentence.contains("aviary upstream install"))
            try world.install()
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
    }

    @Test func aTextThatIsNoPositionIsNotFollowed() throws {
        let world = try ReplicaWorld()
        let feed = LogFeed(world.database.url, tables: [], node: "a")
        for text in ["", "log", "logical 1 2 3", "log a b"] {
            let error = #expect(throws: FeedError.self) {
                try feed.follow(from: FeedPosition(rawValue: text)) { _, _ in }
            }
            guard case .copyAgain? = error else { Issue.record("\(String(describing: error))"); continue }
        }
    }

    @Test func aFeedThatWasStoppedReturns() throws {
        let world = try ReplicaWorld()
        let replica = try world.open()
        let feed = LogFeed(world.database.url, tables: replica.followed, node: "a")
        feed.stop()
        try feed.follow(from: replica.position) { _, _ in Issue.record("There is nothing to apply") }
        feed.stop()
    }
}

/// A row of `thing`, in a list.
struct NamedThing: LiveRecord, Codable, Hashable {
    static let databaseTableName = "thing"
    var id: Int64
    var name: String?
}
