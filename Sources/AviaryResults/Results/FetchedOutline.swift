public import AviarySnapshots
public import GRDB
import HashTreeCollections
import Synchronization

/// A live query whose rows have parents: an outline, up to date right after every commit.
///
///     let request = ListRequest<Note>(sort: [Column("position").asc])
///     let notes = try await FetchedOutline(request, parent: Column("parent"), in: store)
///     notes.setExpanded(true, 3)
///
/// The parent column has the rowid of another row of the list, or NULL for a root. The children of a row are in the
/// order of the request. The list has the visible rows: all roots, and the children of each visible row that is
/// expanded. Each outline has its own expanded rows, so make one for each window. Outlines with equal requests share one
/// index, which has the keys of all rows. Records are read for visible rows only.
///
/// A commit that touches *k* rows with *d* ancestors costs O(*k* (*d* + log *n*)), however many rows are expanded. Rows
/// that come into view, leave it or move with a parent count as touched. A row that moves is moved with its visible
/// descendants.
///
/// Other programs may write any value as a parent. The rule is that a row is in the outline if parents lead from it to a
/// root. So these rows are not:
///
/// - rows whose parent does not exist, or does not match the filter, and their descendants
/// - rows whose parent is themselves, and parents in a circle, with their descendants
/// - rows whose parent is text, a blob or a number that is no rowid
///
/// They come back, expanded as before, when a commit leads them to a root again. To find them, use a `ListRequest` with a
/// filter, such as `parent NOT IN (SELECT id FROM note)`.
public final class FetchedOutline<Record: LiveRecord>: Sendable {
    /// The store whose commits the outline follows.
    public let store: LiveStore
    /// The request of the rows, with the parent as its section.
    public let request: ListRequest<Record>
    private let index: RowsIndex
    private let state: Mutex<State>

    private struct State {
        typealias Reader = SnapshotUpdates<RowsOutline>.Continuation

        var outline: RowsOutline
        var token = 0
        /// `true` when the last message was an error.
        var hasFailed = false
        var isClosed = false
        var nextReader = 0
        var readers: [Int: Reader] = [:]
        /// The point after the last change that the readers have got.
        var newest = UpdatePoint<RowsOutline>()

        /// Makes a change the present state.
        ///
        /// - Returns: The readers to wake.
        mutating func take(_ change: RowsOutline.Update) -> [Reader] {
            outline = change.new
            guard hasFailed || !change.changeset.isEmpty, !readers.isEmpty else { return [] }
            newest = newest.append(change)
            return Array(readers.values)
        }
    }

    /// Loads the keys of all rows, unless an equal request of this store is loaded already.
    ///
    /// - Parameters:
    ///   - request: The rows and their order. Its sections, limits and offset are not used.
    ///   - parent: The column, or an expression, with the rowid of the parent; NULL for a root.
    ///   - expanded: The rows that are expanded at the beginning.
    ///   - store: The store whose commits the outline follows.
    /// - Throws: `ResultsError`, or SQLite's error about the request.
    /// - Complexity: O(*n*) for *n* rows, plus SQLite's sorting. When the table has history, other tasks can write
    ///   meanwhile.
    public init(
        _ request: ListRequest<Record>, parent: some SQLSpecificExpressible, expanded: Set<Int64> = [],
        in store: LiveStore
    ) async throws {
        var rows = request
        rows.sections = .by(SortKey(expression: parent.sqlExpression, isDescending: false))
        (rows.limit, rows.sectionLimit, rows.offset) = (nil, nil, 0)
        (self.store, self.request) = (store, rows)
        index = try await store.lists.index(for: store.lists.description(of: rows))
        state = Mutex(State(outline: RowsOutline(index.snapshot, expanded: TreeSet(expanded))))
        state.withLock { state in
            let (token, snapshot, isClosed) = index.addWatcher(
                RowsIndex.Watcher(
                    update: { [weak self] update, _ in self?.follow(update) },
                    failure: { [weak self] in self?.fail($0) },
                    close: { [weak self] in self?.close() }))
            (state.token, state.isClosed) = (token, isClosed)
            if !snapshot.isIdentical(to: state.outline.rows) {
                state.outline = RowsOutline(snapshot, expanded: state.outline.expanded)
            }
        }
    }

