/// What a picture's header says; its pixels are not decoded.
public struct PictureFacts: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Sendable {
        case jpeg, png, webp, gif, heif

        /// HEIF files are HEIC or AVIF. Browsers show only the second.
        public var contentType: String { "image/\(rawValue)" }
    }

    public var kind: Kind
    /// Upright, in pixels.
    public var width: Int
    public var height: Int
    public var hasAlpha: Bool
    /// The texts of EXIF by their names: `Model`, `DateTimeOriginal`, `GPSLatitude` and others.
    public var exif: [String: String]
}
