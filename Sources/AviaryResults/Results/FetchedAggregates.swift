import Synchronization

/// Live values over the rows of a table: counts, sums, averages, smallest and largest values, by group.
///
///     let request = AggregateRequest([.count, .sum(Column("size"))], of: Mail.self, by: Column("mailbox"))
///     let mailboxes = try await FetchedAggregates(request, in: store)
///     let inbox = mailboxes.values[of: "Inbox"]        // the count and the sum
///     for await update in mailboxes.updates() { … }
///
/// A commit that touches *k* rows costs O(*k* log *g*) for *g* groups, because the history tells what these rows were.
/// `AggregateRequest` and `Aggregate` say when rows are read again. A request that cannot be followed is read anew after
/// each commit that may change it, and compared; `refetchReason` says why. Equal requests to one store share their
/// work.
///
/// When a write of the store returns, `values` includes the write. For commits with more than 1,024 changes the same
/// holds as for `FetchedResults`.
public final class FetchedAggregates: Sendable {
    /// One new state of the values, or the reason why they cannot be read at present.
    public typealias Update = Result<GroupedValues, ResultsError>

    /// The store whose commits the values follow.
    public let store: LiveStore
    /// The request of the values.
    public let request: AggregateRequest
    private let index: RowsIndex
    private let state: Mutex<State>

    private struct State {
        var token = 0
        var values: GroupedValues
        /// `true` when the last update was an error.
        var hasFailed = false
        var isClosed = false
        var nextReader = 0
        var readers: [Int: AsyncStream<Update>.Continuation] = [:]
    }

    /// Reads the values, unless an equal request of this store is followed already.
    ///
    /// - Throws: `ResultsError`, or SQLite's error about the request, for instance “integer overflow”.
    /// - Complexity: O(*n*) for *n* rows, plus SQLite's grouping. When the table has history, other tasks can write
    ///   meanwhile.
    public init(_ request: AggregateRequest, in store: LiveStore) async throws {
        (self.store, self.request) = (store, request)
        index = try await store.lists.index(for: store.lists.description(of: request))
        state = Mutex(State(values: index.snapshot.groups ?? GroupedValues([:])))
        state.withLock { state in
            let (token, snapshot, isClosed) = index.addWatcher(
                RowsIndex.Watcher(
                    update: { [weak self] update, _ in self?.follow(update.new.groups) },
                    failure: { [weak self] in self?.fail($0) },
                    close: { [weak self] in self?.close() }))
            (state.token, state.isClosed) = (token, isClosed)
            if let groups = snapshot.groups { state.values = groups }
        }
    }

    deinit { state.withLock { index.removeWatcher($0.token) } }

    /// The present values. While there is an error, they stay the same.
    ///
    /// - Complexity: O(1).
    public var values: GroupedValues { state.withLock { $0.values } }

    /// The reason why the values cannot be read at present; `nil` when they can.
    public var error: ResultsError? { index.error }

    /// The reason why the values are read anew after each commit that may change them; `nil` when they are followed.
    public var refetchReason: RefetchReason? { index.plan.refetchReason }

    /// Functions in the request whose results may change without a commit; see `FetchedResults.volatileFunctions`.
    public var volatileFunctions: Set<String> { index.plan.volatileFunctions }

    /// Counts of the work done since the values were first read. Equal requests share the counts.
    public var statistics: ResultsStatistics { index.statistics }

    /// Reads all values anew.
    ///
    /// - Throws: `ResultsError`, or SQLite's error when the database cannot be read.
    /// - Complexity: O(*n*) for *n* rows, plus SQLite's grouping. The database's writer is blocked meanwhile.
    public func refetch() async throws { try await store.lists.refetch(index) }

    /// Returns a sequence that begins with the present values, and has the values after each commit that changes one,
    /// for one reader.
    ///
    /// A slow reader gets the newest values only. If the values cannot be read, the update is the reason; the next
    /// values follow when they can be read again. The sequence ends with `LiveStore.close()`. The reader keeps this
    /// object alive.
    public func updates() -> AsyncStream<Update> {
        let (updates, reader) = AsyncStream<Update>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (token, isClosed) = state.withLock { state in
            state.nextReader += 1
            // Under the lock, so that no later values come first.
            reader.yield(index.error.map { .failure($0) } ?? .success(state.values))
            if !state.isClosed { state.readers[state.nextReader] = reader }
            return (state.nextReader, state.isClosed)
        }
        reader.onTermination = { [self] _ in state.withLock { $0.readers[token] = nil } }
        if isClosed { reader.finish() }
        return updates
    }

    // MARK: Messages of the index

    private func follow(_ values: GroupedValues?) {
        guard let values else { return }
        state.withLock { state in
            let isNews = state.hasFailed || values.revision != state.values.revision
            (state.values, state.hasFailed) = (values, false)
            if isNews { for reader in state.readers.values { reader.yield(.success(values)) } }
        }
    }

    private func fail(_ error: ResultsError) {
        state.withLock { state in
            state.hasFailed = true
            for reader in state.readers.values { reader.yield(.failure(error)) }
        }
    }

    private func close() {
        let readers = state.withLock { state in
            state.isClosed = true
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }
}
