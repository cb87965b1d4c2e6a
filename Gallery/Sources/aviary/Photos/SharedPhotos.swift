import AviaryResults
import AviaryServer
import AviaryViews
import Foundation

/// Photographs for the system's share sheet, or for saving. They are copies without the metadata of cameras, so without
/// the location.
struct SharedPhotos {
    /// The address for saving: of a single copy, or of a zip with several.
    let download: String
    /// The files for a share sheet; empty if there are too many.
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

    /// The largest number of files for a share sheet. A phone fetches all files before it shows the sheet.
    private static let maximum = 20

    /// Prepares photographs for sharing.
    ///
    /// - Throws: `PhotoError.originalMissing` for a single photograph without its original, or an error of the store. A
    ///   zip lists missing originals instead.
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

    /// Encodes the message to the page as JSON.
    ///
    /// - Parameter asked: The identifier of the page's request. The page handles one answer to each request.
    fileprivate func text(for asked: String) -> String {
        let message = Message(asked: asked, download: download, files: files)
        return (try? JSONEncoder().encode(message)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension ViewController {
    /// Sends the addresses of the files to the page. Its script opens the share sheet, or downloads the files. If the
    /// script did not send the event, the browser opens the download.
    func send(_ shared: SharedPhotos, for event: ActionEvent) {
        if let asked = event.fields["asked"] {
            page["shared"] = shared.text(for: asked)
        } else if let address = Address(shared.download) {
            page.show(address)
            page.say(PhotosWords.downloadBegun)
        }
    }

    /// Reports that the download has begun. The page's script downloads the photographs if the system cannot share
    /// files.
    func saved(_ event: ActionEvent) { page.say(PhotosWords.downloadBegun) }
}
