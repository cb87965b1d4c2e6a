import AviaryResults
import AviarySnapshots
import Foundation
import GRDB
import Synchronization
import Testing

@testable import AviaryPostgres

struct ReplicaTests {
    @Test func twoNodesHaveTheSameRows() async throws {
        let world = try ReplicaWorld(rows: 50)
        let (one, other) = try (world.open("one"), world.open("other"))
        try await world.following(one) {
            try await world.following(other) {
                try world.sql("UPDATE thing SET name = 'both' WHERE number % 2 = 0")
                try await world.settle(one, other)
            }
        }
        try world.expectEqual(one)
        try world.expectEqual(other)
    }

    @Test func aFileThatIsThereIsOpenedWithoutPostgreSQL() async throws {
        let world = try ReplicaWorld(rows: 5)
        var replica: Replica? = try world.open()
        replica?.store.close()
        replica = nil
        let away = try world.open(url: "postgres://nobody@127.0.0.1:1/nothing")
        let count = { try await away.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing") } }
        #expect(try await count() == 6)
        try await world.following(away) {
            await world.wait(away) { if case .unreachable = $0 { true } else { false } }
            let still = try await count()
            #expect(still == 6)
        }
        // Without a file there is nothing to read.
        let error = #expect(throws: PostgresError.self) {
            try world.open("new", url: "postgres://nobody@127.0.0.1:1/nothing")
        }
        #expect(error?.isConnectionLost == true)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: world.folder.path).allSatisfy {
                !$0.hasPrefix("new.sqlite") || $0.hasSuffix(".lock")
            })
    }

    @Test func whatAKilledCopyHasLeftIsRemoved() throws {
        let world = try ReplicaWorld(rows: 5)
        let part = world.folder.appending(path: "a.sqlite.part")
        try Data("half a copy".utf8).write(to: part)
        try Data("the log of a file that is gone".utf8).write(to: world.folder.appending(path: "a.sqlite-wal"))
        let replica = try world.open()
        try world.expectEqual(replica)
        #expect(!FileManager.default.fileExists(atPath: part.path))
        let mode =
            try FileManager.default.attributesOfItem(atPath: replica.file.url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func followedTablesAreWrittenByTheFeedAlone() async throws {
        let world = try ReplicaWorld(rows: 3)
        let replica = try world.open()
        for statement in [
            "INSERT INTO thing (name) VALUES ('x')", "UPDATE thing SET name = 'x'", "DELETE FROM thing",
            "INSERT OR REPLACE INTO thing (id) VALUES (1)", "INSERT INTO seat (number) VALUES (1)",
            "INSERT INTO aviaryReceipt (name) VALUES ('x')",
        ] {
            await #expect(throws: DatabaseError.self) {
                try await replica.store.write { try $0.execute(sql: statement) }
            }
            // Another program does not know the function of the guard.
            let program = try DatabaseQueue(path: replica.file.url.path)
            await #expect(throws: DatabaseError.self) {
                try await program.write { try $0.execute(sql: statement) }
            }
        }
        // Other tables are the node's own.
        try await replica.store.write { try $0.execute(sql: "INSERT INTO local (name) VALUES ('x')") }
        try world.expectEqual(replica)
    }

    @Test func aStepThatFailsLeavesNothing() async throws {
        struct Failure: Error {}
        let world = try ReplicaWorld(rows: 3)
        let replica = try world.open()
        let before = replica.position
        #expect(throws: Failure.self) {
            try replica.apply(FeedPosition(rawValue: "later")) { sink in
                try sink.truncate(0)
                throw Failure()
            }
        }
        #expect(replica.position == before)
        #expect(try await replica.store.read { try ReplicaState.read($0)?.position } == before)
        try world.expectEqual(replica)
    }

    @Test func rowsThatExchangeAUniqueValueAreTakenInInAnyOrder() async throws {
        let world = try ReplicaWorld(rows: 1)
        let replica = try world.open()
        func put(_ sink: ReplicaSink, _ values: [String?], isNew: Bool) throws {
            let bytes = values.map { $0.map { Array($0.utf8) } }
            func add(_ rest: ArraySlice<[UInt8]?>, _ done: [FeedValue]) throws {
                guard let first = rest.first else { return try sink.put(1, done, isNew: isNew) }
                guard let first else { return try add(rest.dropFirst(), done + [nil]) }
                try first.withUnsafeBufferPointer { try add(rest.dropFirst(), done + [$0]) }
            }
            try add(bytes[...], [])
        }
        // Each finds its number taken, whatever the hint says.
        try replica.apply(FeedPosition(rawValue: "1")) { sink in
            try put(sink, ["1", "1", nil], isNew: true)
            try put(sink, ["2", "2", "two"], isNew: false)
        }
        try replica.apply(FeedPosition(rawValue: "2")) { sink in
            try put(sink, ["1", "2", nil], isNew: true)
            try put(sink, ["2", "1", "two"], isNew: false)
        }
        let seats = try await replica.store.read { db in
            try String.fetchAll(db, sql: "SELECT number || ' ' || ifnull(name, 'null') FROM seat ORDER BY id")
        }
        #expect(seats == ["2 null", "1 two"])
        // Unique values that PostgreSQL has twice do not fit.
        #expect(throws: ReplicaError.self) {
            try replica.apply(FeedPosition(rawValue: "3")) { try put($0, ["3", "1", nil], isNew: true) }
        }
        #expect(throws: ReplicaError.self) {
            try replica.apply(FeedPosition(rawValue: "3")) { try put($0, ["3", "1"], isNew: true) }
        }
    }

    // MARK: The schema in PostgreSQL

    @Test func aColumnThatIsDroppedIsNamed() async throws {
        let world = try ReplicaWorld(rows: 3)
        let replica = try world.open()
        try await world.following(replica) {
            try world.sql("ALTER TABLE thing DROP COLUMN rank")
            await world.wait(replica) { if case .failed = $0 { true } else { false } }
            #expect(
                replica.condition
                    == .failed("The table thing cannot be followed: PostgreSQL's table has no column rank."))
            // The list stays, and goes on when the column is back.
            #expect(try await replica.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing") } == 4)
            try world.sql("ALTER TABLE thing ADD COLUMN rank float8 DEFAULT 2")
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
    }

    @Test func aColumnThatTheAppDoesNotHaveChangesNothing() async throws {
        let world = try ReplicaWorld(rows: 3)
        let replica = try world.open()
        let file = try world.number(of: replica)
        try await world.following(replica) {
            try world.sql("ALTER TABLE thing ADD COLUMN other text DEFAULT 'x'")
            try world.sql("UPDATE thing SET name = 'n', other = 'y'")
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
        #expect(try world.number(of: replica) == file)
    }

    @Test func aTableOfTheSameNameInAnotherSchemaIsNotTakenForTheFollowedOne() async throws {
        let world = try ReplicaWorld(rows: 3)
        let replica = try world.open()
        let copy = "(LIKE public.thing INCLUDING ALL); INSERT INTO"
        try await world.following(replica) {
            try world.sql("CREATE SCHEMA other; CREATE TABLE other.thing \(copy) other.thing (id) VALUES (100)")
            try world.sql("UPDATE other.thing SET name = 'theirs'; UPDATE thing SET name = 'ours' WHERE id = 1")
            try await world.settle(replica)
            try world.expectEqual(replica)
            // A schema of the role's name comes before others.
            try world.sql(
                """
                CREATE SCHEMA postgres; CREATE TABLE postgres.thing \(copy) postgres.thing (id) VALUES (200);
                UPDATE public.thing SET name = 'changed' WHERE id = 1
                """)
            await world.wait(replica) { if case .failed = $0 { true } else { false } }
            let rows = try await replica.store.read { db in
                try String.fetchAll(db, sql: "SELECT name FROM thing WHERE id < 3 OR id > 90 ORDER BY id")
            }
            #expect(rows == ["ours", "thing 1"])
            try world.sql("DROP SCHEMA postgres CASCADE")
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
        // A node whose search path finds the other one is refused.
        let error = #expect(throws: FeedError.self) {
            try world.open("b", url: world.database.url + "&options=-csearch_path%3Dother,public")
        }
        #expect(
            error == .notInstalled("the table thing lacks triggers of the log; run aviary upstream install"))
    }

    @Test func aTableThatIsRewrittenIsCopiedAgain() async throws {
        let world = try ReplicaWorld(rows: 3)
        let replica = try world.open()
        let file = try world.number(of: replica)
        try await world.following(replica) {
            // No trigger fires.
            try world.sql("ALTER TABLE thing ALTER COLUMN name TYPE text USING upper(name)")
            await world.wait(replica) { _ in (try? world.number(of: replica)) != file }
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
        #expect(try await replica.store.read { try String.fetchOne($0, sql: "SELECT name FROM thing") } == "FIRST")
    }

    @Test func aTableWithoutItsTriggersIsNotFollowed() async throws {
        let world = try ReplicaWorld(rows: 3)
        let replica = try world.open()
        try await world.following(replica) {
            try world.sql("ALTER TABLE thing DISABLE TRIGGER aviary_update; UPDATE thing SET name = 'untold'")
            await world.wait(replica) { if case .failed = $0 { true } else { false } }
            try world.install()
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
    }

    @Test func aNewVersionOfTheAppCopiesItsColumns() async throws {
        let world = try ReplicaWorld(rows: 3)
        var replica: Replica? = try world.open()
        replica?.store.close()
        replica = nil
        var migrator = ReplicaWorld.migrator
        migrator.registerMigration("shade") { db in
            try db.execute(sql: "ALTER TABLE thing ADD COLUMN shade TEXT DEFAULT 'plain'")
        }
        // It is not in PostgreSQL yet.
        let error = #expect(throws: FeedError.self) { try world.open(migrator: migrator) }
        #expect(error == .cannotFollow(table: "thing", "PostgreSQL's table has no column shade"))
        try world.install(migrator)
        let newer = try world.open(migrator: migrator)
        try world.expectEqual(newer)
        try await world.following(newer) {
            try world.sql("UPDATE thing SET shade = 'dark' WHERE id = 1")
            try await world.settle(newer)
        }
        try world.expectEqual(newer)
        #expect(
            try await newer.store.read { try String.fetchAll($0, sql: "SELECT shade FROM thing ORDER BY id") } == [
                "dark", "plain", "plain", "plain",
            ])
    }

    @Test func aTriggerThatChangesFollowedRowsIsRefused() throws {
        let world = try ReplicaWorld()
        var migrator = ReplicaWorld.migrator
        migrator.registerMigration("trigger") { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER log AFTER UPDATE ON thing BEGIN INSERT INTO local (name) SELECT name FROM thing; END;
                    CREATE TRIGGER count AFTER INSERT ON thing BEGIN UPDATE OR IGNORE seat SET number = number + 1; END
                    """)
        }
        let error = #expect(throws: FeedError.self) { try world.open(migrator: migrator) }
        #expect(error == .cannotFollow(table: "seat", "the trigger count of the app changes it"))
    }

    // MARK: Another copy

    /// Counts the updates of a list.
    private final class Counter: FetchedResultsDelegate {
        let updates = Mutex(0)
        func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) { updates.withLock { $0 += 1 } }
    }

    @Test func aListFollowsAnotherCopyWithOneUpdate() async throws {
        let world = try ReplicaWorld(rows: 20)
        let replica = try world.open()
        let list = try await FetchedResults<NamedThing>(.init(sort: [Column("id").asc]), in: replica.store)
        let counter = Counter()
        list.delegate = counter
        // The log does not lead on from here.
        try world.sql(
            "UPDATE thing SET name = 'x' WHERE id < 5; DELETE FROM thing WHERE id > 15; INSERT INTO thing (name) VALUES ('new')"
        )
        try await world.trimPastAll()
        let receipt = UUID().uuidString
        try world.sql("INSERT INTO \"aviaryReceipt\" (name) VALUES ('\(receipt)')")
        try await world.following(replica) {
            let hasCome = try await replica.wait(forReceipt: receipt, timeout: .seconds(60))
            #expect(hasCome)
        }
        let rows = try await replica.store.read { try Int64.fetchAll($0, sql: "SELECT id FROM thing ORDER BY id") }
        #expect(list.snapshot.items(in: 0..<list.snapshot.numberOfItems) == rows)
        #expect(counter.updates.withLock { $0 } == 1)
        // And goes on.
        try await world.following(replica) {
            try world.sql("INSERT INTO thing (name) VALUES ('newer')")
            try await world.settle(replica)
        }
        #expect(list.snapshot.numberOfItems == rows.count + 1)
        try world.expectEqual(replica)
    }

    // MARK: Waiting

    @Test func aReceiptThatDoesNotComeIsWaitedForWithALimit() async throws {
        let world = try ReplicaWorld()
        let replica = try world.open()
        #expect(try await !replica.wait(forReceipt: "never", timeout: .zero))
        #expect(try await !replica.wait(forReceipt: "never", timeout: .milliseconds(20)))
        #expect(await !replica.wait(after: replica.steps, timeout: .milliseconds(20)))
        let task = Task { try await replica.wait(forReceipt: "never", timeout: .seconds(600)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
