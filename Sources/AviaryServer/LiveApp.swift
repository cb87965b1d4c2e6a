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
    let hasReceipt: @Sendable (String) async -> Bool
    let logger: Logger
    private let keeper = SceneKeeper()

    /// - Parameters:
    ///   - name: Stands behind the title of each page.
    ///   - assets: Style sheets are linked in this order on every page; the rest is there under `/assets/`.
    ///   - hasReceipt: Whether the store holds an action's receipt. Asked when an action failed: it may have been done
    ///     before the server was killed, and only its answer been lost.
    ///   - describe: A sentence for a person about an error that an action or a reading threw: what happened, what is
    ///     safe, what to do.
    public init(
        name: String, rooms: [Route], assets: [Asset] = [], logger: Logger = Logger(label: "aviary"),
        hasReceipt: @escaping @Sendable (String) async -> Bool = { _ in false },
        describe: @escaping @Sendable (any Error) -> String = { _ in
            "That did not work, and nothing was changed. Try again."
        }
    ) {
        self.name = name
        self.rooms = rooms
        self.assets = assets
        self.logger = logger
        self.describe = describe
        self.hasReceipt = hasReceipt
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

    package func scene(_ room: Route) -> Scene { Scene(route: room, app: self) }

    /// Hears from a tab where it is, and serves it there.
    private func serve(_ socket: LiveSocket) async {
        var messages = socket.messages.makeAsyncIterator()
        // Whoever has nothing to say takes up a connection that others want.
        let deadline = Task {
            try await Task.sleep(for: .seconds(10))
            socket.close(.policyViolation)
        }
        defer { deadline.cancel() }
        while let frame = await messages.next() {
            let text = String(buffer: frame)
            do throws(BrowserMessage.Refusal) {
                let first = try BrowserMessage.read(text)
                guard case .hello(let hello)? = first.first else {
                    throw BrowserMessage.Refusal(reason: "a connection begins with hello")
                }
                guard let room = room(at: hello.path) else {
                    throw BrowserMessage.Refusal(reason: "there is no page \(hello.path.prefix(80))")
                }
                deadline.cancel()
                return await serve(hello, behind: Array(first.dropFirst()), in: room, on: socket, &messages)
            } catch {
                logger.info("A message was refused", metadata: ["reason": "\(error.reason)"])
                try? await socket.send(SceneMessage.frame([.refused(reason: error.reason)]))
            }
        }
    }

    /// Serves a tab in its scene, that which it left or a new one, until its connection ends.
    private func serve(
        _ hello: Hello, behind more: [BrowserMessage], in room: Route, on socket: LiveSocket,
        _ messages: inout LiveSocket.Messages.Iterator
    ) async {
        guard let tab = hello.tab else {
            await serve(scene(room), hello, more, on: socket, &messages)
            return
        }
        let kept = await keeper.enter(tab, on: socket)
        let scene = if let kept, kept.route.paths == room.paths { kept } else { scene(room) }
        let hasAppeared = await serve(scene, hello, more, on: socket, &messages)
        await keeper.leave(tab, keeping: hasAppeared ? scene : nil)
    }

    /// Actions that were begun are finished first.
    ///
    /// - Returns: Whether there was a room.
    @discardableResult
    private func serve(
        _ scene: Scene, _ hello: Hello, _ more: [BrowserMessage], on socket: LiveSocket,
        _ messages: inout LiveSocket.Messages.Iterator
    ) async -> Bool {
        guard await scene.appear(hello, send: { try await socket.send($0) }) else { return false }
        await withTaskGroup(of: Void.self) { followers in
            followers.addTask { await scene.followUpdates() }
            async let actions: Void = scene.performActions()
            await scene.receive(more)
            while let frame = await messages.next() { await scene.receive(String(buffer: frame)) }
            await scene.endActions()
            await actions
            followers.cancelAll()
        }
        await scene.disappear()
        return true
    }
}
