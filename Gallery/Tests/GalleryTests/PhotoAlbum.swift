import AviaryImages
import AviaryResults
import Foundation
import GRDB

@testable import aviary

/// A gallery with photographs, in a folder of its own, which goes with it.
final class PhotoAlbum: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
    let gallery: Gallery
    let library: PhotoLibrary
    let undoStack = UndoStack()

    init() throws {
        gallery = try Gallery.open(at: folder.appending(path: "data"))
        library = try Self.library(of: gallery)
    }

    deinit {
        gallery.store.close()
        try? gallery.store.database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The library as the next start finds it.
    static func library(of gallery: Gallery) throws -> PhotoLibrary {
        let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        return try PhotoLibrary(of: gallery, program: tests.appending(path: "ImageDesk").path)
    }

    func write(_ bytes: [UInt8], to name: String) throws -> PhotoFile {
        let path = folder.appending(path: name).path
        try Data(bytes).write(to: URL(filePath: path))
        return PhotoFile(path: path, name: name)
    }

    /// A small picture of one color.
    func picture(_ shade: Int, named name: String? = nil) throws -> PhotoFile {
        let name = name ?? "\(shade).png"
        return try write(
            PlainPNG.file(width: 9, height: 6, rows: Self.rows(9, 6, [UInt8(truncatingIfNeeded: shade), 80, 40])),
            to: name)
    }

    static func rows(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> [UInt8] {
        (0..<height).flatMap { _ in [0] + (0..<width).flatMap { _ in pixel } }
    }

    /// Adds files as the room does: in one step that can be taken back.
    @discardableResult
    func add(_ files: PhotoFile..., to album: Album.ID? = nil, receipt: String? = nil) async throws -> AddedPhotos {
        try await library.add(files) { photos in
            try await self.edit(receipt: receipt) { db in try db.addPhotos(photos, to: album) }
        }
    }

    @discardableResult
    func edit<T: Sendable>(
        receipt: String? = nil, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await gallery.store.write(undoable: "Edit", in: undoStack, receipt: receipt, updates)
    }

    func undo() async throws { _ = try await gallery.store.undo(undoStack) }

    /// Names of what a query lists, in its order.
    func names(_ query: PhotoQuery = PhotoQuery()) async throws -> [String] {
        let results = try await FetchedResults(query.request, in: gallery.store)
        let ids = results.snapshot.items(in: 0..<results.snapshot.numberOfItems)
        let photos = try await results.elements(for: ids)
        return ids.compactMap { photos[$0]?.name }
    }

    /// Everything that lies among the originals, notes and files half written included.
    func originalFiles() throws -> [String] { files(in: library.originals.folder) }

    /// Everything that lies among the thumbnails.
    func thumbnailFiles() throws -> [String] { files(in: library.thumbnails.folder) }

    private func files(in folder: String) -> [String] {
        let root = URL(filePath: folder)
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
        return (files?.allObjects as? [URL] ?? [])
            .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
            .map { String($0.path.dropFirst(root.path.count + 1)) }.sorted()
    }
}

extension PhotoLibrary {
    /// Deletes everything in the trash.
    @discardableResult
    func emptyTrash() async throws -> Int { try await deleteForGood(try await photosInTrash()) }
}
