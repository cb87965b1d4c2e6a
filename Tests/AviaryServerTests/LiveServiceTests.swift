import Logging
import ServiceLifecycle
import Testing

@testable import AviaryServer

struct LiveServiceTests {
    private final class EmptyController: ViewController {
        static let storyboard = Storyboard("Empty", Array("<p>Nothing</p>".utf8))
        let page = Page()
    }

    /// Ends when the group shuts down.
    private struct Companion: Service {
        func run() async throws { try await gracefulShutdown() }
    }

    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test(.timeLimit(.minutes(1))) func anAppRunsBesideOtherServicesAndEndsWithThem() async throws {
        let app = LiveApp(name: "Empty", rooms: [Route("/", title: "Empty") { EmptyController() }], logger: logger)
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let service = app.service(ServerConfiguration(port: 0)) { listening.yield($0.port) }
        let group = ServiceGroup(services: [service, Companion()], logger: logger)
        let running = Task { try await group.run() }
        let port = await ports.first { _ in true }
        #expect((port ?? 0) > 0)
        await group.triggerGracefulShutdown()
        try await running.value
    }

    @Test func whatCannotBeServedEndsTheGroup() async {
        let app = LiveApp(name: "Empty", rooms: [Route("/", title: "Empty") { EmptyController() }], logger: logger)
        let group = ServiceGroup(services: [app.service(ServerConfiguration(port: -1)), Companion()], logger: logger)
        await #expect(throws: ServerError.self) { try await group.run() }
    }
}
