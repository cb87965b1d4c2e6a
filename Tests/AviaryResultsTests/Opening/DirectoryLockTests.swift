import AviaryTesting
import Foundation
import Logging
import Testing

@testable import AviaryResults

/// The lock that a process holds while it opens a store.
struct DirectoryLockTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    @Test func aLockIsLookedAtUntilPatienceEndsAndSaidOnce() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let descriptor = open(directory.path, O_RDONLY)
        defer { Foundation.close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        let log = CollectedLog()
        var waited: [Duration] = []
        let lock = DirectoryLock(directory, lockTimeout: .seconds(30), logger: Logger(label: "test") { _ in log }) {
            waited.append($0)
        }
        #expect(throws: StoreError.self) { try lock.withLock { Issue.record("another program has the lock") } }
        #expect(waited.reduce(.zero, +) == .seconds(30))
        #expect(log.lines.count { $0.message.contains("Waiting for another program") } == 1)
        // It is let go while somebody waits.
        waited = []
        let other = DirectoryLock(directory, lockTimeout: .seconds(30), logger: Logger(label: "test") { _ in log }) {
            waited.append($0)
            if waited.count == 3 { _ = flock(descriptor, LOCK_UN) }
        }
        #expect(try other.withLock { waited.count } == 3)
    }
}
