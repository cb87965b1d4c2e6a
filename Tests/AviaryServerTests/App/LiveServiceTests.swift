import AviaryServer
import Foundation
import Logging
import ServiceLifecycle
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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

    /// Pages and downloads may begin with the same path; a name goes before a parameter among all of them.
    @Test(.timeLimit(.minutes(1))) func pagesAndFilesShareTheirPaths() async throws {
        let rooms = ["/", "/photos", "/photos/new", "/photos/new/:id/edit", "/assets", "/uploads"].map { path in
            path.contains(":")
                ? Route(Destination<Int64>(path), title: "page \(path)") { _ in EmptyController() }
                : Route(path, title: "page \(path)") { EmptyController() }
        }
        let downloads = ["/photos/:name", "/photos/new/5/edit", "/photos/new/:id/:part"].map { path in
            Download(path) { request in
                if request["name"] == "none" { return nil }
                return .stream(type: "text/plain") { try await $0.write(Array("file \(path)".utf8)) }
            }
        }
        let app = LiveApp(name: "Files", rooms: rooms, downloads: downloads, logger: logger)
        try await withService(app) { server in
            for (path, content) in [
                ("/", "page /"), ("/photos", "page /photos"), ("/photos/", "page /photos"),
                ("/photos/new", "page /photos/new"), ("/photos/n%65w", "page /photos/new"),
                ("/photos/old", "file /photos/:name"), ("/photos/new/5/edit", "file /photos/new/5/edit"),
                ("/photos/new/7/edit", "page /photos/new/:id/edit"),
                ("/photos/new/7/part", "file /photos/new/:id/:part"),
                ("/assets", "page /assets"), ("/uploads", "page /uploads"),
            ] {
                let (data, response) = try await URLSession.shared.data(from: #require(URL(string: server + path)))
                #expect((response as? HTTPURLResponse)?.statusCode == 200, "\(path)")
                #expect(String(decoding: data, as: UTF8.self).contains(content), "\(path)")
                var request = URLRequest(url: try #require(URL(string: server + path)))
                request.httpMethod = "HEAD"
                let (nothing, head) = try await URLSession.shared.data(for: request)
                #expect((head as? HTTPURLResponse)?.statusCode == 200 && nothing.isEmpty, "\(path)")
            }
            for path in [
                "/photos/none", "/photos/new/7", "/photos/old/7", "/assets/none", "/nowhere", "/photos/%2E%2E",
            ] {
                let (data, response) = try await URLSession.shared.data(from: #require(URL(string: server + path)))
                #expect((response as? HTTPURLResponse)?.statusCode == 404, "\(path)")
                #expect(String(decoding: data, as: UTF8.self).contains("There is no page at this address."), "\(path)")
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func aDownloadMayBeRefused() async throws {
        let downloads = [
            Download("/busy") { _ in .refusal(429, "Come back later.", retryAfter: .seconds(7)) },
            Download("/odd") { _ in .refusal(200, "This is no refusal.") },
        ]
        let rooms = [Route("/", title: "Empty") { EmptyController() }]
        try await withService(LiveApp(name: "Files", rooms: rooms, downloads: downloads, logger: logger)) { server in
            for (path, status, wait, text) in [
                ("/busy", 429, "7", "Come back later.\n"), ("/odd", 500, nil, "This is no refusal.\n"),
            ] {
                let (data, response) = try await URLSession.shared.data(from: #require(URL(string: server + path)))
                let answer = try #require(response as? HTTPURLResponse)
                #expect(answer.statusCode == status && answer.value(forHTTPHeaderField: "Retry-After") == wait)
                #expect(answer.value(forHTTPHeaderField: "Content-Type") == "text/plain; charset=utf-8")
                #expect(String(decoding: data, as: UTF8.self) == text)
            }
        }
    }

    /// Serves the app as long as `body` takes.
    private func withService(_ app: LiveApp, _ body: (String) async throws -> Void) async throws {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let service = app.service(ServerConfiguration(port: 0)) { listening.yield($0.port) }
        let group = ServiceGroup(services: [service], logger: logger)
        let running = Task { try await group.run() }
        let port = await ports.first { _ in true }
        do { try await body("http://127.0.0.1:\(port ?? 0)") } catch { Issue.record(error) }
        await group.triggerGracefulShutdown()
        try await running.value
    }

    @Test func whatCannotBeServedEndsTheGroup() async {
        let app = LiveApp(name: "Empty", rooms: [Route("/", title: "Empty") { EmptyController() }], logger: logger)
        let group = ServiceGroup(services: [app.service(ServerConfiguration(port: -1)), Companion()], logger: logger)
        await #expect(throws: ServerError.self) { try await group.run() }
    }
}
