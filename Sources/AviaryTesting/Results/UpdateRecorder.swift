public import AviaryResults
public import AviarySnapshots
import Synchronization

/// A delegate that writes down what it is told, in order.
public final class UpdateRecorder: FetchedResultsDelegate {
    public enum Event: Hashable, Sendable {
        case will
        case section(SectionChange)
        case item(ItemChange)
        case did
        case failure
    }

    private let state = Mutex((events: [Event](), updates: [SnapshotUpdate<RowsSnapshot>]()))

    public init() {}

    /// What was told since the last call.
    public func takeEvents() -> [Event] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// The updates since the last call.
    public func takeUpdates() -> [SnapshotUpdate<RowsSnapshot>] {
        state.withLock { state in
            defer { state.updates = [] }
            return state.updates
        }
    }

    public func willChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) { note(.will) }
    public func didChangeSection(_ change: SectionChange) { note(.section(change)) }
    public func didChangeItem(_ change: ItemChange) { note(.item(change)) }
    public func didFail(_ error: ResultsError) { note(.failure) }

    public func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) {
        note(.did)
        state.withLock { $0.updates.append(update) }
    }

    private func note(_ event: Event) { state.withLock { $0.events.append(event) } }
}
