import HTTPTypes
import NIOCore
import NIOHTTPTypesHTTP1
import Synchronization

/// The policy at work, for requests and for sockets: counts the wrong tokens.
final class AccessGate: Sendable {
    let policy: AccessPolicy
    private let limiter = Mutex(AttemptLimiter())
    private let now: @Sendable () -> ContinuousClock.Instant

    init(policy: AccessPolicy, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.policy = policy
        self.now = now
    }

    /// Whether a well-formed request may open a socket. One that may not is answered by the middleware, which comes to
    /// the same decision and does the counting.
    func allows(upgrade request: SocketRequest) -> Bool {
        guard let head = try? HTTPRequest(request.head, secure: false, splitCookie: true) else { return false }
        var facts = AccessRequest(head, opensSocket: true)
        facts.mayTryToken = mayTry(from: request.remoteAddress)
        return policy.decide(facts) == .allow
    }

    func decide(_ request: AccessRequest, from peer: SocketAddress?) -> AccessDecision {
        var request = request
        request.mayTryToken = mayTry(from: peer)
        return count(policy.decide(request), from: peer)
    }

    func decide(form token: String, next: String, from peer: SocketAddress?) -> AccessDecision {
        count(policy.decide(form: token, next: next, mayTryToken: mayTry(from: peer)), from: peer)
    }

    private func mayTry(from peer: SocketAddress?) -> Bool {
        limiter.withLock { $0.mayTry(from: peer?.ipAddress ?? "", at: now()) }
    }

    private func count(_ decision: AccessDecision, from peer: SocketAddress?) -> AccessDecision {
        if case .askForToken(_, wrong: true) = decision {
            limiter.withLock { $0.fail(from: peer?.ipAddress ?? "", at: now()) }
        }
        return decision
    }
}
