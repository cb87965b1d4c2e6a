import Synchronization

/// Turns for work. They rotate among accounts, so that many claims of one account delay only that account.
///
/// The number of simultaneous turns is limited, in all and for each account. `HeavyWork` and `Door` have such turns.
final class WorkTurns: Sendable {
    private struct Waiter: Sendable {
        let claim: Claim
        let begin: @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        let limit: Int
        let limitOfAccount: Int
        /// The claims that have a turn now, and their accounts.
        var running: [ObjectIdentifier: Account?] = [:]
        /// The accounts with waiting claims, the next one first.
        var order: [Account?] = []
        var lines: [Account?: [Waiter]] = [:]

        mutating func wait(_ waiter: Waiter) {
            let account = waiter.claim.account
            if lines[account] == nil { order.append(account) }
            lines[account, default: []].append(waiter)
        }

        mutating func withdraw(_ claim: Claim) -> Waiter? {
            guard let index = lines[claim.account]?.firstIndex(where: { $0.claim === claim }) else { return nil }
            let waiter = lines[claim.account]?.remove(at: index)
            if lines[claim.account]?.isEmpty == true {
                lines[claim.account] = nil
                order.removeAll { $0 == claim.account }
            }
            return waiter
        }

        /// Gives a free turn to the next account that may have one.
        mutating func next() -> Waiter? {
            let index = order.firstIndex { account in running.values.count { $0 == account } < limitOfAccount }
            guard running.count < limit, let index else { return nil }
            let account = order.remove(at: index)
            guard let waiter = lines[account]?.removeFirst() else { return nil }
            if lines[account]?.isEmpty == true { lines[account] = nil } else { order.append(account) }
            running[ObjectIdentifier(waiter.claim)] = .some(account)
            return waiter
        }
    }

    private let maximumWaiting: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - limitOfAccount: The most turns of one account at a time.
    ///   - maximumWaiting: The most waiting claims of one account. More are refused.
    init(_ limit: Int = 1, ofAccount limitOfAccount: Int = 1, waiting maximumWaiting: Int = .max) {
        self.maximumWaiting = maximumWaiting
        state = Mutex(State(limit: limit, limitOfAccount: limitOfAccount))
    }

    /// The number of waiting claims.
    var waiting: Int { state.withLock { $0.lines.values.reduce(0) { $0 + $1.count } } }

    /// A claim to turns, one at a time. It can ask again after each turn, until it is cancelled.
    final class Claim: Sendable {
        private let turns: WorkTurns
        fileprivate let account: Account?
        /// Changes only while the state of the turns is locked.
        private let wasCancelled = Atomic(false)

        /// - Parameter account: The account for which turns are counted; `nil` for the server's own work.
        init(on turns: WorkTurns, for account: Account?) { (self.turns, self.account) = (turns, account) }

        var isCancelled: Bool { wasCancelled.load(ordering: .relaxed) }

        /// Waits for a turn.
        ///
        /// - Throws: `CancellationError` when the claim is cancelled before its turn; `HeavyWorkError.tooMuch`.
        func begin() async throws {
            try await withCheckedThrowingContinuation { continuation in
                ask {
                    continuation.resume()
                } fail: {
                    continuation.resume(throwing: $0)
                }
            }
        }

        /// Asks for a turn. Exactly one of the closures is called, once.
        ///
        /// - Parameter fail: Called with `CancellationError` or `HeavyWorkError.tooMuch`.
        func ask(begin: @escaping @Sendable () -> Void, fail: @escaping @Sendable (any Error) -> Void) {
            let next = turns.state.withLock { state -> Result<Waiter?, any Error> in
                if isCancelled { return .failure(CancellationError()) }
                // The server's own work is not limited, because it does not grow with requests.
                guard account == nil || state.lines[account, default: []].count < turns.maximumWaiting else {
                    return .failure(HeavyWorkError.tooMuch)
                }
                state.wait(Waiter(claim: self, begin: begin, fail: fail))
                return .success(state.next())
            }
            switch next {
            case .success(let waiter): waiter?.begin()
            case .failure(let error): fail(error)
            }
        }

        /// Ends the turn and asks for another one, if another claim can take it.
        ///
        /// - Returns: `true` if the turn was passed on. If so, `resume` is called when the next turn begins, or when
        ///   the claim is cancelled before that.
        func handOn(_ resume: @escaping @Sendable () -> Void) -> Bool {
            let next = turns.state.withLock { state -> Waiter? in
                guard !isCancelled, state.running.removeValue(forKey: ObjectIdentifier(self)) != nil else { return nil }
                guard let next = state.next() else {
                    state.running[ObjectIdentifier(self)] = .some(account)
                    return nil
                }
                state.wait(Waiter(claim: self, begin: resume, fail: { _ in resume() }))
                return next
            }
            next?.begin()
            return next != nil
        }

        /// Ends the turn, if the claim has one.
        func end() {
            let next = turns.state.withLock { state -> Waiter? in
                state.running.removeValue(forKey: ObjectIdentifier(self)) == nil ? nil : state.next()
            }
            next?.begin()
        }

        /// Ends the wait for a turn, now and later. A turn that has begun continues until it is ended.
        func cancel() {
            let waiter = turns.state.withLock { state in
                wasCancelled.store(true, ordering: .relaxed)
                return state.withdraw(self)
            }
            waiter?.fail(CancellationError())
        }
    }
}
