import AviaryDigest
import HTTPTypes
import Logging
import Synchronization

/// Asks the check of an app about requests, within limits: of time, of calls at the same time, and of wrong passwords.
final class VisitorGate: Sendable {
    /// The result of a check.
    enum Outcome: Sendable {
        case answer(VisitorAnswer)
        /// The check has thrown an error or took too long, or too many checks are running.
        case failed
        /// Too many wrong passwords have come from the address.
        case wrongOften
    }

    /// The most checks at a time.
    static let capacity = 512
    /// The most checks at a time for one address.
    static let share = 128
    /// The most checks that run on after their time, without end perhaps. Beyond them nothing is checked any more.
    static let mostOverdue = 4_096

    private struct State {
        var running = Tally()
        var overdue = 0
        var limiter = AttemptLimiter()
        /// The passwords that are being checked and are not known. Each may be wrong, so it counts as if it were.
        var guesses = Tally()
        /// The digests of headers with right passwords. They are never counted as attempts, so that strangers behind the
        /// address of a person do not keep this person out.
        var known: Set<[UInt8]> = []

        /// - Returns: `false` if too many wrong passwords have come from the address.
        mutating func beginGuess(from address: PeerAddress?, at now: ContinuousClock.Instant) -> Bool {
            let count = limiter.failures(from: address, at: now) + guesses[address]
            guard count < AttemptLimiter.allowedGuesses else { return false }
            guesses.add(address)
            return true
        }
    }

    /// Counts for each address.
    private struct Tally {
        private(set) var count = 0
        private var counts: [PeerAddress?: Int] = [:]

        subscript(address: PeerAddress?) -> Int { counts[address] ?? 0 }

        mutating func add(_ address: PeerAddress?) {
            count += 1
            counts[address, default: 0] += 1
        }

        mutating func remove(_ address: PeerAddress?) {
            count -= 1
            counts[address] = self[address] > 1 ? self[address] - 1 : nil
        }
    }

    private let check: VisitorCheck
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    init(
        _ check: VisitorCheck, logger: Logger, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.check, self.logger, self.clock, self.now) = (check, logger, clock, now)
    }

    /// Asks the check. Returns after `limit` at the latest, even if the check does not.
    ///
    /// - Parameter address: The visitor's address, for which wrong passwords are counted.
    func ask(_ request: VisitorRequest, from address: PeerAddress?) async -> Outcome {
        let digest = request.password.map { _ in
            Digest.sha256(Array((request.headers[.authorization] ?? "").utf8))
        }
        let isGuess = state.withLock { state in digest.map { !state.known.contains($0) } ?? false }
        if isGuess, !state.withLock({ $0.beginGuess(from: address, at: now()) }) { return .wrongOften }
        defer { if isGuess { state.withLock { $0.guesses.remove(address) } } }
        let answer: VisitorAnswer
        do { answer = try await race(request, from: address) } catch {
            logger.error("It could not be checked who a visitor is", metadata: ["error": .outside(error)])
            return .failed
        }
        switch answer {
        case .visitor(let visitor) where visitor.id.isEmpty:
            logger.error("It could not be checked who a visitor is", metadata: ["error": "The visitor's id is empty."])
            return .failed
        case .visitor:
            // A person who is recognized by something else may send any password beside it.
            guard request.passwordNote.isRight else { break }
            state.withLock { state in
                guard let digest else { return }
                if state.known.count >= 1_024 { state.known = [] }
                state.known.insert(digest)
            }
        case .password:
            state.withLock { state in
                guard let digest else { return }
                state.known.remove(digest)
                _ = state.limiter.fail(from: address, at: now())
            }
        default: break
        }
        return .answer(answer)
    }

    private func race(_ request: VisitorRequest, from address: PeerAddress?) async throws -> VisitorAnswer {
        try state.withLock { state throws(CheckFault) in
            guard state.overdue < Self.mostOverdue else { throw .tooManyOverdue }
            guard state.running.count < Self.capacity else { throw .tooMany }
            guard state.running[address] < Self.share else { throw .tooManyFromOne }
            state.running.add(address)
        }
        let race = Race()
        let work = Task.detached { [self] in
            let result: Result<VisitorAnswer, any Error>
            do { result = .success(try await check.answer(request)) } catch { result = .failure(error) }
            race.end(with: result) { isFirst in
                state.withLock { if isFirst { $0.running.remove(address) } else { $0.overdue -= 1 } }
            }
        }
        let deadline = Task.detached { [self] in
            guard (try? await clock.sleep(for: VisitorCheck.limit)) != nil else { return }
            work.cancel()
            race.end(with: .failure(CheckFault.tooSlow)) { isFirst in
                guard isFirst else { return }
                // It gives its place to another one, because it may never end.
                let overdue = state.withLock { state in
                    state.running.remove(address)
                    state.overdue += 1
                    return state.overdue
                }
                logger.warning("Checks of the app run on after their time", metadata: ["number": "\(overdue)"])
            }
        }
        defer { deadline.cancel() }
        return try await race.result()
    }

    /// Has the first of two results.
    private final class Race: Sendable {
        private struct State {
            var result: Result<VisitorAnswer, any Error>?
            var waiter: CheckedContinuation<VisitorAnswer, any Error>?
        }

        private let state = Mutex(State())

        /// - Parameter note: Called before the waiting task resumes, with whether this result is the first one.
        func end(with result: Result<VisitorAnswer, any Error>, noting note: (_ isFirst: Bool) -> Void) {
            let (isFirst, waiter) = state.withLock { state in
                guard state.result == nil else {
                    return (false, nil as CheckedContinuation<VisitorAnswer, any Error>?)
                }
                state.result = result
                return (true, state.waiter.take())
            }
            note(isFirst)
            waiter?.resume(with: result)
        }

        func result() async throws -> VisitorAnswer {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.waiter = continuation }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }
}

private enum CheckFault: Error, CustomStringConvertible {
    case tooSlow, tooMany, tooManyFromOne, tooManyOverdue

    var description: String {
        switch self {
        case .tooSlow: "The check of the app took longer than \(VisitorCheck.limit)."
        case .tooMany: "\(VisitorGate.capacity) checks of the app run at the same time."
        case .tooManyFromOne: "\(VisitorGate.share) checks of the app run at the same time for one address."
        case .tooManyOverdue:
            "\(VisitorGate.mostOverdue) checks of the app have not ended after their time. Find out why, and restart it."
        }
    }
}
