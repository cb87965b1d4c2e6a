import AviaryServer
import Foundation

/// A list of a service's photographs.
enum RemoteFeed: Hashable, Sendable {
    /// The photographs that the service recommends.
    case interesting
    /// The photographs that were added last.
    case recent
    /// The photographs that the service finds for some words.
    case search(String)

    /// The name under which the feed is stored.
    var name: String {
        switch self {
        case .interesting: "interesting"
        case .recent: "recent"
        case .search(let words): "search \(words)"
        }
    }
}

/// A part of a feed, in the service's order.
struct RemotePage: Hashable, Sendable {
    var photos: [RemotePhoto]
    /// The number of photos that were left out because their descriptions could not be read. For instance, a
    /// description has no address.
    var skipped = 0
    var isLast: Bool
}

extension RemotePage {
    /// Reads the answer of a service on a thread for heavy work, because an answer may be megabytes long.
    static func reading(
        _ read: @escaping @Sendable () throws(PhotoServiceError) -> RemotePage
    ) async throws(PhotoServiceError) -> RemotePage {
        do {
            return try await HeavyWork.shared.perform { _ in try read() }
        } catch let error as PhotoServiceError {
            throw error
        } catch HeavyWorkError.tooMuch {
            throw .tooManyRequests(retryAfter: .seconds(1))
        } catch {
            throw .cancelled
        }
    }
}

/// A photograph as a service describes it. All texts are short and on one line.
struct RemotePhoto: Hashable, Sendable {
    /// The identifier of the photo at its service.
    var id: String
    var title: String
    var owner: String
    /// The name of the license; empty if the service does not state it.
    var license: String
    /// The page of the photo, for people.
    var page: URL?
    /// The address of the picture for a cell. `large` is the address of the picture for the viewer.
    var small: URL
    var large: URL
    /// The width of the large picture, in pixels; at least 1.
    var width: Int
    var height: Int
    var takenAt: Date?
}
