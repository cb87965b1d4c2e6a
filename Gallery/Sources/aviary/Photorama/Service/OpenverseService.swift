import AviaryServer
import AviaryText
import Foundation

/// The service Openverse, which has openly licensed photographs. It needs no key.
struct OpenverseService: PhotoService {
    let name = "openverse"
    private let fetching: any Fetching

    static let endpoint = "https://api.openverse.org/v1/images/"
    /// The number of photos in a page. It is Openverse's maximum without a key.
    private static let pageSize = 20

    init(by fetching: any Fetching) { self.fetching = fetching }

    @concurrent
    func photos(in feed: RemoteFeed, page: Int) async throws(PhotoServiceError) -> RemotePage {
        guard let address = URL(string: Self.endpoint)?.adding(items(of: feed, page: page)) else {
            throw .forbiddenAddress(.list)
        }
        let bytes = try await fetching.bytes(at: address, limit: listLimit, of: .list)
        return try await RemotePage.reading { () throws(PhotoServiceError) in try Self.page(bytes) }
    }

    func picture(at address: URL, limit: Int) async throws(PhotoServiceError) -> [UInt8] {
        try await fetching.bytes(at: address, limit: limit, of: .picture)
    }

    /// The query items for a feed. Openverse has no lists, so the interesting and the recent photos are searches.
    private func items(of feed: RemoteFeed, page: Int) -> [(String, String)] {
        let items: [(String, String)] =
            switch feed {
            case .interesting: [("q", "nature")]
            case .recent:
                [("q", "photograph"), ("unstable__sort_by", "indexed_on"), ("unstable__sort_dir", "desc")]
            case .search(let words): [("q", words)]
            }
        return items + [("category", "photograph"), ("page_size", "\(Self.pageSize)"), ("page", "\(page)")]
    }

    static func page(_ bytes: [UInt8]) throws(PhotoServiceError) -> RemotePage {
        guard case .object(let answer)? = JSON(parsing: String(decoding: bytes, as: UTF8.self)) else {
            throw .malformed
        }
        guard case .array(let photos)? = answer["results"] else {
            if let detail = answer["detail"]?.remoteText { throw .refused(message: detail) }
            throw .malformed
        }
        let pages = answer["page_count"]?.remoteNumber
        let page = answer["page"]?.remoteNumber ?? 1
        return try RemotePage(
            photos, isLast: photos.isEmpty || pages.map { page >= $0 } ?? false, reading: RemotePhoto.init(openverse:))
    }
}

extension RemotePhoto {
    fileprivate init?(openverse photo: [String: JSON]) {
        guard let id = photo["id"]?.remoteID, let large = photo["url"]?.remoteAddress else { return nil }
        let license = ["license", "license_version"].compactMap { photo[$0]?.remoteText }
        self.init(
            id: id, title: photo["title"]?.remoteText ?? "", owner: photo["creator"]?.remoteText ?? "",
            license: Self.licenseName(license), page: photo["foreign_landing_url"]?.remoteAddress,
            small: photo["thumbnail"]?.remoteAddress ?? large, large: large,
            width: max(1, min(photo["width"]?.remoteNumber ?? 1, 1_000_000)),
            height: max(1, min(photo["height"]?.remoteNumber ?? 1, 1_000_000)), takenAt: nil)
    }

    /// The name of a license from parts such as `by-sa` and `2.0`.
    private static func licenseName(_ parts: [String]) -> String {
        guard let name = parts.first?.uppercased(), !name.isEmpty else { return "" }
        let prefix = ["CC0", "PDM"].contains(name) ? "" : "CC "
        return ([prefix + name] + parts.dropFirst()).joined(separator: " ")
    }
}
