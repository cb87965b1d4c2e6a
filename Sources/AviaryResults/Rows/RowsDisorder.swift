/// An index does not hold what it must: a row is not where its key belongs, or is missing.
///
/// The index is then read anew. What may cause it is told at `ResultsStatistics.disorders`.
struct RowsDisorder: Error {}
