import AviarySnapshots
import GRDB
import Logging
import Synchronization

/// The rows of one request, kept right, for all who watch it.
///
/// It is changed on the database's writer queue only, one commit after the other; the lock is for readers elsewhere.
final class RowsIndex: Sendable {
    typealias Update = SnapshotUpdate<RowsSnapshot>

    /// Who is told at once, in the commit.
    struct Watcher: Sendable {
        var update: @Sendable (Update) -> Void
        var failure: @Sendable (ResultsError) -> Void
    }

    struct WeakStream: Sendable {
        weak var stream: SnapshotUpdates<RowsSnapshot>?
    }

    struct State {
        var plan: RequestPlan
        var snapshot: RowsSnapshot
        var error: ResultsError?
        /// A commit was not followed, because the task that committed was cancelled just then.
        var isBehind = false
        var statistics = ResultsStatistics()
        var isClosed = false
        var nextToken = 0
        var watchers: [Int: Watcher] = [:]
        var streams: [Int: WeakStream] = [:]
        var caches: [ObjectIdentifier: any RowCaching] = [:]
    }

    let request: RequestDescription
    let logger: Logger
    let state: Mutex<State>

    init(_ request: RequestDescription, plan: RequestPlan, snapshot: RowsSnapshot, logger: Logger) {
        self.request = request
        self.logger = logger
        state = Mutex(State(plan: plan, snapshot: snapshot))
    }

    var plan: RequestPlan { state.withLock { $0.plan } }
    var snapshot: RowsSnapshot { state.withLock { $0.snapshot } }
    var error: ResultsError? { state.withLock { $0.error } }
    var isBehind: Bool { state.withLock { $0.isBehind } }
    var statistics: ResultsStatistics { state.withLock { $0.statistics } }
}

// MARK: - Watching

extension RowsIndex {
    func addWatcher(_ watcher: Watcher) -> Int {
        state.withLock { state in
            state.nextToken += 1
            state.watchers[state.nextToken] = watcher
            return state.nextToken
        }
    }

    func removeWatcher(_ token: Int) { state.withLock { $0.watchers[token] = nil } }

    /// - Parameter owner: Kept as long as the reader is there.
    func updates(for owner: some AnyObject & Sendable) -> SnapshotUpdates<RowsSnapshot> {
        let (stream, isClosed, error) = state.withLock { state in
            state.nextToken += 1
            let token = state.nextToken
            // The reader keeps the index alive, not the other way round.
            let stream = SnapshotUpdates(initial: state.snapshot) {
                withExtendedLifetime(owner) { self.removeStream(token) }
            }
            state.streams[token] = WeakStream(stream: stream)
            return (stream, state.isClosed, state.error)
        }
        if let error { stream.send(.failure(error, of: stream.initial)) }
        if isClosed { stream.finish() }
        return stream
    }

    private func removeStream(_ token: Int) { state.withLock { $0.streams[token] = nil } }

    /// Ends the streams; nothing is told afterwards.
    func close() {
        let streams = state.withLock { state in
            state.isClosed = true
            state.watchers = [:]
            return state.streams.values.compactMap(\.stream)
        }
        for stream in streams { stream.finish() }
    }

    /// The rows that watchers with this record type have read.
    func cache<Record: LiveRecord>(for record: Record.Type, in store: LiveStore) -> RowCache<Record> {
        state.withLock { state in
            let kind = ObjectIdentifier(record)
            if let cache = state.caches[kind] as? RowCache<Record> { return cache }
            let cache = RowCache<Record>(store: store, rowid: state.plan.shape.rowid, logger: logger)
            state.caches[kind] = cache
            return cache
        }
    }
}
