import HTTPTypes
import Hummingbird
import Logging

/// Puts the access policy before a server's routes, and the security headers behind them.
///
/// Around the routes rather than among them, so that no order of registration can leave one outside.
struct GuardedResponder: HTTPResponder {
    let gate: AccessGate
    let connections: Connections
    let socketPath: String
    let words: PageWords
    let base: any HTTPResponder<LiveRequestContext>

    func respond(to request: Request, context: LiveRequestContext) async throws -> Response {
        var response: Response
        do {
            response =
                request.isTurnedAway
                ? .full(request, words.access)
                : try await AccessMiddleware(gate: gate, connections: connections, words: words.access)
                    .handle(request, context: context, next: route)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error(
                "A request failed.", metadata: ["path": .outside(request.uri.path), "error": .outside(error)])
            response = .sentence(words.serverFailed, status: .internalServerError)
        }
        // A router says no more than that. What a route has not found, it says in a sentence.
        if response.status == .notFound, response.body.contentLength == 0, request.method != .get,
            request.method != .head
        {
            response = .sentence("Nothing at this address answers \(request.method).", status: .methodNotAllowed)
            response.headers[.allow] = "GET, HEAD"
        }
        if response.status.code >= 400, response.body.contentLength == 0, request.method != .head { response.explain() }
        SecurityHeaders.add(to: &response.headers)
        return response
    }

    private func route(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        guard request.uri.path == socketPath else { return try await base.respond(to: request, context: context) }
        // What gets here has not been upgraded: no WebSocket, or malformed, or not its connection's first request.
        var response = Response.sentence(
            "Open a WebSocket here, version 13, on a connection of its own.", status: .upgradeRequired)
        response.headers[.upgrade] = "websocket"
        response.headers[HTTPField.Name("Sec-WebSocket-Version")!] = "13"
        return response
    }
}

extension Response {
    /// Puts a sentence for a person where a router leaves nothing.
    fileprivate mutating func explain() {
        let text = status == .notFound ? "There is nothing at this address." : "\(status.reasonPhrase)."
        let sentence = Response.sentence(text, status: status)
        body = sentence.body
        for field in sentence.headers { headers[field.name] = field.value }
    }
}

extension Response {
    /// There is no room for another connection.
    static func full(_ request: Request, _ words: AccessWords) -> Response {
        var response =
            AccessRequest(request.head, opensSocket: false).wantsPage
            ? Response.styled(status: .serviceUnavailable) { TokenPage.full(words: words, nonce: $0) }
            : Response.sentence(words.serverIsFull, status: .serviceUnavailable)
        response.headers[.retryAfter] = "5"
        return response
    }
}

extension Request {
    /// Whether there is no room for this request.
    var isTurnedAway: Bool { HTTPField.Name(ConnectionGuard.turnedAway).map { headers[$0] != nil } ?? false }
}
