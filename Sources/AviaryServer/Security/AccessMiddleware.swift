import HTTPTypes
import Hummingbird
import NIOCore

/// Lets through what the access policy allows, and answers the rest.
struct AccessMiddleware: RouterMiddleware {
    let gate: AccessGate

    func handle(
        _ request: Request, context: LiveRequestContext,
        next: @concurrent (Request, LiveRequestContext) async throws -> Response
    ) async throws -> Response {
        let facts = AccessRequest(request.head, opensSocket: request.refusedUpgrade)
        switch gate.decide(facts, from: context.remoteAddress) {
        case .allow:
            return try await next(request, context)
        case .readForm:
            let form = TokenForm(try await request.body.collect(upTo: 4096))
            let decision = gate.decide(form: form.token, next: form.next, from: context.remoteAddress)
            return answer(decision, to: facts)
        case let decision:
            return answer(decision, to: facts)
        }
    }

    private func answer(_ decision: AccessDecision, to request: AccessRequest) -> Response {
        switch decision {
        case .allow, .readForm:  // No form leads to these.
            return Response(status: .seeOther, headers: [.location: "/"])
        case .refuse(let status, let sentence):
            var response = Response.sentence(sentence, status: status)
            if status == .tooManyRequests { response.headers[.retryAfter] = "60" }
            return response
        case .askForToken(let next, let wrong):
            var response: Response
            if request.wantsPage || request.method == .post {
                let nonce = PageNonce()
                response = .page(TokenPage.form(next: next, wrong: wrong, nonce: nonce), status: .unauthorized)
                response.headers[.contentSecurityPolicy] = ContentSecurityPolicy(nonce: nonce).description
            } else {
                response = .sentence(TokenPage.sentence(wrong: wrong), status: .unauthorized)
            }
            response.headers[.wwwAuthenticate] = "Bearer"
            return response
        case .exchange(let next):
            // After a 303 on the way from another site the browser would leave the new cookie at home.
            var response =
                request.fields[.secFetchSite] == "cross-site"
                ? Response.page(TokenPage.comeAgain(next: next), status: .ok)
                : Response(status: .seeOther, headers: [.location: next])
            response.headers[.setCookie] = gate.policy.cookie?.setCookie
            return response
        case .comeAgain(let next):
            return .page(TokenPage.comeAgain(next: next), status: .ok)
        }
    }
}

extension Response {
    static func sentence(_ sentence: String, status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
    }

    static func page(_ html: String, status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}

extension Request {
    /// Whether this is a request for a WebSocket that was not opened.
    var refusedUpgrade: Bool {
        HTTPField.Name(ConnectionGuard.refusedUpgrade).map { headers[$0] != nil } ?? false
    }
}
