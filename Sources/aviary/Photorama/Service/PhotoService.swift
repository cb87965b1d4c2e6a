import Foundation

/// Photographs of somebody else, a page at a time.
protocol PhotoService: Sendable {
    /// Stored with each photo: `embedded`, `flickr`, `openverse`.
    var name: String { get }

    /// - Parameter page: The first is 1.
    /// - Throws: `PhotoServiceError.unreadablePhotos` when a page has photos and none of them can be read.
    func photos(in feed: RemoteFeed, page: Int) async throws(PhotoServiceError) -> RemotePage

    /// The bytes of a picture.
    ///
    /// - Parameter limit: More bytes are not read.
    func picture(at address: URL, limit: Int) async throws(PhotoServiceError) -> [UInt8]
}

/// What fetches: the HTTP client, or the embedded service itself.
protocol Fetching: Sendable {
    /// - Parameter limit: More bytes are not read.
    func bytes(
        at address: URL, limit: Int, of kind: FetchedKind
    ) async throws(PhotoServiceError) -> [UInt8]
}

/// What an address is asked for.
enum FetchedKind: Hashable, Sendable {
    /// A list of photos, as JSON.
    case list
    case picture
}
