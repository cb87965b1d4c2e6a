import AviaryResults
import AviaryServer
import AviaryViews
import Foundation

/// What the browser is handed to share photographs by the system's share sheet, or to save them: copies without what cameras
/// write into files, the place among that.
struct SharedPhotos {
    /// Where all of them are saved from: one as it is shared, several as a zip.
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

    /// - Throws: `PhotoError.originalMissing` for a single photograph without its original. A zip names those that are missing.
    init(_ ids: Set<Photo.ID>, of photos: FetchedResults<Photo>, _ library: PhotoLibrary) async throws {
        let few = ids.count <= Self.maximum ? Array(ids) : []
        let found = try await photos.elements(for: few)
        let shared = few.compactMap { found[$0] }
        files = shared.map { File(address: $0.copyPath, name: $0.fileName) }
        if ids.count == 1, let photo = shared.first {
            _ = try library.originalPath(of: photo)
            download = photo.copyPath
        } else {
            download = library.offerZip(of: ids)
        }
    }

    /// - Parameter asked: What the page called its question: an answer is looked at once.
    fileprivate func text(for asked: String) -> String {
        let message = Message(asked: asked, download: download, files: files)
        return (try? JSONEncoder().encode(message)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension ViewController {
    /// Tells the page what to share: its own code asks the browser, or saves the files. Without that the page can only save them.
    func send(_ shared: SharedPhotos, for event: ActionEvent) {
        if let asked = event.fields["asked"] {
            page["shared"] = shared.text(for: asked)
        } else if let address = Address(shared.download) {
            page.show(address)
            page.say(PhotosWords.downloadBegun)
        }
    }

    /// The page has begun to save them, since the system shares no files.
    func saved(_ event: ActionEvent) { page.say(PhotosWords.downloadBegun) }
}
