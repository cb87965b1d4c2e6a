import AviarySnapshots
import GRDB
import Logging
import Synchronization

/// The rows of one request, kept up to date for all its watchers.
///
/// The rows change on the database's writer queue only, one commit after the other. The lock is for readers on other
/// threads.
final class RowsIndex: Sendable {
    typealias Update = SnapshotUpdate<RowsSnapshot>

    /// An observer that is called on the writer queue, usually within the commit.
    struct Watcher: Sendable {
        /// Called after each commit that the list follows. If nothing in the list changed, only the version of the
        /// snapshot is new.
        var update: @Sendable (Update) -> Void
        var failure: @Sendable (ResultsError) -> Void
        var close: @Sendable () -> Void
    }

    struct State {
        var plan: RequestPlan
        var snapshot: RowsSnapshot
        var error: ResultsError?
        /// `true` when the list could not follow a commit, because a task was cancelled or the file was locked.
        var isBehind = false
        var statistics = ResultsStatistics()
        /// The totals of the store.
        var totals: FollowTotals?
        var isClosed = false
        var nextToken = 0
        var watchers: [Int: Watcher] = [:]
        var caches: [ObjectIdentifier: any RowCaching] = [:]
        /// `true` while the rows after the first ones are being read.
        var isLoading = false
        /// The task that reads the rows after the first ones, and then follows what was committed meanwhile.
        var load: Loading?
        /// Present while the list follows a large commit beside the writer, in a read transaction of its own.
        var lag: LaggingLists.Lag?
        /// `true` when the schema has changed, or the database was replaced, while rows are read beside the writer.
        var needsPlan = false
        /// The number of changes that are always followed row by row, even in a short list.
        var fewChanges = RowsIndex.fewChanges
        /// Makes a reader that replaces the plan. For tests.
        var replacedReading: (@Sendable (RequestPlan) -> any FollowReading)?
    }

    let request: RequestDescription
    /// The key of the index. It stays the same when a change of the schema leads to another plan.
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

    /// Following so many changes row by row takes as long as reading a list of usual length anew.
    private static let fewChanges = 16_384

    var plan: RequestPlan { state.withLock { $0.plan } }
    var snapshot: RowsSnapshot { state.withLock { $0.snapshot } }
    var error: ResultsError? { state.withLock { $0.error } }
    var isBehind: Bool { state.withLock { $0.isBehind } }
    /// `true` when the list has followed every commit that `follow` was called for.
    var isReadable: Bool { state.withLock { $0.error == nil && !$0.isBehind } }

    /// Counts what the list does in the totals of the store.
    func count(in totals: FollowTotals) { state.withLock { $0.totals = totals } }

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
    /// Adds a watcher.
    ///
    /// - Returns: The token that removes the watcher, the snapshot that the first update starts from, and whether the
    ///   list is closed. A closed list sends no update.
    func addWatcher(_ watcher: Watcher) -> (token: Int, snapshot: RowsSnapshot, isClosed: Bool) {
        state.withLock { state in
            state.nextToken += 1
            if !state.isClosed { state.watchers[state.nextToken] = watcher }
            return (state.nextToken, state.snapshot, state.isClosed)
        }
    }

    func removeWatcher(_ token: Int) { state.withLock { $0.watchers[token] = nil } }

    /// Closes the list: tells the watchers, and removes them.
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

    /// Returns the cache of one type. Commits remove the rows that they touch from it.
    ///
    /// - Parameter make: Makes the cache if there is none yet.
    func cache<Cache: RowCaching>(_ make: () -> Cache) -> Cache {
        state.withLock { state in
            let kind = ObjectIdentifier(Cache.self)
            if let cache = state.caches[kind] as? Cache { return cache }
            let cache = make()
            state.caches[kind] = cache
            return cache
        }
    }
}

/// A cache from which commits remove rows.
protocol RowCaching: Sendable {
    /// - Parameter rows: `nil` for all.
    func drop(_ rows: [Int64]?)
}
