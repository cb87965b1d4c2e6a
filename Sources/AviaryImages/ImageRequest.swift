public import Foundation

/// A request for a picture: its source, size and format. Equal requests get the same picture.
public struct ImageRequest: Hashable, Sendable {
    /// The origin of a picture's bytes.
    public enum Source: Hashable, Sendable {
        /// A file, by its path. Its content must not change, because a cache identifies the picture by the path.
        case file(String)
        /// A file, by its path, with the digest of its content, as in a `ContentStore`. A cache identifies the picture
        /// by the digest alone, so the cached picture is found even after the file has moved. The digest is not
        /// checked.
        case content(ContentID, path: String)
        /// The content of a file. Comparing and hashing a request reads all of it.
        case bytes([UInt8])
        /// An address whose bytes the pipeline's loader fetches. A cache identifies the picture by the address.
        case url(URL)
    }

    /// The format in which a picture is written.
    public enum Format: String, Codable, Hashable, Sendable {
        /// JPEG, or WebP for a picture with an alpha channel. A picture that is not made smaller has a quality of 92 at
        /// least. If it is a PNG or GIF of up to 1,048,576 pixels, it is a WebP without loss.
        case automatic
        /// JPEG. Transparent parts become white.
        case jpeg
        /// WebP, with loss. Transparent parts stay.
        case webp
        /// Raw pixels: red, green and blue, a byte each, in lines from the top. Transparent parts become white. This is
        /// for programs that examine colors; no cache keeps it.
        case pixels
    }

    /// The priority of a request. Requests of higher priority are served first. At the same priority clients take
    /// turns, and each client's oldest request comes first. If several tasks wait for one picture, the highest priority
    /// counts.
    public enum Priority: Int, Comparable, Sendable {
        /// For later, as in an import.
        case background
        /// For items that will soon be in view.
        case prefetch
        /// For items in view.
        case visible

        public static func < (one: Priority, other: Priority) -> Bool { one.rawValue < other.rawValue }
    }

    /// The origin of the picture's bytes.
    var source: Source
    /// The largest length of either side, in pixels, from 1 to 65,500. A smaller picture keeps its size.
    var side: Int
    /// The format in which the picture is written.
    var format: Format
    /// The quality of JPEG and WebP, from 1 to 100.
    var quality: Int
    /// True if EXIF and other metadata are written, too. They may include the place where a photograph was taken.
    var keepsMetadata: Bool
    /// True if a cache keeps the picture. Set it to false for a picture that is made once, for example to be shared.
    var isCached: Bool

    /// A request for a picture. The side is clamped to 1...65,500, the quality to 1...100.
    public init(
        _ source: Source, side: Int, format: Format = .automatic, quality: Int = 80, keepsMetadata: Bool = false,
        isCached: Bool = true
    ) {
        self.source = source
        self.side = max(1, min(side, 65_500))
        self.format = format
        self.quality = max(1, min(quality, 100))
        self.keepsMetadata = keepsMetadata
        self.isCached = isCached
    }
}
