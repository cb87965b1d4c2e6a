/// Counts of how a live query followed the commits since it was loaded.
///
/// Lists with equal requests share one index, and these counts with it.
public struct ResultsStatistics: Hashable, Sendable {
    /// Commits that were followed row by row and changed the list or a shown column.
    public var incremental = 0
    /// Commits after which everything was read again and compared.
    public var refetched = 0
    /// Commits that were examined and changed nothing here.
    public var untouched = 0
    /// Commits after which, because of a limit, rows beyond the kept ones had to be read.
    public var refills = 0
    /// How often the list was found out of order and was read anew. Either a collation or a function contradicts itself,
    /// or another program disabled the triggers, or Aviary has a fault. Counted in `refetched`, too.
    public var disorders = 0
    /// Rows read before the list could be shown: all kept ones, or the first ones where these are shown first.
    public var firstRows = 0
    /// Rows read from the database since the first load.
    public var rowsRead = 0
    /// Keys that the store keeps, since their rows have no rowid; see `ListRequest.primaryKey`. All lists with the same
    /// table and key columns share them. Keys of rows that are gone are forgotten when there are many of them.
    public var numberedKeys = 0

    /// Zero for each count.
    public init() {}

    /// Adds the work of one step.
    mutating func add(_ work: ResultsStatistics) {
        incremental += work.incremental
        refetched += work.refetched
        refills += work.refills
        rowsRead += work.rowsRead
    }
}
