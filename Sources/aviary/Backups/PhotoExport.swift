import AviaryImages
import AviaryResults
import Foundation
import GRDB

/// Writes the originals of all photographs into a folder, under their names, so that any program can go on with them.
///
/// `Photos/2024-05` has the photographs of May 2024, each with its date as the time of its last change. `Albums/Trips`
/// has links to the photographs of an album. A file that is there with the same content is left, so an export that was
/// stopped goes on when it is started again. A file with another content is never replaced: the photograph gets a
/// number.
struct PhotoExport {
    /// The numbers of an export, and the photographs that are not in it.
    struct Result: Equatable {
        var written = 0
        /// Photographs whose files were there already.
        var present = 0
        var albums = 0
        var inTrash = 0
        /// The names of photographs whose originals are missing or cannot be read, with the reason.
        var missing: [RefusedPhoto] = []
    }

    private let folder: URL
    private let library: PhotoLibrary
    private var result = Result()
    /// The paths of the photographs below `folder`, by their identifiers.
    private var paths: [Photo.ID: String] = [:]
    private var names: [String: FileNames] = [:]

    /// - Parameter folder: It is made if it is missing.
    init(of library: PhotoLibrary, to folder: URL) { (self.library, self.folder) = (library, folder) }

    /// The number of photographs that are read at once.
    private static let batch = 500

    /// Writes all photographs that are not in the trash, and then the albums.
    ///
    /// - Parameter progress: Called with the number of photographs after each of them.
    /// - Throws: `BackupError.unwritable` for a folder that cannot be written, or the error of the store.
    mutating func run(progress: (Int) -> Void) async throws -> Result {
        result.inTrash = try await library.store.read { db in
            try Photo.filter(Column("trashedAt") != nil).fetchCount(db)
        }
        var last: Photo.ID?
        while true {
            // In the order of their identifiers, so that each keeps its number in the next export.
            let photos = try await library.store.read { [last] db in
                var request = Photo.filter(Column("trashedAt") == nil).order(Column("id")).limit(Self.batch)
                if let last { request = request.filter(Column("id") > last) }
                return try request.fetchAll(db)
            }
            guard let end = photos.last else { break }
            last = end.id
            for photo in photos {
                try Task.checkCancellation()
                try await write(photo)
                progress(1)
            }
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
        // `2024-05`, on the camera's clock.
        let month = "Photos/\(photo.takenAt.formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month()))"
        // The camera's clock is read as that of this machine.
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
        let albums = try await library.store.read { db in
            try Album.fetchAll(db, sql: "SELECT * FROM album ORDER BY position, id")
        }
        var albumNames = FileNames()
        for album in albums {
            let members = try await library.store.read { db in
                try Photo.ID.fetchAll(
                    db, sql: "SELECT photo FROM albumPhoto WHERE album = ? ORDER BY position, id", arguments: [album.id]
                )
            }
            let place = folder.appending(path: "Albums").appending(path: albumNames.unused(album.name))
            let links = members.compactMap { paths[$0] }
            try await blocking { try Self.addLinks(links, to: place) }
            result.albums += 1
        }
    }

    // MARK: Files. All of them block.

    private enum Outcome { case written, isThere, isTaken }

    /// Copies a file to its place by way of a hidden one, so that no half of it is ever seen.
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
            // Unlike a rename, a link replaces nothing. File systems of cameras and of Windows have no links.
            if link(hidden.path, file.path) == 0 { return .written }
            if errno == EEXIST { return .isTaken }
            try manager.moveItem(at: hidden, to: file)
        } catch { throw BackupError.unwritable(file.path, reason: error.reasonOfFileFault) }
        return .written
    }

    /// Makes links in an album's folder, or copies where the file system has no links.
    ///
    /// - Parameter paths: Below the folder that has `Albums`.
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
