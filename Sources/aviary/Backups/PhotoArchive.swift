import AviaryImages
import AviaryResults
import AviaryServer
import AviaryText
import Foundation
import GRDB

extension PhotoLibrary {
    /// The address of a zip with all originals.
    static let archivePath = "/photos/originals.zip"

    /// The download of all originals that are not in the trash, in one zip. Its folders are those of `PhotoExport`.
    var archive: Download {
        Download(Self.archivePath) { _ in
            .stream(type: "application/zip", savedAs: BackupWords.archiveName) { writer in
                try await self.writeArchive(to: &writer)
            }
        }
    }

    @concurrent
    private func writeArchive(to writer: inout DownloadWriter) async throws {
        var (zip, names) = (ZipWriter(), [String: FileNames]())
        var (paths, missing) = ([Photo.ID: String](), [String]())
        var last: Photo.ID?
        while let photos = Optional(try await exportedPhotos(after: last)), let end = photos.last {
            last = end.id
            for photo in photos {
                let file: PhotoCopy
                let (crc, size): (UInt32, UInt64)
                do {
                    file = try original(of: photo)
                    (crc, size) = try await file.checksum()
                } catch let error as CancellationError {
                    throw error
                } catch {
                    missing.append("\(photo.name.onOneLine): \(BackupWords.originalIsMissing)")
                    continue
                }
                let folder = photo.exportFolder
                let path = "\(folder)/\(names[folder, default: FileNames()].unused(file.name))"
                paths[photo.id] = path
                try await writer.write(zip.header(path: path, modified: photo.takenAt, crc: crc, size: size))
                try await file.write(to: &writer)
            }
        }
        for album in try await exportedAlbums() {
            var names = FileNames()
            for path in album.members.compactMap({ paths[$0] }) {
                let link = Array("../../\(path)".utf8)
                let place = "\(album.folder)/\(names.unused((path as NSString).lastPathComponent))"
                try await writer.write(
                    zip.header(
                        path: place, modified: .now, crc: checksum(link), size: UInt64(link.count), isLink: true))
                try await writer.write(link)
            }
        }
        if !missing.isEmpty {
            let text = Array((missing.joined(separator: "\n") + "\n").utf8)
            try await writer.write(
                zip.header(path: PhotosWords.missingName, modified: .now, crc: checksum(text), size: UInt64(text.count))
            )
            try await writer.write(text)
        }
        try await writer.write(zip.finish())
    }
}

// The photographs and albums of an export, both for a folder and for a zip.
extension PhotoLibrary {
    /// The number of rows that are read at a time.
    private static let batch = 500

    /// Reads the next photographs of an export. They are in the order of the identifiers, so that a photograph usually
    /// gets the same number in its name in the next export.
    ///
    /// - Parameter last: The last photograph of the previous part; `nil` for the first part.
    /// - Returns: Some photographs that are not in the trash; none at the end.
    func exportedPhotos(after last: Photo.ID?) async throws -> [Photo] {
        try await store.read { db in
            var request = Photo.filter(Column("trashedAt") == nil).order(Column("id")).limit(Self.batch)
            if let last { request = request.filter(Column("id") > last) }
            return try request.fetchAll(db)
        }
    }

    /// Reads the albums of an export: the folder of each one, such as `Albums/Trips`, and its photographs in order.
    func exportedAlbums() async throws -> [(folder: String, members: [Photo.ID])] {
        try await store.read { db in
            var names = FileNames()
            return try Album.fetchAll(db, sql: "SELECT * FROM album ORDER BY position, id").map { album in
                let members = try Photo.ID.fetchAll(
                    db, sql: "SELECT photo FROM albumPhoto WHERE album = ? ORDER BY position, id", arguments: [album.id]
                )
                return ("Albums/\(names.unused(album.name))", members)
            }
        }
    }
}

extension Photo {
    /// The folder of the photograph in an export: `Photos/2024-05` for May 2024 on the camera's clock.
    var exportFolder: String {
        "Photos/\(takenAt.formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month()))"
    }
}
