import AviaryResults
import Foundation

/// What the browser is handed to share photographs by the system's share sheet, or to save them.
struct SharedPhotos {
    /// Where all of them are saved from: one as it is, several as a zip.
    let download: String
    /// Those that a share sheet may take; none when they are too many.
    private let files: [File]

    private struct File: Encodable {
        var address: String
        var name: String
    }

    private struct Message: Encodable {
        var asked: String
        var download: String
        var files: [File]
    }

    /// A phone fetches all of them before it shows its share sheet.
    private static let maximum = 20

    init(_ ids: Set<Photo.ID>, of photos: FetchedResults<Photo>, _ library: PhotoLibrary) async throws {
        let few = ids.count <= Self.maximum ? Array(ids) : []
        let found = try await photos.elements(for: few)
        let shared = few.compactMap { found[$0] }
        files = shared.map { File(address: $0.copyPath, name: $0.fileName) }
        if ids.count == 1, let photo = shared.first {
            download = photo.downloadPath
        } else {
            download = library.offerZip(of: ids, asOriginals: true)
        }
    }

    /// - Parameter asked: What the page called its question: an answer is looked at once.
    func text(for asked: String) -> String {
        let message = Message(asked: asked, download: download, files: files)
        return (try? JSONEncoder().encode(message)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
