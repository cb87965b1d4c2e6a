import AviaryImages
import AviaryResults
import Foundation
import GRDB

extension PhotoLibrary {
    /// Deletes photographs in the trash, with their originals and thumbnails. There is no undo.
    ///
    /// Photographs that somebody has restored from the trash stay. Originals that nodes share stay, too.
    ///
    /// - Parameter time: If given, only photographs that were put into the trash before this time, in milliseconds
    ///   since 1970.
    /// - Returns: The number of deleted photographs.
    @discardableResult
    func deleteForGood(
        _ ids: Set<Photo.ID>, trashedBefore time: Int64? = nil, receipt: String? = nil
    ) async throws -> Int {
        let contents = try await store.read { db in try db.photoContents(of: ids) }
        // Notes are written before the rows are deleted. If the program is killed before it removes the files, the next
        // start finds the files by their notes.
        try await blocking { [originals] in for content in contents { try originals.note(content) } }
        let count = try await store.write(receipt: receipt) { db in try db.deletePhotos(ids, trashedBefore: time) }
        try? await settle(contents)
        return count
    }

    /// Deletes everything in the trash.
    @discardableResult
    func emptyTrash(receipt: String? = nil) async throws -> Int {
        try await deleteForGood(try await photosInTrash(), receipt: receipt)
    }

    /// Returns the photographs in the trash that match a search. An empty search matches all of them.
    func photosInTrash(search: String = "") async throws -> Set<Photo.ID> {
        try await store.read { db in try PhotoQuery(scope: .trash, search: search).identifiers(in: db) }
    }

    /// Deletes photographs that have been in the trash for more than `daysInTrash` days. Returns their number.
    @discardableResult
    func removeExpired(now: Date = .now) async throws -> Int {
        let seconds = now.timeIntervalSince1970 - Double(Self.daysInTrash) * 24 * 60 * 60
        let time = Int64(seconds * 1000)
        let ids = try await store.read { db in try db.photosTrashed(before: time) }
        return ids.isEmpty ? 0 : try await deleteForGood(ids, trashedBefore: time)
    }

    /// Removes originals that a killed program left behind, and originals whose addition was undone. An original stays
    /// if a row has it, or if an undo step of this program can restore such a row.
    ///
    /// Originals that another program is adding stay, because that program has locked their notes.
    func settleAll() async throws { try await settle(originals.unsettled, forgetsKept: true) }

    /// Removes originals that have a note and are not needed, with the thumbnails made of them. An original is needed
    /// if a row has it, if an undo step can restore such a row, or if the original is being added. If nodes share the
    /// originals, none is removed, and the notes stay.
    ///
    /// - Parameter forgetsKept: Whether to remove the notes of originals that a row has. Pass `true` only while no undo
    ///   step can remove such a row.
    /// - Complexity: O(*k*) files for *k* originals, and one listing of the thumbnails' folders for 4,096 of them.
    func settle(_ contents: some Collection<ContentID>, forgetsKept: Bool = false) async throws {
        if keepsOriginals { return }
        let all = Array(contents)
        var restorable = RestorableTexts()
        for start in stride(from: 0, to: all.count, by: 4_096) {
            let part = all[start..<min(start + 4_096, all.count)]
            var gone: [ContentID] = []
            // A transaction blocks all other writers, so each one handles few files.
            for start in stride(from: part.startIndex, to: part.endIndex, by: 256) {
                let removed = try await removeOriginals(
                    part[start..<min(start + 256, part.endIndex)], forgetsKept, known: restorable)
                gone += removed.contents
                restorable = removed.restorable
            }
            if gone.isEmpty { continue }
            await removePictures(of: gone)
            // The notes are removed last. If the program is killed before, the next start finds the thumbnails by their
            // notes.
            try await blocking { [originals, gone] in
                for content in gone {
                    // If another window or program is adding the file again, it needs the note, so the note stays.
                    guard let lock = originals.claim(content) else { continue }
                    defer { lock.release() }
                    if !originals.contains(content) { originals.forget(content) }
                }
            }
        }
    }

    /// Removes the files of originals that are not needed, in one transaction.
    ///
    /// - Parameter known: The contents that undo can restore, as far as they have been read.
    /// - Returns: The removed contents, which still have their notes, and all contents that undo can restore.
    private func removeOriginals(
        _ contents: ArraySlice<ContentID>, _ forgetsKept: Bool, known: RestorableTexts
    ) async throws -> (contents: [ContentID], restorable: RestorableTexts) {
        // Nobody else can commit a row with one of these contents during a write transaction. No other write shares the
        // transaction, so a row that is missing here was deleted by a commit that cannot be rolled back.
        try await store.write(alone: true) { [store, originals] db in
            let restorable = try store.restorableTexts(of: "digest", in: "photo", known: known, db)
            let removed = try contents.filter { content in
                // A file without a note stays. A file that is being added stays, too, because its note is locked.
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

    /// Settles the files that were left behind, unless another program serves this gallery. The undo steps in the
    /// windows of that program can restore rows, and this program does not know them.
    ///
    /// - Returns: A lock, to be held while windows of this program can restore rows; `nil` if nodes share the
    ///   originals.
    func beginServing() async throws -> FileLock? {
        if keepsOriginals { return nil }
        if let alone = originals.claimNotes() {
            defer { alone.release() }
            try await settleAll()
        }
        return try await blocking { [originals] in try originals.shareNotes() }
    }

    /// Settles files that were left behind. Then deletes photographs that have been in the trash for too long, once an
    /// hour, until the task is cancelled.
    func keepUp(onFailure: @Sendable (any Error) -> Void) async {
        guard !store.isReadOnly else { return }
        // A cancelled task stops its work with an error. This is no failure, because the next start repeats the work.
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
