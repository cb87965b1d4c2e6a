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
}

private final class Door: ViewController {
    static let storyboard = Storyboard("Door", Array("<main><h1>Door</h1></main>".utf8))
    let page = Page()
    private let destination: Address?

    init(to destination: Address?) { self.destination = destination }

    func viewDidLoad() { if let destination { page.show(destination) } }
}
