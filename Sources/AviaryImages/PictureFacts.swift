/// The facts in a picture's header. Its pixels are not decoded.
public struct PictureFacts: Codable, Hashable, Sendable {
    /// The format of a picture's file, by its content and not its name.
    public enum Kind: String, Codable, Sendable {
        /// One of the supported formats. HEIF stands for HEIC and AVIF.
        case jpeg, png, webp, gif, heif

        /// The media type. HEIC and AVIF are both `image/heif` here; browsers only show AVIF.
        public var contentType: String { "image/\(rawValue)" }
    }

    /// The format of the file.
    public var kind: Kind
    /// The width of the upright picture, in pixels.
    public var width: Int
    /// The height of the upright picture, in pixels.
    public var height: Int
    /// True if the picture has an alpha channel, even if every pixel is opaque.
    public var hasAlpha: Bool
    /// The texts of EXIF by their names: `Model`, `DateTimeOriginal`, `GPSLatitude` and others. Empty if there are
    /// none.
    public var exif: [String: String]
    /// The times of XMP at which the picture was taken or made, the best first, as in `2024-05-17T18:03:09+02:00`. They
    /// are untrusted texts.
    public var xmpTimes: [String]
}
