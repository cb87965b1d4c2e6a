import AviaryResults
import AviaryServer
import AviaryViews

/// Words in the search field. The service is asked for them; stored photos that have them stand in until it has answered.
/// Favorites and the photos of a tag are searched here alone.
extension PhotoramaController {
    /// The person types: the service is asked when that has ended.
    func search(_ event: ActionEvent) async throws {
        guard try await showPhotos(with: event.fields["text"] ?? "") else { return }
        let asked = searchFeed
        task { [self] in
            try await Task.sleep(for: pause)
            await page.update { if self.searchFeed == asked, !self.hasAsked { self.beginRefreshing() } }
        }
    }

    /// The person has pressed Return.
    func searchNow(_ event: ActionEvent) async throws {
        try await searchNow(for: event.fields["text"] ?? "")
    }

    func searchNow(for words: String) async throws {
        _ = try await showPhotos(with: words)
        if searchFeed != nil, !hasAsked || !isAnswered || trouble != nil { beginRefreshing() }
    }

    /// - Returns: Whether the service has a list of other photos for these words.
    private func showPhotos(with words: String) async throws -> Bool {
        let before = feed
        searched = words
        page["searched"] = words
        if feed != before { leaveFeed() }
        try await showList()
        return feed != before && searchFeed != nil
    }

    /// What the service finds; `nil` when it is not asked.
    var searchFeed: RemoteFeed? { choice.feed == nil ? nil : RemoteFeed(searching: searched) }

    /// The list of the service that is shown, or will be; `nil` for what people have made here.
    var feed: RemoteFeed? { searchFeed ?? choice.feed }
}

extension RemoteFeed {
    /// - Parameter text: As somebody has typed it.
    /// - Returns: `nil` when there is no word in it.
    init?(searching text: String) {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200)
        if words.isEmpty { return nil }
        self = .search(String(words))
    }
}

/// Who has typed nothing for so long has ended a word.
private let pause = Duration.milliseconds(600)
