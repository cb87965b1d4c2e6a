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

    /// The most checks at a time. Those that do not end after their time are among them.
    static let capacity = 512

    private struct State {
        var running = 0
        var limiter = AttemptLimiter()
        /// The digests of headers with right passwords. They are never counted as attempts, so that strangers behind the
        /// address of a person do not keep this person out.
        var known: Set<[UInt8]> = []
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
        let isRefused = state.withLock { state in
            guard let digest, !state.known.contains(digest) else { return false }
            return state.limiter.failures(from: address, at: now()) >= AttemptLimiter.allowedGuesses
        }
        if isRefused { return .wrongOften }
        let answer: VisitorAnswer
        do { answer = try await race(request) } catch {
            logger.error("It could not be checked who a visitor is", metadata: ["error": .outside(error)])
            return .failed
        }
        switch answer {
        case .visitor(let visitor) where visitor.id.isEmpty:
            logger.error("It could not be checked who a visitor is", metadata: ["error": "The visitor's id is empty."])
            return .failed
        case .visitor:
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

    private func race(_ request: VisitorRequest) async throws -> VisitorAnswer {
        let hasBegun = state.withLock { state in
            guard state.running < Self.capacity else { return false }
            state.running += 1
            return true
        }
        guard hasBegun else { throw CheckFault.tooMany }
        let race = Race()
        let work = Task.detached { [self] in
            let result: Result<VisitorAnswer, any Error>
            do { result = .success(try await check.answer(request)) } catch { result = .failure(error) }
            state.withLock { $0.running -= 1 }
            race.end(with: result)
        }
        let deadline = Task.detached { [clock] in
            guard (try? await clock.sleep(for: VisitorCheck.limit)) != nil else { return }
            work.cancel()
            race.end(with: .failure(CheckFault.tooSlow))
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

        func end(with result: Result<VisitorAnswer, any Error>) {
            let waiter = state.withLock { state in
                guard state.result == nil else { return nil as CheckedContinuation<VisitorAnswer, any Error>? }
                state.result = result
                return state.waiter.take()
            }
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
    case tooSlow, tooMany

    var description: String {
        switch self {
        case .tooSlow: "The check of the app took longer than \(VisitorCheck.limit)."
        case .tooMany: "\(VisitorGate.capacity) checks of the app run at the same time."
        }
    }
}
