import AviaryServerTesting
import Logging
import Testing

@testable import AviaryServer

/// The message about trouble of a whole app, on its pages.
struct TroubleTests {
    private let app = LiveApp(
        name: "Desk", rooms: [Route("/", title: "Desk") { Desk() }],
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

    @Test(.timeLimit(.minutes(1))) func everyPageSaysItAndTakesItBack() async throws {
        let first = try await FakeBrowser(app)
        let second = try await FakeBrowser(app)
        app.show(trouble: "The database is away.")
        for tab in [first, second] { await tab.wait { $0.sentences == ["The database is away."] } }
        app.show(trouble: nil)
        for tab in [first, second] { await tab.wait { $0.sentences == ["The database is away.", ""] } }
        await first.close()
        await second.close()
    }

    @Test(.timeLimit(.minutes(1))) func aPageThatComesLaterSaysItToo() async throws {
        app.show(trouble: "The database is away.")
        let tab = try await FakeBrowser(app)
        await tab.wait { $0.sentences == ["The database is away."] }
        try await tab.reconnect()
        await tab.wait { $0.sentences == ["The database is away.", "The database is away."] }
        app.show(trouble: "The database is still away.")
        await tab.wait { $0.sentences.last == "The database is still away." }
        await tab.close()
    }

    @Test(.timeLimit(.minutes(1))) func whatIsOverWhileATabIsAwayIsNotSaid() async throws {
        app.show(trouble: "The database is away.")
        let tab = try await FakeBrowser(app)
        await tab.wait { $0.sentences.count == 1 }
        await tab.close()
        #expect(app.context.news.count == 0, "a scene without a tab is told nothing")
        app.show(trouble: nil)
        let next = try await FakeBrowser(app)
        #expect(await next.sentences == [])
        await next.close()
        #expect(app.context.news.count == 0)
    }

    @Test(.timeLimit(.minutes(1))) func theSameSentenceIsSaidOnce() async throws {
        let tab = try await FakeBrowser(app)
        app.show(trouble: "Away.")
        app.show(trouble: "Away.")
        await tab.wait { $0.sentences == ["Away."] }
        app.show(trouble: nil)
        await tab.wait { $0.sentences == ["Away.", ""] }
        await tab.close()
    }
}
