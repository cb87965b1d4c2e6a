import AviaryServerTesting
import AviaryViews
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing

@testable import AviaryServer

/// A controller that leads to another page before its own is shown.
struct ElsewhereTests {
    private let app = LiveApp(
        name: "Doors",
        rooms: [
            Route("/old", title: "Old") { Door(to: "/new?sort=hue") },
            Route("/new", title: "New") { Door(to: nil) },
            Route("/again", title: "Again") { Door(to: "/again") },
            Route("/out", title: "Out") { Way() },
        ], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

    private func answer(at address: Address) async throws -> Response {
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: address.description),
            body: RequestBody(buffer: ByteBuffer()))
        return await Pages(app: app).page(of: try #require(app.scene(at: address)), for: request)
    }

    @Test func theVisitorIsSentThere() async throws {
        let response = try await answer(at: "/old")
        #expect(response.status == .seeOther)
        #expect(response.headers[.location] == "/new?sort=hue")
    }

    @Test func aPageThatLeadsNowhereOrToItselfIsShown() async throws {
        #expect(try await answer(at: "/new").status == .ok)
        #expect(try await answer(at: "/again").status == .ok)
    }

    @Test(.timeLimit(.minutes(1))) func aTabThatIsThereIsLedThere() async throws {
        let tab = try await FakeBrowser(app, path: "/old")
        await tab.wait { $0.destination == "/new?sort=hue" }
    }

    @Test(arguments: [
        ("https://www.swift.org/blog?q=a#b", "https://www.swift.org/blog?q=a#b"),
        ("HTTP://example.org", "http://example.org"), ("https://[::1]:8080/", "https://[::1]:8080/"),
    ])
    func anActionLeadsToAPageOfTheWeb(url: String, told: String) async throws {
        #expect(try await destination(of: url) == told)
    }

    @Test(arguments: [
        "", "/new", "//evil.example", "javascript:alert(1)", "data:text/html,x", "https:", "https://",
        "https:///evil.example",
        "https://?x", "https:/\\evil.example", " https://example.org", "https://a b", "ftp://example.org",
        "x://https://a",
        "https\n://example.org",
    ])
    func whatIsNoAddressOfTheWebLeadsNowhere(url: String) async throws {
        #expect(try await destination(of: url) == nil)
    }

    /// Where an action that opens an address leads a tab: out of the app, or nowhere.
    private func destination(of url: String) async throws -> String? {
        let tab = try await FakeBrowser(app, path: "/out")
        try await tab.perform("open", fields: ["url": url])
        #expect(await tab.destination == nil)
        #expect(await tab.faults == [])
        await tab.close()
        return await tab.webDestination
    }
}

private final class Door: ViewController {
    static let storyboard = Storyboard("Door", Array("<main><h1>Door</h1></main>".utf8))
    let page = Page()
    private let destination: Address?

    init(to destination: Address?) { self.destination = destination }

    func viewDidLoad() { if let destination { page.show(destination) } }
}

private final class Way: ViewController {
    static let storyboard = Storyboard("Way", Array("<main><h1>Way out</h1></main>".utf8))
    let page = Page()
    var actions: Actions { ["open": open] }

    private func open(_ event: ActionEvent) { page.open(event.fields["url"] ?? "") }
}
