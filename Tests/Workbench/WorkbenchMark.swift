import AviaryServer
import HTTPTypes
import Hummingbird

/// Marks whatever passes it: middleware as an app may add some.
struct WorkbenchMark: RouterMiddleware {
    @Sendable static func add(to router: Router<LiveRequestContext>) { router.add(middleware: WorkbenchMark()) }

    func handle(
        _ request: Request, context: LiveRequestContext,
        next: @concurrent (Request, LiveRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if let name = HTTPField.Name("X-Workbench") { response.headers[name] = "seen" }
        return response
    }
}
