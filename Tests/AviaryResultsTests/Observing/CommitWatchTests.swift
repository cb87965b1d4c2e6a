#if os(Linux)
    @testable import AviaryResults
    import Foundation
    import GRDB
    import Synchronization
    import Testing

    /// How a store finds the commits of other connections by the index of the log, without looking into the database.
    struct CommitWatchTests {
        /// A store that looks by itself so seldom that a test does not see it.
        private struct Watched {
            let test: TestStore
            let store: LiveStore
            let results: FetchedResults<Thing>
            let looks = CommitLooks()

            init() async throws {
                test = try TestStore()
                var options = LiveStore.Options()
                options.pollInterval = .seconds(600)
                store = try LiveStore(test.database, options: options)
                results = try await FetchedResults<Thing>(.init(sort: [Column("id").asc]), in: store)
                try await test.database.writeWithoutTransaction { [looks] db in
                    db.trace { event in
                        if "\(event)".contains("data_version") { looks.count.add(1, ordering: .relaxed) }
                    }
                }
            }

            func remove() {
                store.close()
                test.remove()
            }
        }

        private final class CommitLooks: Sendable {
            let count = Atomic(0)
        }

        @Test func eachCommitOfOthersIsFollowed() async throws {
            let watched = try await Watched()
            defer { watched.remove() }
            let outside = try DatabaseQueue(path: watched.test.path)
            let updates = watched.results.updates()
            for id in 1...50 {
                try await outside.write { try $0.execute(sql: "INSERT INTO thing(id) VALUES (?)", arguments: [id]) }
                let update = try #require(await updates.next()).get()
                #expect(update.new.allItems.last == Int64(id))
            }
            try outside.close()
        }

        /// The file is written to for a commit that cannot be read yet, while the commit before it is followed.
        @Test(.timeLimit(.minutes(2))) func commitsCloseToEachOtherAreAllFollowed() async throws {
            let watched = try await Watched()
            defer { watched.remove() }
            let outside = try DatabaseQueue(path: watched.test.path)
            let updates = watched.results.updates()
            var count = 0
            for round in 0..<60 {
                for _ in 0...round % 4 {
                    count += 1
                    try await outside.write { try $0.execute(sql: "INSERT INTO thing(name) VALUES ('outside')") }
                    if round % 3 == 0 {
                        count += 1
                        try await watched.test.execute("INSERT INTO thing(name) VALUES ('own')")
                    }
                }
                while watched.results.snapshot.numberOfItems < count { _ = try #require(await updates.next()).get() }
                #expect(watched.results.snapshot.numberOfItems == count)
            }
            try outside.close()
        }

        /// While the file is away, each look fails. They become fewer, and end.
        @Test(.timeLimit(.minutes(2))) func looksThatFailBecomeFewer() async throws {
            let looks = Atomic(0)
            let test = try TestStore()
            defer { test.remove() }
            let ended = AsyncStream.makeStream(of: Int.self)
            let watch = try #require(
                CommitWatch(path: test.path, isReadOnly: false, ownCommits: { 0 }) {
                    ended.continuation.yield(looks.add(1, ordering: .relaxed).newValue)
                    return false
                })
            try await test.execute("INSERT INTO thing(name) VALUES ('a')")
            watch.queue.async { watch.check() }
            for await count in ended.stream where count == CommitWatch.pauses.count + 1 { break }
            // No further look is waited for.
            #expect(watch.queue.sync { watch.isIdle })
        }

        /// A large transaction writes to the log long before it commits.
        @Test func aWriteThatIsNotCommittedCostsNoLook() async throws {
            let watched = try await Watched()
            defer { watched.remove() }
            let outside = try DatabaseQueue(path: watched.test.path)
            let updates = watched.results.updates()
            // What was written before has been noticed.
            try await outside.write { try $0.execute(sql: "INSERT INTO thing(id) VALUES (1)") }
            _ = await updates.next()
            try await watched.test.database.writeWithoutTransaction { _ in }
            let before = watched.looks.count.load(ordering: .relaxed)
            try await outside.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA cache_size = 5; BEGIN IMMEDIATE")
                for id in 2...2_000 {
                    try db.execute(
                        sql: "INSERT INTO thing(id, name) VALUES (?, ?)",
                        arguments: [id, String(repeating: "x", count: 900)])
                }
                let log =
                    try FileManager.default.attributesOfItem(atPath: watched.test.path + "-wal")[.size] as? Int ?? 0
                #expect(log > 1_000_000, "the pages are in the log")
                #expect(watched.looks.count.load(ordering: .relaxed) == before)
                try db.execute(sql: "COMMIT")
            }
            let update = try #require(await updates.next()).get()
            #expect(update.new.numberOfItems == 2_000)
            try outside.close()
        }

        /// A process that closes a descriptor of a file loses all of its locks on that file.
        @Test func locksOfOtherConnectionsSurviveTheWatch() async throws {
            let test = try TestStore()
            defer { test.remove() }
            try await test.execute("INSERT INTO thing(id) VALUES (1)")
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let reader = try DatabaseQueue(path: test.path, configuration: configuration)
            try await reader.writeWithoutTransaction { db in
                try db.execute(sql: "BEGIN; SELECT * FROM thing")
            }
            try await test.execute("INSERT INTO thing(id) VALUES (2)")
            let store = try LiveStore(test.database)
            store.close()
            let answer = try test.sqlite3("PRAGMA wal_checkpoint(TRUNCATE)", after: ".timeout 0")
            #expect(answer.hasPrefix("1|"), "a reader needs the log: \(answer)")
            try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            #expect(try test.sqlite3("PRAGMA wal_checkpoint(TRUNCATE)", after: ".timeout 0").hasPrefix("0|"))
            try reader.close()
        }

        /// The connection of the watch is open as long as the store.
        @Test func aFileMayLeaveWALModeAgainAfterTheEnd() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aviary-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let database = try DatabaseQueue(path: folder.appendingPathComponent("things.sqlite").path)
            try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = wal") }
            let store = try LiveStore(database)
            store.close()
            let mode = try await database.writeWithoutTransaction {
                try String.fetchOne($0, sql: "PRAGMA journal_mode = delete")
            }
            #expect(mode == "delete")
        }
    }
#endif
