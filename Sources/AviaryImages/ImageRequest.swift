public import Foundation

/// A picture that somebody wants: of which source, how large, in which format.
public struct ImageRequest: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// A file, by its path. Its content must not change: a request is known by the path.
        case file(String)
        /// The bytes of a file.
        case bytes([UInt8])
        /// What the pipeline's loader gets.
        case url(URL)
    }

    /// How a picture is written.
    public enum Format: String, Codable, Hashable, Sendable {
        /// JPEG, or WebP for a picture with transparent parts.
        case automatic
        /// Transparent parts become white.
        case jpeg
        case webp
        /// No file, but red, green and blue of each pixel, a byte each, in lines from the top. Transparent parts become
        /// white. For programs that look at colors; no cache keeps it.
        case pixels
    }

    /// In which order requests are served. It may rise while a request waits.
    public enum Priority: Int, Comparable, Sendable {
        /// For later, such as an import.
        case background
        /// Soon in view.
        case prefetch
        /// In view.
        case visible

        public static func < (one: Priority, other: Priority) -> Bool { one.rawValue < other.rawValue }
    }

    public var source: Source
    /// Neither side is longer, in pixels. Pictures are never made larger.
    public var side: Int
    public var format: Format
    /// From 1 to 100.
    public var quality: Int
    /// Whether EXIF and the like are written, too. The place where a photograph was taken is among them.
    public var keepsMetadata: Bool

    public init(
        _ source: Source, side: Int, format: Format = .automatic, quality: Int = 80, keepsMetadata: Bool = false
    ) {
        self.source = source
        self.side = max(1, min(side, 65_500))
        self.format = format
        self.quality = max(1, min(quality, 100))
        self.keepsMetadata = keepsMetadata
    }
}
