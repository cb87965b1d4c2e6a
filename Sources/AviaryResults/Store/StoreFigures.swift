import Synchronization

/// What the lists of a store do, for metrics.
public struct StoreFigures: Hashable, Sendable {
    /// How many different lists are in memory. Equal requests share a list.
    public var lists = 0
    /// The number of rows of all these lists.
    public var rows = 0
    /// How many commits lists have followed since the figures were first read. Commits of other connections that are
    /// found together count as one.
    public var commits = 0
    /// The time in which lists followed these commits.
    public var following = Duration.zero
    /// How many times a list was read anew since the store was opened.
    public var refetches = 0
}

extension LiveStore {
    /// The present figures. They do not wait for a write.
    ///
    /// - Complexity: O(*l*) for *l* lists.
    public var figures: StoreFigures {
        let (indexes, totals) = (follower.indexes, follower.totals.read())
        return StoreFigures(
            lists: indexes.count, rows: indexes.reduce(0) { $0 + $1.snapshot.rows.count }, commits: totals.commits,
            following: totals.time, refetches: totals.refetches)
    }
}
