import AviaryApps
import AviaryImages
import AviaryResults
import AviaryServer
import Foundation

/// Copies photos from Photorama into the albums of Photos.
struct PhotoramaAlbums: Sendable {
    let library: PhotoLibrary
    let albums: FetchedResults<Album>

    /// Adds the large picture of a web photo to Photos, and appends it to an album, in one undo step.
    func add(
        _ photo: WebPhoto, of web: PhotoramaLibrary, in choice: NameListController.Choice, _ history: UndoController,
        for event: ActionEvent
    ) async throws {
        let picture = try await web.picture(of: photo, size: .large)
        let file = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
        try await blocking { try Data(picture.bytes).write(to: file) }
        defer { try? FileManager.default.removeItem(at: file) }
        let name = photo.title + (picture.contentType == "image/webp" ? ".webp" : ".jpg")
        let added = try await library.add([PhotoFile(path: file.path, name: name, modified: photo.takenAt)]) { photos in
            try await history.write(PhotoramaWords.Steps.keepInAlbum, for: event) { db in
                try db.addPhotos(photos, to: db.album(chosen: choice))
            }
        }
        history.offer(added.changed.isEmpty ? PhotoramaWords.isKept : PhotoramaWords.keptInPhotos)
    }
}
