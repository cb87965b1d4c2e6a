import AviaryServer
import AviaryText
import Foundation

/// A photo service inside the program. It answers like Flickr's API, and needs no network. Its photographs are
/// generated, and the same at each start, or come from the Photos room.
struct EmbeddedEndpoint: Fetching {
    /// The host in the addresses of this service. No such host exists on the network (RFC 6761).
    static let host = "embedded.invalid"

    private let pictures: any EmbeddedPictures

    /// Makes the service.
    ///
    /// - Parameter pictures: The source of the photographs; 10,000 generated ones by default.
    init(_ pictures: any EmbeddedPictures = GeneratedPictures(count: 10_000)) { self.pictures = pictures }

    @concurrent
    func bytes(
        at address: URL, limit: Int, of kind: FetchedKind
    ) async throws(PhotoServiceError) -> [UInt8] {
        guard let answer = try await answer(to: address, base: "http://\(Self.host)") else {
            throw .status(404, host: Self.host)
        }
        guard answer.bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return answer.bytes
    }

    /// Makes the answer at an address; `nil` if the address does not exist.
    ///
    /// - Parameter base: The beginning of the addresses of pictures.
    func answer(to address: URL, base: String) async throws(PhotoServiceError) -> EmbeddedAnswer? {
        let parts = URLComponents(url: address, resolvingAgainstBaseURL: true)
        let query = Dictionary((parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        let path = address.path()
        do {
            if path == "/services/rest/" || path == "/services/rest" { return try await list(query, base: base) }
            let match = path.wholeMatch(of: /\/services\/pictures\/([a-z0-9-]{1,30})_([a-z])/)
            guard let match, let letter = match.2.first else { return nil }
            return try await pictures.picture(of: match.1, letter)
        } catch is CancellationError {
            throw .cancelled
        } catch HeavyWorkError.tooMuch {
            throw .tooManyRequests(retryAfter: .seconds(1))
        } catch {
            // The store of the Photos room cannot be read, for instance.
            throw .status(500, host: Self.host)
        }
    }

    // MARK: Lists

    private func list(_ query: [String: String], base: String) async throws -> EmbeddedAnswer {
        let size = max(1, min(Int(query["per_page"] ?? "") ?? 100, 500))
        let page = max(1, min(Int(query["page"] ?? "") ?? 1, 1_000_000))
        let feed: RemoteFeed
        switch query["method"] {
        case "flickr.interestingness.getList": feed = .interesting
        case "flickr.photos.getRecent": feed = .recent
        case "flickr.photos.search":
            let text = query["text"] ?? ""
            guard text.utf8.count <= 4 * EmbeddedSearch.maximumLength, text.count <= EmbeddedSearch.maximumLength else {
                return Self.json([
                    "stat": "fail", "code": .integer(3), "message": .string(PhotoramaWords.searchIsTooLong),
                ])
            }
            feed = .search(text)
        case let method:
            return Self.json([
                "stat": "fail", "code": .integer(112), "message": .string("Method \"\(method ?? "")\" not found"),
            ])
        }
        let part = try await pictures.page(of: feed, from: (page - 1) * size, count: size, base: base)
        let list: JSON = .object([
            "page": .integer(page), "pages": .integer((part.total + size - 1) / size), "perpage": .integer(size),
            "total": .string("\(part.total)"), "photo": .array(part.photos),
        ])
        return Self.json(["photos": list, "stat": "ok"])
    }

    private static func json(_ members: [String: JSON]) -> EmbeddedAnswer {
        EmbeddedAnswer(bytes: Array(JSON.object(members).text.utf8), type: "application/json")
    }
}
