import AviarySnapshots
import Synchronization

/// Who hears of one live query: its delegate and the readers of its streams; and what they were told last.
///
/// They stay when the query turns to another request, and so to another index.
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

    /// - Parameter owner: Kept as long as the reader is there.
    func updates(for owner: some AnyObject & Sendable) -> SnapshotUpdates<RowsSnapshot> {
        let (updates, reader, isClosed, error) = state.withLock { state in
            state.nextReader += 1
            let token = state.nextReader
            let (updates, reader) = SnapshotUpdates.makeUpdates(from: state.snapshot, at: state.newest) {
                withExtendedLifetime(owner) { self.state.withLock { $0.readers[token] = nil } }
            }
            state.readers[token] = reader
            return (updates, reader, state.isClosed, state.index.error)
        }
        if let error {
            state.withLock { $0.hasFailed = true }
            reader.fail(error)
        }
        if isClosed { reader.finish() }
        return updates
    }

    // MARK: Another request

    /// What leads from the list to that of another index, as both are now. Worked out beside the writer.
    func change(to index: RowsIndex) -> Update {
        let before = state.withLock { $0.index }
        return Self.update(from: snapshot, of: before, to: index.snapshot, of: index)
    }

    private static func update(
        from old: RowsSnapshot, of before: RowsIndex, to new: RowsSnapshot, of index: RowsIndex
    ) -> Update {
        guard old.isWhole, new.isWhole else { return Update(replacing: old, by: new) }
        // Where sizes or a query are other expressions, each item may be another. Of a list that could not be read, nobody
        // knows what was new.
        let isSame = before.isReadable && before.plan.showsSameItems(as: index.plan)
        let items = isSame ? [] : new.items(in: 0..<new.numberOfItems)
        let updated = Dictionary(uniqueKeysWithValues: items.map { ($0, ColumnSet.all) })
        return Update(from: old, to: new, changeset: Changeset(from: old, to: new, updated: updated))
    }

    /// Turns to another index, and tells of it. Called on the writer queue, so that no commit comes between.
    ///
    /// Both lists are of one moment. Else nobody would be told what changed in an item of both: the old list has not
    /// followed it, and the new one begins with it.
    ///
    /// - Parameter prepared: Taken when both lists are still those that it leads from and to.
    func move(to index: RowsIndex, _ request: ListRequest<Record>, _ prepared: Update) {
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
        if let listeners { tell(update, listeners) }
    }

    private func join(_ index: RowsIndex, _ state: inout AudienceState) {
        (state.token, state.snapshot, state.isClosed) = index.addWatcher(
            RowsIndex.Watcher(
                update: { [weak self] in self?.follow($0) },
                failure: { [weak self] in self?.fail($0) },
                close: { [weak self] in self?.close() }))
    }

    // MARK: What the index says

    // Who listens is asked in the same moment in which the state changes: a stream that begins then begins with it.

    private func follow(_ update: Update) {
        let listeners = state.withLock { state -> AudienceState.Listeners? in
            defer { state.hasFailed = false }
            state.snapshot = update.new
            let isNews = state.hasFailed || !update.changeset.isEmpty || update.old.beganWithFirstRows
            return isNews ? state.append(update) : nil
        }
        if let listeners { tell(update, listeners) }
    }

    private func tell(_ update: Update, _ listeners: AudienceState.Listeners) {
        listeners.delegate?.tell(update)
        for reader in listeners.readers { reader.tell() }
    }

    private func fail(_ error: ResultsError) {
        let listeners = state.withLock { state in
            state.hasFailed = true
            return state.listeners
        }
        listeners.delegate?.didFail(error)
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

/// What an audience knows. No type of it depends on the record: generic code would look the types up at each commit, which
/// takes longer than all the rest.
private struct AudienceState {
    typealias Reader = SnapshotUpdates<RowsSnapshot>.Continuation
    typealias Listeners = (delegate: (any FetchedResultsDelegate)?, readers: [Reader])

    var index: RowsIndex
    var token = 0
    var snapshot: RowsSnapshot
    var isClosed = false
    /// Whether the last they were told is that the rows cannot be read.
    var hasFailed = false
    weak var delegate: (any FetchedResultsDelegate)?
    var nextReader = 0
    // A reader keeps the query alive, not the other way round.
    var readers: [Int: Reader] = [:]
    /// Behind the last change that the readers were told.
    var newest = UpdatePoint<RowsSnapshot>()

    init(index: RowsIndex, snapshot: RowsSnapshot) { (self.index, self.snapshot) = (index, snapshot) }

    var listeners: Listeners { (delegate, Array(readers.values)) }

    /// Adds a change for those who listen. A reader that comes from now on begins behind it.
    mutating func append(_ change: SnapshotUpdate<RowsSnapshot>) -> Listeners {
        if readers.isEmpty { return (delegate, []) }
        newest = newest.append(change)
        return listeners
    }
}
