import AviaryImages
import AviaryResults
import Foundation
import GRDB

extension PhotoLibrary {
    /// Removes photographs with their originals and thumbnails. Nobody can take that back.
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

    /// Removes what a program that was killed has left, and originals of rows that were taken back: those that no row has,
    /// and no step of a window of this program.
    ///
    /// Another program may be adding files: it has locked their notes.
    func settleAll() async throws { try await settle(originals.unsettled, forgetsKept: true) }

    /// Removes originals with a note that nobody needs, and the pictures made of them: no row has them, no step can bring such
    /// a row back, and nobody is adding them. Of originals that nodes share none is removed; their notes stay.
    ///
    /// - Parameter forgetsKept: Whether those that a row has lose their notes: no step is left that can take the row away.
    /// - Complexity: O(*k*) files for *k* originals, and one listing of the thumbnails' folders for 4,096 of them.
    func settle(_ contents: some Collection<ContentID>, forgetsKept: Bool = false) async throws {
        if keepsOriginals { return }
        let all = Array(contents)
        var restorable = RestorableTexts()
        for start in stride(from: 0, to: all.count, by: 4_096) {
            let part = all[start..<min(start + 4_096, all.count)]
            var gone: [ContentID] = []
            // Nobody else can write during a transaction, so it is a short one.
            for start in stride(from: part.startIndex, to: part.endIndex, by: 256) {
                let removed = try await removeOriginals(
                    part[start..<min(start + 256, part.endIndex)], forgetsKept, known: restorable)
                gone += removed.contents
                restorable = removed.restorable
            }
            if gone.isEmpty { continue }
            await removePictures(of: gone)
            // The notes go last: killed in between, the next start finds the pictures by them.
            try await blocking { [originals, gone] in
                for content in gone {
                    // Somebody who has added it again meanwhile needs the note.
                    guard let lock = originals.claim(content) else { continue }
                    defer { lock.release() }
                    if !originals.contains(content) { originals.forget(content) }
                }
            }
        }
    }

    /// Removes the files of originals that nobody needs, in one transaction.
    ///
    /// - Parameter known: What undo can bring back, as far as it was asked before.
    /// - Returns: The contents that were removed, which have their notes still. And what undo can bring back.
    private func removeOriginals(
        _ contents: ArraySlice<ContentID>, _ forgetsKept: Bool, known: RestorableTexts
    ) async throws -> (contents: [ContentID], restorable: RestorableTexts) {
        // In a transaction that writes: until it ends nobody else commits a row. In one of its own: rows that are gone in it
        // are gone for good.
        try await store.write(alone: true) { [store, originals] db in
            let restorable = try store.restorableTexts(of: "digest", in: "photo", known: known, db)
            let removed = try contents.filter { content in
                // Nobody gets a lock of a file that is being added.
                guard let lock = originals.claim(content) else { return false }
                defer { lock.release() }
                if try db.hasPhoto(with: content) {
                    if forgetsKept { originals.forget(content) }
                    return false
                }
                if restorable.contains(content.description) { return false }
                try originals.remove(content)
                return true
            }
            return (removed, restorable)
        }
    }

    /// Settles what was left, unless another program serves this gallery: its windows can bring rows back of which nobody
    /// here knows.
    ///
    /// - Returns: To be held as long as windows of this program can do so.
    func beginServing() async throws -> FileLock? {
        if keepsOriginals { return nil }
        if let alone = originals.claimNotes() {
            defer { alone.release() }
            try await settleAll()
        }
        return try await blocking { [originals] in try originals.shareNotes() }
    }

    /// Does what has to be done by the clock, until it is cancelled: empties the trash of what is too old.
    func keepUp(onFailure: @Sendable (any Error) -> Void) async {
        guard !store.isReadOnly else { return }
        // What a stop interrupts has not failed: the next start does it.
        func report(_ error: any Error) { if !Task.isCancelled { onFailure(error) } }
        var shared: FileLock?
        do { shared = try await beginServing() } catch { report(error) }
        defer { shared?.release() }
        while !Task.isCancelled {
            do { try await removeExpired() } catch { report(error) }
            try? await Task.sleep(for: .seconds(60 * 60))
        }
    }
}
