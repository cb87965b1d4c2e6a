import Synchronization

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset = Swift.Duration.zero

        package func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private struct State {
        var now = Instant()
        var sleepers: [Int: (deadline: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
        var count = 0
        /// Callers that wait until a number of tasks sleeps.
        var observers: [(sleepers: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Removes the observers whose number of sleeping tasks is reached, and returns their continuations.
        mutating func satisfiedObservers() -> [CheckedContinuation<Void, Never>] {
            let satisfied = observers.filter { $0.sleepers <= sleepers.count }
            observers.removeAll { $0.sleepers <= sleepers.count }
            return satisfied.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    package init() {}

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Swift.Duration { .zero }
    /// How many tasks sleep by this clock.
    package var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// Waits until at least `count` tasks sleep by this clock.
    package func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.observers.append((count, continuation))
                return state.satisfiedObservers()
            }
            for observer in ready { observer.resume() }
        }
    }

    package func advance(by duration: Swift.Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.wake)
        }
        for wake in due { wake.resume() }
    }

    package func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isOver, ready) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                    if Task.isCancelled || deadline <= state.now { return (true, []) }
                    state.sleepers[number] = (deadline, continuation)
                    return (false, state.satisfiedObservers())
                }
                for observer in ready { observer.resume() }
                guard isOver else { return }
                continuation.resume(with: Task.isCancelled ? .failure(CancellationError()) : .success(()))
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.wake.resume(throwing: CancellationError())
        }
    }
}
