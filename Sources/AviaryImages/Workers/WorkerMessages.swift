/// What a worker process is asked for. The bytes of the file may follow behind it.
struct WorkerJob: Codable, Hashable, Sendable {
    enum Kind: String, Codable, Sendable { case facts, image }

    var kind: Kind
    /// The file, when its bytes do not follow.
    var path: String?
    /// More pixels are refused before any is decoded.
    var maximumPixels: Int
    var side = 0
    var quality = 0
    var format = ImageRequest.Format.automatic
    var keepsMetadata = false
}

/// What it answers. The bytes of an image follow behind it.
struct WorkerAnswer: Codable, Sendable {
    var failure: ImageError?
    var facts: PictureFacts?
    var image: Image?

    struct Image: Codable, Sendable {
        var contentType: String
        var width: Int
        var height: Int
        var averageColor: String
    }
}
