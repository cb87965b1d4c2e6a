import AviaryViews
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Testing

@testable import AviaryServer

/// The words and the `lang` of a page are those of its language.
struct LanguageTests {
    private func app(_ words: Words..., rooms: [Route] = [Letter.route(at: "/")]) -> LiveApp {
        LiveApp(name: "Letters", words: words, rooms: rooms)
    }

    private func words(_ tag: String) -> Words {
        var words = Words.english
        words.language = tag
        return words
    }

    @Test func aPageIsInEnglishUnlessTheAppHasAnotherLanguage() async throws {
        let app = LiveApp(name: "Letters", rooms: [Letter.route(at: "/")])
        #expect(try await document(of: app, at: "/").hasPrefix("<!doctype html><html lang=\"en\" data-version="))
    }

    @Test func aPageIsInTheLanguageOfTheAppOrInThatOfItsController() async throws {
        let rooms = [
            Letter.route(at: "/"), Letter.route(at: "/fr", in: "fr"), Letter.route(at: "/late", late: "pt-BR"),
        ]
        let app = app(words("de-CH"), rooms: rooms)
        #expect(try await document(of: app, at: "/").hasPrefix("<!doctype html><html lang=\"de-CH\" data-version="))
        #expect(try await document(of: app, at: "/fr").hasPrefix("<!doctype html><html lang=\"fr\" data-version="))
        #expect(try await document(of: app, at: "/late").hasPrefix("<!doctype html><html lang=\"pt-BR\" data-version="))
    }

    @Test func aPageThatIsReadFromRightToLeftHasItsDirectionAndTheScriptThatLaysItOut() async throws {
        let rooms = [
            Letter.route(at: "/"), Letter.route(at: "/he", in: "he-IL"), Letter.route(at: "/fr", in: "fr"),
            Letter.route(at: "/lost", isMissing: true),
        ]
        let app = app(words("ar"), rooms: rooms)
        let page = try await document(of: app, at: "/")
        #expect(page.hasPrefix("<!doctype html><html lang=\"ar\" dir=\"rtl\" data-version="))
        #expect(page.contains("<link rel=\"modulepreload\" href=\"/client/rest-"))
        #expect(try await document(of: app, at: "/he").hasPrefix("<!doctype html><html lang=\"he-IL\" dir=\"rtl\" "))
        let other = try await document(of: app, at: "/fr")
        #expect(other.hasPrefix("<!doctype html><html lang=\"fr\" data-version=") && !other.contains("/rest-"))
        let lost = try await document(of: app, at: "/lost", status: .notFound)
        #expect(lost.hasPrefix("<!doctype html><html lang=\"ar\" dir=\"rtl\"><head>"))
    }

    @Test(arguments: ["ar", "ar-EG", "fa", "he", "ur", "yi", "ps", "dv", "ckb", "uz-Arab"])
    func theseLanguagesAreWrittenFromRightToLeft(tag: String) { #expect(tag.isRightToLeft) }

    @Test(arguments: ["en", "de-CH", "tr", "uz", "zh-Hant", "ja", "", "rtl", "\u{0}"])
    func theseAreNot(tag: String) { #expect(!tag.isRightToLeft) }

    @Test func aPageWithNothingToShowIsInTheLanguageOfTheApp() async throws {
        let app = app(.german, rooms: [Letter.route(at: "/", in: "fr", isMissing: true)])
        let page = try await document(of: app, at: "/", status: .notFound)
        #expect(page.hasPrefix("<!doctype html><html lang=\"de\"><head>"))
        #expect(page.contains("<title>Nicht gefunden</title>") && page.contains("Es gibt keinen Brief."))
    }

    @Test func whatTheServerSaysOnAPageIsInTheAppsWords() async throws {
        var words = Words.english
        words.page.notFound = "Nicht gefunden"
        words.page.start = "Zum <Anfang>"
        words.page.withoutScripts = "Ohne JavaScript ist das ein Foto von \"vorhin\"."
        words.page.navigation = "Räume"
        let app = app(words, rooms: [Letter.route(at: "/"), Letter.route(at: "/lost", isMissing: true)])
        let page = try await document(of: app, at: "/")
        #expect(page.contains("<nav class=\"rooms\" aria-label=\"Räume\">"))
        #expect(page.contains("<p class=\"banner\">Ohne JavaScript ist das ein Foto von &quot;vorhin&quot;.</p>"))
        let lost = try await document(of: app, at: "/lost", status: .notFound)
        #expect(lost.contains("<title>Nicht gefunden</title>") && lost.contains("Es gibt keinen Brief."))
        #expect(lost.contains("<a href=\"/\">Zum &lt;Anfang&gt;</a>"))
    }

    @Test func aPageTellsItsScriptTheWordsThatAreNotEnglish() async throws {
        #expect(try await !document(of: app(.english), at: "/").contains("data-words"))
        var words = Words.english
        words.script.cancel = "</script>&\"Halt\""
        words.page.start = "Zum Anfang"
        let element = #"""
            <script type="application/json" data-words>{"Cancel":"\u003c/script>&\"Halt\"",\#
            "Go to the start":"Zum Anfang"}</script></head>
            """#
        #expect(try await document(of: app(words), at: "/").contains(element))
    }

    @Test func aPageInAnotherLanguageHasItsTextsAndTitles() async throws {
        let rooms = [Letter.route(at: "/"), Letter.route(at: "/second")]
        let app = LiveApp(
            name: "Letters", words: [.english, .german.with(LetterWords(letter: "<Brief>", letters: "Post"))],
            rooms: rooms)
        try await app.check()
        let page = try await document(of: app, at: "/", in: "de")
        #expect(page.hasPrefix("<!doctype html><html lang=\"de\" data-version=\"de~"))
        #expect(page.contains("<title>&lt;Brief&gt; – Post</title>") && page.contains("<h1>&lt;Brief&gt;</h1>"))
        #expect(page.contains("<a href=\"/second\"><span>&lt;Brief&gt;</span></a>"))
        #expect(page.contains("\"Cancel\":\"Abbrechen\""))
        #expect(try await document(of: app, at: "/").contains("<h1>Letter</h1>"))
    }

    @Test func aLanguageCannotLeaveItsAttribute() async throws {
        let start = "<!doctype html><html lang=\"&quot;&gt;&lt;script&gt;\" data-version=\""
        #expect(try await document(of: app(words("\"><script>")), at: "/").hasPrefix(start))
        let second = app(.english, words("\"><script>").with(LetterWords()))
        let page = try await document(of: second, at: "/", in: "script")
        #expect(page.hasPrefix(start + "script~"))
    }

    /// The page that is answered at an address, as text.
    private func document(
        of app: LiveApp, at address: Address, in language: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> String {
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: address.description),
            body: RequestBody(buffer: ByteBuffer()))
        let response = await Pages(app: app).page(of: try #require(app.scene(at: address, in: language)), for: request)
        #expect(response.status == status)
        #expect(response.headers[.contentLanguage]?.contains { "\"<>".contains($0) } == false)
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

private struct LetterWords: AppWords {
    var letter = "Letter"
    var letters = "Letters"
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
