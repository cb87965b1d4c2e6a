import AviaryText
import HTTPTypes
import Hummingbird
import NIOCore

/// Passes allowed requests on, and answers all others.
struct AccessMiddleware: RouterMiddleware {
    let gate: AccessGate
    let connections: Connections
    let language: PageLanguage
    private var words: Words { language.words }

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
            var context = context
            if let outcome = await gate.ask(about: facts, from: context.remoteAddress) {
                context.visitor = try visitor(outcome, facts)
            }
            connections.letIn(context.channel)
            context.sender = gate.sender(of: facts, context.visitor, from: context.remoteAddress)
            context.asker = connections.asker(on: context.channel, from: context.sender.peer)
            var response = try await next(request, context)
            if context.visitor != nil, let field = gate.beginTicket(for: facts) {
                response.headers.append(HTTPField(name: .setCookie, value: field))
            }
            return response
        case .allowAnybody:
            return try await next(request, context)
        default:
            return answer(decision, to: facts)
        }
    }

    /// The visitor whom the check of the app has recognized; `nil` if nobody has signed in.
    ///
    /// - Throws: `VisitorRefusal` if the person may not come in, or not yet.
    private func visitor(_ outcome: VisitorGate.Outcome, _ request: AccessRequest) throws -> Visitor? {
        switch outcome {
        case .answer(.visitor(let visitor)): return visitor
        case .answer(.anonymous): return nil
        case .answer(.signIn(let page, let parameter)):
            guard request.wantsPage else { throw refusal(words.access.signInNeeded, .unauthorized, request) }
            let next = gate.policy.prefix.added(to: LocalAddress(request.path).text)
            guard LocalAddress.split(next).path != page.prefix(while: { !"?#".contains($0) }) else {
                gate.noteSignInRefused(page)
                throw refusal(words.access.visitorUnknown, .internalServerError, request)
            }
            var address = page.prefix { $0 != "#" }
            if let parameter {
                let field = PercentCoding.encode(parameter) + "=" + PercentCoding.encode(next)
                address += (address.contains("?") ? "&" : "?") + field
            }
            address += page.drop { $0 != "#" }
            throw VisitorRefusal(response: .redirect(to: String(address)))
        case .answer(.password(let realm)):
            var refusal = refusal(words.access.passwordNeeded, .unauthorized, request)
            let quoted = realm.filter { !$0.isNewline }.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            refusal.response.headers[.wwwAuthenticate] = "Basic realm=\"\(quoted)\", charset=\"UTF-8\""
            throw refusal
        case .answer(.refused(let sentence)): throw refusal(sentence, .forbidden, request)
        case .failed: throw refusal(words.access.visitorUnknown, .serviceUnavailable, request, retryAfter: 5)
        case .wrongOften:
            var refusal = refusal(words.access.passwordIsWrongOften, .tooManyRequests, request, retryAfter: 60)
            refusal.response.headers[.connection] = "close"
            throw refusal
        }
    }

    private func refusal(
        _ sentence: String, _ status: HTTPResponse.Status, _ request: AccessRequest, retryAfter seconds: Int? = nil
    ) -> VisitorRefusal {
        var response =
            request.wantsPage
            ? Response.styled(in: language, status: status) { TokenPage.refusal(sentence, words: words, nonce: $0) }
            : .sentence(sentence, status: status, in: language)
        if let seconds { response.headers[.retryAfter] = "\(seconds)" }
        return VisitorRefusal(response: response)
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
                ? comeAgain(next)
                : .redirect(to: next)
            response.headers[.setCookie] = gate.beginSession()
            return response
        case .leaveToken(let next):
            return .redirect(to: next)
        case .comeAgain(let next):
            return comeAgain(next)
        case .showSession:
            return .styled(in: language) {
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

    private func comeAgain(_ next: String) -> Response {
        .page(
            TokenPage.comeAgain(next: next, words: words, prefix: gate.policy.prefix), status: .ok,
            language: language.tag)
    }

    private func ask(next: String, _ need: TokenNeed, _ request: AccessRequest) -> Response {
        let status: HTTPResponse.Status = need == .wrongOften ? .tooManyRequests : .unauthorized
        var response =
            request.wantsPage || request.method == .post
            ? Response.styled(in: language, status: status) {
                TokenPage.form(next: next, need: need, words: words, nonce: $0, prefix: gate.policy.prefix)
            }
            : .sentence(words.access.sentence(need), status: status, in: language)
        response.headers[.wwwAuthenticate] = "Bearer"
        if need == .wrongOften { response.headers[.retryAfter] = "60" }
        // After a wrong token the connection is closed, so that each guess needs a new one.
        if need == .wrong || need == .wrongOften { response.headers[.connection] = "close" }
        return response
    }
}

/// The response to a visitor whom the check of the app does not let in. A path that it leads to is one that browsers
/// know, so it already has the prefix.
struct VisitorRefusal: Error {
    var response: Response
}

extension Response {
    /// A page with an inline style sheet.
    static func styled(
        in language: PageLanguage, status: HTTPResponse.Status = .ok, _ html: (PageNonce) -> String
    ) -> Response {
        let nonce = PageNonce()
        var response = Response.page(html(nonce), status: status, language: language.tag)
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
