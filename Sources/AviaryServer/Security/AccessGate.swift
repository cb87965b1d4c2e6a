import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import Synchronization

/// Applies the access policy to requests and sockets. It stores the sessions and counts wrong tokens.
final class AccessGate: Sendable {
    let policy: AccessPolicy
    private let visitors: VisitorGate?
    private let tickets = WindowTickets()
    private let proxies: TrustedProxies
    private let sessions: Mutex<Sessions?>
    private let file: PrivateFile?
    private let limiter = Mutex(AttemptLimiter())
    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let date: @Sendable () -> Int64

    /// - Parameters:
    ///   - visitors: The check of the app, which is asked about requests that the policy allows.
    ///   - file: Stores the sessions, so that they survive a restart of the server.
    ///   - date: Returns the seconds since 1970.
    init(
        policy: AccessPolicy, visitors: VisitorCheck? = nil, proxies: TrustedProxies, file: PrivateFile? = nil,
        logger: Logger,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        date: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    ) {
        self.policy = policy
        self.visitors = visitors.map { VisitorGate($0, logger: logger) }
        self.proxies = proxies
        self.file = file
        self.logger = logger
        self.now = now
        self.date = date
        var stored: String?
        do { stored = try file?.read() } catch {
            logger.warning("The kept sessions cannot be read; browsers have to show the token again.")
        }
        if policy.token?.isGuessable == true {
            logger.notice(
                "The token is short enough to be guessed. One of 20 characters is safe, or one that Aviary makes.")
        }
        sessions = Mutex(policy.token.map { [stored] in Sessions(token: $0, text: stored ?? "") })
    }

    /// Returns whether a well-formed request may open a socket. If not, `AccessMiddleware` answers the request. The
    /// middleware comes to the same decision, and counts the attempt.
    ///
    /// A window with an ended session may open its socket, which is then closed with a code. The reason is that a
    /// script can read the code, but learns nothing about a refused request.
    func allows(upgrade request: SocketRequest) -> Bool {
        guard let facts = facts(request) else { return false }
        let address = proxies.visitor(request.remoteAddress, forwardedFor: facts.fields[.forwardedFor])
        let decision = unlessGuessed(policy.decide(facts), by: facts, from: address)
        guard case .askForToken(let next, .ended) = decision else { return decision == .allow }
        return count(decision, from: address) == .askForToken(next: next, because: .ended)
    }

    /// The owner of an opened socket.
    func owner(of request: SocketRequest) -> WindowOwner {
        guard let facts = facts(request) else { return WindowOwner(address: nil, session: .ended) }
        return WindowOwner(
            address: proxies.visitor(request.remoteAddress, forwardedFor: facts.fields[.forwardedFor]),
            session: policy.decide(facts) == .allow ? facts.session : .ended,
            question: visitors == nil ? nil : WindowQuestion(question(facts, from: request.remoteAddress)))
    }

    private func question(_ facts: AccessRequest, from peer: SocketAddress?) -> VisitorRequest {
        var fields = facts.fields
        if fields[.authorization] == nil {
            fields[.authorization] = tickets.find(policy.windowCookie?.sessions(in: fields) ?? [])
        }
        return VisitorRequest(path: facts.path, headers: fields, opensWindow: true, peer: peer)
    }

    /// - Returns: The field `Set-Cookie` for a page that was loaded by a password; `nil` for any other.
    func beginTicket(for request: AccessRequest) -> String? {
        guard let cookie = policy.windowCookie, request.isRead, request.wantsPage,
            VisitorRequest(path: request.path, headers: request.fields).password != nil,
            let authorization = request.fields[.authorization]
        else { return nil }
        return tickets.begin(for: authorization, besides: cookie.sessions(in: request.fields))
            .map { cookie.field(session: $0) }
    }

    /// Asks the check of the app about a window.
    func admit(_ request: VisitorRequest, from address: PeerAddress?) async -> WindowAdmission {
        let start = ContinuousClock.now
        switch await visitors?.ask(request, from: address) {
        case nil, .answer(.anonymous): return .open(VisitorEntry(checkedAt: start))
        case .answer(.visitor(let visitor)): return .open(VisitorEntry(visitor, checkedAt: start))
        case .answer: return .close(.signedOut)
        // The page connects again by itself, after growing pauses.
        case .failed, .wrongOften: return .close(.internalError)
        }
    }

    /// Asks the check of the app about a request; `nil` if the app has no check.
    func ask(about request: AccessRequest, from peer: SocketAddress?) async -> VisitorGate.Outcome? {
        await visitors?.ask(
            VisitorRequest(path: request.path, headers: request.fields, peer: peer), from: visitor(request, peer))
    }

