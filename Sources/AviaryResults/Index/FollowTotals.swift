import Synchronization

/// Totals over all lists of a store, including lists that no longer exist.
final class FollowTotals: Sendable {
    /// `true` after figures were read for the first time. Before that, no time is measured.
    private let isRead = Atomic(false)
    private let followed = Mutex((commits: 0, time: Duration.zero))
    private let refetches = Atomic(0)

    /// Reads the totals. From now on time is measured.
    func read() -> (commits: Int, time: Duration, refetches: Int) {
        isRead.store(true, ordering: .relaxed)
        let (commits, time) = followed.withLock { $0 }
        return (commits, time, refetches.load(ordering: .relaxed))
    }

    /// Runs `body`, in which lists follow a commit, and measures the time.
    func measuring(_ body: () -> Void) {
        guard isRead.load(ordering: .relaxed) else { return body() }
        let time = ContinuousClock().measure(body)
        followed.withLock { $0 = ($0.commits + 1, $0.time + time) }
    }

    func count(refetches count: Int) { refetches.add(count, ordering: .relaxed) }
}
