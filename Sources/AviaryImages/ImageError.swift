/// The reason why a picture cannot be made, or a file cannot be read or written. `description` is a sentence for a
/// person.
public enum ImageError: Error, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(reason: String)
    /// A file cannot be written, for example because the disk is full.
    case unwritable(reason: String)
    /// The bytes are not a picture in a supported format, or the picture is broken.
    case notAPicture(reason: String)
    /// The header states more pixels than `ImagePipeline.Configuration.maximumPixels`. Nothing was decoded. Both
    /// numbers are width × height.
    case tooLarge(pixels: Int, limit: Int)
    /// Decoding needs more memory than a worker may have, and the decoder has reported this.
    case tooMuchMemory
    /// Decoding ended the worker, most likely because it needs too much memory or a decoder has a fault. The next
    /// picture gets a new worker.
    case endedTheWorker
    /// Decoding took longer than `ImagePipeline.Configuration.deadline`. The worker was killed.
    case tookTooLong
    /// No worker could be started.
    case noWorker(reason: String)

    public var description: String {
        switch self {
        case .unreadable(let reason): "The file cannot be read: \(reason)."
        case .unwritable(let reason): "The file cannot be written: \(reason)."
        case .notAPicture(let reason): "The file is no picture that can be read: \(reason)."
        case .tooLarge(let pixels, let limit):
            "The picture has \(pixels) pixels. At most \(limit) are read."
        case .tooMuchMemory: "The picture needs more memory than it may have."
        case .endedTheWorker: "The picture cannot be read: it is broken, or needs more memory than it may have."
        case .tookTooLong: "The picture takes too long to read."
        case .noWorker(let reason): "No process for pictures can be started: \(reason)."
        }
    }
}
