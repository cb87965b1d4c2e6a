public import AviarySnapshots
import GRDB

/// A live query: the ordered rowids of a request's rows, up to date right after every commit.
///
/// A commit that touches *k* of *n* rows costs O(*k* log *n*), because only these rows are read again. A request that
/// cannot be followed row by row is read anew and compared. `refetchReason` says why, and `statistics` counts the
/// commits of both kinds. Equal requests to one store share one index, so its work is done once.
///
/// When a write of the store returns, `snapshot` includes the write, the delegate has been called, and the streams have
/// the update. Other writes do not wait for lists that follow a commit with more than 1,024 changes, because these
/// lists use a read transaction that does not block the writer. A write may also go through the database itself instead
/// of the store. If such a write has so many changes, it may return before its lists include it.
public final class FetchedResults<Record: LiveRecord>: Sendable {
    /// The store whose commits the list follows.
    public let store: LiveStore
    private let audience: Audience<Record>
    private let firstRows: Int?

    /// Loads the rows, unless an equal request of this store is loaded already.
    ///
    ///     let photos = try await FetchedResults(request, in: store, showingFirst: 500)
    ///
    /// With `showingFirst` this returns when the first rows and all counts are known. So a table of 10,000,000 rows is
    /// on the screen at once. The other rows are read in the background, from the same read transaction;
    /// `snapshot.numberOfKnownItems` says how many rows are known. Until all are known, the list does not change. Then
    /// comes an update without changes, followed by an update with everything that was committed meanwhile. Some lists
    /// are always loaded whole: lists that do not follow the history log, lists with a limit, an offset or a join, and
    /// lists in a `DatabaseQueue`.
    ///
    /// - Parameters:
    ///   - request: The request of the list. It can be replaced later, by `change(to:showingFirst:)`.
    ///   - store: The store whose commits the list follows.
    ///   - firstRows: How many rows are shown before the others are known; `nil` to return when all are known.
    /// - Throws: `ResultsError`, or SQLite's error about the request.
    /// - Complexity: O(*n*) for *n* rows, or for as many as the limit needs, plus SQLite's sorting. When the table has
    ///   history, other tasks can write meanwhile.
    public init(
        _ request: ListRequest<Record>, in store: LiveStore, showingFirst firstRows: Int? = nil
    ) async throws {
        self.store = store
        self.firstRows = firstRows
        let index = try await store.lists.index(for: store.lists.description(of: request), showingFirst: firstRows)
        audience = Audience(request, at: index)
    }

    /// The request of the present list.
    public var request: ListRequest<Record> { audience.request }

    /// Changes the list to the rows of another request, with another filter, sort, section or limit.
    ///
    /// The delegate and the streams get one changeset from the old list to the new one. Before this changeset, and when
    /// the new request cannot be read, the list stays the same.
    ///
    ///     var request = results.request
    ///     request.sort = [Column("title").desc]
    ///     try await results.change(to: request)
    ///
    /// With `showingFirst` the new list can also begin with its first rows, as in the initializer. So a long list
    /// changes its order at once. Without `showingFirst`, the new list begins with its first rows only if the old list
    /// still shows only its first rows, too. If one of the two lists does not know all of its rows, the changeset
    /// replaces all sections.
    ///
    /// - Parameters:
    ///   - request: The new request. It is not loaded when an equal one of the store is loaded already.
    ///   - count: How many rows of the new request are shown before all are known; see the initializer.
    /// - Throws: `ResultsError`, or SQLite's error about the request.
    /// - Complexity: The cost of loading the request, plus O(*n*) for comparing the lists.
    public func change(to request: ListRequest<Record>, showingFirst count: Int? = nil) async throws {
        let first = count ?? (audience.snapshot.isWhole ? nil : firstRows)
        let index = try await store.lists.index(for: store.lists.description(of: request), showingFirst: first)
        // The lists must not lag, because otherwise `prepared` is out of date. Then the changeset is computed again on
        // the writer queue, and this takes long for two long lists.
        for index in [audience.index, index] { await index.waitUntilCaughtUp() }
        let prepared = audience.change(to: index)
        try await store.lists.betweenCommits(of: { [audience] in [audience.index, index] }) { [audience] db in
            audience.move(to: index, request, prepared, db)
        }
    }

    /// The present list.
    ///
    /// - Complexity: O(1).
    public var snapshot: RowsSnapshot { audience.snapshot }

    /// Waits until all rows are known; see `showingFirst` of the initializer.
    ///
    /// - Throws: A `ResultsError` that says why the rows cannot be read.
    public func waitUntilLoaded() async throws { try await audience.index.waitUntilLoaded() }

    /// The number of the last entry of the history log that the list includes. Without history it counts the commits
    /// that may have changed the list.
    public var version: Int64 { snapshot.version }

    /// The reason why the rows cannot be read at present; `nil` when they can. While there is an error, the list stays
    /// the same.
    public var error: ResultsError? { audience.index.error }

    /// Counts of the work done for the present request since it was loaded. Lists with equal requests share the counts.
    public var statistics: ResultsStatistics { audience.index.statistics }

