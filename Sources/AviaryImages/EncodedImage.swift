/// A picture as requested: upright, in sRGB, ready to be sent.
public struct EncodedImage: Hashable, Sendable {
    /// The content of a file; for `ImageRequest.Format.pixels`, three bytes for each pixel.
    public var bytes: [UInt8]
    /// The media type: `image/jpeg` or `image/webp`; for pixels `application/octet-stream`.
    public var contentType: String
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The average color, `#rrggbb`, for a cell to show until the picture has loaded.
    public var averageColor: String
    /// Whether data of the source are missing or broken. White stands in their place, or nothing if the picture has an
    /// alpha channel.
    public var isIncomplete = false
}
