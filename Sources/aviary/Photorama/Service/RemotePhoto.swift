import AviaryServer
import Foundation

/// A list of a service's photographs.
enum RemoteFeed: Hashable, Sendable {
    /// What the service itself finds worth a look.
    case interesting
    /// What was added last.
    case recent
    /// What the service finds for some words.
    case search(String)

    /// As it is stored.
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
    /// How many photos were left out, since they could not be read: without an address, for one.
    var skipped = 0
    var isLast: Bool
}

extension RemotePage {
    /// Reads the answer of a service, which may be megabytes long.
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

/// A photograph, as a service describes it. All texts are on one line and short.
struct RemotePhoto: Hashable, Sendable {
    /// What it is known by within its service.
    var id: String
    var title: String
    var owner: String
    /// The license's name; empty when the service does not say.
    var license: String
    /// The page of the photo, for people.
    var page: URL?
    /// The picture for a tile, and the one for a page of its own.
    var small: URL
    var large: URL
    /// Of the large picture, in pixels; never less than 1.
    var width: Int
    var height: Int
    var takenAt: Date?
}
