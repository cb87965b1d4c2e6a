import AviaryResults
import GRDB

/// What a refresh has changed.
struct FeedChange: Hashable, Sendable {
    /// How many photos came into the list, and how many left it.
    var added = 0
    var removed = 0
    /// How many photos of the service could not be read.
    var skipped = 0

    /// Says that some were left out.
    var sentenceOfSkipped: String? {
        skipped > 0 ? PhotoramaWords.leftOut(skipped) : nil
    }
}

/// How far a feed has been read.
struct FeedState: Hashable, Sendable {
    /// The last page that is stored; 0 when none is.
    var page = 0
    var isAtEnd = false
}

extension PhotoramaLibrary {
    /// How far a feed is stored.
    func state(of feed: RemoteFeed) async throws -> FeedState {
        try await store.read { [service] db in try db.feedState(feed, of: service.name) } ?? FeedState()
    }

    /// Fetches the first page of a feed, and brings the stored list up to it in one transaction. If the list is as the
    /// service says nothing is written.
    ///
    /// Several windows that ask at once get one answer.
    ///
    /// - Throws: `PhotoServiceError`, or what writing the store throws.
    @discardableResult
    func refresh(_ feed: RemoteFeed) async throws -> FeedChange {
        guard !store.isReadOnly else { throw PhotoramaError.readOnly }
        return try await refreshes.value(for: feed) { [store, service] in
            let page = try await service.photos(in: feed, page: 1)
            return try await store.write { db in try db.refreshFeed(feed, with: page, of: service.name) }
        }
    }

    /// Fetches the next page of a feed: the one behind what is stored, after a restart too.
    ///
    /// - Returns: `false` when there is none.
    /// - Throws: `PhotoServiceError`, or what writing the store throws.
    @discardableResult
    func more(_ feed: RemoteFeed) async throws -> Bool {
        guard !store.isReadOnly else { throw PhotoramaError.readOnly }
        return try await extensions.value(for: feed) { [store, service] in
            let state = try await store.read { db in try db.feedState(feed, of: service.name) } ?? FeedState()
            if state.isAtEnd { return false }
            // While the service's list grows in front, a page may have nothing but what is stored.
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

/// How many pages are read in search of a new photo.
private let pagesAtOnce = 5
