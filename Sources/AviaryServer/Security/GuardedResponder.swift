import HTTPTypes
import Hummingbird
import Logging

/// Puts the access policy before a server's routes, and the security headers behind them.
///
/// Around the routes rather than among them, so that no order of registration can leave one outside.
struct GuardedResponder: HTTPResponder {
    let gate: AccessGate
    let socketPath: String
    let base: any HTTPResponder<LiveRequestContext>

    func respond(to request: Request, context: LiveRequestContext) async throws -> Response {
        var response: Response
        do {
            response = try await AccessMiddleware(gate: gate).handle(request, context: context, next: route)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error(
                "A request failed.", metadata: ["path": .outside(request.uri.path), "error": .outside(error)])
            response = .sentence("Something went wrong on the server; its log says what.", status: .internalServerError)
        }
        if response.status == .notFound, request.method != .get, request.method != .head {
            response = .sentence("This server is only read from, by GET and HEAD.", status: .methodNotAllowed)
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
