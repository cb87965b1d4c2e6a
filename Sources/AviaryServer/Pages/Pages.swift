import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What is answered over HTTP: the first paint of each room, the files they need, and `/healthz`.
struct Pages: Sendable {
    let app: LiveApp

    func makeRouter() -> Router<LiveRequestContext> {
        let router = Router(context: LiveRequestContext.self, options: .autoGenerateHeadEndpoints)
        for room in app.rooms {
            for path in room.paths { router.get(RouterPath(path)) { _, _ in await page(room) } }
        }
        let client = Dictionary(uniqueKeysWithValues: clientAssets.map { ($0.name, $0) })
        let assets = Dictionary(app.assets.map { ($0.name, $0) }) { $1 }
        for (folder, files) in [("client", client), ("assets", assets)] {
            router.get("/\(folder)/:file") { request, context in
                files[context.parameters.get("file") ?? ""].map { answer($0, to: request) } ?? notFound()
            }
        }
        router.get("/healthz") { _, _ in
            let answer = await app.health.answer()
            return Response.sentence(answer.text, status: answer.isWell ? .ok : .serviceUnavailable)
        }
        router.get("/**") { _, _ in notFound() }
        return router
    }

    private func page(_ room: Route) async -> Response {
        do {
            let (body, sheet) = try await app.scene(room).paint()
            let nonce = PageNonce()
            var response = Response.page(document(room, body: body, sheet: sheet, nonce: nonce), status: .ok)
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
        let sheets = app.assets.filter(\.isStyleSheet).map { "<link rel=\"stylesheet\" href=\"/assets/\($0.name)\">" }
        return """
            <!doctype html><html lang="en"><head><meta charset="utf-8">\
            <title>\((room.title == app.name ? app.name : "\(room.title) – \(app.name)").htmlEscaped)</title>\
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\
            <meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">\
            <link rel="stylesheet" href="/client/aviary.css">\(sheets.joined())\
            <style nonce="\(nonce)">\(sheet)</style><script>\(ReturnScript.text)</script>\
            <script type="module" src="/client/aviary.js"></script></head><body>
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
        <meta name="color-scheme" content="light dark"><link rel="stylesheet" href="/client/aviary.css">\
        \(app.assets.filter(\.isStyleSheet).map { "<link rel=\"stylesheet\" href=\"/assets/\($0.name)\">" }.joined())\
        </head><body><main class="message"><p>\(message.htmlEscaped)</p><p><a href="/">Go to the start</a></p></main>\
        </body></html>
        """
    }

    private func answer(_ asset: Asset, to request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: asset.contentType, .eTag: asset.entityTag, .cacheControl: "no-cache",
        ]
        if request.headers[.ifNoneMatch]?.contains(asset.entityTag) == true {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentLength] = "\(asset.bytes.count)"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    }
}
