public import Foundation

/// Where the bytes behind a URL come from: an HTTP client, for instance.
public protocol ImageLoader: Sendable {
    /// - Parameter limit: More bytes must not be read.
    func bytes(at url: URL, limit: Int) async throws -> [UInt8]
}
