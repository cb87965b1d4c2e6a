import Synchronization

/// The turn of one load among those for which nobody waits.
final class LoadTurn: Sendable {
    private struct State {
        var hasCome = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    /// When the screen has had its time.
    let due = ContinuousClock.now + .milliseconds(150)
    private let state = Mutex(State())

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
