import Synchronization

/// Decides when the store looks for other processes' commits: at regular times, and soon after a write to the file.
package final class CommitLookout: Sendable {
    /// Looks for commits and follows them.
    ///
    /// - Returns: `true` when there were commits; `nil` when the owner of the lookout is gone.
    package typealias Look = @Sendable () async -> Bool?

    private let clock: any Clock<Duration>
    private let look: Look
    private let onReady: @Sendable () -> Void
    /// For each reported write, how many transactions of this process had begun to commit before.
    private let writes = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// The pause before a look while this process writes itself. Several writes then need one look.
    private static let pauseOfWriters = Duration.milliseconds(5)
    /// The pauses between looks after a write whose commit cannot be read yet. Usually the commit is on the disk after
    /// a few milliseconds. So the first pauses are short, because a look costs less than the time that it saves. For a
    /// slower disk, looks are repeated until about the next regular look.
    package static let retries: [Duration] =
        ([200, 300] + Array(repeating: 500, count: 15) + [2_000, 4_000, 8_000, 8_000, 8_000, 8_000])
        .map { .microseconds($0) } + Array(repeating: .milliseconds(125), count: 16)

    /// The pauses between looks after a write of this process. Another process may have written at the same time, and its
    /// commit cannot be read yet.
    package static let retriesOfWriters: [Duration] = [5, 20, 75, 300, 1_200].map { .milliseconds($0) }

    /// - Parameters:
    ///   - interval: Returns the time until the next regular look. Its argument is the number of regular looks before.
    ///   - onReady: Called when the next write may be reported.
    package init(
        every interval: @escaping @Sendable (_ looks: Int) -> Duration, clock: any Clock<Duration>,
        look: @escaping Look, onReady: @escaping @Sendable () -> Void
    ) {
        (self.clock, self.look, self.onReady) = (clock, look, onReady)
        // The owner ends the tasks when it is deallocated. So a task must not keep its owner alive.
        let writes = writes.stream
        let tasks = [
            Task { [clock, look] in
                var looks = 0
                while (try? await clock.sleep(for: interval(looks))) != nil {
                    if await look() == nil { return }
                    looks += 1
                }
            },
            Task { [weak self] in
                var retry: Task<Void, Never>?
                var ownCommits = 0
                for await commits in writes {
                    retry?.cancel()
                    retry = await self?.look(after: commits, known: &ownCommits)
                    self?.onReady()
                }
                retry?.cancel()
            },
        ]
        self.tasks.withLock { $0 = tasks }
    }

    deinit { stop() }

    /// Reports a write to the file.
    ///
    /// - Parameter ownCommits: How many transactions of this process had begun to commit before.
    package func noteWrite(_ ownCommits: Int) { writes.continuation.yield(ownCommits) }

    package func stop() {
        writes.continuation.finish()
        for task in tasks.withLock({ $0 }) { task.cancel() }
    }

    /// Looks for commits after a reported write.
    ///
    /// - Returns: A task that looks again, if nothing could be read yet.
    private func look(after commits: Int, known ownCommits: inout Int) async -> Task<Void, Never>? {
        let isOwn = commits != ownCommits
        ownCommits = commits
        // If this process itself writes, a look after each write would delay the writes. So several writes share one
        // look.
        if isOwn { try? await clock.sleep(for: Self.pauseOfWriters) }
        guard await look() == false else { return nil }
        // A commit is written to the file some moments before it can be read. Another reported write cancels this task.
        return Task { [clock, look] in
            for pause in isOwn ? Self.retriesOfWriters : Self.retries {
                guard (try? await clock.sleep(for: pause, tolerance: .zero)) != nil, await look() == false else {
                    return
                }
            }
        }
    }
}
