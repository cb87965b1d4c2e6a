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
        /// Called for commits that changed nothing, too: the snapshot's version is another.
        var update: @Sendable (Update) -> Void
        var failure: @Sendable (ResultsError) -> Void
        var close: @Sendable () -> Void
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
        var caches: [ObjectIdentifier: any RowCaching] = [:]
        /// Whether rows behind the first ones are being read.
        var isLoading = false
        /// Reads them, and follows what was committed meanwhile.
        var load: Loading?
        /// Present while the list follows a large commit beside the writer.
        var lag: LaggingLists.Lag?
        /// Whether the schema or the database was replaced while rows are read beside the writer.
        var needsPlan = false
        /// How many changes are followed row by row, however short the list is.
        var fewChanges = RowsIndex.fewChanges
        /// Reads in the place of a plan, for tests.
        var replacedReading: (@Sendable (RequestPlan) -> any FollowReading)?
    }

    let request: RequestDescription
    /// By which the index is found. It stays when the schema changes, and with it the plan.
    let wording: RequestWording
    let logger: Logger
    let state: Mutex<State>

    init(
        _ request: RequestDescription, _ wording: RequestWording, plan: RequestPlan, snapshot: RowsSnapshot,
        logger: Logger
    ) {
        self.request = request
        self.wording = wording
        self.logger = logger
        state = Mutex(State(plan: plan, snapshot: snapshot))
        state.withLock { $0.statistics.firstRows = snapshot.rows.count }
    }

    deinit {
        let (load, lag) = state.withLock { ($0.load, $0.lag) }
        load?.task.cancel()
        lag?.cancel()
    }

    /// How many changes are followed row by row as quickly as a list of usual length is read anew.
    private static let fewChanges = 16_384

    var plan: RequestPlan { state.withLock { $0.plan } }
    var snapshot: RowsSnapshot { state.withLock { $0.snapshot } }
    var error: ResultsError? { state.withLock { $0.error } }
    var isBehind: Bool { state.withLock { $0.isBehind } }
    /// Whether the list has followed all commits that it was told of.
    var isReadable: Bool { state.withLock { $0.error == nil && !$0.isBehind } }
    var statistics: ResultsStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.numberedKeys = state.plan.numbers?.count ?? 0
            return statistics
        }
    }
}

// MARK: - Watching

extension RowsIndex {
    /// - Returns: The token that removes the watcher, the snapshot that the first update starts from, and whether no
    ///   update will come.
    func addWatcher(_ watcher: Watcher) -> (token: Int, snapshot: RowsSnapshot, isClosed: Bool) {
        state.withLock { state in
            state.nextToken += 1
            if !state.isClosed { state.watchers[state.nextToken] = watcher }
            return (state.nextToken, state.snapshot, state.isClosed)
        }
    }

    func removeWatcher(_ token: Int) { state.withLock { $0.watchers[token] = nil } }

    /// Says so to the watchers; nothing is told afterwards.
    func close() {
        let (watchers, lag) = state.withLock { state in
            state.isClosed = true
            state.load?.task.cancel()
            defer { state.watchers = [:] }
            return (Array(state.watchers.values), state.lag)
        }
        lag?.cancel()
        for watcher in watchers { watcher.close() }
    }

    /// The rows that watchers with this record type have read.
    func cache<Record: LiveRecord>(for record: Record.Type, in store: LiveStore) -> RowCache<Record> {
        state.withLock { state in
            let kind = ObjectIdentifier(record)
            if let cache = state.caches[kind] as? RowCache<Record> { return cache }
            let cache = RowCache<Record>(store: store, logger: logger) { [weak self] in
                self.map { ElementReading($0.request, $0.plan) }
            }
            state.caches[kind] = cache
            return cache
        }
    }
}
