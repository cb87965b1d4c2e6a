/// A job for a worker process. The picture follows it: its bytes, or an open file.
struct WorkerJob: Codable, Sendable {
    enum Kind: String, Codable, Sendable { case facts, image }

    var kind: Kind
    /// Whether an open file follows instead of bytes.
    var isFile = false
    /// The largest number of pixels. Larger pictures are refused before they are decoded.
    var maximumPixels: Int
    var side = 0
    var quality = 0
    var format = ImageRequest.Format.automatic
    var keepsMetadata = false
    /// Whether the picture comes from the web. If it came incomplete, it can be fetched again, so it is shown only if most
    /// of it is there.
    var isFetched = false
}

/// The answer of a worker process. The bytes of an image follow it.
struct WorkerAnswer: Codable, Sendable {
    var failure: ImageError?
    var facts: PictureFacts?
    var image: Image?

    struct Image: Codable, Sendable {
        var contentType: String
        var width: Int
        var height: Int
        var averageColor: String
        var isIncomplete: Bool
    }
}
