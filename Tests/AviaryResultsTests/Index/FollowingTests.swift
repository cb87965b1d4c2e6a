import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Synchronization
import Testing

/// Every way in which rows change is followed, or noticed.
struct FollowingTests {
    @Test func anotherProcessIsFollowedRowByRow() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank, shown) VALUES (1, 'a'), (2, 'b'), (3, 'c')")
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder

        try test.sqlite3("UPDATE thing SET rank = 0 WHERE id = 3; INSERT INTO thing(rank) VALUES (1.5)")
        try test.sqlite3("UPDATE thing SET shown = 'x' WHERE id = 1; DELETE FROM thing WHERE id = 2")
        try await test.store.catchUp()

        #expect(results.snapshot.allItems == [3, 1, 4])
        let updates = recorder.takeUpdates()
        #expect(updates.count == 1)
        #expect(updates.first?.changeset.deleted.map(\.id) == [2])
        #expect(updates.first?.changeset.inserted.map(\.id) == [4])
        #expect(
            updates.first?.changeset.updated.map(\.columns)
                == [[ColumnSet(column: 3)], [ColumnSet(column: 1)]].map { $0[0] })
        #expect(results.version == 5 + 2)
        #expect(results.statistics.refetched == 0)
    }

    @Test func anotherProcessIsNoticedByItself() async throws {
        let test = try TestStore()
        defer { test.remove() }
        let store = try LiveStore(test.database)
        defer { store.close() }
        let results = try await FetchedResults<Thing>(.init(), in: store)
        let updates = results.updates()
        try test.sqlite3("INSERT INTO thing(rank) VALUES (1)")
        for await case .success(let update) in updates {
            #expect(update.new.allItems == [1])
            break
        }
    }

    /// Only the signal can tell in time: the next regular look is a minute away.
    @Test func anotherProcessIsNoticedByOneThatWritesItself() async throws {
        let test = try TestStore()
        defer { test.remove() }
        var options = LiveStore.Options()
        options.pollInterval = .seconds(60)
        let store = try LiveStore(test.database, options: options)
        defer { store.close() }
        try await store.write { try $0.execute(sql: "CREATE TABLE busy(count)") }
        let results = try await FetchedResults<Thing>(.init(), in: store)
        let updates = results.updates()
        let writing = Task {
            while !Task.isCancelled { try await store.write { try $0.execute(sql: "INSERT INTO busy VALUES (1)") } }
        }
        try test.sqlite3("PRAGMA busy_timeout = 5000; INSERT INTO thing(rank) VALUES (1)")
        for await case .success(let update) in updates {
            #expect(update.new.allItems == [1])
            break
        }
        writing.cancel()
    }

    /// SQLite writes beside the file that a link leads to. Only the signal can tell in time.
    @Test func aFileBehindALinkIsWatched() async throws {
        let test = try TestStore()
        defer { test.remove() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aviary-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: test.path)
        var options = LiveStore.Options()
        options.pollInterval = .seconds(60)
        let store = try LiveStore(DatabasePool(path: link), options: options)
        defer { store.close() }
        let results = try await FetchedResults<Thing>(.init(), in: store)
        let updates = results.updates()
        try test.sqlite3("INSERT INTO thing(rank) VALUES (1)")
        for await case .success(let update) in updates {
            #expect(update.new.allItems == [1])
            break
        }
    }

    #if os(Linux)
        @Test func manyWritesAreToldOnceUntilSomebodyListensAgain() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aviary-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appendingPathComponent("file").path
            let told = AsyncStream.makeStream(of: Void.self)
            let count = Mutex(0)
            let signal = try #require(
                WriteSignal(path: path) { _ in
                    count.withLock { $0 += 1 }
                    told.continuation.yield()
                    return true
                })
            var calls = told.stream.makeAsyncIterator()
            func write() throws { try Data("x".utf8).write(to: URL(fileURLWithPath: path + "-wal")) }

            try write()
            await calls.next()
            for _ in 0..<100 { try write() }
            signal.listen()
            await calls.next()
            #expect(count.withLock { $0 } == 2)
            withExtendedLifetime(signal) {}
        }
    #endif

    /// Such an index deletes rows in silence; the triggers of the history were made before it.
    @Test(arguments: ["(name)", "(name) WHERE rank > 0"])
    func aUniqueIndexThatCameAfterTheHistoryIsMinded(index: String) async throws {
        let test = try TestStore()
        defer { test.remove() }
        let early = try await FetchedResults<Thing>(.init(), in: test.store)
        try await test.execute("CREATE UNIQUE INDEX thingName ON thing\(index)")
        let late = try await FetchedResults<Thing>(.init(sort: [Column("id").desc]), in: test.store)
        try await test.execute("INSERT INTO thing(id, rank, name) VALUES (1, 1, 'k')")
        try await test.execute("REPLACE INTO thing(id, rank, name) VALUES (2, 1, 'k')")
        #expect(early.snapshot.allItems == [2] && late.snapshot.allItems == [2])
        try await test.store.write { try History.install(on: "thing", in: $0) }
        try await test.execute("REPLACE INTO thing(id, rank, name) VALUES (3, 1, 'k')")
        #expect(early.snapshot.allItems == [3] && late.snapshot.allItems == [3])
        #expect(early.statistics.incremental == 1)
    }

    /// No numbers, however large, are too large.
    @Test func limitsBeyondAllRowsAreNone() async throws {
        let test = try TestStore(limit: .max)
        defer { test.remove() }
        let request = ListRequest<Thing>(limit: .max)
        let results = try await FetchedResults<Thing>(request, in: test.store)
        try await test.execute("INSERT INTO thing(id) VALUES (1), (2)")
        try await test.store.catchUp()
        #expect(results.snapshot.allItems == [1, 2])
        var none = request
        none.offset = .max
        try await results.change(to: none)
        #expect(results.snapshot.allItems == [])
    }

    @Test func aLockThatPassesIsNoFailure() async throws {
        let isLocked = Mutex(false)
        let function = DatabaseFunction("unlocked", argumentCount: 1) { values in
            if isLocked.withLock({ $0 }) { throw DatabaseError(resultCode: .SQLITE_BUSY) }
            return values[0]
        }
        var configuration = Configuration()
        configuration.prepareDatabase { $0.add(function: function) }
        let queue = try DatabaseQueue(configuration: configuration)
        try await queue.write { db in
            try db.execute(sql: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden)")
            try History.install(on: "thing", in: db)
        }
        let store = try LiveStore(queue)
        defer { store.close() }
        let results = try await FetchedResults<Thing>(.init(filter: SQL("unlocked(1)")), in: store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        isLocked.withLock { $0 = true }
        try await store.write { try $0.execute(sql: "INSERT INTO thing(id) VALUES (1)") }
        #expect(results.snapshot.allItems == [] && results.error == nil && recorder.takeEvents() == [])
        isLocked.withLock { $0 = false }
        try await store.catchUp()
        #expect(results.snapshot.allItems == [1])
    }

    /// A stream begins with one list and tells of the next: never of the one it begins with.
    @Test func aStreamThatBeginsDuringACommitLeadsOnFromItsList() async throws {
        let test = try TestStore()
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        let writing = Task {
            while !Task.isCancelled { try await test.execute("INSERT INTO thing(rank) VALUES (1)") }
        }
        for _ in 0..<1_500 {
            let updates = results.updates()
            for await case .success(let update) in updates {
                #expect(update.old.version == updates.initial.version)
                break
            }
        }
        writing.cancel()
        _ = await writing.result
    }

    @Test(.timeLimit(.minutes(2))) func aStoreThatIsClosedDuringALoadEndsIt() async throws {
        for _ in 0..<20 {
            let test = try TestStore()
            try await test.execute(
                """
                WITH RECURSIVE number(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number WHERE id < 3000)
                INSERT INTO thing(rank) SELECT id FROM number
                """)
            let loading = Task {
                let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
                for await _ in results.updates() {}
            }
            await Task.yield()
            test.store.close()
            // It ends: with `closed`, or with a stream that was there before.
            _ = await loading.result
            test.remove()
        }
    }

    /// Statement by statement, with and without history, from here and from another connection.
    static let statements = [
        "INSERT INTO thing(id, rank, hidden) VALUES (10, 1.5, 'new')",
        "UPDATE thing SET id = 20 WHERE id = 2",
        "UPDATE thing SET rowid = 20, rank = 9 WHERE id = 2",
        "REPLACE INTO thing(id, rank) VALUES (2, 7)",
        "REPLACE INTO thing(rank, hidden) VALUES (0, 'b')",
        "INSERT OR REPLACE INTO thing(id, hidden) VALUES (1, 'c')",
        "UPDATE OR REPLACE thing SET hidden = 'a' WHERE id = 3",
        "UPDATE OR REPLACE thing SET id = 1 WHERE id = 3",
        "INSERT INTO thing(id, hidden) VALUES (1, 'q') ON CONFLICT (id) DO UPDATE SET rank = 8",
        "INSERT OR IGNORE INTO thing(id) VALUES (1)",
        "DELETE FROM thing",
        "DELETE FROM parent WHERE id = 1",
        "UPDATE thing SET rank = 2 WHERE id = 2",
        "UPDATE thing SET rank = '2' WHERE id = 2",
        "SAVEPOINT a; DELETE FROM thing; ROLLBACK TO a; UPDATE thing SET rank = 5 WHERE id = 1; RELEASE a",
        "ALTER TABLE thing ADD COLUMN extra DEFAULT 4",
        "ALTER TABLE thing RENAME COLUMN shown TO seen",
        "DROP TABLE thing; CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden); INSERT INTO thing(rank) VALUES (4)",
        "VACUUM",
    ]

    @Test(arguments: statements, [true, false])
    func aStatementIsFollowed(statement: String, history: Bool) async throws {
        for isOutside in [false, true] {
            let test = try TestStore(
                history: history,
                schema: """
                    CREATE TABLE parent(id INTEGER PRIMARY KEY);
                    CREATE TABLE thing(
                      id INTEGER PRIMARY KEY, rank, name REFERENCES parent ON DELETE CASCADE, shown, hidden UNIQUE);
                    INSERT INTO parent VALUES (1), (2);
                    INSERT INTO thing VALUES (1, 1, 1, 'a', 'a'), (2, 2, 2, 'b', 'b'), (3, 3, 1, 'c', 'c');
                    """)
            defer { test.remove() }
            let results = try await FetchedResults<Thing>(
                .init(filter: Column("rank") < 9, sort: [Column("rank").desc]), in: test.store)
            let recorder = UpdateRecorder()
            results.delegate = recorder
            var list = results.snapshot.allItems

            let all = "PRAGMA foreign_keys = ON; \(statement); INSERT INTO thing(rank) VALUES (-1);"
            if isOutside {
                try test.sqlite3(all)
                try await test.store.catchUp()
            } else {
                try await test.database.writeWithoutTransaction { try $0.execute(sql: all) }
                if statement == "VACUUM" { try await test.store.catchUp() }
            }
            for update in recorder.takeUpdates() { list = try replay(update.changeset, on: list) }
            let expected = try await test.ids("SELECT id FROM thing WHERE rank < 9 ORDER BY rank DESC, id")
            #expect(list == expected)
            #expect(results.snapshot.allItems == expected)
            #expect(results.snapshot.violations() == [])
            let rows = try await results.elements(for: expected)
            #expect(rows.count == expected.count)
        }
    }

    @Test(arguments: [
        "rank > (SELECT avg(rank) FROM thing)", "id IN (SELECT id FROM other)",
        "EXISTS (SELECT 1 FROM other WHERE other.id = thing.id)",
    ])
    func whatCannotBeFollowedIsReadAnew(filter: String) async throws {
        for history in [true, false] { try await readAnew(filter: filter, history: history) }
    }

    private func readAnew(filter: String, history: Bool) async throws {
        let test = try TestStore(
            history: history,
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE TABLE other(id INTEGER PRIMARY KEY) WITHOUT ROWID;
                """)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(
            .init(filter: SQL(sql: filter), sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        for step in [
            "INSERT INTO thing(rank) VALUES (1), (2), (3)", "INSERT INTO other VALUES (1), (3)",
            "UPDATE thing SET rank = 9 WHERE id = 1", "DELETE FROM other WHERE id = 3",
        ] {
            try await test.execute(step)
            // Contents are told as precisely as they are known, even so.
            let updated = recorder.takeUpdates().flatMap(\.changeset.updated).map(\.id)
            #expect(Set(updated).isSubset(of: step.hasPrefix("UPDATE") ? [1] : []))
            let expected = try await test.ids("SELECT id FROM thing WHERE \(filter) ORDER BY rank, id")
            #expect(results.snapshot.allItems == expected)
        }
        #expect(results.statistics.incremental == 0)
        #expect(results.statistics.refetched > 1)
    }

    @Test(arguments: [true, false])
    func touchedRowsAreSoughtByRowid(history: Bool) async throws {
        let test = try TestStore(history: history)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(
            .init(filter: Column("rank") > 1 || SQL("name LIKE 'a%'"), sort: [SQL("lower(name)").asc]),
            in: test.store)
        let plan = try await results.queryPlan()
        #expect(plan.contains { $0.contains("SEARCH main.thing USING INTEGER PRIMARY KEY") })
        #expect(!plan.contains { $0.contains("SCAN main.thing") || $0.contains("SCAN main.aviaryHistory") })
    }

    @Test func viewsAndTablesWithoutRowidsAreReadAnew() async throws {
        let test = try TestStore(
            history: false,
            schema: """
                CREATE TABLE base(id INTEGER PRIMARY KEY, rank) WITHOUT ROWID;
                CREATE VIEW thing AS SELECT id, rank FROM base WHERE rank > 1;
                """)
        defer { test.remove() }
        struct Base: LiveRecord, Codable {
            var id: Int64
            var rank: Int
        }
        struct Seen: LiveRecord, Codable {
            static let databaseTableName = "thing"
            var id: Int64
            var rank: Int
        }
        let base = try await FetchedResults<Base>(.init(sort: [Column("rank").desc]), in: test.store)
        let seen = try await FetchedResults<Seen>(.init(sort: [Column("rank").asc]), in: test.store)
        try await test.execute("INSERT INTO base VALUES (5, 1), (6, 2), (7, 3)")
        #expect(base.snapshot.allItems == [7, 6, 5])
        #expect(seen.snapshot.allItems == [6, 7])
        #expect(try await seen.elements(for: [6])[6]?.rank == 2)
    }

    @Test func aViewThatHoldsARowTwiceIsSurvived() async throws {
        let test = try TestStore(
            history: false,
            schema: """
                CREATE TABLE base(id INTEGER PRIMARY KEY, rank);
                CREATE VIEW thing AS SELECT id, rank FROM base UNION ALL SELECT id, rank + 10 FROM base WHERE rank > 1;
                """)
        defer { test.remove() }
        struct Seen: LiveRecord, Codable {
            static let databaseTableName = "thing"
            var id: Int64
            var rank: Int
        }
        let seen = try await FetchedResults<Seen>(.init(sort: [Column("rank").asc]), in: test.store)
        try await test.execute("INSERT INTO base VALUES (5, 1), (6, 2), (7, 3)")
        #expect(seen.snapshot.allItems == [5, 6, 7])
        #expect(contractViolations(of: seen.snapshot) == [])
    }

    @Test func aVanishedTableIsAnErrorUntilItComesBack() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1)")
        let results = try await FetchedResults<Thing>(.init(), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try await test.execute("DROP TABLE thing")
        #expect(recorder.takeEvents() == [.failure])
        #expect(results.error != nil)
        #expect(results.snapshot.allItems == [1])

        try await test.execute("CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden)")
        #expect(results.error == nil)
        #expect(results.snapshot.allItems == [])
        try await test.execute("INSERT INTO thing(id) VALUES (4)")
        #expect(results.snapshot.allItems == [4])
    }
}
