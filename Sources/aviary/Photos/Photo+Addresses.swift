import AviaryImages
import Foundation

/// The addresses of a photograph's files. They need the same access token as the pages.
extension Photo {
    /// The longest side of a thumbnail, in pixels. The first three are for screens with 1, 2 and 3 pixels a point;
    /// `wide` is for panoramas on these, and `screen` for the viewer. `ThumbnailChoice` picks one for a cell.
    enum ThumbnailSide: Int, CaseIterable, Sendable {
        case small = 320
        case medium = 640
        case large = 960
        case wide = 1_280
        case screen = 2_560
    }

    /// The address of a thumbnail: JPEG, or WebP if parts are transparent. It contains the digest of the original, so a
    /// browser can cache the thumbnail forever.
    ///
    /// - Returns: `nil` when the photograph has no valid digest.
    func thumbnailPath(_ side: ThumbnailSide) -> String? {
        content?.thumbnailPath(side)
    }

    /// The original file, for browsers that can show it.
    var originalPath: String { "/photos/original/\(id)" }

    /// The original file, as a download with its name.
    var downloadPath: String { "/photos/original/\(id)?save" }

    /// A copy for sharing, without the location and the other metadata of cameras.
    var copyPath: String { "/photos/copy/\(id)" }
}

extension ContentID {
    func thumbnailPath(_ side: Photo.ThumbnailSide) -> String { "/photos/thumbnail/\(side.rawValue)/\(short)" }

    /// The digest as 43 characters of base64url (RFC 4648) instead of 64 hexadecimal digits, because every tile sends
    /// one.
    var short: String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Reads the text that `short` makes.
    ///
    /// - Returns: `nil` for any other text.
    static func reading(short: String) -> ContentID? {
        let text = short.replacing("-", with: "+").replacing("_", with: "/") + "="
        guard let data = Data(base64Encoded: text), data.count == 32 else { return nil }
        let content = ContentID(bytes: data)
        // The last character has two more bits than the digest, so other texts could decode to the same digest.
        return content.short == short ? content : nil
    }
}
