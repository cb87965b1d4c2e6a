import AviaryApps
import AviaryImages
import AviaryResults
import AviaryText
import Foundation
import GRDB

/// Writes the originals of all photographs into a folder, under their names, so that any program can use them.
///
/// `Photos/2024-05` has the photographs of May 2024. Each file has its photograph's date as the time of the last
/// change. `Albums/Trips` has links to the photographs of an album. A file that already has the same content stays, so
/// an interrupted export continues when it is started again. A file with another content is never replaced. Then the
/// photograph gets a name with a number.
struct PhotoExport {
    /// The numbers of an export, and the photographs that are not in it.
    struct Result: Equatable {
        var written = 0
        /// The number of photographs whose files were there already.
        var present = 0
        var albums = 0
        var inTrash = 0
        /// The photographs whose originals are missing or cannot be read, with the reasons.
        var missing: [RefusedPhoto] = []
    }

    private let folder: URL
    private let library: PhotoLibrary
    private var exported: ExportedPhotos
    private var result = Result()
    /// The paths of the files, relative to `folder`, by the identifiers of the photographs.
    private var paths: [Photo.ID: String] = [:]
    private var names: [String: FileNames] = [:]

    /// - Parameter folder: The folder to write into. It is made if it is missing.
    init(of library: PhotoLibrary, to folder: URL) {
        (self.library, self.folder, exported) = (library, folder, ExportedPhotos(of: library))
    }

    /// Writes all photographs that are not in the trash, and then the albums.
    ///
    /// - Parameter progress: Gets the number of finished photographs, and can cancel the export.
    /// - Throws: `BackupError.unwritable` if the folder cannot be written, `CancellationError`, or an error of the
    ///   store.
    mutating func run(_ progress: JobProgress) async throws -> Result {
        let (inTrash, all) = try await library.store.read { db in
            (try Photo.filter(Column("trashedAt") != nil).fetchCount(db), try Photo.fetchCount(db))
        }
        result.inTrash = inTrash
        var done = 0
        while let photo = try await exported.next() {
            try progress.checkCancellation()
            try await write(photo)
            done += 1
            progress.report(done, of: max(done, all - inTrash))
        }
        try await writeAlbums()
        return result
    }

    private mutating func write(_ photo: Photo) async throws {
        let original: String
        do {
            original = try library.originalPath(of: photo)
            guard access(original, R_OK) == 0 else { throw PhotoError.originalMissing(name: photo.name) }
        } catch {
            result.missing.append(RefusedPhoto(name: photo.name, reason: BackupWords.originalIsMissing))
            return
        }
        let month = photo.exportFolder
        // Other programs show a file's time in this machine's time zone. So the date is shifted, and they show the time
        // of the camera's clock.
        let taken = photo.takenAt.addingTimeInterval(-Double(TimeZone.current.secondsFromGMT(for: photo.takenAt)))
        let folder = folder
        while true {
            let path = "\(month)/\(names[month, default: FileNames()].unused(photo.fileName))"
            let file = folder.appending(path: path)
            switch try await blocking({ try Self.copy(original, to: file, changed: taken) }) {
            case .written: result.written += 1
            case .isThere: result.present += 1
            case .isTaken: continue
            }
            paths[photo.id] = path
            return
        }
    }

    private mutating func writeAlbums() async throws {
        for album in try await exported.albums() {
            let place = folder.appending(path: album.folder)
            let links = album.members.compactMap { paths[$0] }
            try await blocking { try Self.addLinks(links, to: place) }
            result.albums += 1
        }
    }

    // MARK: Files. All functions block the thread.

    private enum Outcome { case written, isThere, isTaken }

    /// Copies a file to a hidden place, and then gives the copy its name. So an incomplete file is never visible.
    private static func copy(_ original: String, to file: URL, changed: Date) throws -> Outcome {
        let manager = FileManager.default
        if access(file.path, F_OK) == 0 {
            let isSame = try? ContentID(ofFileAt: file.path) == ContentID(ofFileAt: original)
            return isSame == true ? .isThere : .isTaken
        }
        let hidden = file.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).aviary")
        defer { unlink(hidden.path) }
        do {
            try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try manager.copyItem(atPath: original, toPath: hidden.path)
            try? manager.setAttributes([.modificationDate: changed], ofItemAtPath: hidden.path)
            // Unlike a rename, a hard link never replaces a file. On a file system without links, such as that of a
            // camera, the copy is renamed.
            if link(hidden.path, file.path) == 0 { return .written }
            if errno == EEXIST { return .isTaken }
            try manager.moveItem(at: hidden, to: file)
        } catch { throw BackupError.unwritable(file.path, reason: error.reasonOfFileFault) }
        return .written
    }

    /// Makes links in the folder of an album, or copies if the file system has no links.
    ///
    /// - Parameter paths: The paths of the files, relative to the folder of the export.
    private static func addLinks(_ paths: [String], to album: URL) throws {
        let manager = FileManager.default
        var names = FileNames()
        do { try manager.createDirectory(at: album, withIntermediateDirectories: true) } catch {
            throw BackupError.unwritable(album.path, reason: error.reasonOfFileFault)
        }
        let root = album.deletingLastPathComponent().deletingLastPathComponent()
        for path in paths {
            while true {
                let place = album.appending(path: names.unused((path as NSString).lastPathComponent)).path
                if symlink("../../\(path)", place) == 0 { break }
                let target = try? manager.destinationOfSymbolicLink(atPath: place)
                if target == "../../\(path)" { break }
                if errno == EEXIST || target != nil { continue }
                if try copy(root.appending(path: path).path, to: URL(filePath: place), changed: .now) != .isTaken {
                    break
                }
            }
        }
    }
}
