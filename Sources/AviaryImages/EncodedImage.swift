/// A picture as it was asked for: upright, in sRGB, ready to be sent.
public struct EncodedImage: Hashable, Sendable {
    public var bytes: [UInt8]
    /// `image/jpeg` or `image/webp`; of pixels `application/octet-stream`.
    public var contentType: String
    /// In pixels.
    public var width: Int
    public var height: Int
    /// The average color, `#rrggbb`: what stands in a cell until the picture is there.
    public var averageColor: String
}
