import Logging
import ServiceLifecycle
import Synchronization

/// One connection of a browser tab, from its first message to its end.
///
/// It finds the scene of the tab, that which the tab left or a new one; hands on what the tab says; has the actions
/// performed that it asks for; and leaves the scene for the tab to come back to. A socket and the fake browser both run it.
package struct TabSession: Sendable {
    let app: LiveApp
    let connection: TabConnection
    /// Called with the scene once the room is shown.
    var didEnter: (@Sendable (Scene) async -> Void)?

    package init(_ app: LiveApp, on connection: TabConnection, didEnter: (@Sendable (Scene) async -> Void)? = nil) {
        self.app = app
        self.connection = connection
        self.didEnter = didEnter
    }

    /// Serves the tab until its messages end. Actions that were begun are finished first.
    ///
    /// When its task is cancelled, nothing more is begun: what waits, and the rest of a packet, is left.
    ///
    /// What waits here does so once for each window, so each step runs in a task of its own: a task never releases stack
    /// memory that it has grown to.
    package func run(_ packets: some AsyncSequence<String, Never>) async {
        var packets = packets.makeAsyncIterator()
        guard let scene = await enter(&packets) else { return }
        await didEnter?(scene)
        let updates = Task.detached(executorPreference: scene.executor) { await scene.followUpdates() }
        await withTaskCancellationHandler {
            var actions: Task<Void, Never>?
            repeat {
                // Taken up here: of two tasks that were begun for them, the second would end at once, and be waited for.
                if await scene.takeUpActions() { actions = Task.detached { await scene.performTakenUpActions() } }
                guard let packet = await packets.next(isolation: #isolation) else { break }
                await Task.detached { await scene.receive(packet) }.value
            } while true
            await scene.disconnect()
            // What others change meanwhile is looked at when the tab is back.
            updates.cancel()
            await updates.value
            // A tab that is there asks the next server for what this one has not begun; for one that has gone it is done as
            // long as the server gives it time.
            if Task.isShuttingDownGracefully { await scene.stop() }
            if let actions { await finish(actions, of: scene) }
        } onCancel: {
            Task.detached { await scene.stop() }
        }
        await scene.disappear()
        if let tab = await scene.tab { await app.keeper.leave(tab, keeping: scene) }
    }

    /// Waits for the actions of a tab that has gone. Large ones are stopped unless the tab comes back soon, since other
    /// windows wait for them.
    private func finish(_ actions: Task<Void, Never>, of scene: Scene) async {
        let deadline = Task.detached { [keeper = app.keeper] in
            guard (try? await keeper.clock.sleep(for: farewell)) != nil else { return }
            if let tab = await scene.tab, await keeper.isAwaited(tab) { return }
            await scene.abandon()
        }
        await actions.value
        deadline.cancel()
        await scene.endAbandonment()
    }

    /// Hears from the tab where it is, and shows it the room.
    ///
    /// - Returns: `nil` when the connection has ended, or there is no room to show.
    private func enter<Packets: AsyncIteratorProtocol>(
        _ packets: inout Packets
    ) async -> Scene? where Packets.Element == String, Packets.Failure == Never {
        // A client that says nothing occupies a connection that others want. What it has said takes its time.
        let silence = Silence()
        let deadline = Task.detached { [clock = app.keeper.clock] in
            try await clock.sleep(for: .seconds(10))
            if silence.isUp() { connection.close(.policyViolation) }
        }
        defer { deadline.cancel() }
        while let packet = await packets.next(isolation: #isolation) {
            silence.begin()
            if case .led(let scene) = await Task.detached(operation: { await begin(with: packet) }).value {
                return scene
            }
            if silence.end() { connection.close(.policyViolation) }
        }
        return nil
    }

    /// How long a client has said nothing that leads to a room.
    private final class Silence: Sendable {
        private let state = Mutex((isServed: false, isUp: false))

        /// It has said something.
        func begin() { state.withLock { $0.isServed = true } }

        /// That was nothing, and it has to say something else.
        ///
        /// - Returns: Whether its time is up.
        func end() -> Bool {
            state.withLock { state in
                state.isServed = false
                return state.isUp
            }
        }

        /// Its time is up.
        ///
        /// - Returns: Whether nobody serves it now.
        func isUp() -> Bool {
            state.withLock { state in
                state.isUp = true
                return !state.isServed
            }
        }
    }

    /// What came of a packet before the tab has a scene.
    private enum Beginning {
        /// The tab may say something else.
        case refused
        /// To the scene, or to no room, which the tab was told.
        case led(to: Scene?)
    }

    private func begin(with packet: String) async -> Beginning {
        do throws(BrowserMessage.Refusal) {
            let said = try BrowserMessage.read(packet)
            guard case .hello(let hello)? = said.first else {
                throw BrowserMessage.Refusal(reason: "a connection begins with hello")
            }
            guard let room = app.routes.route(at: hello.address) else {
                try? await connection.send(SceneMessage.packet([.notFound(sentence: app.words.nothingHere)]))
                return .refused
            }
            let enter = { @Sendable () async -> Scene? in
                let scene = await scene(for: hello, in: room)
                await scene?.receive(Array(said.dropFirst()))
                return scene
            }
            let asksForMuch = said.count > 1 || hello.asksForMuch
            return .led(to: asksForMuch ? await app.slowLane.run(enter) : await enter())
        } catch {
            app.logger.info("A message was refused", metadata: ["reason": .outside(error.reason)])
            try? await connection.send(SceneMessage.packet([.refused(reason: error.reason)]))
            return .refused
        }
    }

    /// The scene of the tab, showing the room.
    ///
    /// - Returns: `nil` when it cannot be shown; then the tab was told why.
    private func scene(for hello: Hello, in room: Route) async -> Scene? {
        var kept: Scene?
        if let tab = hello.tab { kept = await app.keeper.enter(tab, on: connection) }
        if kept == nil, let predecessor = hello.predecessor { kept = await app.keeper.inherit(from: predecessor) }
        let scene =
            kept.flatMap { $0.address == hello.address ? $0 : nil }
            ?? Scene(route: room, address: hello.address, app: app)
        if await scene.appear(hello, on: connection) { return scene }
        if let tab = hello.tab { await app.keeper.leave(tab, keeping: nil) }
        return nil
    }
}
