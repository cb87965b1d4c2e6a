import AviaryApps
import AviaryImages
import AviaryText
import Foundation
import GRDB

/// Puts a backup in the place of a gallery, or into an empty folder. The gallery may be served meanwhile.
///
/// The originals are copied first. Then a copy of the present store is kept, and the store is replaced in one
/// transaction. So if the program is killed, the gallery is either as before, or like the backup.
struct GalleryRestore {
    /// The number of photographs, and the copy of the former store.
    struct Result {
        var photos = 0
        /// The copy of the store that was there before; `nil` if there was none.
        var kept: URL?
    }

    let backup: URL
    let directory: URL

    /// - Parameter replaces: Whether an existing gallery may be replaced.
    /// - Throws: `BackupError`, or SQLite's error.
    func run(replaces: Bool, _ progress: JobProgress) async throws -> Result {
        let isThere = Gallery.hasFile(Gallery.ownName, in: directory)
        try BackupFolder.requireBackup(in: backup)
        guard !isThere || replaces else { throw BackupError.galleryIsThere(directory.path) }
        return try await blocking { try put(isThere, progress) }
    }

    private func put(_ isThere: Bool, _ progress: JobProgress) throws -> Result {
        let source = try StoreCopy.open(backup.appending(path: Gallery.ownName), isReadOnly: true)
        if let fault = try StoreCopy.fault(in: source) { throw BackupError.damaged(backup.path, fault.reason) }
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let originals = try ContentStore(folder: PhotoLibrary.originals(in: directory))
            // While the notes are shared, a program that starts now removes no original. The rows of the originals come
            // later.
            let shared = try originals.shareNotes()
            defer { shared?.release() }
            var result = Result()
            let added = try add(originalsTo: originals, progress)
            result.photos = try source.read { db in try Photo.fetchCount(db) }
            result.kept = try isThere ? replace(by: source) : make(from: source)
            for content in added { originals.forget(content) }
            return result
        } catch let error as CocoaError {
            throw BackupError.unwritable(directory.path, reason: error.reasonOfFileFault)
        } catch let error as ImageError {
            throw BackupError.unwritable(directory.path, reason: error.reasonOfRefusal)
        }
    }

    /// Adds the originals of the backup to the gallery.
    ///
    /// - Returns: The originals that the gallery did not have.
    private func add(originalsTo target: ContentStore, _ progress: JobProgress) throws -> [ContentID] {
        let source = try ContentStore(folder: PhotoLibrary.originals(in: backup), isReadOnly: true)
        let contents = source.identifiers()
        var (added, broken): ([ContentID], [ContentID]) = ([], [])
        for (index, content) in contents.enumerated() {
            defer { progress.report(index + 1, of: contents.count) }
            if target.contains(content) { continue }
            let staged = try target.stage(fileAt: source.path(of: content))
            guard staged.id == content else {
                broken.append(content)
                continue
            }
            try target.add(staged).lock?.release()
            added.append(content)
        }
        if let first = broken.first { throw BackupError.brokenOriginals(broken.count, first: first.description) }
        return added
    }

    private func replace(by source: DatabaseQueue) throws -> URL {
        let present = try StoreCopy.open(directory.appending(path: Gallery.ownName))
        let time = Int(Date.now.timeIntervalSince1970)
        let kept = directory.appending(path: "gallery.before-restore-\(time).sqlite")
        // The copy is not checked, because a damaged store is kept, too.
        try StoreCopy.write(present, to: kept).close()
        try source.backup(to: present)
        return kept
    }

    private func make(from source: DatabaseQueue) throws -> URL? {
        let new = directory.appending(path: "gallery.restored.sqlite")
        unlink(new.path)
        try StoreCopy.writeChecked(source, to: new).close()
        try FileManager.default.moveItem(at: new, to: directory.appending(path: Gallery.ownName))
        return nil
    }
}
