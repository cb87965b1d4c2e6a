import AviaryServer
import AviaryViews

/// The photos that a window of the Photorama room shows, and their layout.
struct PhotoramaChoice: Hashable {
    var scope = PhotoramaQuery.Scope.feed(.interesting)
    var layout = PhotoramaLayout.grid
    var size = CellSize()

    var collectionLayout: any CollectionViewLayout { layout.collectionLayout(size) }

    /// The service's feed; `nil` for other photos, such as favorites and those of a tag.
    var feed: RemoteFeed? { if case .feed(let feed) = scope { feed } else { nil } }

    var tag: Tag.ID? { if case .tag(let tag) = scope { tag } else { nil } }

    /// Applies the choices of a button or an address. They come from the browser, so unknown values are ignored.
    mutating func choose(_ fields: [String: String]) {
        switch fields["show"] {
        case "interesting": scope = .feed(.interesting)
        case "recent": scope = .feed(.recent)
        case "favorites": scope = .favorites
        default: if let tag = fields["tag"].flatMap({ Tag.ID($0) }) { scope = .tag(tag) }
        }
        if let chosen = fields["layout"].flatMap(PhotoramaLayout.init) { layout = chosen }
    }

    /// Reads the query of an address: `/photorama?show=recent`, `/photorama?tag=3`.
    init(_ address: Address) {
        choose(Dictionary(address.query.map { ($0.name, $0.value) }) { first, _ in first })
    }

    /// The text for `restorationState`. A browser may send back any text, so do not trust it.
    var words: String {
        let shown =
            switch scope {
            case .feed(.recent): "recent"
            case .feed, .stored: "interesting"
            case .favorites: "favorites"
            case .tag(let tag): "\(tag)"
            }
        return "\(shown) \(layout.rawValue) \(size.steps)"
    }

    init(words: String = "") {
        let parts = words.split(separator: " ").map(String.init)
        guard (2...3).contains(parts.count) else { return }
        choose(["show": parts[0], "tag": parts[0], "layout": parts[1]])
        if let chosen = parts.dropFirst(2).first.flatMap({ CellSize($0) }) { size = chosen }
    }

    /// The message that replaces an empty list.
    func emptySentence(searched: String, isRefreshing: Bool) -> String {
        RemoteFeed(searching: searched) == nil
            ? PhotoramaWords.nothing(in: scope, isRefreshing: isRefreshing) : PhotoramaWords.notFoundHere
    }
}
