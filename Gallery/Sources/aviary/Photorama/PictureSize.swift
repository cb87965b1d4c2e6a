import AviaryImages
import Foundation

/// The sizes of a web photo's pictures.
enum PictureSize: String, CaseIterable, Sendable {
    /// The picture for a cell.
    case small
    /// The picture for the viewer.
    case large

    /// The longest side, in pixels.
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

    /// The address of the stored picture. The server answers 404 until the picture is stored. The query changes with
    /// the picture, so a browser can cache the picture forever.
    func picturePath(_ size: PictureSize) -> String {
        "/photorama/picture/\(size.rawValue)/\(id)?\(version(size))"
    }

    /// Identifies the current picture among all pictures that this photo has had. Empty without an address.
    func version(_ size: PictureSize) -> String {
        guard let address = address(size) else { return "" }
        return String(ContentID(of: Array(address.absoluteString.utf8)).short.prefix(11))
    }
}
