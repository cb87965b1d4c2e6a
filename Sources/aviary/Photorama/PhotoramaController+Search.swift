import AviaryResults
import AviaryServer
import AviaryViews
import Foundation

/// The search field. A search in a feed asks the service. Until the service answers, the page shows matching stored
/// photos. A search among favorites or the photos of a tag does not ask the service.
extension PhotoramaController {
    /// Handles a change of the text. Asks the service after a debounce.
    func search(_ event: ActionEvent) async throws {
        guard try await showPhotos(with: event.fields["text"] ?? "") else { return }
        let asked = searchFeed
        task { [self] in
            try await Task.sleep(for: pause)
            await page.update { if self.searchFeed == asked, !self.hasAsked { self.beginRefreshing() } }
        }
    }

    /// Handles the Return key. Asks the service at once.
    func searchNow(_ event: ActionEvent) async throws {
        try await searchNow(for: event.fields["text"] ?? "")
    }

    func searchNow(for words: String) async throws {
        _ = try await showPhotos(with: words)
        if searchFeed != nil, !hasAsked || !isAnswered || trouble != nil { beginRefreshing() }
    }

    /// Shows the photos that match the words.
    ///
    /// - Returns: Whether the words form a new search that the service has to answer.
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

    /// The feed of the search; `nil` without words, and if the page shows no feed of the service.
    var searchFeed: RemoteFeed? { choice.feed == nil ? nil : RemoteFeed(searching: searched) }

    /// The feed that the page shows or is about to show; `nil` for favorites and tags.
    var feed: RemoteFeed? { searchFeed ?? choice.feed }
}

extension RemoteFeed {
    /// Makes the feed of a search. Case and extra spaces do not matter.
    ///
    /// - Parameter text: The text that a person typed.
    /// - Returns: `nil` if the text has no word.
    init?(searching text: String) {
        let words = text.lowercased().precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ").prefix(200)
        if words.isEmpty { return nil }
        self = .search(String(words))
    }
}

/// How long a person must stop typing before the search is sent.
private let pause = Duration.milliseconds(600)
