import AviaryText
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Answers HTTP requests: the first paint of each room, its files, and `/healthz`.
struct Pages: Sendable {
    private let app: LiveApp
    private let context: AppContext
    private var files: PageFiles { context.files }

    init(app: LiveApp) {
        self.app = app
        context = app.context
        for module in files.modules where module.size > 8_000 {
            context.logger.warning(
                "A room's module is larger than 8 kB, and every first visit waits for it.",
                metadata: ["file": "\(module.path)", "bytes": "\(module.size)"])
        }
    }

    func makeRouter() -> Router<LiveRequestContext> {
        let router = Router(context: LiveRequestContext.self, options: .autoGenerateHeadEndpoints)
        app.http(router)  // First, because middleware applies only to routes added later.
        router.add(middleware: PageMiddleware(pages: self))
        for folder in [ServerPaths.client, ServerPaths.rooms, ServerPaths.assets] {
            router.get("\(folder)/:file") { request, context in
                files.answer(to: request) ?? notFound(in: context.language)
            }
        }
        for download in context.downloads {
            download.addRoute(
                to: router, under: context.prefix.text, isChecked: context.visitors != nil,
                notFound: { notFound($0, in: $1.language) })
        }
        context.uploads.addRoutes(to: router)
        if let metrics = context.metrics {
            router.get(RouterPath(ServerPaths.metrics)) { [self] _, request -> Response in
                // A check may let in anybody. The figures are for visitors, and for programs with the token.
                guard context.visitors == nil || request.sender.session != nil else {
                    return .sentence(
                        request.words.access.signInNeeded, status: .unauthorized, in: request.language)
                }
                return Response(
                    status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                    body: ResponseBody(byteBuffer: ByteBuffer(string: await metrics.registry.text())))
            }
        }
        if let manifest = app.manifest { addRoutes(of: manifest, to: router) }
        router.get(RouterPath(ServerPaths.health)) { _, _ in
            let answer = await app.health.answer()
            return Response.sentence(answer.text, status: answer.isWell ? .ok : .serviceUnavailable)
        }
        return router
    }

