#if canImport(Glibc)
    import Glibc
#endif

/// The scenes of tabs whose connection is gone, kept for a while: a tab that comes back finds its own.
///
/// A tab has one connection at a time. One that comes back before the server knows that it has been away ends the
/// connection it had, and waits until what was begun there is finished.
actor SceneKeeper {
    private struct Stay {
        var scene: Scene
        var number: Int
        /// Ends the stay when its time is up.
        var deadline: Task<Void, Never>
    }

    /// Measures how long scenes are kept and tabs are waited for.
    nonisolated let clock: any Clock<Duration>
    private let giveBack: @Sendable () -> Void
    private var kept: [String: Stay] = [:]
    private var connected: [String: TabConnection] = [:]
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    private var count = 0
    /// How many scenes have ended since memory was given back.
    private var ended = 0

    /// - Parameter giveBack: Hands memory that scenes have left back to the system.
    init(
        clock: any Clock<Duration> = ContinuousClock(),
        givingBackMemoryBy giveBack: @escaping @Sendable () -> Void = giveBackMemory
    ) {
        self.clock = clock
        self.giveBack = giveBack
    }

    /// How many scenes are kept, and how many tabs are connected.
    var population: (kept: Int, connected: Int) { (kept.count, connected.count) }

    /// The scene that was kept for a tab, if it has one. Each tab that enters has to leave.
    func enter(_ tab: String, on connection: TabConnection) async -> Scene? {
        while let earlier = connected[tab] {
            earlier.close(.goingAway)
            await departure(of: tab)
        }
        connected[tab] = connection
        return take(tab)
    }

    /// The scene of a page that has gone, for the page that follows it at the same place in its tab's history. A page
    /// that is still there keeps its own: a tab that was duplicated knows its name, too.
    func inherit(from page: String) async -> Scene? {
        // The tab may have gone, and the server not know that yet. But it does not wait for a tab that stays.
        let deadline = Task {
            try await clock.sleep(for: farewell)
            for waiter in waiting.removeValue(forKey: page) ?? [] { waiter.resume() }
        }
        await departure(of: page)
        deadline.cancel()
        return connected[page] == nil ? take(page) : nil
    }

    /// Whether a tab has come back, and waits for the end of its earlier connection.
    func isAwaited(_ tab: String) -> Bool { waiting[tab]?.isEmpty == false }

    private func take(_ tab: String) -> Scene? {
        guard let stay = kept.removeValue(forKey: tab) else { return nil }
        stay.deadline.cancel()
        return stay.scene
    }

    /// Waits until a page has left.
    private func departure(of page: String) async {
        await withCheckedContinuation { continuation in
            if connected[page] == nil { continuation.resume() } else { waiting[page, default: []].append(continuation) }
        }
    }

    /// - Parameter scene: What the tab may come back to; `nil` when there is nothing.
    func leave(_ tab: String, keeping scene: Scene?) {
        connected[tab] = nil
        if let scene {
            count += 1
            kept[tab] = Stay(scene: scene, number: count, deadline: deadline(of: tab, count))
            if kept.count > capacity, let oldest = kept.min(by: { $0.value.number < $1.value.number }) {
                end(oldest.key, oldest.value.number)
            }
        }
        for waiter in waiting.removeValue(forKey: tab) ?? [] { waiter.resume() }
    }

    private func deadline(of tab: String, _ number: Int) -> Task<Void, Never> {
        Task { [weak self, clock] in
            guard (try? await clock.sleep(for: patience)) != nil else { return }
            await self?.end(tab, number)
        }
    }

    private func end(_ tab: String, _ number: Int) {
        guard kept[tab]?.number == number, take(tab) != nil else { return }
        ended += 1
        // After many, and behind the last of a crowd that has gone.
        guard ended >= capacity || kept.isEmpty else { return }
        ended = 0
        giveBack()
    }
}

/// How long a scene is kept.
private let patience = Duration.seconds(180)
/// How long a page that has gone may take to be known as gone.
let farewell = Duration.seconds(2)
/// How many are kept at most.
private let capacity = 256

/// Hands memory that scenes have left back to the system, which glibc does not do by itself while some of what was
/// allocated behind it lives on.
@Sendable private func giveBackMemory() {
    #if canImport(Glibc)
        // Glibc's module does not have it.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
        Task.detached(priority: .background) { _ = trim(0) }
    #endif
}
