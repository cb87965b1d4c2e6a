import AviaryImages
import Foundation

/// The addresses of a photograph's files. A request for them needs the same access token as the pages.
extension Photo {
    /// The longest side of a thumbnail, in pixels. The first three are for screens with 1, 2 and 3 pixels per point.
    /// `wide` is for panoramas on these screens, and `screen` for the viewer. `ThumbnailChoice` picks one for a cell.
    enum ThumbnailSide: Int, CaseIterable, Sendable {
        case small = 320
        case medium = 640
        case large = 960
        case wide = 1_280
        case screen = 2_560
    }

    /// The address of a thumbnail. The picture is a JPEG, or a WebP if parts are transparent. The address contains the
    /// digest of the original, so a browser can cache the thumbnail forever.
    ///
    /// - Returns: `nil` if the photograph has no valid digest.
    func thumbnailPath(_ side: ThumbnailSide) -> String? {
        content?.thumbnailPath(side)
    }

    /// The address of the original, for browsers that can show its type.
    var originalPath: String { "/photos/original/\(id)" }

    /// The address of the original as a download, which has the photograph's name.
    var downloadPath: String { "/photos/original/\(id)?save" }

    /// The address of a copy for sharing, without the location and the other metadata of cameras.
    var copyPath: String { "/photos/copy/\(id)" }
}

extension ContentID {
    func thumbnailPath(_ side: Photo.ThumbnailSide) -> String { "/photos/thumbnail/\(side.rawValue)/\(short)" }

    /// The digest as 43 characters of base64url (RFC 4648) instead of 64 hexadecimal digits. A page gets a digest for
    /// every cell, so the text is short.
    var short: String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes the text that `short` makes.
    ///
    /// - Returns: `nil` for any other text.
    static func reading(short: String) -> ContentID? {
        let text = short.replacing("-", with: "+").replacing("_", with: "/") + "="
        guard let content = Data(base64Encoded: text).flatMap({ ContentID(bytes: $0) }) else { return nil }
        // 43 characters have 258 bits, two more than the digest. So other texts could decode to the same digest, and
        // are refused.
        return content.short == short ? content : nil
    }
}
