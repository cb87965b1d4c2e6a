import HTTPTypes
import Hummingbird
import NIOCore

/// Passes allowed requests on, and answers all others.
struct AccessMiddleware: RouterMiddleware {
    let gate: AccessGate
    let connections: Connections
    let words: AccessWords

    func handle(
        _ request: Request, context: LiveRequestContext,
        next: @concurrent (Request, LiveRequestContext) async throws -> Response
    ) async throws -> Response {
        let facts = AccessRequest(request.head, opensSocket: request.refusedUpgrade)
        var decision = gate.decide(facts, from: context.remoteAddress)
        if decision == .readForm {
            decision = gate.decide(try await form(of: request), of: facts, from: context.remoteAddress)
        }
        switch decision {
        case .allow:
            connections.letIn(context.channel)
            var context = context
            context.sender = gate.sender(of: facts, from: context.remoteAddress)
            context.asker = connections.asker(on: context.channel, from: context.sender.peer)
            return try await next(request, context)
        case .allowAnybody:
            return try await next(request, context)
        default:
            return answer(decision, to: facts)
        }
    }

    /// - Throws: An HTTP error if the body is too long or incomplete, so that a client's mistake is not logged as a
    ///   server error.
    private func form(of request: Request) async throws -> TokenForm {
        do {
            return TokenForm(try await request.body.collect(upTo: 4096))
        } catch {
            if error is any HTTPResponseError || error is CancellationError { throw error }
            throw HTTPError(.badRequest)
        }
    }

    private func answer(_ decision: AccessDecision, to request: AccessRequest) -> Response {
        switch decision {
        case .allow, .allowAnybody, .readForm:  // No form leads to these.
            return .redirect(to: "/")
        case .refuse(let status, let sentence):
            return .sentence(sentence, status: status)
        case .askForToken(let next, let need):
            return ask(next: next, need, request)
        case .exchange(let next):
            // If the navigation began at another site, the browser would not send the new cookie after a redirect. In
            // this case a page of this server leads to the address.
            var response =
                request.fields[.secFetchSite] == "cross-site"
                ? Response.page(TokenPage.comeAgain(next: next, words: words, prefix: gate.policy.prefix), status: .ok)
                : .redirect(to: next)
            response.headers[.setCookie] = gate.beginSession()
            return response
        case .leaveToken(let next):
            return .redirect(to: next)
        case .comeAgain(let next):
            return .page(TokenPage.comeAgain(next: next, words: words, prefix: gate.policy.prefix), status: .ok)
        case .showSession:
            return .styled {
                TokenPage.session(
                    browsers: gate.numberOfSessions, words: words, nonce: $0, prefix: gate.policy.prefix)
            }
        case .endSession(let all):
            if all {
                gate.endAllSessions()
                connections.signOut()
            } else if case .open(let key) = gate.session(in: request.fields) {
                gate.endSession(key)
                connections.signOut(key)
            }
            var response = Response.redirect(to: "/")
            response.headers[.setCookie] = gate.policy.cookie?.removal
            return response
        }
    }

    private func ask(next: String, _ need: TokenNeed, _ request: AccessRequest) -> Response {
        let status: HTTPResponse.Status = need == .wrongOften ? .tooManyRequests : .unauthorized
        var response =
            request.wantsPage || request.method == .post
            ? Response.styled(status: status) {
                TokenPage.form(next: next, need: need, words: words, nonce: $0, prefix: gate.policy.prefix)
            }
            : .sentence(words.sentence(need), status: status)
        response.headers[.wwwAuthenticate] = "Bearer"
        if need == .wrongOften { response.headers[.retryAfter] = "60" }
        // After a wrong token the connection is closed, so that each guess needs a new one.
        if need == .wrong || need == .wrongOften { response.headers[.connection] = "close" }
        return response
    }
}

extension Response {
    /// A page with an inline style sheet.
    static func styled(status: HTTPResponse.Status = .ok, _ html: (PageNonce) -> String) -> Response {
        let nonce = PageNonce()
        var response = Response.page(html(nonce), status: status)
        response.headers[.contentSecurityPolicy] = ContentSecurityPolicy(nonce: nonce, scripts: [.leaving]).description
        return response
    }
}

extension Request {
    /// Whether this is a request for a WebSocket that was refused.
    var refusedUpgrade: Bool {
        HTTPField.Name(ConnectionGuard.refusedUpgrade).map { headers[$0] != nil } ?? false
    }
}
