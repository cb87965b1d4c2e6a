import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What is answered over HTTP: the first paint of each room, the files they need, and `/healthz`.
struct Pages: Sendable {
    let app: LiveApp
    private let files: PageFiles

    init(app: LiveApp) {
        self.app = app
        files = PageFiles(app.assets)
    }

    func makeRouter() -> Router<LiveRequestContext> {
        let router = Router(context: LiveRequestContext.self, options: .autoGenerateHeadEndpoints)
        for room in app.rooms {
            for path in room.paths { router.get(RouterPath(path)) { request, _ in await page(room, request) } }
        }
        for folder in [PageFiles.client, PageFiles.assets] {
            router.get("\(folder)/:file") { request, _ in files.answer(to: request) ?? notFound() }
        }
        router.get("/healthz") { _, _ in
            let answer = await app.health.answer()
            return Response.sentence(answer.text, status: answer.isWell ? .ok : .serviceUnavailable)
        }
        router.get("/**") { _, _ in notFound() }
        return router
    }

    private func page(_ room: Route, _ request: Request) async -> Response {
        do {
            let (body, sheet) = try await app.scene(room).paint()
            let nonce = PageNonce()
            var response = Response.page(document(room, body: body, sheet: sheet, nonce: nonce), compressedFor: request)
            response.headers[.contentSecurityPolicy] = ContentSecurityPolicy(nonce: nonce).description
            // Kept by the browser for who goes back, asked for anew by everybody else.
            response.headers[.cacheControl] = "private, no-cache"
            return response
        } catch {
            app.logger.error(
                "A page could not be painted", metadata: ["error": .outside(error), "room": "\(room.title)"])
            return .page(
                bare(title: app.name, message: app.describe(error)), status: .serviceUnavailable)
        }
    }

    private func document(_ room: Route, body: String, sheet: String, nonce: PageNonce) -> String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8">\
        <title>\((room.title == app.name ? app.name : "\(room.title) – \(app.name)").htmlEscaped)</title>\
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\
        <meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">\
        <link rel="stylesheet" href="\(files.styleSheet.path)">\
        <style nonce="\(nonce)">\(sheet)</style><script>\(ReturnScript.text)</script>\
        <script type="module" src="\(files.script.path)"></script></head><body>
        \(app.navigation(in: room))\(body)<noscript><div class="banners"><p class="banner">Without JavaScript this page shows how things were \
        when it was loaded, and only what comes first.</p></div></noscript></body></html>
        """
    }

    private func notFound() -> Response {
        .page(bare(title: "Not found", message: "There is no page at this address."), status: .notFound)
    }

    /// A page for when there is no room to show.
    private func bare(title: String, message: String) -> String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>\(title.htmlEscaped)</title>\
        <meta name="viewport" content="width=device-width, initial-scale=1">\
        <meta name="color-scheme" content="light dark"><link rel="stylesheet" href="\(files.styleSheet.path)">\
        </head><body><main class="message"><p>\(message.htmlEscaped)</p><p><a href="/">Go to the start</a></p></main>\
        </body></html>
        """
    }
}

extension Response {
    /// A page, as small as the browser can read it. Nothing in it is secret and the same in two answers, so that its length
    /// tells nobody anything.
    fileprivate static func page(_ html: String, compressedFor request: Request) -> Response {
        var response = Response.page(html, status: .ok)
        response.headers[.vary] = "Accept-Encoding"
        if request.acceptsGzip, let compressed = Gzip.compress(Array(html.utf8), .little) {
            response.headers[.contentEncoding] = "gzip"
            response.body = ResponseBody(byteBuffer: compressed)
        }
        return response
    }
}
