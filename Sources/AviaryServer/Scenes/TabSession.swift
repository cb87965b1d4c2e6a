import AviaryText
import Logging
import ServiceLifecycle
import Synchronization

/// One connection of a browser tab, from its first message to its end.
///
/// A session finds the tab's earlier scene, or makes a new one. It passes the tab's messages to the scene, and has the
/// tab's actions performed. At the end it keeps the scene for a reconnect. Sockets and the fake browser of tests run
/// sessions.
package struct TabSession: Sendable {
    let app: AppContext
    let connection: TabConnection
    /// Called with the scene once the room is shown.
    var didEnter: (@Sendable (Scene) async -> Void)?

    package init(_ app: AppContext, on connection: TabConnection, didEnter: (@Sendable (Scene) async -> Void)? = nil) {
        self.app = app
        self.connection = connection
        self.didEnter = didEnter
    }

    /// Serves the tab until its messages end, and until its actions are finished.
    ///
    /// When its task is cancelled, nothing more begins: waiting actions and the rest of a packet are dropped.
    ///
    /// Each tab has a task that is suspended here. A task never gives back stack memory that it has once used. So each
    /// step runs in a task of its own, which ends.
    package func run(_ packets: some AsyncSequence<String, Never>) async {
        var packets = packets.makeAsyncIterator()
        guard let scene = await enter(&packets) else { return }
        await didEnter?(scene)
        let updates = Task.detached(executorPreference: scene.executor) { await scene.followUpdates() }
        await withTaskCancellationHandler {
            var actions: Task<Void, Never>?
            repeat {
                // The actions are claimed here. If two tasks were begun for them, the second would end at once.
                // `actions` would then hold the second task, and at the end this function would not wait for the first.
                if await scene.takeUpActions() { actions = Task.detached { await scene.performTakenUpActions() } }
                guard let packet = await packets.next(isolation: #isolation) else { break }
                await Task.detached { await scene.receive(packet) }.value
            } while true
            await scene.disconnect()
            // While the tab is away, nothing is followed. The changes of other people are read when the tab is back.
            updates.cancel()
            await updates.value
            // When this server shuts down, it drops the waiting actions. A tab that is still open sends them to the
            // next server. The waiting actions of a tab that has gone are performed while the server has time.
            if Task.isShuttingDownGracefully { await scene.stop() }
            if let actions { await finish(actions, of: scene) }
        } onCancel: {
            Task.detached { await scene.stop() }
        }
        await scene.disappear()
        if let tab = await scene.tab { await app.keeper.leave(key(of: tab), keeping: scene) }
    }

    /// Waits for the actions of a tab that has gone. Large actions are stopped unless the tab reconnects soon, because
    /// the large actions of other tabs wait behind them.
    private func finish(_ actions: Task<Void, Never>, of scene: Scene) async {
        let deadline = Task.detached { [keeper = app.keeper] in
            guard (try? await keeper.clock.sleep(for: farewell)) != nil else { return }
            if let tab = await scene.tab, await keeper.isAwaited(key(of: tab)) { return }
            await scene.abandon()
        }
        await actions.value
        deadline.cancel()
        await scene.endAbandonment()
    }

    /// Reads the tab's first messages, and shows it the room at its address.
    ///
    /// - Returns: The scene, which shows the room; `nil` when the connection has ended, or the room cannot be shown.
    private func enter<Packets: AsyncIteratorProtocol>(
        _ packets: inout Packets
    ) async -> Scene? where Packets.Element == String, Packets.Failure == Never {
        // A silent client occupies a connection that others need, so the connection is closed after ten seconds. While
        // a packet is being handled, the client is not silent, and the connection stays open.
        let silence = Silence()
        let deadline = Task.detached { [clock = app.keeper.clock] in
            try await clock.sleep(for: .seconds(10))
            if silence.isUp() { connection.close(.policyViolation) }
        }
        defer { deadline.cancel() }
        while let packet = await packets.next(isolation: #isolation) {
            silence.begin()
            if case .begun(let scene) = await Task.detached(operation: { await begin(with: packet) }).value {
                return scene
            }
            if silence.end() { connection.close(.policyViolation) }
        }
        return nil
    }

    /// The time limit for a client that has not sent a message that leads to a room.
    private final class Silence: Sendable {
        private let state = Mutex((isServed: false, isUp: false))

        /// The client has sent a packet, which is handled now.
        func begin() { state.withLock { $0.isServed = true } }

        /// The packet did not lead to a room, so the client has to send another.
        ///
        /// - Returns: `true` if the time is up.
        func end() -> Bool {
            state.withLock { state in
                state.isServed = false
                return state.isUp
            }
        }

        /// Marks the time as up.
        ///
        /// - Returns: `true` if no packet is being handled now.
        func isUp() -> Bool {
            state.withLock { state in
                state.isUp = true
                return !state.isServed
            }
        }
    }

    /// The result of a packet from a tab without a scene.
    private enum Beginning {
        /// The tab may send another packet.
        case refused
        /// The tab has its scene. `nil` if the room cannot be shown; then the tab was sent the reason.
        case begun(Scene?)
    }

    private func begin(with packet: String) async -> Beginning {
        do throws(MessageRefusal) {
            let said = try BrowserMessage.read(packet)
            guard case .hello(let hello)? = said.first else {
                throw MessageRefusal(reason: "a connection begins with hello")
            }
            if let version = hello.version, !Scene.isPage(ofVersion: version, for: connection.visitor) {
                // What waits on the page was meant by somebody else, so nothing of it is read.
                if let visitor = connection.visitor, Scene.isPage(ofVersion: version, for: nil) {
                    // The person has signed in meanwhile. The page reloads, and keeps what was typed.
                    try? await connection.send(SceneMessage.packet([.upgrade(version: visitor.mark)]))
                    return .refused
                }
                connection.close(.signedOut)
                return .begun(nil)
            }
            guard let room = app.routes.route(at: hello.address) else {
                try? await connection.send(
                    SceneMessage.packet([.notFound(sentence: language(of: hello).words.page.nothingHere)]))
                return .refused
            }
            return .begun(await scene(for: hello, with: Array(said.dropFirst()), in: room))
        } catch {
            app.logger.info("A message was refused", metadata: ["reason": .outside(error.reason)])
            try? await connection.send(SceneMessage.packet([.refused(reason: error.reason)]))
            return .refused
        }
    }

    /// The scene of the tab, which shows the room.
    ///
    /// - Returns: `nil` when the room cannot be shown. In this case the tab was sent the reason. Also `nil` when the tab
    ///   has another connection meanwhile.
    private func scene(
        for hello: BrowserMessage.HelloMessage, with messages: [BrowserMessage], in room: Route
    ) async -> Scene? {
        var kept: Scene?
        if let tab = hello.tab {
            do throws(ServerError) { kept = try await app.keeper.enter(key(of: tab), on: connection) } catch {
                return nil
            }
        }
        if kept == nil, let predecessor = hello.predecessor {
            kept = await app.keeper.inherit(from: key(of: predecessor))
        }
        let language = language(of: hello)
        // A visitor whose role has changed gets other controllers.
        if let scene = kept, await !scene.isUpToDate || scene.visitor != connection.visitor { kept = nil }
        if let scene = kept, scene.language !== language { kept = nil }
        let scene =
            kept.flatMap { $0.address == hello.address ? $0 : nil }
            ?? Scene(route: room, address: hello.address, app: app, visitor: connection.visitor, language: language)
        if await scene.appear(hello, with: messages, on: connection) { return scene }
        if let tab = hello.tab { await app.keeper.leave(key(of: tab), keeping: nil) }
        return nil
    }

    /// The language of the tab's page, which its version names. A page of a language that the app has no more reloads.
    private func language(of hello: BrowserMessage.HelloMessage) -> PageLanguage {
        let code = connection.language ?? hello.version.flatMap(PageLanguage.code(inVersion:))
        return code.flatMap { app.languages[$0] } ?? app.languages.first
    }

    /// The name of a tab among those of all visitors. So nobody gets the scene of somebody else, or ends the connection
    /// of their tab, even by knowing its name.
    private func key(of tab: String) -> String { connection.visitor.map { "\($0.mark) \(tab)" } ?? tab }
}
