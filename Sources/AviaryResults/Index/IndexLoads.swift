import Synchronization

/// The loads that run at present. Callers that request the same index at the same time share one load.
package final class IndexLoads: Sendable {
    private let clock: any Clock<Duration>
    private let loads = Mutex<[RequestWording: Task<RowsIndex, any Error>]>([:])
    /// The turns of the background loads, the oldest first. The lists of these loads are shown already.
    private let turns = Mutex<[LoadTurn]>([])
    /// How long a background load waits, so that the screen can draw the rows that are shown already.
    static let grace = Duration.milliseconds(150)
    private let hook = Mutex<(@Sendable (Step) async -> Void)?>(nil)

    package init(clock: any Clock<Duration>) { self.clock = clock }

    func index(
        for wording: RequestWording, load: @escaping @Sendable () async throws -> RowsIndex
    ) async throws -> RowsIndex {
        let task = loads.withLock { loads in
            if let task = loads[wording] { return task }
            let task = Task {
                defer { self.loads.withLock { $0[wording] = nil } }
                return try await load()
            }
            loads[wording] = task
            return task
        }
        return try await task.value
    }

    /// Adds a background load for a list that is shown already.
    ///
    /// Background loads without a waiting caller run one after the other. Each begins when its grace is over, so that
    /// the screen can draw the first rows. A load with a waiting caller runs at once.
    ///
    /// - Parameters:
    ///   - grace: How long the load waits at least, unless a caller waits for it.
    ///   - load: Reads the rows.
    func begin(
        after grace: Duration = IndexLoads.grace, _ load: @escaping @Sendable () async -> Void
    ) -> RowsIndex.Loading {
        let turn = LoadTurn()
        turns.withLock { $0.append(turn) }
        let task = Task {
            await turn.wait()
            await load()
            self.turns.withLock { $0.removeAll { $0 === turn } }
            self.next()
        }
        Task {
            if grace > .zero { try? await clock.sleep(for: grace) }
            turn.isDue = true
            next()
        }
        return RowsIndex.Loading(task: task, turn: turn)
    }

    private func next() {
        let first = turns.withLock { $0.first }
        if let first, first.isDue { first.come() }
    }

    /// A step of a load. For tests.
    package enum Step: Hashable, CaseIterable, Sendable {
        case beforeFirstRows, beforeIndex, beforeOtherRows, beforeFollowing
    }

    /// Sets a function that is called at each step of a list that shows its first rows. For tests.
    package func onStep(_ hook: (@Sendable (Step) async -> Void)?) { self.hook.withLock { $0 = hook } }

    /// `true` while a background load runs or waits for its turn. For tests.
    package var isBusy: Bool { turns.withLock { !$0.isEmpty } }

    func reached(_ step: Step) async { await hook.withLock { $0 }?(step) }
}

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
