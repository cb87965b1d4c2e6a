/// The facts that a picture's header states. Its pixels are not decoded.
public struct PictureFacts: Codable, Hashable, Sendable {
    /// The format of a picture's file, as its content says, whatever its name is.
    public enum Kind: String, Codable, Sendable {
        /// One of the formats that are read. HEIF stands for HEIC and AVIF.
        case jpeg, png, webp, gif, heif

        /// The media type. HEIC and AVIF are both `image/heif` here; browsers show AVIF only.
        public var contentType: String { "image/\(rawValue)" }
    }

    /// The format of the file.
    public var kind: Kind
    /// In pixels, of the picture as it is upright.
    public var width: Int
    /// In pixels, of the picture as it is upright.
    public var height: Int
    /// Whether the picture has an alpha channel, even when every pixel is opaque.
    public var hasAlpha: Bool
    /// The texts of EXIF by their names: `Model`, `DateTimeOriginal`, `GPSLatitude` and others. Empty when there are
    /// none.
    public var exif: [String: String]
}
