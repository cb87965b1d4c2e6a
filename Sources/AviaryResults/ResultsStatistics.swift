/// Which path the commits took through a live query, since it was loaded.
///
/// Watchers of the same request share one index, and these numbers with it.
public struct ResultsStatistics: Hashable, Sendable {
    /// Commits followed row by row that changed the list or a shown column.
    public var incremental = 0
    /// Commits answered by reading everything again and comparing.
    public var refetched = 0
    /// Commits that were looked at and changed nothing here.
    public var untouched = 0
    /// Commits after which rows had to be looked for beyond those that are kept, because of a limit.
    public var refills = 0
    /// Times that the list was found out of order and was read anew: a collation or a function contradicts itself, another
    /// program switched the triggers off, or Aviary has a fault. Counted in `refetched`, too.
    public var disorders = 0
    /// Rows read before the list could be shown: all that are kept, or the first ones where these are shown first.
    public var firstRows = 0
    /// Rows read from the database since the first load.
    public var rowsRead = 0

    public init() {}
}
