import AviarySnapshots
import GRDB
import Synchronization

/// The observers of one live query: its delegate, the readers of its streams, and an observable object. Keeps the index and the snapshot that
/// they know.
///
/// The audience stays the same when the query changes its request, and therefore its index.
final class Audience<Record: LiveRecord>: Sendable {
    typealias Update = SnapshotUpdate<RowsSnapshot>

    private let state: Mutex<AudienceState>
    private let lastRequest: Mutex<ListRequest<Record>>

    init(_ request: ListRequest<Record>, at index: RowsIndex) {
        lastRequest = Mutex(request)
        state = Mutex(AudienceState(index: index, snapshot: index.snapshot))
        state.withLock { join(index, &$0) }
    }

    deinit { state.withLock { $0.index.removeWatcher($0.token) } }

    var request: ListRequest<Record> { lastRequest.withLock { $0 } }
    var index: RowsIndex { state.withLock { $0.index } }
    var snapshot: RowsSnapshot { state.withLock { $0.snapshot } }

    var delegate: (any FetchedResultsDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Adds a reader.
    ///
    /// - Parameter owner: Kept alive as long as the reader.
    func updates(for owner: some AnyObject & Sendable) -> SnapshotUpdates<RowsSnapshot> {
        let (updates, reader, isClosed) = state.withLock { state in
            state.nextReader += 1
            let token = state.nextReader
            let (updates, reader) = SnapshotUpdates.makeUpdates(from: state.snapshot, at: state.newest) {
                withExtendedLifetime(owner) { self.state.withLock { $0.readers[token] = nil } }
            }
            // Before any update reaches the reader.
            if let error = state.index.error {
                state.hasFailed = true
                reader.fail(error)
            }
            state.readers[token] = reader
            return (updates, reader, state.isClosed)
        }
        if isClosed { reader.finish() }
        return updates
    }

    /// Sets the observer.
    ///
    /// - Returns: The snapshot that its first update continues from, and the reason why the list cannot be read.
    func observe(_ observer: ListObserver) -> (snapshot: RowsSnapshot, error: ResultsError?) {
        state.withLock { state in
            state.observer = observer
            let error = state.index.error
            if error != nil { state.hasFailed = true }
            return (state.snapshot, error)
        }
    }

    // MARK: Another request

    /// Computes the update from the present list to the list of another index. Called outside of the writer queue.
    func change(to index: RowsIndex) -> Update {
        let before = state.withLock { $0.index }
        return Self.update(from: snapshot, of: before, to: index.snapshot, of: index)
    }

    private static func update(
        from old: RowsSnapshot, of before: RowsIndex, to new: RowsSnapshot, of index: RowsIndex
    ) -> Update {
        guard old.isWhole, new.isWhole else { return Update(replacing: old, by: new) }
        // If the sizes or the query use other expressions, any item may be different. The same holds if the old list
        // could not follow a commit. Then all items count as updated.
        let isSame = before.isReadable && before.plan.showsSameItems(as: index.plan)
        let items = isSame ? [] : new.items(in: 0..<new.numberOfItems)
        let updated = Dictionary(uniqueKeysWithValues: items.map { ($0, ColumnSet.all) })
        return Update(from: old, to: new, changeset: Changeset(from: old, to: new, updated: updated))
    }

    /// Changes to another index and tells the observers. Called on the writer queue, so that no commit comes in
    /// between.
    ///
    /// Both lists must belong to the same moment. Otherwise a change of an item in both lists would be lost, because
    /// the old list has not followed it, and the new list already starts with it.
    ///
    /// - Parameter prepared: An update from `change(to:)`. It is used if both lists are still the same.
    func move(to index: RowsIndex, _ request: ListRequest<Record>, _ prepared: Update, _ db: Database) {
        let (update, listeners) = state.withLock { state -> (Update, AudienceState.Listeners?) in
            let (old, before, isBack) = (state.snapshot, state.index, state.hasFailed)
            state.index.removeWatcher(state.token)
            state.index = index
            lastRequest.withLock { $0 = request }
            join(index, &state)
            state.hasFailed = false
            let isCurrent =
                before.isReadable && prepared.old.isIdentical(to: old) && prepared.new.isIdentical(to: state.snapshot)
            let update =
                isCurrent
                ? prepared
                : Self.update(from: old, of: before, to: state.snapshot, of: index)
            return (update, isBack || !update.changeset.isEmpty ? state.append(update) : nil)
        }
        if let listeners { notify(update, listeners, db) }
    }

    private func join(_ index: RowsIndex, _ state: inout AudienceState) {
        (state.token, state.snapshot, state.isClosed) = index.addWatcher(
            RowsIndex.Watcher(
                update: { [weak self] in self?.receive($0, $1) },
                failure: { [weak self] in self?.fail($0) },
                close: { [weak self] in self?.close() }))
    }

    // MARK: Messages of the index

    // The listeners are read under the same lock as the state changes. So a stream that is created later begins with
    // the new state, and does not get the same change.

    private func receive(_ update: Update, _ db: Database) {
        let listeners = state.withLock { state -> AudienceState.Listeners? in
            defer { state.hasFailed = false }
            state.snapshot = update.new
            let isNews = state.hasFailed || !update.changeset.isEmpty || update.old.beganWithFirstRows
            return isNews ? state.append(update) : nil
        }
        if let listeners { notify(update, listeners, db) }
    }

    private func notify(_ update: Update, _ listeners: AudienceState.Listeners, _ db: Database) {
        listeners.delegate?.hear(update)
        if let observer = listeners.observer { observer.update(update, index, db) }
        for reader in listeners.readers { reader.wake() }
    }

    private func fail(_ error: ResultsError) {
        let listeners = state.withLock { state in
            state.hasFailed = true
            return state.listeners
        }
        listeners.delegate?.didFail(error)
        listeners.observer?.failure(error)
        for reader in listeners.readers { reader.fail(error) }
    }

    private func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            return state.listeners
        }
        for reader in listeners.readers { reader.finish() }
    }
}

/// An observer that reads records in the transaction in which its list was read. Called on the writer queue.
struct ListObserver: Sendable {
    let update: @Sendable (SnapshotUpdate<RowsSnapshot>, RowsIndex, Database) -> Void
    let failure: @Sendable (ResultsError) -> Void
}

/// The state of an audience. None of its types depends on the record. Otherwise generic code looks up type metadata at
/// each commit, which takes longer than everything else.
private struct AudienceState {
    typealias Reader = SnapshotUpdates<RowsSnapshot>.Continuation
    typealias Listeners = (delegate: (any FetchedResultsDelegate)?, observer: ListObserver?, readers: [Reader])

    var index: RowsIndex
    var token = 0
    var snapshot: RowsSnapshot
    var isClosed = false
    /// `true` when the last message was an error.
    var hasFailed = false
    weak var delegate: (any FetchedResultsDelegate)?
    var observer: ListObserver?
    var nextReader = 0
    // A reader keeps the query alive. The query does not keep its readers alive.
    var readers: [Int: Reader] = [:]
    /// The point after the last change that the readers have got.
    var newest = UpdatePoint<RowsSnapshot>()

    init(index: RowsIndex, snapshot: RowsSnapshot) { (self.index, self.snapshot) = (index, snapshot) }

    var listeners: Listeners { (delegate, observer, Array(readers.values)) }

    /// Adds a change, and returns the listeners to call. A reader that is added later begins after this change.
    mutating func append(_ change: SnapshotUpdate<RowsSnapshot>) -> Listeners {
        if readers.isEmpty { return (delegate, observer, []) }
        newest = newest.append(change)
        return listeners
    }
}
