public import AviarySnapshots
import GRDB

/// A live query: the rowids of a request's rows, in order, right after every commit.
///
/// One commit that touches *k* of *n* rows costs O(*k* log *n*): only these rows are read again. What cannot be followed
/// so is read anew and compared; `statistics` tells. All who ask one store for the same request share the work.
///
/// `snapshot`, the delegate and the streams are told of a commit before the write returns.
public final class FetchedResults<Record: LiveRecord>: Sendable {
    public let store: LiveStore
    private let audience: Audience<Record>
    private let firstRows: Int?

    /// Loads the rows, unless somebody watches the same request already.
    ///
    ///     let photos = try await FetchedResults(request, in: store, showingFirst: 500)
    ///
    /// With `showingFirst` this returns when the first rows are there, and all counts. The others are read behind, of the same
    /// moment; `snapshot.numberOfKnownItems` says how many are known. When all are, that is told as an update without
    /// changes, and then what was committed since: until then the list stays as it was. So one table of 10,000,000 rows is on
    /// the screen at once. A list whose table has no history, one with a limit or a join, and one in a `DatabaseQueue` is
    /// loaded whole.
    ///
    /// - Parameter firstRows: How many rows are shown before the others are known; `nil` for none.
    /// - Throws: `ResultsError`, or what SQLite says of the request.
    /// - Complexity: O(*n*) for *n* rows, or as many as the limit wants, beyond SQLite's sorting. The writer goes on
    ///   meanwhile when the table has history.
    public init(
        _ request: ListRequest<Record>, in store: LiveStore, showingFirst firstRows: Int? = nil
    ) async throws {
        self.store = store
        self.firstRows = firstRows
        let index = try await store.index(for: RequestDescription(request), showingFirst: firstRows)
        audience = Audience(request, at: index)
    }

    /// What the list holds at present.
    public var request: ListRequest<Record> { audience.request }

    /// Holds the rows of another request from now on: another filter, sort, section or limit.
    ///
    /// The delegate and the streams are told one changeset that leads from the old list to the new. Until then, and when
    /// the new request cannot be read, everything stays as it was.
    ///
    ///     var request = results.request
    ///     request.sort = [Column("title").desc]
    ///     try await results.change(to: request)
    ///
    /// As long as the list shows its first rows alone, it does so with those of the other request, too, and whenever
    /// `showingFirst` asks for it: then the changeset replaces all sections. So a long list stands in another order at once.
    ///
    /// - Parameter count: How many rows of the other request are shown before all are known; see the initializer.
    /// - Throws: `ResultsError`, or what SQLite says of the request.
    /// - Complexity: As that of loading the request, and O(*n*) for comparing the lists.
    public func change(to request: ListRequest<Record>, showingFirst count: Int? = nil) async throws {
        let first = count ?? (audience.snapshot.isWhole ? nil : firstRows)
        let index = try await store.index(for: RequestDescription(request), showingFirst: first)
        let prepared = audience.change(to: index)
        try await store.betweenCommits { [audience] in audience.move(to: index, request, prepared) }
    }

    /// The list as it is now.
    public var snapshot: RowsSnapshot { audience.snapshot }

    /// Waits until all rows are known; see `showingFirst` of the initializer.
    ///
    /// - Throws: Why they cannot be read.
    public func waitUntilLoaded() async throws { try await audience.index.waitUntilLoaded() }

    /// The last entry of the history log that the list includes; for a table without history, a count of changes.
    public var version: Int64 { snapshot.version }

    /// Why the rows cannot be read at present; `nil` when they can.
    public var error: ResultsError? { audience.index.error }

    /// Of the present request.
    public var statistics: ResultsStatistics { audience.index.statistics }

    /// Functions in the request whose results may change though nobody commits: `date` of now, `random`, functions of the
    /// program's that are not declared pure.
    ///
    /// Rows are looked at when a commit touches them, so the list grows stale by such a function until then. A program
    /// that sorts or filters by the time calls `refetch()` when it matters, at midnight for instance.
    public var volatileFunctions: Set<String> { audience.index.plan.volatileFunctions }

    /// Reads the list anew, and tells all who watch the request one changeset, if anything is another.
    ///
    /// - Throws: `ResultsError`, or what SQLite says when the database cannot be read.
    /// - Complexity: As that of loading the request, and O(*n*) for comparing the lists. The writer waits meanwhile.
    public func refetch() async throws { try await store.refetch(audience.index) }

    /// Whoever is told of each change in the commit itself; held weakly.
    public var delegate: (any FetchedResultsDelegate)? {
        get { audience.delegate }
        set { audience.delegate = newValue }
    }

    /// SQLite's plan for reading the rows that a commit touched, a line for each step. For tests.
    package func queryPlan() async throws -> [String] {
        let plan = audience.index.plan
        return try await store.read { db in
            let (query, arguments): (Query, StatementArguments) =
                plan.following == .history
                ? (plan.touched.tail, [0, 0] + plan.touched.tail.arguments)
                : (plan.touched.rows, plan.touched.rows.arguments + ["[]"])
            let rows = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.sql, arguments: arguments)
            return rows.map { $0["detail"] }
        }
    }

    /// SQLite's plans for reading the rows behind the last that is kept, a line for each step. For tests.
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
    public func updates() -> SnapshotUpdates<RowsSnapshot> { audience.updates(for: self) }

    // What keeps them from being read is told by an update.
    public func waitUntilWhole() async { try? await waitUntilLoaded() }

    public func elements(for items: [Int64]) async throws -> [Int64: Record] {
        try await audience.index.cache(for: Record.self, in: store).elements(items)
    }
}
