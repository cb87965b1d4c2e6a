import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Testing

@testable import AviaryPostgres

private let isLong = draws(1, long: 2) == 2

/// A replica is a copy: whatever is done to its file ends in another copy.
struct ReplicaDamageTests {
    /// A page, as a disk leaves it.
    enum Damage: CaseIterable {
        case zeros, noise

        /// In the long run each page has both, otherwise they take turns.
        static func ofPage(_ number: Int) -> [Damage] { isLong ? allCases : [number % 2 == 0 ? .zeros : .noise] }

        var bytes: Data {
            switch self {
            case .zeros: Data(repeating: 0, count: 4096)
            case .noise: Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 3 ^ 0x5a) })
            }
        }
    }

    /// Rows of all lengths, so that there are pages of all kinds.
    private static func makeWorld() throws -> ReplicaWorld {
        let world = try ReplicaWorld(rows: draws(600, long: 5_000))
        try world.sql(
            """
            INSERT INTO thing (name, data) SELECT repeat('x', 9000), decode(repeat('ab', 20000), 'hex') FROM generate_series(1, 4);
            INSERT INTO seat (number, name) SELECT i, 'seat ' || i FROM generate_series(1, 600) i;
            """)
        return world
    }

    /// The pages to damage: the roots of all tables and indexes, and one of each other kind; in the long run all.
    private static func pages(of path: String) throws -> [(number: Int, what: String)] {
        let roots = try DatabaseQueue(path: path).read { db in
            try Row.fetchAll(db, sql: "SELECT rootpage, name FROM sqlite_master WHERE rootpage > 0").map {
                (($0[0] as Int), ($0[1] as String))
            }
        }
        let names = Dictionary(uniqueKeysWithValues: [(1, "sqlite_master")] + roots)
        let data = try Data(contentsOf: URL(filePath: path))
        var kinds: Set<UInt8> = []
        return (1...data.count / 4096).compactMap { number in
            let kind = data[data.startIndex + (number - 1) * 4096]
            if let name = names[number] { return (number, name) }
            return kinds.insert(kind).inserted || isLong ? (number, "kind \(kind)") : nil
        }
    }

    @Test(.timeLimit(.minutes(10))) func aPageThatIsDamagedWhileItIsStoppedIsHealed() async throws {
        let world = try Self.makeWorld()
        let path = world.file().url.path
        try close(try world.open())
        try FileManager.default.copyItem(atPath: path, toPath: path + ".kept")
        let pages = try Self.pages(of: path)
        for (number, what) in pages {
            for damage in Damage.ofPage(number) {
                for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
                try FileManager.default.copyItem(atPath: path + ".kept", toPath: path)
                try write(damage.bytes, at: number, of: path)
                var replica: Replica? = try world.open()
                try await heal(#require(replica), world, "page \(number), \(what)")
                try close(#require(replica))
                await world.giveUp(&replica)
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func aPageThatIsDamagedWhileItRunsIsHealed() async throws {
        let world = try Self.makeWorld()
        let replica = try world.open()
        let list = try await FetchedResults<NamedThing>(.init(sort: [Column("id").asc]), in: replica.store)
        try await world.following(replica) {
            for (index, page) in try Self.pages(of: replica.file.url.path).enumerated() {
                guard isLong || index % 4 == 0 || ["aviaryUpstream", "aviaryHistory"].contains(page.what)
                else { continue }
                for damage in Damage.ofPage(page.number) {
                    let copies = replica.copies
                    // Pages in the WAL are not read from the file, so a checkpoint comes first.
                    try await replica.store.database.writeWithoutTransaction { db in
                        try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                    }
                    try write(damage.bytes, at: page.number, of: replica.file.url.path)
                    await world.wait(replica) { _ in replica.copies > copies }
                    #expect(replica.copies > copies, "page \(page.number), \(page.what)")
                    try await settleWhole(replica, world, page.what)
                }
            }
        }
        let count = try await replica.store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM thing") }
        #expect(list.snapshot.numberOfItems == count)
    }

    enum Change: CaseIterable {
        case cut, cutToOne, emptied, removed, removedWithLog, replacedByNoise, replacedByOlder
    }

    @Test(.timeLimit(.minutes(1)), arguments: Change.allCases, [false, true])
    func whateverIsDoneToTheFileItIsHealed(change: Change, isRunning: Bool) async throws {
        let world = try Self.makeWorld()
        let path = world.file().url.path
        var replica: Replica? = try world.open()
        try FileManager.default.copyItem(atPath: path, toPath: path + ".older")
        guard isRunning else {
            try replica.map { try close($0) }
            replica = nil
            try apply(change, path)
            return try await heal(try world.open(), world, "\(change)")
        }
        let running = try #require(replica)
        try await world.following(running) {
            try world.sql("UPDATE thing SET name = 'newer' WHERE id % 2 = 0")
            try await world.settle(running)
            try apply(change, path)
            try await settleWhole(running, world, "\(change)")
        }
    }

    /// The writer has no room for a step, and a new file has.
    @Test(.timeLimit(.minutes(1))) func aFullFileIsCopiedAnew() async throws {
        let world = try Self.makeWorld()
        let replica = try world.open()
        try await replica.store.database.write { db in
            let count = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(count)")
        }
        try await world.following(replica) {
            try world.sql("INSERT INTO thing (name) SELECT repeat('y', 3000) FROM generate_series(1, 300)")
            try await settleWhole(replica, world, "full")
        }
        #expect(replica.copies == 1)
    }

    /// A file that somebody has put there is not theirs to lose.
    @Test(.timeLimit(.minutes(1))) func aStoreThatIsPutInItsPlaceWhileItRunsIsNotTouched() async throws {
        let world = try Self.makeWorld()
        let replica = try world.open()
        let path = replica.file.url.path
        let other = world.folder.appending(path: "other.sqlite").path
        let queue = try DatabaseQueue(path: other)
        try await queue.write { try $0.execute(sql: "CREATE TABLE mine (text); INSERT INTO mine VALUES ('kept')") }
        try queue.close()
        try await world.following(replica) {
            #expect(rename(other, path) == 0)
            try world.sql("INSERT INTO thing (name) VALUES ('new')")
            await world.wait(replica) { if case .failed = $0 { true } else { false } }
            let kept = try await DatabaseQueue(path: path).read {
                try String.fetchOne($0, sql: "SELECT text FROM mine")
            }
            #expect(kept == "kept")
            for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
            try await settleWhole(replica, world, "removed")
        }
    }

    @Test func attemptsBecomeRarer() {
        var pauses = ReplicaPauses()
        let connecting = (0..<8).map { _ in pauses.next(after: .zero, isCopying: false) }
        #expect(connecting.first == .milliseconds(100))
        #expect(connecting.last == .seconds(3))
        #expect((0..<3).map { _ in pauses.next(after: .seconds(60), isCopying: true) }.last == .seconds(20))
        #expect(pauses.next(after: .seconds(60), isCopying: false) == .milliseconds(100))
    }

    // MARK: Steps

    private func close(_ replica: Replica) throws {
        replica.store.close()
        try replica.store.database.close()
    }

    private func heal(_ replica: Replica, _ world: ReplicaWorld, _ what: String) async throws {
        try await world.following(replica) { try await settleWhole(replica, world, what) }
    }

    /// Returns when the file is whole, and has the rows of PostgreSQL.
    private func settleWhole(_ replica: Replica, _ world: ReplicaWorld, _ what: String) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while (try? ReplicaFile(replica.file).isWhole()) != true || replica.fault != nil, .now < end {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(try ReplicaFile(replica.file).isWhole(), "\(what)")
        try await world.settle(replica)
        try world.expectEqual(replica)
    }

    private func write(_ bytes: Data, at page: Int, of path: String) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seek(toOffset: UInt64(page - 1) * 4096)
        try file.write(contentsOf: bytes)
        try file.close()
    }

    private func apply(_ change: Change, _ path: String) throws {
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        switch change {
        case .cut: truncate(path, size / 2)
        case .cutToOne: truncate(path, 4096)
        case .emptied: truncate(path, 0)
        case .removed: unlink(path)
        case .removedWithLog: for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        case .replacedByNoise:
            try Data(repeating: 7, count: 9_000).write(to: URL(filePath: path + ".noise"))
            rename(path + ".noise", path)
        case .replacedByOlder: rename(path + ".older", path)
        }
    }
}