    /// Notes a mistake in the check of the app: nobody can sign in.
    func noteSignInRefused(_ page: String) {
        logger.error(
            "The check of the app asks people to sign in on a page that it does not let them see",
            metadata: ["page": .outside(page)])
    }

    private func facts(_ request: SocketRequest) -> AccessRequest? {
        guard let head = try? HTTPRequest(request.head, secure: false, splitCookie: true) else { return nil }
        var facts = AccessRequest(head, opensSocket: true)
        facts.session = session(in: facts.fields)
        return facts
    }

    func decide(_ request: AccessRequest, from peer: SocketAddress?) -> AccessDecision {
        var request = request
        request.session = session(in: request.fields)
        let address = visitor(request, peer)
        return count(unlessGuessed(policy.decide(request), by: request, from: address), from: address)
    }

    func decide(_ form: TokenForm, of request: AccessRequest, from peer: SocketAddress?) -> AccessDecision {
        var request = request
        request.session = session(in: request.fields)
        let address = visitor(request, peer)
        return count(unlessGuessed(policy.decide(form, of: request), by: request, from: address), from: address)
    }

    /// The sender of a request that was allowed.
    func sender(of request: AccessRequest, _ visitor: Visitor?, from peer: SocketAddress?) -> Sender {
        var session = policy.token == nil ? nil : "token"
        if case .open(let key) = self.session(in: request.fields) { session = key }
        if let visitor { session = Sender.session(ofVisitor: visitor) }
        let address = self.visitor(request, peer)
        return Sender(session: session, address: address?.description ?? "", peer: address)
    }

    /// If the token can be guessed, refuses an address with too many wrong tokens. An open session is still accepted.
    private func unlessGuessed(
        _ decision: AccessDecision, by request: AccessRequest, from address: PeerAddress?
    ) -> AccessDecision {
        guard policy.token?.isGuessable == true else { return decision }
        if case .open = request.session { return decision }
        let next: String
        switch decision {
        case .exchange(let address): next = address
        case .allow: next = "/"
        default: return decision
        }
        let failures = limiter.withLock { $0.failures(from: address, at: now()) }
        return failures < AttemptLimiter.allowedGuesses ? decision : .askForToken(next: next, because: .wrongOften)
    }

    private func visitor(_ request: AccessRequest, _ peer: SocketAddress?) -> PeerAddress? {
        proxies.visitor(peer, forwardedFor: request.fields[.forwardedFor])
    }

    private func count(_ decision: AccessDecision, from address: PeerAddress?) -> AccessDecision {
        guard case .askForToken(let next, let need) = decision, need != .missing else {
            return decision
        }
        let failures = limiter.withLock { $0.fail(from: address, at: now()) }
        if failures == AttemptLimiter.allowed + 1 {
            let others =
                policy.token?.isGuessable == true
                ? "the token is short, so that it is soon refused from there, whoever shows it, until a minute is over."
                : "nobody else is kept out by that."
            logger.warning(
                "Many wrong tokens come from one address; \(others)",
                metadata: ["address": "\(address?.description ?? "a proxy")"])
        }
        return failures > AttemptLimiter.allowed ? .askForToken(next: next, because: .wrongOften) : decision
    }

    // MARK: Sessions

    var numberOfSessions: Int { sessions.withLock { $0?.count ?? 0 } }

    /// - Returns: The field `Set-Cookie` for a new session; `nil` when no token is needed.
    func beginSession() -> String? {
        let name = change { $0.begin(at: date()) }
        return name.flatMap { policy.cookie?.field(session: $0) }
    }

    func endSession(_ key: String) { _ = change { $0.end(key) } }

    func endAllSessions() { _ = change { $0.endAll() } }

    func session(in fields: HTTPFields) -> SessionState {
        guard let names = policy.cookie?.sessions(in: fields), !names.isEmpty else { return .none }
        return sessions.withLock { sessions in
            for name in names { if let key = sessions?.find(name, at: date()) { return .open(key) } }
            return .ended
        }
    }

    /// Returns whether the session with this key is open. This check does not count as a use.
    func isOpen(_ key: String) -> Bool { sessions.withLock { $0?.contains(key, at: date()) ?? false } }

    private func change<Result: Sendable>(_ body: (inout Sessions) -> Result) -> Result? {
        sessions.withLock { kept in
            guard var sessions = kept else { return nil }
            let result = body(&sessions)
            kept = sessions
            do { try file?.write(sessions.text) } catch {
                logger.warning(
                    "Sessions cannot be kept; after a restart of the server browsers have to show the token again.",
                    metadata: ["error": "\(error)"])
            }
            return result
        }
    }
}
