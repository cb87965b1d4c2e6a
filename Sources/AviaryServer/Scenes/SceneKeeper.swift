#if canImport(Glibc)
    import Glibc
#endif

/// Keeps the scenes of disconnected tabs for three minutes, so that a tab that reconnects finds its own scene.
///
/// A tab has one connection at a time. It may reconnect before the server notices that its old connection is lost. In
/// this case the server closes the old connection, and the new connection waits until the work of the old one is
/// finished. Of several new connections only the newest waits, because the tab has left the others, too.
actor SceneKeeper {
    private struct Stay {
        var scene: Scene
        var number: Int
        /// The task that ends the stay when its time is up.
        var deadline: Task<Void, Never>
    }

    /// The connections of a tab.
    private struct Presence {
        let connection: TabConnection
        /// The newest connection, which waits until `connection` has ended.
        var next: (connection: TabConnection, entry: CheckedContinuation<Bool, Never>)?
    }

    /// Measures how long scenes are kept, and how long the server waits for tabs.
    nonisolated let clock: any Clock<Duration>
    private let giveBack: @Sendable () -> Void
    private var kept: [String: Stay] = [:]
    private var connected: [String: Presence] = [:]
    /// The tasks that wait until a page has left.
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    private var count = 0
    /// The number of scenes that have ended since memory was last released.
    private var ended = 0

    /// - Parameter giveBack: Returns the memory of ended scenes to the system.
    init(
        clock: any Clock<Duration> = ContinuousClock(),
        givingBackMemoryBy giveBack: @escaping @Sendable () -> Void = giveBackMemory
    ) {
        self.clock = clock
        self.giveBack = giveBack
    }

    /// The number of scenes that are kept, and of tabs that are connected.
    var population: (kept: Int, connected: Int) { (kept.count, connected.count) }

    /// Waits until the earlier connection of a tab has ended, and takes the scene that was kept for the tab, if there is
    /// one. Each call that returns must be followed by `leave`.
    ///
    /// - Throws: Only `connectionClosed`, because the tab has connected once more meanwhile.
    func enter(_ tab: String, on connection: TabConnection) async throws(ServerError) -> Scene? {
        let hasEntered = await withCheckedContinuation { entry in
            guard var presence = connected[tab] else {
                connected[tab] = Presence(connection: connection)
                return entry.resume(returning: true)
            }
            presence.connection.close(.goingAway)
            if let superseded = presence.next {
                superseded.connection.close(.goingAway)
                superseded.entry.resume(returning: false)
            }
            presence.next = (connection, entry)
            connected[tab] = presence
        }
        guard hasEntered else { throw ServerError.connectionClosed }
        return take(tab)
    }

    /// Takes the scene of a page that has gone, for the next page at the same entry of the tab's history. A page that
    /// is still connected keeps its scene, because the next page may be in a duplicate of that tab.
    func inherit(from page: String) async -> Scene? {
        // The server may not have noticed yet that the page has gone, so this waits. The wait has a time limit, because
        // the page may also stay.
        let deadline = Task {
            try await clock.sleep(for: farewell)
            for waiter in waiting.removeValue(forKey: page) ?? [] { waiter.resume() }
        }
        await departure(of: page)
        deadline.cancel()
        return connected[page] == nil ? take(page) : nil
    }

    /// Returns whether a new connection of a tab waits until its earlier connection has ended.
    func isAwaited(_ tab: String) -> Bool { connected[tab]?.next != nil || waiting[tab]?.isEmpty == false }

    private func take(_ tab: String) -> Scene? {
        guard let stay = kept.removeValue(forKey: tab) else { return nil }
        stay.deadline.cancel()
        return stay.scene
    }

    /// Waits until a page has left, or until `inherit` resumes the waiting task.
    private func departure(of page: String) async {
        await withCheckedContinuation { continuation in
            if connected[page] == nil { continuation.resume() } else { waiting[page, default: []].append(continuation) }
        }
    }

    /// - Parameter scene: The scene for the tab to return to; `nil` if there is none.
    func leave(_ tab: String, keeping scene: Scene?) {
        let next = connected.removeValue(forKey: tab)?.next
        if let scene {
            count += 1
            kept[tab] = Stay(scene: scene, number: count, deadline: deadline(of: tab, count))
            if kept.count > capacity, let oldest = kept.min(by: { $0.value.number < $1.value.number }) {
                end(oldest.key, oldest.value.number)
            }
        }
        if let next {
            connected[tab] = Presence(connection: next.connection)
            next.entry.resume(returning: true)
        }
        for waiter in waiting.removeValue(forKey: tab) ?? [] { waiter.resume() }
    }

    private func deadline(of tab: String, _ number: Int) -> Task<Void, Never> {
        Task { [weak self, clock] in
            guard (try? await clock.sleep(for: sceneLifetime)) != nil else { return }
            await self?.end(tab, number)
        }
    }

    private func end(_ tab: String, _ number: Int) {
        guard kept[tab]?.number == number, take(tab) != nil else { return }
        ended += 1
        // Memory is returned only after many scenes have ended, or when the last kept scene ends.
        guard ended >= capacity || kept.isEmpty else { return }
        ended = 0
        giveBack()
    }
}

/// How long a scene is kept.
private let sceneLifetime = Duration.seconds(180)
/// How long the server waits to notice that a page has gone, or for a tab with large actions to return.
let farewell = Duration.seconds(2)
/// The most scenes that are kept.
private let capacity = 256

/// Returns the memory of ended scenes to the system. glibc does not do so by itself while something is allocated at a
/// higher address.
@Sendable private func giveBackMemory() {
    #if canImport(Glibc)
        // Swift's Glibc module does not declare `malloc_trim`.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
        Task.detached(priority: .background) { _ = trim(0) }
    #endif
}
