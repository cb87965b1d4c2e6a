import Foundation

/// Uses the embedded service for its own addresses, and the HTTP client for all others.
struct RoutedFetching: Fetching {
    let embedded: EmbeddedEndpoint
    /// The HTTP client; `nil` in a program without one.
    let web: (any Fetching)?

    func bytes(at address: URL, limit: Int, of kind: FetchedKind) async throws(PhotoServiceError) -> [UInt8] {
        if address.host() == EmbeddedEndpoint.host {
            return try await embedded.bytes(at: address, limit: limit, of: kind)
        }
        guard let web else { throw .noClient }
        return try await web.bytes(at: address, limit: limit, of: kind)
    }
}
