/// Where windows that ask for much are served: behind all others, and one turn at a time.
///
/// Tasks here have a lower priority. The system has threads apart for each, so that however long a turn takes, the
/// windows that ask for little have theirs at once. A person who selects a million items passes through here, too, and
/// does not notice, unless somebody else does nothing but that.
actor SlowLane {
    /// Whether the current task is one of the lane.
    @TaskLocal static var isHere = false

    private let turns = Turnstile()

    /// Runs something in the lane, and waits for it.
    ///
    /// It waits for a continuation: awaiting the task would raise the task's priority to that of the caller.
    nonisolated func run<T: Sendable>(_ body: @escaping @Sendable () async -> T) async -> T {
        await withCheckedContinuation { continuation in
            Task.detached(priority: .utility) {
                continuation.resume(returning: await SlowLane.$isHere.withValue(true) { await body() })
            }
        }
    }

    /// Waits for the turn of a window. Each caller has to call `leaveTurn()`, and may not wait for another window
    /// meanwhile.
    func enterTurn() async { await turns.enter() }
    func leaveTurn() { turns.leave() }
}
