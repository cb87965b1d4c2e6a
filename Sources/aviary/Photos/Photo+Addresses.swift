import AviaryImages
import Foundation

/// Where a photograph's files are. All of them are behind the gate of the pages.
extension Photo {
    /// How long the longer side of a thumbnail may be, in pixels: for screens with 1, 2 and 3 pixels a point, for panoramas
    /// there, and for the page of one photograph. `ThumbnailChoice` takes one for a cell.
    enum ThumbnailSide: Int, CaseIterable, Sendable {
        case small = 320
        case medium = 640
        case large = 960
        case wide = 1_280
        case screen = 2_560
    }

    /// A smaller picture: JPEG, or WebP with transparent parts. Its address has the content, so that a browser never asks
    /// twice.
    ///
    /// - Returns: `nil` when there is no original that could be known.
    func thumbnailPath(_ side: ThumbnailSide) -> String? {
        content?.thumbnailPath(side)
    }

    /// The file as it came, shown by browsers that can.
    var originalPath: String { "/photos/original/\(id)" }

    /// The file as it came, saved under its name.
    var downloadPath: String { "/photos/original/\(id)?save" }

    /// The file to be given away: without the place it was taken at and what else cameras write into it.
    var copyPath: String { "/photos/copy/\(id)" }
}

extension ContentID {
    func thumbnailPath(_ side: Photo.ThumbnailSide) -> String { "/photos/thumbnail/\(side.rawValue)/\(short)" }

    /// 43 characters of base64url (RFC 4648) instead of 64 digits: each tile on its way to a page has one.
    var short: String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// - Returns: `nil` unless the text is what `short` says.
    static func reading(short: String) -> ContentID? {
        let text = short.replacing("-", with: "+").replacing("_", with: "/") + "="
        guard let data = Data(base64Encoded: text), data.count == 32 else { return nil }
        let content = ContentID(bytes: data)
        // The last character has two bits more than the digest.
        return content.short == short ? content : nil
    }
}
