import AviaryResults
import Foundation
import GRDB
import Testing

@testable import AviaryApps

/// The locks of jobs.
struct JobsFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    @Test func allSpellingsOfAPathLeadToTheSameLocks() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, link) = (folder.appending(path: "a.sqlite"), folder.appending(path: "b.sqlite"))
        try Data().write(to: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        let (one, other) = (try JobsFile(beside: file.path), try JobsFile(beside: link.path))
        #expect(one.lock(1) && !other.lock(1) && other.lock(2))
        one.unlock(1)
        #expect(other.lock(1))
    }

    @Test func aStoreInMemoryNeedsNoLocks() throws {
        let file = try JobsFile(beside: "")
        file.write(JobAmount(done: 1, total: 2), of: 1)
        #expect(file.lock(1) && file.lock(1) && !file.lock(0) && file.amount(of: 1) == JobAmount())
    }

    @Test func aJobThatCannotBeLockedIsRefused() async throws {
        let office = JobOffice()
        let jobs = try await office.open()
        let other = try JobsFile(beside: jobs.store.database.path)
        #expect(other.lock(1))
        await #expect(throws: JobError.noLocks) { try await jobs.start("Import") { _ in } }
        #expect(try await office.rows(jobs).isEmpty)
    }
}
