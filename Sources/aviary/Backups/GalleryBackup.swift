import AviaryImages
import AviaryResults
import Foundation
import GRDB

/// Called with the number of originals that are done, and the number of all, on any thread.
typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

/// Writes a backup of a gallery, which may be served meanwhile.
///
/// First the store is copied in one transaction, then the originals of its photographs. An original that the backup
/// before has is a hard link to the file there, because originals never change. It is never a link into the served
/// folder. New copies are compared with their digests.
struct GalleryBackup {
    /// The contents of a backup, and its gaps.
    struct Result {
        var place: URL
        var photos = 0
        var copied = 0
        /// Photographs whose originals are missing, or have changed on the disk.
        var faults: [RefusedPhoto] = []
    }

    private let gallery: Gallery
    private let library: PhotoLibrary
    private let folder: BackupFolder

    /// - Parameter gallery: Opened for reading only.
    init(of gallery: Gallery, to folder: BackupFolder) throws {
        (self.gallery, self.folder) = (gallery, folder)
        library = try PhotoLibrary(of: gallery, memory: 0)
    }

    /// Writes the backup. If it fails, the backups before are as they were.
    ///
    /// - Parameter progress: Called after each original.
    /// - Throws: `BackupError`, or the error of the store.
    func run(progress: @escaping Progress) async throws -> Result {
        // No program removes originals that undo can bring back, as long as the notes are shared.
        let shared = try await blocking { [library] in try library.originals.shareNotes() }
        defer { shared?.release() }
        return try await blocking { try write(progress) }
    }

    private func write(_ progress: Progress) throws -> Result {
        let before = folder.backups.last
        do {
            let new = try folder.begin()
            var result = Result(place: new)
            let store = try StoreCopy.writeChecked(
                gallery.store.database, to: new.appending(path: Gallery.ownName))
            try writeOriginals(of: store, to: new, before: before, &result, progress)
            try store.close()
            try copySettings(to: new)
            result.place = try folder.finish(new)
            return result
        } catch let error as CocoaError {
            throw BackupError.unwritable(folder.url.path, reason: error.reasonOfFileFault)
        } catch let error as ImageError {
            throw BackupError.unwritable(folder.url.path, reason: error.reasonOfRefusal)
        }
    }

    private func writeOriginals(
        of store: DatabaseQueue, to new: URL, before: URL?, _ result: inout Result, _ progress: Progress
    ) throws {
        let (source, target) = (library.originals, try ContentStore(folder: PhotoLibrary.originals(in: new)))
        let earlier = before.map(PhotoLibrary.originals)
        let rows = try store.read { db in
            try Row.fetchAll(db, sql: "SELECT digest, max(name) AS name, count(*) AS count FROM photo GROUP BY digest")
        }
        for (index, row) in rows.enumerated() {
            defer { progress(index + 1, rows.count) }
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
                // It may have been deleted for good since the store was copied.
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
            let added: AddedContent
            do { added = try target.add(fileAt: path) } catch {
                guard case .unreadable = error else { throw error }
                result.faults.append(RefusedPhoto(name: name, reason: BackupWords.originalIsMissing))
                continue
            }
            added.lock?.release()
            target.forget(added.id)
            if added.id == content {
                result.copied += 1
            } else {
                try target.remove(added.id)
                result.faults.append(RefusedPhoto(name: name, reason: BackupWords.originalHasChanged))
            }
        }
    }

    private func isInUse(_ content: ContentID) throws -> Bool {
        try gallery.store.database.read { db in
            try Photo.filter(Column("digest") == content.description).fetchCount(db) > 0
        }
    }

    /// Makes a hard link to a file of the backup before, unless its size is another one.
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

    /// Copies the token, the sessions, and the last choices under "View options".
    private func copySettings(to new: URL) throws {
        let manager = FileManager.default
        let names = try manager.contentsOfDirectory(atPath: gallery.directory.path)
            .filter { $0 == "token" || $0.hasPrefix("sessions-") }
        for name in names + ["photos/arrangements.json"] {
            let source = gallery.directory.appending(path: name)
            guard access(source.path, R_OK) == 0 else { continue }
            try manager.copyItem(at: source, to: new.appending(path: name))
        }
    }
}
