/// The data source of a collection view, and the state of following its updates.
///
/// The view itself calls the data source, because that may read the view meanwhile.
struct FollowedSource<ItemID: ItemIdentifier> {
    typealias Source = any CollectionViewDataSource<ItemID>

    private(set) var source: Source?
    /// The update that was found and is not shown yet.
    private var pending: PendingUpdate<ItemID>?
    /// The data source whose update was awaited last.
    private var followed: Source?
    /// Wakes the task that waits for a new data source.
    private var replacements: AsyncStream<Void>.Continuation?
    /// True if a task waits for a data source, because there is none.
    private var isMissed = false
    /// True if nothing is followed any more.
    private(set) var hasEnded = false
    /// True if updates are not followed, because no screen shows the list.
    private(set) var isStopped = false

    var hasUpdate: Bool { pending != nil }

    // MARK: Replacing

    mutating func replace(by new: Source?) {
        source = new
        if new != nil { hasEnded = false }
    }

    /// Wakes the task that waits for a new data source.
    func noteReplacement() { replacements?.yield() }

    /// A stream with an element once the data source is replaced.
    mutating func makeReplacements() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        replacements = continuation
        return stream
    }

    // MARK: Updates

    /// Begins to wait for an update.
    ///
    /// - Returns: The data source to wait for; `nil` without one, and if an update is there. One is there at once if
    ///   this data source has replaced another one, or has come after a wait for one.
    mutating func begin() -> Source? {
        guard pending == nil else { return nil }
        guard let source else {
            isMissed = true
            return nil
        }
        defer { (followed, isMissed) = (source, false) }
        guard isMissed || followed.map({ $0 !== source }) == true else { return source }
        pending = PendingUpdate(of: source, .replaced)
        return nil
    }

    /// Stores what the wait for a data source has brought.
    mutating func note(_ update: PendingUpdate<ItemID>?) { pending = update }

    mutating func takeUpdate() -> PendingUpdate<ItemID>? { pending.take() }

    // MARK: Stopping

    /// Notes that updates are not followed until `resume()`.
    mutating func stop() {
        (followed, isMissed) = (nil, false)
        isStopped = true
    }

    /// Notes that updates are followed again.
    mutating func resume() { isStopped = false }

    /// Forgets what was awaited and found.
    mutating func end() { (followed, pending, hasEnded) = (nil, nil, true) }
}

/// An update of a data source that is not shown yet.
///
/// This is a class, so that a task that waits for an update reserves memory for a reference only.
final class PendingUpdate<ItemID: ItemIdentifier> {
    enum News {
        /// The data source has replaced another one. The cells have no content of the new one yet.
        case replaced
        case changed(CollectionUpdate<ItemID>)
        case failed(any Error)
    }

    let source: any CollectionViewDataSource<ItemID>
    let news: News

    init(of source: any CollectionViewDataSource<ItemID>, _ news: News) { (self.source, self.news) = (source, news) }

    convenience init?(of source: any CollectionViewDataSource<ItemID>, _ update: CollectionUpdate<ItemID>?) {
        guard let update else { return nil }
        self.init(of: source, .changed(update))
    }
}
