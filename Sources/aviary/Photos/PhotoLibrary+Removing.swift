import AviaryImages
import AviaryResults
import Foundation
import GRDB

extension PhotoLibrary {
    /// Removes photographs with their originals. Nobody can take that back.
    ///
    /// What is not in the trash any more stays: somebody has put it back.
    ///
    /// - Parameter time: Only those that were put into the trash before it; in milliseconds since 1970.
    /// - Returns: How many were removed.
    @discardableResult
    func deleteForGood(
        _ ids: Set<Photo.ID>, trashedBefore time: Int64? = nil, receipt: String? = nil
    ) async throws -> Int {
        let contents = try await store.read { db in try db.photoContents(of: ids) }
        // Before the rows go: killed in between, the next start finds the files by their notes.
        try await blocking { [originals] in for content in contents { try originals.note(content) } }
        let count = try await store.write(receipt: receipt) { db in try db.deletePhotos(ids, trashedBefore: time) }
        try? await settle(contents)
        return count
    }

    /// Removes everything that is in the trash.
    @discardableResult
    func emptyTrash(receipt: String? = nil) async throws -> Int {
        try await deleteForGood(try await photosInTrash(), receipt: receipt)
    }

    /// The photographs in the trash that a search finds; all of them when it is empty.
    func photosInTrash(search: String = "") async throws -> Set<Photo.ID> {
        try await store.read { db in try PhotoQuery(scope: .trash, search: search).identifiers(in: db) }
    }

    /// Removes what has been in the trash for long enough.
    @discardableResult
    func removeExpired(now: Date = .now) async throws -> Int {
        let seconds = now.timeIntervalSince1970 - Double(Self.daysInTrash) * 24 * 60 * 60
        let time = Int64(seconds * 1000)
        let ids = try await store.read { db in try db.photosTrashed(before: time) }
        return ids.isEmpty ? 0 : try await deleteForGood(ids, trashedBefore: time)
    }

    /// Removes what a program that was killed has left, and originals of rows that were taken back: those that no row has.
    ///
    /// Called at the start of the server, when no step can be done again any more. Another program may be adding files:
    /// it has locked their notes.
    func settleAll() async throws {
        for content in originals.unsettled where originals.claim(content) {
            defer { originals.release(content) }
            let isKept = try await isKept(content)
            try await blocking { [originals] in try originals.settle(content, isKept: isKept) }
        }
    }

    /// Removes originals that no row has.
    func settle(_ contents: some Collection<ContentID>) async throws {
        for content in contents where try await !isKept(content) {
            try await blocking { [originals] in try originals.settle(content, isKept: false) }
        }
    }

    private func isKept(_ content: ContentID) async throws -> Bool {
        try await store.read { db in try db.photo(with: content) != nil }
    }

    /// Does what has to be done by the clock, until it is cancelled: empties the trash of what is too old.
    func keepUp(onFailure: @Sendable (any Error) -> Void) async {
        guard !store.isReadOnly else { return }
        // What a stop interrupts has not failed: the next start does it.
        func report(_ error: any Error) { if !Task.isCancelled { onFailure(error) } }
        do { try await settleAll() } catch { report(error) }
        while !Task.isCancelled {
            do { try await removeExpired() } catch { report(error) }
            try? await Task.sleep(for: .seconds(60 * 60))
        }
    }
}
