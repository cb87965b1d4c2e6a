/// Serves tabs that ask for much work, one turn at a time and with a lower priority than all other tabs.
///
/// The system has separate threads for each priority, so other tabs are served at once, however long a turn takes here.
/// Selecting a million items is served here, too. The person does not notice, unless another person keeps the lane
/// busy.
actor SlowLane {
    /// Whether the current task runs in the lane.
    @TaskLocal static var isHere = false

    private let turns = Turnstile()

    /// Runs `body` in the lane and waits for it.
    ///
    /// It waits with a continuation, because awaiting the task would raise the task's priority to the caller's.
    nonisolated func run<T: Sendable>(_ body: @escaping @Sendable () async -> T) async -> T {
        await withCheckedContinuation { continuation in
            Task.detached(priority: .utility) {
                continuation.resume(returning: await SlowLane.$isHere.withValue(true) { await body() })
            }
        }
    }

    /// Waits for the caller's turn in the lane. Each caller must call `leaveTurn()`. Until then it must not wait for
    /// another tab.
    func enterTurn() async { await turns.enter() }
    func leaveTurn() { turns.leave() }
}
