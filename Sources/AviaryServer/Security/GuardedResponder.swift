import AviaryText
import HTTPTypes
import Hummingbird
import Logging

/// Applies the access policy before a server's routes. Adds the security headers to all responses, and the app's prefix
/// to the addresses that responses lead to.
///
/// It wraps all routes instead of being one of their middlewares, so that no order of registration can leave a route
/// unprotected.
struct GuardedResponder: HTTPResponder {
    let gate: AccessGate
    let connections: Connections
    let languages: PageLanguages
    let base: any HTTPResponder<LiveRequestContext>

    func respond(to request: Request, context: LiveRequestContext) async throws -> Response {
        var context = context
        let language = languages.chosen(by: request.headers[.acceptLanguage])
        context.language = language
        var response: Response
        var isRefused = false
        do {
            response =
                request.isTurnedAway
                ? .full(request, language)
                : try await AccessMiddleware(gate: gate, connections: connections, language: language)
                    .handle(request, context: context, next: route)
        } catch let refusal as VisitorRefusal {
            response = refusal.response
            isRefused = true
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error(
                "A request failed.", metadata: ["path": .outside(request.uri.path), "error": .outside(error)])
            response = .sentence(
                language.words.page.serverFailed, status: .internalServerError, in: language)
        }
        // The router answers an unknown address or method with an empty 404. A route that finds nothing sends a
        // sentence. So an empty 404 for a method other than GET and HEAD is answered as a wrong method.
        if response.status == .notFound, response.body.contentLength == 0, request.method != .get,
            request.method != .head
        {
            response = .sentence("Nothing at this address answers \(request.method).", status: .methodNotAllowed)
            response.headers[.allow] = "GET, HEAD"
        }
        if response.status.code >= 400, response.body.contentLength == 0, request.method != .head {
            response.explain(in: language)
        }
        // A response from the words of the request names their language.
        if languages.areSeveral, response.headers[.contentLanguage] != nil {
            response.headers[.vary] = [response.headers[.vary], "Accept-Language"].compactMap(\.self)
                .joined(separator: ", ")
        }
        if !isRefused, let address = response.headers[.location] {
            response.headers[.location] = gate.policy.prefix.added(to: address)
        }
        SecurityHeaders.add(to: &response.headers)
        return response
    }

    private func route(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        guard request.uri.path == ServerPaths.socket else {
            return try await base.respond(to: request, context: context)
        }
        // This request was not upgraded: it is no WebSocket, is malformed, or is not the first request of its
        // connection.
        var response = Response.sentence(
            "Open a WebSocket here, version 13, on a connection of its own.", status: .upgradeRequired)
        response.headers[.upgrade] = "websocket"
        response.headers[HTTPField.Name("Sec-WebSocket-Version")!] = "13"
        return response
    }
}

extension Response {
    /// Fills an empty response of the router with a sentence for a person.
    fileprivate mutating func explain(in language: PageLanguage) {
        let sentence: Response =
            status == .notFound
            ? .sentence(language.words.page.nothingAtAddress, status: status, in: language)
            : .sentence("\(status.reasonPhrase).", status: status)
        body = sentence.body
        for field in sentence.headers { headers[field.name] = field.value }
    }
}

extension Response {
    /// The response when there is no room for another connection.
    static func full(_ request: Request, _ language: PageLanguage) -> Response {
        var response =
            AccessRequest(request.head, opensSocket: false).wantsPage
            ? Response.styled(in: language, status: .serviceUnavailable) {
                TokenPage.full(words: language.words, nonce: $0)
            }
            : Response.sentence(language.words.access.serverIsFull, status: .serviceUnavailable, in: language)
        response.headers[.retryAfter] = "5"
        return response
    }
}

extension Request {
    /// Whether there is no room for this request's connection.
    var isTurnedAway: Bool { HTTPField.Name(ConnectionGuard.turnedAway).map { headers[$0] != nil } ?? false }
}
