import AviaryResults
import GRDB

/// The web photos that a grid shows.
///
///     let results = try await FetchedResults(library.request(PhotoramaQuery()), in: store)
///     try await results.change(to: library.request(PhotoramaQuery(scope: .favorites)))
struct PhotoramaQuery: Hashable, Sendable {
    enum Scope: Hashable, Sendable {
        /// A feed, in the service's order.
        case feed(RemoteFeed)
        /// All stored photos of the service. Those that were added last come first.
        case stored
        /// Favorites of all services. Those that were added to the gallery last come first.
        case favorites
        /// Photos with a tag. Those that were tagged last come first.
        case tag(Tag.ID)
    }

    var scope = Scope.feed(.interesting)
    /// The words to search for. All of them must be in the title or the owner's name. Case and accents are ignored.
    var search = ""
    var limit: Int?

    /// Makes the request for a list.
    ///
    /// - Parameter service: The name of the service. A feed and the stored photos have only photos of this service.
    func request(service: String) -> ListRequest<WebPhoto> {
        let words = TextFunction.contains(search, in: "title", "owner")
        var request = ListRequest<WebPhoto>(filter: words, limit: limit)
        switch scope {
        case .feed(let feed):
            request.filter = words && Column("service") == service
            request.joins = "JOIN feedEntry ON feedEntry.photo = webPhoto.id AND feedEntry.feed = \(feed.name)"
            request.sort = [SQL("feedEntry.position").asc]
            request.dependencies = [Dependency(on: "feedEntry", rows: "SELECT photo FROM changed")]
        case .stored:
            request.filter = words && Column("service") == service
            request.sort = [Column("id").desc]
        case .favorites:
            request.filter = words && Column("isFavorite") != 0
            request.sort = [Column("id").desc]
        case .tag(let tag):
            request.joins = "JOIN photoTag ON photoTag.photo = webPhoto.id AND photoTag.tag = \(tag)"
            request.sort = [SQL("photoTag.id").desc]
            request.dependencies = [Dependency(on: "photoTag", rows: "SELECT photo FROM changed")]
        }
        request.sizes = .ratio(SQL("width * 1.0 / height"))
        return request
    }
}
