import AviaryResults
import AviaryServer
import AviaryViews

/// The search field. A search in a feed asks the service; until it answers, matching stored photos are shown. Favorites
/// and the photos of a tag are searched in the store only.
extension PhotoramaController {
    /// The text changed. The service is asked after a debounce.
    func search(_ event: ActionEvent) async throws {
        guard try await showPhotos(with: event.fields["text"] ?? "") else { return }
        let asked = searchFeed
        task { [self] in
            try await Task.sleep(for: pause)
            await page.update { if self.searchFeed == asked, !self.hasAsked { self.beginRefreshing() } }
        }
    }

    /// The person pressed Return.
    func searchNow(_ event: ActionEvent) async throws {
        try await searchNow(for: event.fields["text"] ?? "")
    }

    func searchNow(for words: String) async throws {
        _ = try await showPhotos(with: words)
        if searchFeed != nil, !hasAsked || !isAnswered || trouble != nil { beginRefreshing() }
    }

    /// Shows the photos with these words.
    ///
    /// - Returns: Whether the words need a new search at the service.
    private func showPhotos(with words: String) async throws -> Bool {
        let before = feed
        if words != searched { leaveList() }
        searched = words
        page["searched"] = words
        if feed == before {
            try await showList()
        } else {
            leaveFeed()
            try await showAnotherList()
        }
        return feed != before && searchFeed != nil
    }

    /// The feed of the search; `nil` when the service is not asked.
    var searchFeed: RemoteFeed? { choice.feed == nil ? nil : RemoteFeed(searching: searched) }

    /// The service's feed that is shown or about to be; `nil` for favorites and tags.
    var feed: RemoteFeed? { searchFeed ?? choice.feed }
}

extension RemoteFeed {
    /// The feed of a search.
    ///
    /// - Parameter text: The text that a person typed.
    /// - Returns: `nil` when the text has no word.
    init?(searching text: String) {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200)
        if words.isEmpty { return nil }
        self = .search(String(words))
    }
}

/// The debounce of typing, after which a search is sent.
private let pause = Duration.milliseconds(600)
