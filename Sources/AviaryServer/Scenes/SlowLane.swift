/// Serves windows that ask for much work, one turn at a time and behind all other windows.
///
/// Its tasks have a lower priority. The system has separate threads for each priority, so other windows are served at
/// once, however long a turn takes here. Selecting a million items is served here, too. The person does not notice,
/// unless another person keeps the lane busy.
actor SlowLane {
    /// Whether the current task runs in the lane.
    @TaskLocal static var isHere = false

    private let turns = Turnstile()

    /// Runs `body` in the lane and waits for it.
    ///
    /// It waits with a continuation, because awaiting the task would raise its priority to the caller's.
    nonisolated func run<T: Sendable>(_ body: @escaping @Sendable () async -> T) async -> T {
        await withCheckedContinuation { continuation in
            Task.detached(priority: .utility) {
                continuation.resume(returning: await SlowLane.$isHere.withValue(true) { await body() })
            }
        }
    }

    /// Waits for the window's turn. Each caller must call `leaveTurn()`, and must not wait for another window before.
    func enterTurn() async { await turns.enter() }
    func leaveTurn() { turns.leave() }
}
