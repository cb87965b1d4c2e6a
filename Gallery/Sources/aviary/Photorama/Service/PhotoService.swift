import Foundation

/// A service on the web, or inside the program, that offers photographs in pages.
protocol PhotoService: Sendable {
    /// The name of the service, stored with each photo: `embedded`, `flickr`, `openverse`.
    var name: String { get }

    /// True if the photographs are drawn by the program, for trying it out.
    var hasSamples: Bool { get }

    /// Fetches a page of a feed.
    ///
    /// - Parameter page: The number of the page, starting with 1.
    /// - Throws: `PhotoServiceError`. It is `unreadablePhotos` if a page has photos, but none of them can be read.
    func photos(in feed: RemoteFeed, page: Int) async throws(PhotoServiceError) -> RemotePage

    /// Fetches the bytes of a picture.
    ///
    /// - Parameter limit: The largest number of bytes to read.
    func picture(at address: URL, limit: Int) async throws(PhotoServiceError) -> [UInt8]
}

extension PhotoService {
    var hasSamples: Bool { false }
}

/// Fetches what is at addresses, through the HTTP client or from the embedded service.
protocol Fetching: Sendable {
    /// Fetches the bytes at an address.
    ///
    /// - Parameter limit: The largest number of bytes to read.
    func bytes(
        at address: URL, limit: Int, of kind: FetchedKind
    ) async throws(PhotoServiceError) -> [UInt8]
}

/// The kind of content that is expected at an address.
enum FetchedKind: Hashable, Sendable {
    /// A list of photos, as JSON.
    case list
    case picture
}
