import Foundation

/// A service with the REST API of Flickr: Flickr itself, or another server.
struct FlickrService: PhotoService {
    let name: String
    private(set) var hasSamples = false
    private let endpoint: URL
    private let key: String?
    private let fetching: any Fetching

    /// The address of Flickr's API.
    static let standardEndpoint = "https://api.flickr.com/services/rest/"

    /// The number of photos in a page. It is Flickr's maximum.
    static let pageSize = 500

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - name: The name of the service, which is stored with each photo.
    ///   - key: The key for Flickr's API; other servers may need none.
    init(name: String = "flickr", at endpoint: URL, key: String?, by fetching: any Fetching) {
        (self.name, self.endpoint, self.key, self.fetching) = (name, endpoint, key, fetching)
    }

    @concurrent
    func photos(in feed: RemoteFeed, page: Int) async throws(PhotoServiceError) -> RemotePage {
        if endpoint.absoluteString == Self.standardEndpoint, key == nil { throw .noKey }
        guard let address = address(of: feed, page: page) else { throw .forbiddenAddress(.list) }
        let bytes = try await fetching.bytes(at: address, limit: listLimit, of: .list)
        do throws(PhotoServiceError) {
            return try await RemotePage.reading { () throws(PhotoServiceError) in try FlickrAnswer.page(bytes) }
        } catch .refused(let message) {
            throw .refused(message: key.map { message.replacing($0, with: "…") } ?? message)
        }
    }

    func picture(at address: URL, limit: Int) async throws(PhotoServiceError) -> [UInt8] {
        try await fetching.bytes(at: address, limit: limit, of: .picture)
    }

    private func address(of feed: RemoteFeed, page: Int) -> URL? {
        var items = [("method", feed.flickrMethod), ("format", "json"), ("nojsoncallback", "1")]
        if let key { items.append(("api_key", key)) }
        if case .search(let words) = feed { items += [("text", words), ("media", "photos"), ("safe_search", "1")] }
        items += [
            ("extras", FlickrAnswer.extras), ("per_page", "\(Self.pageSize)"), ("page", "\(page)"),
        ]
        return endpoint.adding(items)
    }
}

extension FlickrService {
    /// Makes the embedded service.
    ///
    /// - Parameter hasSamples: True if the program draws the photographs.
    init(embedded fetching: any Fetching = EmbeddedEndpoint(), hasSamples: Bool = true) {
        let address = URL(string: "http://\(EmbeddedEndpoint.host)/services/rest/") ?? URL(filePath: "/")
        self.init(name: "embedded", at: address, key: nil, by: fetching)
        self.hasSamples = hasSamples
    }
}

/// The largest size of a list, in bytes. A larger answer is an error.
let listLimit = 8 << 20

extension RemoteFeed {
    var flickrMethod: String {
        switch self {
        case .interesting: "flickr.interestingness.getList"
        case .recent: "flickr.photos.getRecent"
        case .search: "flickr.photos.search"
        }
    }
}

extension URL {
    /// Adds items to the query. Each `+` in the query is escaped, because servers read a `+` as a space.
    func adding(_ items: [(String, String)]) -> URL? {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
        let own = parts.queryItems ?? []
        parts.queryItems = own + items.map { URLQueryItem(name: $0.0, value: $0.1) }
        let query = parts.percentEncodedQuery ?? ""
        parts.percentEncodedQuery = query.replacing("+", with: "%2B")
        return parts.url
    }
}
