public import Foundation

/// A loader that fetches the bytes of a URL for an image pipeline, such as an HTTP client.
public protocol ImageLoader: Sendable {
    /// Fetches all bytes of a URL.
    ///
    /// The pipeline cancels the task of this method when nobody waits for the picture any more.
    ///
    /// - Parameters:
    ///   - url: The URL of the request, unchecked.
    ///   - limit: The largest number of bytes that may be read. Throw an error if there are more.
    /// - Throws: Any error. The tasks that wait for the picture get it.
    func bytes(at url: URL, limit: Int) async throws -> [UInt8]
}
