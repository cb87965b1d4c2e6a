public import Foundation

/// Fetches the bytes behind a URL for an image pipeline: an HTTP client, for instance.
public protocol ImageLoader: Sendable {
    /// Fetches all bytes behind a URL.
    ///
    /// The task is cancelled when nobody waits for the picture any more.
    ///
    /// - Parameters:
    ///   - url: As it stands in the request; nothing has checked it.
    ///   - limit: The largest number of bytes that may be read. Throw an error when there are more.
    /// - Throws: Any error; those who wait for the picture get it.
    func bytes(at url: URL, limit: Int) async throws -> [UInt8]
}
