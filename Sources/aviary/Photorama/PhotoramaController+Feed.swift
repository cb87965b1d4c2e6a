import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryViews

/// A failure that the message on the page reports.
struct Trouble: Hashable {
    enum Kind: Hashable {
        case refreshing
        case readingOn
        case pictures
    }

    let kind: Kind
    let sentence: String

    init(_ kind: Kind, _ sentence: String) { (self.kind, self.sentence) = (kind, sentence) }
}

/// The requests for the service's feed. A refresh fetches the first page, and scrolling to the end fetches the next
/// page.
extension PhotoramaController {
    func refresh(_ event: ActionEvent) {
        dismissed = []
        beginRefreshing()
    }

    /// Starts a refresh. Stored photos stay visible, and new photos arrive as an update.
    func beginRefreshing() {
        guard let feed, refreshing?.feed != feed, !library.store.isReadOnly else { return }
        refreshing?.cancel()
        let request = FeedRequest(feed) { [library] in try await library.refresh(feed) }
        (refreshing, hasAsked) = (request, true)
        show()
        task { [self] in
            var result = await request.result()
            guard refreshing === request else { return }
            if case .success = result, !isAnswered {
                // If the list shows matching stored photos, it changes to the answer to the search, which is stored
                // now.
                do { try await showList() } catch { result = .failure(error) }
            }
            let outcome = result
            await page.update { if self.refreshing === request { self.didRefresh(outcome) } }
        }
    }

    private func didRefresh(_ outcome: Result<FeedChange, any Error>) {
        refreshing = nil
        switch outcome {
        case .success(let change):
            trouble = nil
            isAtEnd = false
            fetchAgain(Array(failures.keys))
            if change.added > 0 { page.announce(PhotoramaWords.newPhotos(change.added)) }
            if let sentence = change.sentenceOfSkipped { page.say(sentence) }
            readOnAtEnd()
        case .failure(let error) where error is CancellationError: break
        case .failure(let error): trouble = Trouble(.refreshing, library.store.sentence(about: error))
        }
        show()
    }

    /// Shows more photos when the last one comes near the viewport. They are stored ones, or else the service's next
    /// page.
    func readOn(at item: WebPhoto.ID) {
        guard isLast(item) else { return }
        let isFull = grid.numberOfItems >= limit
        // While a request is running, the item is noted, and is checked again when the request ends. Stored photos need
        // no request, so they are shown during a refresh, too.
        if isReadingOn || refreshing != nil { end = item }
        guard !isReadingOn, isFull || refreshing == nil else { return }
        let canAsk = isAnswered && !isAtEnd && refreshing == nil && !library.store.isReadOnly
        let feed = canAsk ? self.feed : nil
        guard isFull || feed != nil, trouble?.kind != .readingOn else { return }
        isReadingOn = true
        show()
        let list = self.feed
        task { [self] in
            let outcome: Result<Bool, any Error>
            do { outcome = .success(try await readOn(feed, isFull: isFull)) } catch { outcome = .failure(error) }
            await page.update { self.didReadOn(list, outcome) }
        }
    }

    /// Shows the next stored photos. If there are none, fetches the next page.
    ///
    /// - Returns: Whether there may be more photos.
    private func readOn(_ feed: RemoteFeed?, isFull: Bool) async throws -> Bool {
        let before = photos.snapshot.numberOfItems
        if isFull {
            limit += Self.pageSize
            try await showList()
        }
        // If stored photos have made the list longer, the service need not be asked yet.
        guard let feed, feed == self.feed, photos.snapshot.numberOfItems == before else { return true }
        let request = FeedRequest(feed) { [library] in try await library.more(feed) }
        readingOn = request
        defer { if readingOn === request { readingOn = nil } }
        return try await request.result().get()
    }

    private func didReadOn(_ list: RemoteFeed?, _ outcome: Result<Bool, any Error>) {
        isReadingOn = false
        switch outcome {
        case .failure(let error) where list == feed && !(error is CancellationError):
            trouble = Trouble(.readingOn, library.store.sentence(about: error))
        case .success(let hasMore) where list == feed:
            isAtEnd = !hasMore
            readOnAtEnd()
        // The person has switched to another list, or the request was cancelled.
        default: readOnAtEnd()
        }
        show()
    }

    private func readOnAtEnd() {
        guard let item = end else { return }
        end = nil
        readOn(at: item)
    }

    private func isLast(_ item: WebPhoto.ID) -> Bool { item == last }

    private var last: WebPhoto.ID? {
        let list = grid.snapshot
        return list.isWhole && list.numberOfItems > 0 ? list.item(at: list.numberOfItems - 1) : nil
    }

    // MARK: The message

    func retry(_ event: ActionEvent) {
        let kind = trouble?.kind
        (trouble, dismissed) = (nil, [])
        fetchAgain(Array(failures.keys))
        switch kind {
        case .refreshing: beginRefreshing()
        // If the last photo is still in view, no event starts the reading again, so it is started here.
        case .readingOn: if let last { readOn(at: last) }
        case .pictures, nil: break
        }
        show()
    }

    func dismissTrouble(_ event: ActionEvent) {
        if let trouble, trouble.kind == .pictures { dismissed.insert(trouble.sentence) }
        trouble = nil
        show()
    }
}
