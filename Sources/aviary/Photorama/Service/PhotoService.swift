import Foundation

/// A source of photographs of other people, in pages.
protocol PhotoService: Sendable {
    /// The name of the service, stored with each photo: `embedded`, `flickr`, `openverse`.
    var name: String { get }

    /// A page of a feed.
    ///
    /// - Parameter page: The number of the page, starting with 1.
    /// - Throws: `PhotoServiceError.unreadablePhotos` when a page has photos and none of them can be read.
    func photos(in feed: RemoteFeed, page: Int) async throws(PhotoServiceError) -> RemotePage

    /// The bytes of a picture.
    ///
    /// - Parameter limit: The largest number of bytes to read.
    func picture(at address: URL, limit: Int) async throws(PhotoServiceError) -> [UInt8]
}

/// Fetches addresses: the HTTP client, or the embedded service itself.
protocol Fetching: Sendable {
    /// The bytes at an address.
    ///
    /// - Parameter limit: The largest number of bytes to read.
    func bytes(
        at address: URL, limit: Int, of kind: FetchedKind
    ) async throws(PhotoServiceError) -> [UInt8]
}

/// The kind of content that an address is fetched for.
enum FetchedKind: Hashable, Sendable {
    /// A list of photos, as JSON.
    case list
    case picture
}
