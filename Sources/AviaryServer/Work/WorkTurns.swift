import Synchronization

/// The turns of work, for threads and tasks of several visitors.
final class WorkTurns: Sendable {
    fileprivate final class Waiter: Sendable {
        let begin: @Sendable () -> Void
        let refuse: @Sendable () -> Void

        init(begin: @escaping @Sendable () -> Void, refuse: @escaping @Sendable () -> Void) {
            self.begin = begin
            self.refuse = refuse
        }
    }

    private let turns: Mutex<FairTurns<Visitor?, Waiter>>

    init(_ limit: Int, ofVisitor limitOfVisitor: Int) {
        turns = Mutex(FairTurns(limit, ofLine: limitOfVisitor))
    }

    /// The number of waiters.
    var waiting: Int { turns.withLock { $0.count } }

    /// A claim to turns. It can pass its turn on and ask again, until it is cancelled.
    final class Claim: Sendable {
        private struct State {
            var isCancelled = false
            /// Whether the claim has a turn.
            var hasTurn = false
            /// The waiter for the next turn. It retains the claim until the turn has ended, or the waiter was
            /// withdrawn.
            var waiter: Waiter?
        }

        private let all: WorkTurns
        private let visitor: Visitor?
        private let state = Mutex(State())

        /// - Parameter visitor: The visitor for whom turns are counted; `nil` for the server's own work.
        init(on turns: WorkTurns, for visitor: Visitor?) { (all, self.visitor) = (turns, visitor) }

        var isCancelled: Bool { state.withLock { $0.isCancelled } }

        /// Asks for the first turn. Exactly one of the closures is called, once.
        ///
        /// - Parameter fail: Called with `CancellationError` or `HeavyWorkError.tooMuch`.
        func ask(begin: @escaping @Sendable () -> Void, fail: @escaping @Sendable (any Error) -> Void) {
            if isCancelled { return fail(CancellationError()) }
            let waiter = waiter(begin: begin) { fail(CancellationError()) }
            let isFull = all.turns.withLock { turns in
                // The server's own work is not limited, because it does not grow with requests.
                guard visitor == nil || turns.count(in: visitor) < maximumWaiting else { return true }
                turns.wait(waiter, in: visitor)
                return false
            }
            if isFull {
                state.withLock { $0.waiter = nil }
                return fail(HeavyWorkError.tooMuch)
            }
            all.beginNext()
            withdrawIfCancelled()
        }

        /// Ends the turn and asks for another one, if another waiter can take it.
        ///
        /// - Returns: `true` if the turn was passed on. If so, one of the closures is called: `begin` when the next
        ///   turn begins, or `refuse` when the claim is cancelled before that.
        func handOn(begin: @escaping @Sendable () -> Void, refuse: @escaping @Sendable () -> Void) -> Bool {
            let next: Waiter? = all.turns.withLock { turns in
                guard turns.count > 0 else { return nil }
                guard let next = turns.end(of: visitor) else {
                    let isTaken = turns.take(for: visitor)
                    assert(isTaken, "it was given back just now")
                    return nil
                }
                state.withLock { $0.hasTurn = false }
                turns.wait(waiter(begin: begin, refuse: refuse), in: visitor)
                return next
            }
            guard let next else { return false }
            next.begin()
            withdrawIfCancelled()
            return true
        }

        /// Ends the turn, if the claim has one.
        func end() {
            let hadTurn = state.withLock { state in
                defer { (state.hasTurn, state.waiter) = (false, nil) }
                return state.hasTurn
            }
            if hadTurn { all.turns.withLock { $0.end(of: visitor) }?.begin() }
        }

        /// Withdraws a waiting request. A turn that has begun continues until it is ended.
        func cancel() {
            state.withLock { $0.isCancelled = true }
            withdrawIfCancelled()
        }

        private func withdrawIfCancelled() {
            let waiter = state.withLock { $0.isCancelled ? $0.waiter : nil }
            guard let waiter else { return }
            let waited = all.turns.withLock { turns in turns.withdraw(from: visitor) { $0 === waiter } }
            guard waited else { return }
            state.withLock { $0.waiter = nil }
            waiter.refuse()
        }

        private func waiter(begin: @escaping @Sendable () -> Void, refuse: @escaping @Sendable () -> Void) -> Waiter {
            let waiter = Waiter(
                begin: { [self] in
                    state.withLock { $0.hasTurn = true }
                    begin()
                }, refuse: refuse)
            state.withLock { $0.waiter = waiter }
            return waiter
        }
    }

    /// Begins the next turn, if one is free and somebody waits.
    private func beginNext() { turns.withLock { $0.next() }?.begin() }
}

/// The most waiters of one visitor.
private let maximumWaiting = 256