    deinit { state.withLock { index.removeWatcher($0.token) } }

    /// The present outline.
    ///
    /// - Complexity: O(1).
    public var snapshot: RowsOutline { state.withLock { $0.outline } }

    /// The reason why the rows cannot be read at present; `nil` when they can. While there is an error, commits do not
    /// change the outline.
    public var error: ResultsError? { index.error }

    /// The reason why the rows are read anew after each commit that may change them; `nil` when they are followed row by
    /// row.
    public var refetchReason: RefetchReason? { index.plan.refetchReason }

    /// Counts of the work done for the rows since they were loaded. Outlines with equal requests share the counts.
    public var statistics: ResultsStatistics { index.statistics }

    // MARK: Expanding

    /// Expands or collapses a row, visible or not. The readers get an update if the visible rows change.
    ///
    /// A row that does not exist is ignored.
    ///
    /// - Complexity: O(*k* log *n*) for *k* rows that come into view or leave it. Nothing is read.
    public func setExpanded(_ isExpanded: Bool, _ item: Int64) { setExpanded(isExpanded, items: [item]) }

    /// Expands or collapses several rows in one update.
    ///
    /// - Complexity: O(*k* log *n*) for *k* rows that come into view or leave it.
    public func setExpanded(_ isExpanded: Bool, items: [Int64]) {
        let readers = state.withLock { state -> [State.Reader] in
            guard let change = state.outline.expanding(isExpanded, items) else { return [] }
            return state.take(change)
        }
        for reader in readers { reader.wake() }
    }

    /// Expands all ancestors of a row, so that it becomes visible.
    ///
    /// - Returns: `false` when there is no such row, or no root leads to it.
    /// - Complexity: As for `setExpanded(_:items:)`.
    @discardableResult
    public func reveal(_ item: Int64) -> Bool {
        guard let ancestors = snapshot.ancestors(of: item) else { return false }
        setExpanded(true, items: ancestors)
        return snapshot.position(of: item) != nil
    }

    // MARK: Messages of the index

    // The readers are woken outside of the lock, because the last reference to one may end there.

    private func follow(_ update: SnapshotUpdate<RowsSnapshot>) {
        let readers = state.withLock { state in
            defer { state.hasFailed = false }
            return state.take(state.outline.following(update))
        }
        for reader in readers { reader.wake() }
    }

    private func fail(_ error: ResultsError) {
        let readers = state.withLock { state in
            state.hasFailed = true
            return Array(state.readers.values)
        }
        for reader in readers { reader.fail(error) }
    }

    private func close() {
        let readers = state.withLock { state in
            state.isClosed = true
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }
}

extension FetchedOutline: LiveList {
    /// Returns the present outline and a sequence of all later updates, for one reader.
    ///
    /// If the rows cannot be read at present, the first update is that failure. After `LiveStore.close()` the stream
    /// ends at once. The reader keeps the outline alive.
    ///
    /// - Complexity: O(1).
    public func updates() -> SnapshotUpdates<RowsOutline> {
        let (updates, reader, isClosed) = state.withLock { state in
            state.nextReader += 1
            let token = state.nextReader
            let (updates, reader) = SnapshotUpdates.makeUpdates(from: state.outline, at: state.newest) { [self] in
                self.state.withLock { $0.readers[token] = nil }
            }
            if let error = index.error {
                state.hasFailed = true
                reader.fail(error)
            }
            state.readers[token] = reader
            return (updates, reader, state.isClosed)
        }
        if isClosed { reader.finish() }
        return updates
    }

    /// Reads the records of some rows; see `FetchedResults.elements(for:)`.
    ///
    /// - Complexity: O(*k*) for *k* cached rows, O(*k* log *n*) for others.
    public func elements(for items: [Int64]) async throws -> [Int64: Record] {
        try await index.cache(for: Record.self, in: store).elements(items)
    }
}
