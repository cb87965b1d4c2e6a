import AviaryServer
import Logging
import ServiceLifecycle
import Testing

/// What an app gets to know when it starts a server.
struct StartingTests {
    private final class Blank: ViewController {
        static let storyboard = Storyboard("Blank", Array("<p></p>".utf8))
        let page = Page()
    }

    private final class Faulty: ViewController {
        static let storyboard = Storyboard("Faulty", Array("<p>\n<button data-action=\"go\">Go</button></p>".utf8))
        let page = Page()
    }

    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func twoRoomsAtOneAddressAreRefused() async throws {
        let rooms = [Route("/", title: "One") { Blank() }, Route("/", title: "Two") { Blank() }]
        let app = LiveApp(name: "Twice", rooms: rooms, logger: logger)
        let error = await #expect(throws: RouteError.self) { try await app.run(ServerConfiguration(port: 0)) }
        #expect(error?.description.contains("twice") == true)
    }

    @Test func aStoryboardThatAsksForAMissingActionIsRefused() async throws {
        let app = LiveApp(name: "Faulty", rooms: [Route("/", title: "Faulty") { Faulty() }], logger: logger)
        let error = await #expect(throws: StoryboardError.self) { try await app.run(ServerConfiguration(port: 0)) }
        #expect(error?.description == "Faulty, line 2: no controller has the action go.")
    }

    @Test(.timeLimit(.minutes(1))) func theServerListensWhereTheConfigurationSays() async throws {
        var limits = ServerLimits()
        limits.inboundMessage = 16 << 10
        limits.writeHighWaterMark = 64 << 10
        limits.progress = 32 << 10
        var configuration = ServerConfiguration(port: 0, limits: limits)
        configuration.host = "127.0.0.1"
        configuration.tls = nil
        let app = LiveApp(name: "Blank", rooms: [Route("/", title: "Blank") { Blank() }], logger: logger)
        let (addresses, listening) = AsyncStream.makeStream(of: String.self)
        let service = app.service(configuration) { for url in $0.urls { listening.yield(url) } }
        let group = ServiceGroup(services: [service], logger: logger)
        let running = Task { try await group.run() }
        let first = await addresses.first { _ in true }
        #expect(first?.hasPrefix("http://127.0.0.1:") == true)
        await group.triggerGracefulShutdown()
        try await running.value
    }
}
