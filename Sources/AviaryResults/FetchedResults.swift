public import AviarySnapshots
import GRDB
import Synchronization

/// A live query: the rowids of a request's rows, in order, right after every commit.
///
/// One commit that touches *k* of *n* rows costs O(*k* log *n*): only these rows are read again. What cannot be followed
/// so is read anew and compared; `statistics` tells. All who ask one store for the same request share the work.
///
/// `snapshot`, the delegate and the streams are told of a commit before the write returns.
public final class FetchedResults<Record: LiveRecord>: Sendable {
    public typealias Request = FetchRequest<Record>

    public let request: Request
    public let store: LiveStore
    private let index: RowsIndex
    private let cache: RowCache<Record>
    private let watching: Mutex<(token: Int?, delegate: WeakDelegate)>

    private struct WeakDelegate: Sendable {
        weak var delegate: (any FetchedResultsDelegate)?
    }

    /// Loads the rows, unless somebody watches the same request already.
    ///
    /// - Throws: `ResultsError`, or what SQLite says of the request.
    /// - Complexity: O(*n*) for *n* rows, beyond SQLite's sorting. The writer goes on meanwhile when the table has history.
    public init(_ request: Request, in store: LiveStore) async throws {
        self.request = request
        self.store = store
        index = try await store.index(for: RequestDescription(request))
        cache = index.cache(for: Record.self, in: store)
        watching = Mutex((nil, WeakDelegate()))
    }

    deinit {
        if let token = watching.withLock({ $0.token }) { index.removeWatcher(token) }
    }

    /// The list as it is now.
    public var snapshot: RowsSnapshot { index.snapshot }

    /// The last entry of the history log that the list includes; for a table without history, a count of changes.
    public var version: Int64 { snapshot.version }

    /// Why the rows cannot be read at present; `nil` when they can.
    public var error: ResultsError? { index.error }

    public var statistics: ResultsStatistics { index.statistics }

    /// Whoever is told of each change in the commit itself; held weakly.
    public var delegate: (any FetchedResultsDelegate)? {
        get { watching.withLock { $0.delegate.delegate } }
        set {
            watching.withLock { watching in
                watching.delegate = WeakDelegate(delegate: newValue)
                if watching.token == nil, newValue != nil { watching.token = index.addWatcher(watcher()) }
            }
        }
    }

    /// SQLite's plan for reading the rows that a commit touched, a line for each step. For tests.
    package func queryPlan() async throws -> [String] {
        let plan = index.plan
        return try await store.read { db in
            let arguments: StatementArguments = [plan.following == .history ? 0 : "[]"] + plan.arguments
            let rows = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + plan.touchedSQL, arguments: arguments)
            return rows.map { $0["detail"] }
        }
    }

    private func watcher() -> RowsIndex.Watcher {
        RowsIndex.Watcher(
            update: { [weak self] update in self?.delegate?.tell(update) },
            failure: { [weak self] error in self?.delegate?.didFail(error) })
    }
}

extension FetchedResults: LiveList {
    public func updates() -> SnapshotUpdates<RowsSnapshot> { index.updates(for: self) }

    public func elements(for items: [Int64]) async throws -> [Int64: Record] { try await cache.elements(items) }
}
