import Synchronization

/// The large actions of all browser windows: how many may wait, and their turns.
///
/// The store writes one transaction at a time, in the order of the requests. One large action has the turn at a time,
/// so an ordinary action usually waits for one large action at most. Turns alternate fairly between visitors. An
/// admitted action is performed even if its tab has gone, so the number of admitted actions is limited.
final class LargeActions: Sendable {
    private struct State {
        var turns = FairTurns<Visitor, CheckedContinuation<Void, Never>>()
        var admitted: [Visitor: Int] = [:]
        var count = 0
        var bytes = 0
    }

    private let state = Mutex(State())
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    /// The number of admitted actions that are not done, and the bytes that they hold.
    var load: (count: Int, bytes: Int) { state.withLock { ($0.count, $0.bytes) } }
    /// The number of admitted actions that wait for their turn.
    var waiting: Int { state.withLock { $0.turns.count } }

    /// Admits an action if the limits allow it.
    ///
    /// - Returns: The admission, which ends with the last reference to it; `nil` if the limits do not allow another
    ///   action.
    func admit(_ weight: ActionWeight, of visitor: Visitor) -> Admission? {
        let isAdmitted = state.withLock { state in
            // If no other action is admitted, any action is admitted, however many items are selected.
            guard state.count < maximumActions, state.admitted[visitor, default: 0] < maximumOfVisitor,
                state.count == 0 || state.bytes + weight.bytes <= maximumBytes
            else { return false }
            state.admitted[visitor, default: 0] += 1
            state.count += 1
            state.bytes += weight.bytes
            return true
        }
        return isAdmitted ? Admission(weight, of: visitor, in: self) : nil
    }

    private func release(_ weight: ActionWeight, of visitor: Visitor) {
        state.withLock { state in
            let left = state.admitted[visitor, default: 1] - 1
            state.admitted[visitor] = left > 0 ? left : nil
            state.count -= 1
            state.bytes -= weight.bytes
        }
    }

    /// Runs `body` outside of the turn, because it may wait without limit, for instance for the browser. Other actions
    /// take turns meanwhile.
    static func outsideTurn<T>(_ body: () async -> T) async -> T {
        guard let admission = Admission.current else { return await body() }
        admission.endTurn()
        let value = await body()
        await admission.beginTurn()
        return value
    }

    /// The admission of one action.
    final class Admission: Sendable {
        /// The admission of the current task.
        @TaskLocal fileprivate static var current: Admission?

        fileprivate let weight: ActionWeight
        fileprivate let visitor: Visitor
        private let all: LargeActions
        /// The task that ends the action's turn when its time is up.
        private let deadline = Mutex<Task<Void, Never>?>(nil)

        fileprivate init(_ weight: ActionWeight, of visitor: Visitor, in all: LargeActions) {
            self.weight = weight
            self.visitor = visitor
            self.all = all
        }

        deinit { all.release(weight, of: visitor) }

        /// Performs the action when its turn comes.
        ///
        /// The turn ends with the action, or at its time limit. Then other actions continue, whatever the app waits
        /// for.
        func perform(_ body: () async -> Void) async {
            await beginTurn()
            await Self.$current.withValue(self) { await body() }
            endTurn()
        }

        fileprivate func beginTurn() async {
            await withCheckedContinuation { continuation in
                let isMine = all.state.withLock { state in
                    if state.turns.take(for: visitor) { return true }
                    state.turns.wait(continuation, in: visitor)
                    return false
                }
                if isMine { continuation.resume() }
            }
            deadline.withLock { deadline in
                // The task is detached. Otherwise it would inherit the current admission, and retain that admission
                // until the task is cancelled.
                deadline = Task.detached { [weak self, clock = all.clock] in
                    if (try? await clock.sleep(for: patience)) != nil { self?.endTurn() }
                }
            }
        }

        fileprivate func endTurn() {
            // Only an action that has the turn has a deadline.
            guard let task = deadline.withLock({ $0.take() }) else { return }
            task.cancel()
            all.state.withLock { $0.turns.end(of: visitor) }?.resume()
        }
    }
}

/// How long a turn lasts at most.
private let patience = Duration.seconds(1)
/// The most admitted actions, of all visitors and of one visitor.
private let maximumActions = 32
private let maximumOfVisitor = 8
/// The most bytes that all admitted actions hold together.
private let maximumBytes = 128 << 20

/// The size of an action, known before it is performed.
struct ActionWeight: Hashable, Sendable {
    /// The bytes of its fields, and of the selection at the time when the person asked.
    var bytes: Int
    /// Whether it may occupy the store long enough for a person to notice.
    var isLarge: Bool

    /// - Parameters:
    ///   - fields: The fields of the action's event.
    ///   - selected: How many items are selected.
    init(fields: [String: String], selected: Int) {
        let fields = fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        bytes = fields + selected * bytesForItem
        isLarge = fields > ordinaryFields || selected > ordinaryRows
    }

    /// - Parameter rows: The number of rows that the action writes.
    init(rows: Int) {
        bytes = 0
        isLarge = rows > ordinaryRows
    }
}

/// The most bytes of fields in an ordinary action. A form has less, except with long text such as a hundred pasted
/// lines.
private let ordinaryFields = 512
private let ordinaryRows = 1_000
/// The bytes of one identifier in a set.
private let bytesForItem = 16
