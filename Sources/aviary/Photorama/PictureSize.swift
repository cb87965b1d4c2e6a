import AviaryImages
import Foundation

/// How large a picture of a web photo is.
enum PictureSize: String, CaseIterable, Sendable {
    /// For tiles.
    case small
    /// For a page of its own.
    case large

    /// Neither side is longer, in pixels.
    var side: Int {
        switch self {
        case .small: 640
        case .large: 2_560
        }
    }
}

extension WebPhoto {
    func address(_ size: PictureSize) -> URL? {
        switch size {
        case .small: small ?? large
        case .large: large ?? small
        }
    }

    func imageRequest(_ size: PictureSize) -> ImageRequest? {
        address(size).map { ImageRequest(.url($0), side: size.side) }
    }

    /// Where the picture is once it is stored; 404 before. The query is another one when the service has another picture,
    /// so that a browser never asks twice.
    func picturePath(_ size: PictureSize) -> String {
        "/photorama/picture/\(size.rawValue)/\(id)?\(version(size))"
    }

    /// Names the picture among all that this photo has ever had.
    func version(_ size: PictureSize) -> String {
        guard let address = address(size) else { return "" }
        return String(ContentID(of: Array(address.absoluteString.utf8)).short.prefix(11))
    }
}
