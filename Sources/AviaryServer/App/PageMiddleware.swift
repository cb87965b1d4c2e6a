import HTTPTypes
import Hummingbird

/// Answers requests for pages before the router sees them.
///
/// The router does not backtrack. Once the download `/photos/file/:name` has led the router to `/photos`, the router
/// finds neither the page at `/photos` nor other pages below `/photos`. So pages are looked up first. Between a page
/// and a download, a fixed component takes precedence over a parameter, as among pages.
struct PageMiddleware: RouterMiddleware {
    let pages: Pages

    func handle(
        _ request: Request, context: LiveRequestContext,
        next: @concurrent (Request, LiveRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head else { return try await next(request, context) }
        var response: Response
        if let scene = pages.scene(for: request, of: context.visitor, in: context.language) {
            response = await pages.page(of: scene, for: request)
        } else {
            do { response = try await next(request, context) } catch let error as HTTPError
                where error.status == .notFound && error.body == nil
            {
                response = pages.notFound(in: context.language)
            }
        }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
