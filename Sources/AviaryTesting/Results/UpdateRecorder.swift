public import AviaryResults
public import AviarySnapshots
import Synchronization

/// A delegate of fetched results that stores the calls it gets, in order, for a test to read.
public final class UpdateRecorder: FetchedResultsDelegate {
    /// One call of the delegate.
    public enum Event: Hashable, Sendable {
        /// `willChangeContent`.
        case will
        /// `didChangeSection`, with its change.
        case section(SectionChange)
        /// `didChangeItem`, with its change.
        case item(ItemChange)
        /// `didChangeContent`.
        case did
        /// `didFail`.
        case failure
    }

    private let state = Mutex((events: [Event](), updates: [SnapshotUpdate<RowsSnapshot>]()))

    /// A recorder without events. Keep a reference to it, because fetched results hold their delegate weakly.
    public init() {}

    /// The events since the last call, in order.
    public func takeEvents() -> [Event] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// The updates since the last call, in order: one for each `did`.
    public func takeUpdates() -> [SnapshotUpdate<RowsSnapshot>] {
        state.withLock { state in
            defer { state.updates = [] }
            return state.updates
        }
    }

    /// Stores `.will`.
    public func willChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) { note(.will) }

    /// Stores `.section` with the change.
    public func didChangeSection(_ change: SectionChange) { note(.section(change)) }

    /// Stores `.item` with the change.
    public func didChangeItem(_ change: ItemChange) { note(.item(change)) }

    /// Stores `.failure`.
    public func didFail(_ error: ResultsError) { note(.failure) }

    /// Stores `.did`, and the update.
    public func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) {
        note(.did)
        state.withLock { $0.updates.append(update) }
    }

    private func note(_ event: Event) { state.withLock { $0.events.append(event) } }
}
