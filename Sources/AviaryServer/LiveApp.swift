import AviaryViews
import Hummingbird
public import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// An app whose screen is a browser: rooms at their addresses, served until it is told to stop.
///
///     let app = LiveApp(name: "To do", rooms: [Route("/", title: "To do") { ToDoController(store) }])
///     try await app.run()
public struct LiveApp: Sendable {
    let name: String
    let rooms: [Route]
    let assets: [Asset]
    let describe: @Sendable (any Error) -> String
    let logger: Logger

    /// - Parameters:
    ///   - name: Stands behind the title of each page.
    ///   - assets: Style sheets are linked in this order on every page; the rest is there under `/assets/`.
    ///   - describe: A sentence for a person about an error that an action or a reading threw: what happened, what is
    ///     safe, what to do.
    public init(
        name: String, rooms: [Route], assets: [Asset] = [], logger: Logger = Logger(label: "aviary"),
        describe: @escaping @Sendable (any Error) -> String = { _ in
            "That did not work, and nothing was changed. Try again."
        }
    ) {
        self.name = name
        self.rooms = rooms
        self.assets = assets
        self.logger = logger
        self.describe = describe
    }

    /// Serves the app until SIGINT or SIGTERM; then actions that were begun are finished, and tabs are told to wait.
    ///
    /// - Parameter onListening: Called once connections are accepted.
    /// - Throws: `StoryboardError` and `ServerError`, before anything is served.
    public func run(
        _ configuration: ServerConfiguration = ServerConfiguration(),
        onListening: @escaping @Sendable (ListeningAddress) async -> Void = { _ in }
    ) async throws {
        for room in rooms { try await room.check() }
        let pages = Pages(app: self)
        let server = try LiveServer(
            configuration: configuration, responder: pages.makeRouter().buildResponder(), logger: logger,
            onSocket: { socket, _ in await serve(socket) }, onListening: onListening)
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }

    package func room(at path: String) -> Route? {
        let path = String(path.prefix { $0 != "?" })
        return rooms.first { $0.paths.contains(path) }
    }

    package func scene(_ room: Route) -> Scene { Scene(route: room, describe: describe, logger: logger) }

    /// Hears from a tab where it is, and serves it there.
    private func serve(_ socket: LiveSocket) async {
        var messages = socket.messages.makeAsyncIterator()
        while let frame = await messages.next() {
            do throws(BrowserMessage.Refusal) {
                guard case .hello(let path, let visible)? = try BrowserMessage.read(String(buffer: frame)).first else {
                    throw BrowserMessage.Refusal(reason: "a connection begins with hello")
                }
                guard let room = room(at: path) else {
                    throw BrowserMessage.Refusal(reason: "there is no page \(path.prefix(80))")
                }
                return await serve(scene(room), on: socket, messages: &messages, visible: visible)
            } catch {
                logger.info("A message was refused", metadata: ["reason": "\(error.reason)"])
                try? await socket.send(SceneMessage.frame([.refused(reason: error.reason)]))
            }
        }
    }

    /// Serves a tab until its connection ends. Actions that were begun are finished first.
    private func serve(
        _ scene: Scene, on socket: LiveSocket, messages: inout LiveSocket.Messages.Iterator,
        visible: [String: ContentRect]
    ) async {
        guard await scene.appear(visible: visible, send: { try await socket.send($0) }) else { return }
        await withTaskGroup(of: Void.self) { followers in
            followers.addTask { await scene.followUpdates() }
            async let actions: Void = scene.performActions()
            while let frame = await messages.next() { await scene.receive(String(buffer: frame)) }
            await scene.endActions()
            await actions
            followers.cancelAll()
        }
        await scene.disappear()
    }
}
