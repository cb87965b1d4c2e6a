import Synchronization

/// The admission control of an app's scenes: decides when the work that a tab asks for runs, by the price of that work.
///
/// | asked for | runs |
/// |---|---|
/// | work of an ordinary price | at once |
/// | more expensive work, and any work of a tab in debt | deferred: with a low priority, one turn at a time |
/// | an action that writes much | deferred, one action at a time; refused if too many wait |
///
/// Turns rotate among visitors (`WorkTurns`), so a visitor with many tabs delays only those tabs. The system has
/// separate threads for the low priority (`SceneExecutor`), so other tabs are served at once, however long a turn
/// takes. Selecting a million items is deferred, too. The person does not notice, unless another person has many
/// deferred turns.
///
/// Work that needs no scene has `HeavyWork`.
final class Door: Sendable {
    /// Whether the work of the current task is deferred.
    @TaskLocal private static var isDeferred = false

    private struct Load {
        var actions: [Account: Int] = [:]
        var count = 0
        var bytes = 0
    }

    private let turns = WorkTurns()
    private let actions = WorkTurns()
    private let large = Mutex(Load())
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    /// The number of large actions that were admitted and are not done, and the bytes that they hold.
    var load: (count: Int, bytes: Int) { large.withLock { ($0.count, $0.bytes) } }
    /// The numbers of deferred turns and of large actions that wait.
    var waiting: (turns: Int, actions: Int) { (turns.waiting, actions.waiting) }

    // MARK: Packets

    /// Runs `body` at once, or deferred if it costs much. Waits for its end.
    func run<T: Sendable>(_ price: Price, _ body: @escaping @Sendable () async -> T) async -> T {
        guard price > .ordinary, !Door.isDeferred else { return await body() }
        // It waits with a continuation, because awaiting the task would raise the task's priority to the caller's.
        return await withCheckedContinuation { continuation in
            Task.detached(priority: .utility) {
                continuation.resume(returning: await Door.$isDeferred.withValue(true) { await body() })
            }
        }
    }

    /// Runs a turn of a scene. If the current task is deferred, the turn waits until no other deferred turn runs.
    ///
    /// - Parameter body: Must not wait for another tab, or for a browser.
    func turn<T>(of account: Account, _ body: () async -> T) async -> T {
        guard Door.isDeferred else { return await body() }
        let claim = WorkTurns.Claim(on: turns, for: account)
        try? await claim.begin()  // It is never cancelled.
        defer { claim.end() }
        return await body()
    }

    // MARK: Actions

    /// Admits an action, if the limits for large actions allow it. An admitted action is performed even if its tab has
    /// gone.
    ///
    /// - Parameter selected: How many items are selected.
    /// - Returns: `nil` if too many large actions wait.
    func admit(fields: [String: String], selected: Int, of account: Account) -> Admission? {
        let bytes = fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        let admission = Admission(through: self, of: account, isDeferred: Door.isDeferred)
        let isAdmitted = admission.pay(.action(textBytes: bytes, selected: selected), memory: bytes + 16 * selected)
        return isAdmitted ? admission : nil
    }

    /// Runs `body` outside of the turn of a large action, because it may wait without limit, for instance for the
    /// browser. Other actions take turns meanwhile.
    static func outsideTurn<T>(_ body: () async -> T) async -> T {
        guard let admission = Admission.current else { return await body() }
        admission.endTurn()
        let value = await body()
        await admission.beginTurn()
        return value
    }

    /// The admission of an action. It ends with the last reference to it.
    ///
    /// The store writes one transaction at a time, in the order of the requests. Large actions take turns, so an
    /// ordinary action usually waits for one large action at most. A turn ends with its action, or at its time limit.
    /// Then other actions continue, whatever the app waits for.
    final class Admission: Sendable {
        /// The admission of the large action that the current task performs.
        @TaskLocal fileprivate static var current: Admission?

        private let door: Door
        private let account: Account
        private let isDeferred: Bool
        private let claim: WorkTurns.Claim
        /// The bytes of memory of a large action; `nil` for an ordinary action.
        private let bytes = Mutex<Int?>(nil)
        /// The task that ends the turn when its time is up.
        private let deadline = Mutex<Task<Void, Never>?>(nil)

        fileprivate init(through door: Door, of account: Account, isDeferred: Bool) {
            (self.door, self.account, self.isDeferred) = (door, account, isDeferred)
            claim = WorkTurns.Claim(on: door.actions, for: account)
        }

        deinit {
            // A task that outlives its action may have taken a turn for it, after a question to the person.
            endTurn()
            guard let bytes = bytes.withLock({ $0 }) else { return }
            door.large.withLock { load in
                let left = load.actions[account, default: 1] - 1
                load.actions[account] = left > 0 ? left : nil
                load.count -= 1
                load.bytes -= bytes
            }
        }

        /// Whether the action may occupy the store long enough for a person to notice.
        var isLarge: Bool { bytes.withLock { $0 != nil } }

        /// Makes the action a large one if it writes many rows.
        ///
        /// - Returns: `false` if too many large actions wait.
        func willWrite(rows: Int) -> Bool { isLarge || pay(.rows(rows), memory: 0) }

        fileprivate func pay(_ price: Price, memory bytes: Int) -> Bool {
            guard price > .ordinary else { return true }
            let isAdmitted = door.large.withLock { load in
                // If no other action is admitted, any action is admitted, however many items are selected.
                guard load.count < maximumActions, load.actions[account, default: 0] < maximumOfVisitor,
                    load.count == 0 || load.bytes + bytes <= maximumBytes
                else { return false }
                load.actions[account, default: 0] += 1
                load.count += 1
                load.bytes += bytes
                return true
            }
            if isAdmitted { self.bytes.withLock { $0 = bytes } }
            return isAdmitted
        }

        /// Performs the action: at once, or when the turn of a large action comes.
        func perform(_ body: @escaping @Sendable () async -> Void) async {
            guard isLarge else { return await door.run(isDeferred ? .unknown : .ordinary, body) }
            await door.run(.unknown) {
                await self.beginTurn()
                await Self.$current.withValue(self) { await body() }
                self.endTurn()
            }
        }

        /// Ends the wait for a turn, because the action is stopped. It continues without a turn, to its end.
        func stop() { claim.cancel() }

        fileprivate func beginTurn() async {
            guard (try? await claim.begin()) != nil else { return }
            deadline.withLock { deadline in
                // The task is detached. Otherwise it would inherit the current admission, and retain that admission
                // until the task is cancelled.
                deadline = Task.detached { [weak self, clock = door.clock] in
                    if (try? await clock.sleep(for: turnLimit)) != nil { self?.endTurn() }
                }
            }
        }

        fileprivate func endTurn() {
            deadline.withLock { $0.take() }?.cancel()
            claim.end()
        }
    }
}

/// How long the turn of a large action lasts at most.
private let turnLimit = Duration.seconds(1)
/// The most admitted large actions, of all visitors and of one visitor.
private let maximumActions = 32
private let maximumOfVisitor = 8
/// The most bytes that all large actions hold together.
private let maximumBytes = 128 << 20
