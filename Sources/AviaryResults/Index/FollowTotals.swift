import Synchronization

/// Totals over all lists of a store, including lists that no longer exist.
final class FollowTotals: Sendable {
    /// `true` after figures were read for the first time. Before that, no time is measured.
    let isRead = Atomic(false)
    let commits = Atomic(0)
    let nanoseconds = Atomic(Int64(0))
    let refetches = Atomic(0)

    /// Runs `body`, in which lists follow a commit, and measures the time.
    func measuring(_ body: () -> Void) {
        guard isRead.load(ordering: .relaxed) else { return body() }
        let start = ContinuousClock.now
        body()
        let (seconds, attoseconds) = start.duration(to: .now).components
        commits.add(1, ordering: .relaxed)
        nanoseconds.add(min(seconds, 1 << 30) * 1_000_000_000 + attoseconds / 1_000_000_000, ordering: .relaxed)
    }
}
