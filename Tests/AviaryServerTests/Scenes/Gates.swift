import Synchronization

/// Moments at which code of the app waits until a test lets it go on.
final class Gates: Sendable {
    enum Kind: Sendable { case load, task, appear }

    private typealias Continuation = CheckedContinuation<Void, Never>

    private struct State {
        var held: Set<Kind> = []
        /// The code that waits at each gate.
        var waiting: [Kind: [Continuation]] = [:]
        /// The tests that wait for such code.
        var watching: [Kind: [Continuation]] = [:]
    }

    private let state = Mutex(State())

    /// Waits while the gate is held, also when the task is cancelled.
    func pass(_ kind: Kind) async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> [Continuation] in
                guard state.held.contains(kind) else { return [continuation] }
                state.waiting[kind, default: []].append(continuation)
                return state.watching.removeValue(forKey: kind) ?? []
            }
            for each in ready { each.resume() }
        }
    }

    /// Waits until code waits at a gate.
    func waitUntilHeld(_ kind: Kind) async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.waiting[kind] != nil { return true }
                state.watching[kind, default: []].append(continuation)
                return false
            }
            if isHeld { continuation.resume() }
        }
    }

    func hold(_ kind: Kind) { state.withLock { _ = $0.held.insert(kind) } }

    /// Opens a gate, and lets go on what waits there.
    func open(_ kind: Kind) {
        let freed = state.withLock { state in
            state.held.remove(kind)
            return state.waiting.removeValue(forKey: kind) ?? []
        }
        for each in freed { each.resume() }
    }
}
