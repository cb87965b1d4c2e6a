import HTTPTypes
import Hummingbird

/// Answers for pages, whatever else begins with the same path.
///
/// A router does not turn back: once `/photos/file/:name` has led it to `/photos`, it finds no page there, nor one beside the
/// files. So pages are looked for first, and by the same rule as among themselves: a name goes before a parameter.
struct PageMiddleware: RouterMiddleware {
    let pages: Pages

    func handle(
        _ request: Request, context: LiveRequestContext,
        next: @concurrent (Request, LiveRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head else { return try await next(request, context) }
        var response: Response
        if let scene = pages.scene(for: request) {
            response = await pages.page(of: scene, for: request)
        } else {
            do { response = try await next(request, context) } catch let error as HTTPError
                where error.status == .notFound && error.body == nil
            {
                response = pages.notFound()
            }
        }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
