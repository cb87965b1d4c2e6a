import AviaryViews
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Testing

@testable import AviaryServer

/// The `lang` of a page is that of the app, unless its controller says another.
struct LanguageTests {
    @Test func aPageIsInEnglishUnlessTheAppSaysAnotherLanguage() async throws {
        let app = LiveApp(name: "Letters", rooms: [Letter.route(at: "/")])
        #expect(try await document(of: app, at: "/").hasPrefix("<!doctype html><html lang=\"en\" data-version="))
    }

    @Test func aPageIsInTheLanguageOfTheAppOrInThatOfItsController() async throws {
        let app = LiveApp(
            name: "Letters", language: "de-CH",
            rooms: [Letter.route(at: "/"), Letter.route(at: "/fr", in: "fr"), Letter.route(at: "/late", late: "pt-BR")])
        #expect(try await document(of: app, at: "/").hasPrefix("<!doctype html><html lang=\"de-CH\" data-version="))
        #expect(try await document(of: app, at: "/fr").hasPrefix("<!doctype html><html lang=\"fr\" data-version="))
        #expect(try await document(of: app, at: "/late").hasPrefix("<!doctype html><html lang=\"pt-BR\" data-version="))
    }

    @Test func aPageWithNothingToShowIsInTheLanguageOfTheApp() async throws {
        let app = LiveApp(name: "Letters", language: "de", rooms: [Letter.route(at: "/", in: "fr", isMissing: true)])
        let page = try await document(of: app, at: "/", status: .notFound)
        #expect(page.hasPrefix("<!doctype html><html lang=\"de\"><head>"))
        #expect(page.contains("Es gibt keinen Brief."))
    }

    @Test func whatTheServerSaysOnAPageIsInTheAppsWords() async throws {
        var words = PageWords()
        words.notFound = "Nicht gefunden"
        words.start = "Zum <Anfang>"
        words.withoutScripts = "Ohne JavaScript ist das ein Foto von \"vorhin\"."
        words.navigation = "Räume"
        let app = LiveApp(
            name: "Letters", words: words, rooms: [Letter.route(at: "/"), Letter.route(at: "/lost", isMissing: true)])
        let page = try await document(of: app, at: "/")
        #expect(page.contains("<nav class=\"rooms\" aria-label=\"Räume\">"))
        #expect(page.contains("<p class=\"banner\">Ohne JavaScript ist das ein Foto von &quot;vorhin&quot;.</p>"))
        let lost = try await document(of: app, at: "/lost", status: .notFound)
        #expect(lost.contains("<title>Nicht gefunden</title>") && lost.contains("Es gibt keinen Brief."))
        #expect(lost.contains("<a href=\"/\">Zum &lt;Anfang&gt;</a>"))
    }

    @Test func aPageTellsItsScriptTheWordsThatAreNotEnglish() async throws {
        var words = PageWords()
        let english = LiveApp(name: "Letters", words: words, rooms: [Letter.route(at: "/")])
        #expect(try await !document(of: english, at: "/").contains("data-words"))
        words.script.cancel = "</script>&\"Halt\""
        words.start = "Zum Anfang"
        let app = LiveApp(name: "Letters", words: words, rooms: [Letter.route(at: "/")])
        let element = #"""
            <script type="application/json" data-words>{"Cancel":"\u003c/script>&\"Halt\"",\#
            "Go to the start":"Zum Anfang"}</script></head>
            """#
        #expect(try await document(of: app, at: "/").contains(element))
    }

    @Test func aLanguageCannotLeaveItsAttribute() async throws {
        let app = LiveApp(name: "Letters", language: "\"><script>", rooms: [Letter.route(at: "/")])
        let start = "<!doctype html><html lang=\"&quot;&gt;&lt;script&gt;\" data-version="
        #expect(try await document(of: app, at: "/").hasPrefix(start))
    }

    /// The page that is answered at an address, as text.
    private func document(
        of app: LiveApp, at address: Address, status: HTTPResponse.Status = .ok
    ) async throws -> String {
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: address.description),
            body: RequestBody(buffer: ByteBuffer()))
        let response = await Pages(app: app).page(of: try #require(app.scene(at: address)), for: request)
        #expect(response.status == status)
        let body = CollectedBody()
        try await response.body.write(BodyWriter(body: body))
        return String(buffer: body.bytes.withLock { $0 })
    }
}

/// The body of an answer, as far as it is written.
private final class CollectedBody: Sendable {
    let bytes = Mutex(ByteBuffer())
}

private struct BodyWriter: ResponseBodyWriter {
    let body: CollectedBody

    func write(_ buffer: ByteBuffer) { body.bytes.withLock { _ = $0.writeImmutableBuffer(buffer) } }
    consuming func finish(_ trailingHeaders: HTTPFields?) {}
}

private final class Letter: ViewController {
    static let storyboard = Storyboard("Letter", Array("<main><h1>Letter</h1></main>".utf8))
    let page = Page()
    private let late: String?
    private let isMissing: Bool

    init(in language: String?, late: String?, isMissing: Bool) {
        page.language = language
        (self.late, self.isMissing) = (late, isMissing)
    }

    static func route(
        at path: String, in language: String? = nil, late: String? = nil, isMissing: Bool = false
    ) -> Route {
        Route(path, title: "Letter") { Letter(in: language, late: late, isMissing: isMissing) }
    }

    func viewDidLoad() throws {
        if isMissing { throw NotFound("Es gibt keinen Brief.") }
    }

    func viewWillAppear() {
        if let late { page.language = late }
    }
}
