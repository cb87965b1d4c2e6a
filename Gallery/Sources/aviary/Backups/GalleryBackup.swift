import AviaryApps
import AviaryImages
import AviaryResults
import AviaryText
import Foundation
import GRDB

/// Writes a backup of a gallery, which may be served meanwhile.
///
/// First the store is copied in one transaction, then the originals of its photographs. Originals never change. So an
/// original that is also in the previous backup becomes a hard link to the file there, if the file system permits. It
/// is never a link to a file of the served gallery. The digests of new copies are checked.
struct GalleryBackup {
    /// The numbers of a backup, and the originals that are not in it.
    struct Result {
        var place: URL
        var photos = 0
        var copied = 0
        /// The photographs whose originals are missing, or have changed on the disk.
        var faults: [RefusedPhoto] = []
    }

    private let gallery: Gallery
    private let library: PhotoLibrary
    private let folder: BackupFolder

    /// - Parameter gallery: A gallery that was opened read-only.
    init(of gallery: Gallery, to folder: BackupFolder) throws {
        (self.gallery, self.folder) = (gallery, folder)
        library = try PhotoLibrary(of: gallery, memory: 0)
    }

    /// Writes the backup. If this fails or is cancelled, nothing of it stays, and the earlier backups are as they were.
    ///
    /// - Parameter progress: Gets the number of finished originals, and can cancel the backup.
    /// - Throws: `BackupError`, `ImageError.unwritable`, or an error of the store.
    func run(_ progress: JobProgress) async throws -> Result {
        // While this program shares the notes, no program removes originals that an undo step can restore.
        let shared = try await blocking { [library] in try library.originals.shareNotes() }
        defer { shared?.release() }
        return try await blocking { try write(progress) }
    }

    private func write(_ progress: JobProgress) throws -> Result {
        let before = folder.backups.last
        do {
            let new = try folder.begin()
            // A finished backup has another name.
            defer { try? FileManager.default.removeItem(at: new) }
            var result = Result(place: new)
            let store = try StoreCopy.writeChecked(
                gallery.store.database, to: new.appending(path: Gallery.ownName))
            try writeOriginals(of: store, to: new, before: before, &result, progress)
            try store.close()
            try copyArrangements(to: new)
            result.place = try folder.finish(new)
            return result
        } catch let error as CocoaError {
            throw BackupError.unwritable(folder.url.path, reason: error.reasonOfFileFault)
        } catch let error as ImageError {
            throw BackupError.unwritable(folder.url.path, reason: error.reasonOfRefusal)
        }
    }

    private func writeOriginals(
        of store: DatabaseQueue, to new: URL, before: URL?, _ result: inout Result, _ progress: JobProgress
    ) throws {
        let (source, target) = (library.originals, try ContentStore(folder: PhotoLibrary.originals(in: new)))
        let earlier = before.map(PhotoLibrary.originals)
        let rows = try store.read { db in
            try Row.fetchAll(db, sql: "SELECT digest, max(name) AS name, count(*) AS count FROM photo GROUP BY digest")
        }
        for (index, row) in rows.enumerated() {
            try progress.checkCancellation()
            defer { progress.report(index + 1, of: rows.count) }
            let name: String = String.fromDatabaseValue(row["name"]) ?? ""
            guard let content = String.fromDatabaseValue(row["digest"]).flatMap(ContentID.init) else { continue }
            let count = Int.fromDatabaseValue(row["count"]) ?? 0
            result.photos += count
            let path = source.path(of: content)
            if let earlier,
                Self.link("\(earlier)/\(content.description.prefix(2))/\(content)", like: path, target, content)
            {
                continue
            }
            guard source.contains(content) else {
                // The photograph may have been deleted for good after the store was copied. Then its rows in the copy
                // are deleted.
                if try isInUse(content) {
                    result.faults.append(RefusedPhoto(name: name, reason: BackupWords.originalIsMissing))
                } else {
                    result.photos -= count
                    try store.write { db in
                        try db.execute(sql: "DELETE FROM photo WHERE digest = ?", arguments: [content.description])
                    }
                }
                continue
            }
            let staged: StagedContent
            do { staged = try target.stage(fileAt: path) } catch {
                guard case .unreadable = error else { throw error }
                result.faults.append(RefusedPhoto(name: name, reason: BackupWords.originalIsMissing))
                continue
            }
            guard staged.id == content else {
                result.faults.append(RefusedPhoto(name: name, reason: BackupWords.originalHasChanged))
                continue
            }
            try target.add(staged).lock?.release()
            target.forget(content)
            result.copied += 1
        }
    }

    private func isInUse(_ content: ContentID) throws -> Bool {
        try gallery.store.database.read { db in
            try Photo.filter(Column("digest") == content.description).fetchCount(db) > 0
        }
    }

    /// Makes a hard link to a file of the previous backup, unless the sizes of the file and of the original differ.
    /// Returns true if the link was made.
    private static func link(_ earlier: String, like original: String, _ target: ContentStore, _ content: ContentID)
        -> Bool
    {
        var (one, other) = (stat(), stat())
        guard stat(earlier, &one) == 0 else { return false }
        if stat(original, &other) == 0, one.st_size != other.st_size { return false }
        let place = target.path(of: content)
        let parent = (place as NSString).deletingLastPathComponent
        mkdir(parent, 0o700)
        return Foundation.link(earlier, place) == 0
    }

    /// Copies the last choices under "View options", if there are any. The token and the sessions are not in a backup,
    /// because a restore does not use them, and whoever has them can open the gallery.
    private func copyArrangements(to new: URL) throws {
        let name = "photos/arrangements.json"
        let source = gallery.directory.appending(path: name)
        guard access(source.path, R_OK) == 0 else { return }
        try FileManager.default.copyItem(at: source, to: new.appending(path: name))
    }
}
