import Synchronization

/// Runs work once for all tasks that wait for it at the same time.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Run {
        let number: Int
        let task: Task<Value, any Error>
        var waiters = 0
    }

    private struct State {
        var runs: [Key: Run] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Waits for the running work, or starts it. The work is cancelled when all tasks that wait for it are cancelled.
    func value(for key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let run = state.withLock { state in
            var run = state.runs[key] ?? begin(key, &state, work)
            run.waiters += 1
            state.runs[key] = run
            return run
        }
        return try await withTaskCancellationHandler {
            do {
                return try await run.task.value
            } catch PhotoServiceError.cancelled {
                throw CancellationError()
            }
        } onCancel: {
            state.withLock { state in
                guard state.runs[key]?.number == run.number else { return }
                state.runs[key]?.waiters -= 1
                guard state.runs[key]?.waiters == 0 else { return }
                // Removes the work, so that the next caller starts it anew.
                state.runs[key] = nil
                run.task.cancel()
            }
        }
    }

    private func begin(_ key: Key, _ state: inout State, _ work: @escaping @Sendable () async throws -> Value) -> Run {
        state.lastNumber += 1
        let number = state.lastNumber
        let task = Task {
            defer {
                self.state.withLock { state in
                    if state.runs[key]?.number == number { state.runs[key] = nil }
                }
            }
            return try await work()
        }
        return Run(number: number, task: task)
    }
}