    private func addRoutes(of manifest: WebAppManifest, to router: Router<LiveRequestContext>) {
        let text = manifest.json(
            name: context.name, language: context.languages.first.tag, prefix: context.prefix
        ).text
        router.get(RouterPath(ServerPaths.manifest)) { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/manifest+json", .cacheControl: "private, no-cache"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
        guard let sharing = manifest.sharing, let store = context.uploads[sharing.upload] else { return }
        router.post(RouterPath(sharing.path)) { request, context in
            let language = context.language
            return await UploadExchange(store, request, context).share(
                with: sharing, of: context.visitor,
                describe: { app.context.sentence(about: $0, in: language.words) },
                page: { bare(title: language.text(app.context.name), message: $0, status: $1, in: language) })
        }
        // After a sign-in that a share required, the browser comes back to this path with GET. It goes on to the page
        // that shows what is shared.
        router.get(RouterPath(sharing.path)) { _, _ in Response.redirect(to: sharing.page.description) }
    }

    /// - Returns: The scene for a page; `nil` when no page has this address, or a download takes precedence there.
    func scene(for request: Request, of visitor: Visitor?, in language: PageLanguage) -> Scene? {
        let query = request.uri.query.map { "?\($0)" } ?? ""
        guard let address = Address(request.uri.path + query), let pattern = context.routes.pattern(at: address),
            !context.downloads.contains(where: { $0.pattern.precedes(pattern) && $0.pattern.matches(address) })
        else { return nil }
        return context.scene(at: address, for: visitor, in: language)
    }

    func page(of scene: Scene, for request: Request) async -> Response {
        do {
            let paint = try await scene.paint()
            let nonce = PageNonce()
            var response = Response.page(
                document(paint, of: scene, nonce: nonce), compressedFor: request, language: paint.language)
            let policy = ContentSecurityPolicy(nonce: nonce, scripts: scripts(of: paint))
            response.headers[.contentSecurityPolicy] = policy.description
            // The browser may show the stored page when the person goes back. In all other cases it revalidates the
            // page.
            response.headers[.cacheControl] = "private, no-cache"
            return response
        } catch let error as NotFound {
            return notFound(error, in: scene.language)
        } catch let error as Redirection {
            return .redirect(to: error.address.description)
        } catch {
            context.logger.error(
                "A page could not be painted", metadata: ["error": .outside(error), "room": "\(scene.route.title)"])
            return bare(
                title: scene.language.text(context.name),
                message: context.sentence(about: error, in: scene.language.words), status: .serviceUnavailable,
                in: scene.language)
        }
    }

    private func document(_ paint: FirstPaint, of scene: Scene, nonce: PageNonce) -> String {
        var mark = context.prefix.text.isEmpty ? "" : " data-prefix=\"\(context.prefix.text.htmlEscaped)\""
        if context.visitors != nil { mark += " data-visitor=\"\(scene.visitor?.mark ?? "")\"" }
        return """
            <!doctype html><html \(paint.language.pageAttributes) data-version="\(paint.version)"\(mark)><head><meta charset="utf-8">\
            <title>\(paint.title.htmlEscaped)</title>\
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">\
            <meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">\(app.manifest?.links(prefix: context.prefix) ?? "")\
            <link rel="stylesheet" href="\(path(of: files.styleSheet))">\(scene.route.styleLink(under: context.prefix))\
            <style nonce="\(nonce)">\(paint.sheet)</style>\(scripts(of: paint).map(\.markup).joined())\
            <script type="module" src="\(path(of: files.client.core))"></script>\(preload(for: paint))\(module(of: scene.route))\(scene.language.markup)</head><body>
            \(app.navigation(at: scene.address, of: scene.route, in: scene.language))\(paint.body)<noscript><div class="banners"><p class="banner">\
            \(scene.language.words.page.withoutScripts.htmlEscaped)</p></div></noscript></body></html>
            """
    }

    /// The path of a file as browsers know it.
    private func path(of file: PageFile) -> String { context.prefix.added(to: file.path).htmlEscaped }

    /// The scripts that run before the first paint.
    private func scripts(of paint: FirstPaint) -> [InlineScript] {
        let scripts: [InlineScript?] = [
            context.visitors == nil ? nil : .visitor, .returning, paint.hasDates ? .dates : nil,
        ]
        return scripts.compactMap(\.self)
    }

    /// Preloads the rest of the client where the page needs it first. Otherwise, on a slow line, a sheet would wait for
    /// seconds until the page's pictures are loaded.
    private func preload(for paint: FirstPaint) -> String {
        // Lists of a page that is read from right to left are laid out by the rest, too.
        let hasFrames = paint.hasFrames || paint.language.isRightToLeft
        guard hasFrames || paint.hasMenus || paint.opensSheets else { return "" }
        return "<link rel=\"modulepreload\" href=\"\(path(of: files.client.rest))\">"
    }

    /// The link by which the client finds the room's module. It also makes the browser preload the module.
    private func module(of room: Route) -> String {
        guard let module = room.module, let file = files.module(module) else { return "" }
        return "<link rel=\"modulepreload\" href=\"\(path(of: file))\" data-room>"
    }

    func notFound(_ error: NotFound = NotFound(), in language: PageLanguage) -> Response {
        let words = language.words
        return bare(
            title: words.page.notFound, message: error.sentence(in: words), status: .notFound, in: language)
    }

    /// A page without a room.
    private func bare(
        title: String, message: String, status: HTTPResponse.Status, in language: PageLanguage
    ) -> Response {
        let html = """
            <!doctype html><html \(language.tag.pageAttributes)><head><meta charset="utf-8"><title>\(title.htmlEscaped)</title>\
            <meta name="viewport" content="width=device-width, initial-scale=1">\
            <meta name="color-scheme" content="light dark"><link rel="stylesheet" href="\(path(of: files.styleSheet))">\
            \(InlineScript.leaving.markup)</head><body>\(app.navigationOfNoRoom(in: language))<main class="message"><p role="heading" aria-level="1">\(message.htmlEscaped)</p><p><a href="\(context.prefix.added(to: "/"))">\(language.words.page.start.htmlEscaped)</a></p></main>\
            </body></html>
            """
        var response = Response.page(html, status: status, language: language.tag)
        response.headers[.contentSecurityPolicy] = ContentSecurityPolicy(scripts: [.leaving]).description
        return response
    }
}

extension Response {
    /// A page, compressed if the browser accepts gzip. The compressed length reveals nothing, because no secret in the
    /// page is the same in two responses.
    fileprivate static func page(_ html: String, compressedFor request: Request, language: String) -> Response {
        var response = Response.page(html, status: .ok, language: language)
        response.headers[.vary] = "Accept-Encoding"
        if request.accepts(.gzip), let compressed = Gzip.compress(Array(html.utf8), .little) {
            response.headers[.contentEncoding] = ContentCoding.gzip.rawValue
            response.body = ResponseBody(byteBuffer: compressed)
        }
        return response
    }
}