    /// The reason why the list is read anew after each commit that may change it; `nil` when it is followed row by row,
    /// like most lists. `ResultsStatistics.refetched` counts how often the list was read anew.
    ///
    /// The list of a table without history is followed row by row, too. It is read anew after commits of other
    /// connections.
    public var refetchReason: RefetchReason? { audience.index.plan.refetchReason }

    /// Functions in the request whose results may change without a commit: `date('now')`, `random`, and functions of
    /// the program that are not declared pure.
    ///
    /// A row is only checked when a commit touches it. So the list does not notice when such a function has a new
    /// result for other rows. A program that sorts or filters by the time calls `refetch()` when the result changes,
    /// for instance at midnight.
    public var volatileFunctions: Set<String> { audience.index.plan.volatileFunctions }

    /// Reads the list anew. If anything is different, sends one changeset to all lists with an equal request.
    ///
    /// - Throws: `ResultsError`, or SQLite's error when the database cannot be read.
    /// - Complexity: The cost of loading the request, plus O(*n*) for comparing the lists. The database's writer is
    ///   blocked meanwhile.
    public func refetch() async throws { try await store.lists.refetch(audience.index) }

    /// The object that is called for each change. It is held weakly.
    ///
    /// The delegate is called within the commit that caused the change. For a commit with more than 1,024 changes, it
    /// may be called soon after the commit.
    public var delegate: (any FetchedResultsDelegate)? {
        get { audience.delegate }
        set { audience.delegate = newValue }
    }

    /// Sets the observer of this list, and removes the previous one.
    ///
    /// - Parameters:
    ///   - update: Is called for each change, with a function that reads the records of some items as they are after
    ///     the change. Called on the database's writer queue, in the transaction that the list was read in.
    ///   - failure: Is called when the rows can no longer be read. Called on the writer queue.
    /// - Returns: The list, which the first change continues from, and the reason why it cannot be read at present.
    func observe(
        _ update: @escaping @Sendable (SnapshotUpdate<RowsSnapshot>, ObservedNews<Record>.Reading) -> Void,
        failure: @escaping @Sendable (ResultsError) -> Void
    ) -> (snapshot: RowsSnapshot, error: ResultsError?) {
        audience.observe(
            ListObserver(
                update: { [store] change, index, db in
                    update(change) { try index.cache(for: Record.self, in: store).read($0, db) }
                }, failure: failure))
    }

    /// The name of the table, view or query of the present request, and whether the history log has its changes.
    var table: (name: String, hasHistory: Bool) {
        let plan = audience.index.plan
        return (plan.shape.name, plan.hasHistory)
    }

    /// Finds items by the values of a column.
    var finder: ItemFinder { ItemFinder(audience.index) }

    /// SQLite's plan for reading the rows that a commit touched, with a line for each step. For tests.
    package func queryPlan() async throws -> [String] {
        let plan = audience.index.plan
        return try await store.read { db in
            if plan.following != .history { return try plan.touched.plan(db) }
            let tail = plan.touched.tail
            let rows = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + tail.sql, arguments: [0, 0] + tail.arguments)
            return rows.map { $0["detail"] }
        }
    }

    /// SQLite's plans for reading the rows beyond the kept rows, with a line for each step. For tests.
    package func refillPlan() async throws -> [String] {
        let (plan, snapshot) = (audience.index.plan, audience.index.snapshot)
        guard let id = snapshot.rows.outermost(isAtEnd: plan.window?.isAtEnd ?? false) else { return [] }
        return try await store.read { db in
            try plan.queries(db, beyond: id).flatMap { query in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.sql, arguments: query.arguments + [1])
                    .map { $0["detail"] }
            }
        }
    }
}

extension FetchedResults: LiveList {
    /// Returns the present list and a sequence of all later updates, for one reader.
    ///
    /// If the rows cannot be read at present, the first update is that failure. After `LiveStore.close()` the stream
    /// ends at once. The reader keeps the live query alive.
    ///
    /// - Complexity: O(1).
    public func updates() -> SnapshotUpdates<RowsSnapshot> { audience.updates(for: self) }

    // This does not throw, because an update of `updates()` reports the error.
    /// Waits until all rows are known. It also returns when they cannot be read; then an update of `updates()` gives
    /// the reason.
    public func waitUntilWhole() async { try? await waitUntilLoaded() }

    /// Reads the records of some rows, with their present content in the database.
    ///
    /// The last few thousand rows that were read are cached, for all lists with an equal request and the same record
    /// type. All other rows are read together, by their rowids or keys. The filter of the request is not applied.
    ///
    /// - Parameter items: Items of the list.
    /// - Returns: The records that were found, by item. A row is missing if it no longer exists, or if
    ///   `Record.init(row:)` throws, which is logged. A row without a rowid is also missing if its key has invalid
    ///   UTF-8 or NUL. GRDB repairs such texts, so no statement finds the row. This is logged once for the list.
    /// - Throws: SQLite's error when the rows cannot be read.
    /// - Complexity: O(*k*) for *k* cached rows, O(*k* log *n*) for others.
    public func elements(for items: [Int64]) async throws -> [Int64: Record] {
        // The cache reads for an index that lives. Another request may replace the index meanwhile.
        let index = audience.index
        defer { withExtendedLifetime(index) {} }
        return try await index.cache(for: Record.self, in: store).elements(items)
    }
}
