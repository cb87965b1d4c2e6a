import AviaryResults
import GRDB

/// The changes that a refresh made.
struct FeedChange: Hashable, Sendable {
    /// The number of photos that were added to the list. `removed` is the number of those that were removed.
    var added = 0
    var removed = 0
    /// The number of photos that were left out, because the service's description of them could not be read.
    var skipped = 0

    /// The message about photos that were left out; `nil` if there are none.
    var sentenceOfSkipped: String? {
        skipped > 0 ? PhotoramaWords.leftOut(skipped) : nil
    }
}

/// How far a feed has been read.
struct FeedState: Hashable, Sendable {
    /// The number of the last stored page; 0 if no page is stored.
    var page = 0
    var isAtEnd = false
}

extension PhotoramaLibrary {
    /// Reads how far a feed has been stored.
    func state(of feed: RemoteFeed) async throws -> FeedState {
        try await store.read { [service] db in try db.feedState(feed, of: service.name) } ?? FeedState()
    }

    /// Fetches the first page of a feed, and updates the stored list in one transaction. An unchanged list is not
    /// written.
    ///
    /// Windows that refresh at the same time share one request.
    ///
    /// - Throws: `PhotoServiceError`, `PhotoramaError.readOnly`, `CancellationError`, or an error of the store.
    @discardableResult
    func refresh(_ feed: RemoteFeed) async throws -> FeedChange {
        guard !store.isReadOnly else { throw PhotoramaError.readOnly }
        return try await refreshes.value(for: feed) { [store, service] in
            let page = try await service.photos(in: feed, page: 1)
            return try await store.write { db in try db.refreshFeed(feed, with: page, of: service.name) }
        }
    }

    /// Fetches the page after the stored pages, also after a restart. If it has no new photo, fetches up to four more
    /// pages.
    ///
    /// - Returns: `false` if the feed has no more photos.
    /// - Throws: `PhotoServiceError`, `PhotoramaError.readOnly`, `CancellationError`, or an error of the store.
    @discardableResult
    func more(_ feed: RemoteFeed) async throws -> Bool {
        guard !store.isReadOnly else { throw PhotoramaError.readOnly }
        return try await extensions.value(for: feed) { [store, service] in
            let state = try await store.read { db in try db.feedState(feed, of: service.name) } ?? FeedState()
            if state.isAtEnd { return false }
            // New photos at the beginning of the service's list push the others to later pages. So a page may have no
            // new photo.
            for number in state.page + 1...state.page + pagesAtOnce {
                let page = try await service.photos(in: feed, page: number)
                let added = try await store.write { db in
                    try db.extendFeed(feed, with: page, number: number, of: service.name)
                }
                if added > 0 { return true }
                if page.isLast { return false }
            }
            return true
        }
    }
}

/// The largest number of pages that are fetched to find a new photo.
private let pagesAtOnce = 5
