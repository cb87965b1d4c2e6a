/// Counts of how a live query followed the commits since it was loaded.
///
/// Lists with equal requests share one index, and therefore these counts.
public struct ResultsStatistics: Hashable, Sendable {
    /// Commits that were followed row by row and changed the list or a shown column.
    public var incremental = 0
    /// Commits after which everything was read again and compared.
    public var refetched = 0
    /// Commits that were examined and changed nothing in the list.
    public var untouched = 0
    /// Commits after which a list with a limit had to read rows beyond the kept ones.
    public var refills = 0
    /// How often the list was found out of order and was read anew. Possible reasons are a collation or a function that
    /// contradicts itself, another program that disabled the triggers, and a fault of Aviary. Counted in `refetched`,
    /// too.
    public var disorders = 0
    /// Rows read before the list could be shown: all kept rows, or only the first rows if these are shown first.
    public var firstRows = 0
    /// Rows read from the database since the first load.
    public var rowsRead = 0
    /// Groups of a request for aggregates whose rows were read again since the first load; see `Aggregate`.
    public var groupsRead = 0
    /// Keys that the store keeps for rows without a rowid; see `ListRequest.primaryKey`. All lists with the same table
    /// and key columns share them. When there are many keys of deleted rows, the store forgets them.
    public var numberedKeys = 0

    /// Zero for each count.
    public init() {}

    /// Adds the work of one step.
    mutating func add(_ work: ResultsStatistics) {
        incremental += work.incremental
        refetched += work.refetched
        refills += work.refills
        rowsRead += work.rowsRead
        groupsRead += work.groupsRead
    }
}
