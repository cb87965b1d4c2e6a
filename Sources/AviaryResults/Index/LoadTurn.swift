import Synchronization

/// The turn of one load in the queue of background loads.
final class LoadTurn: Sendable {
    private struct State {
        var isDue = false
        var hasCome = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// `true` when the grace of the load is over.
    var isDue: Bool {
        get { state.withLock { $0.isDue } }
        set { state.withLock { $0.isDue = newValue } }
    }

    /// Returns when the turn has come, or the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasCome = state.withLock { state in
                    if !state.hasCome { state.waiting = continuation }
                    return state.hasCome
                }
                if hasCome { continuation.resume() }
            }
        } onCancel: {
            come()
        }
    }

    func come() {
        let waiting = state.withLock { state in
            state.hasCome = true
            return state.waiting.take()
        }
        waiting?.resume()
    }
}
