import AviaryResults
import AviaryServer
import AviaryViews
import Foundation

/// Photographs for the system's share sheet, or for saving: copies without the metadata of cameras, so without the
/// location.
struct SharedPhotos {
    /// The address for saving: a single copy, or a zip of several.
    let download: String
    /// The files for a share sheet; none when there are too many.
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

    /// The number is limited because a phone fetches all files before it shows its share sheet.
    private static let maximum = 20

    /// Prepares photographs for sharing.
    ///
    /// - Throws: `PhotoError.originalMissing` for a single photograph without its original. A zip lists missing ones
    ///   instead.
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

    /// The message to the page.
    ///
    /// - Parameter asked: The identifier of the page's request. The page handles one answer to each request.
    fileprivate func text(for asked: String) -> String {
        let message = Message(asked: asked, download: download, files: files)
        return (try? JSONEncoder().encode(message)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension ViewController {
    /// Sends the files to the page, whose own code opens the share sheet or saves them. Without that code, the page
    /// saves them.
    func send(_ shared: SharedPhotos, for event: ActionEvent) {
        if let asked = event.fields["asked"] {
            page["shared"] = shared.text(for: asked)
        } else if let address = Address(shared.download) {
            page.show(address)
            page.say(PhotosWords.downloadBegun)
        }
    }

    /// Reports that the page is saving the photographs, because the system cannot share files.
    func saved(_ event: ActionEvent) { page.say(PhotosWords.downloadBegun) }
}
