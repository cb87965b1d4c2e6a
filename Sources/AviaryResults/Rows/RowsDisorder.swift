/// Thrown when an index violates its invariants. For instance, a row is missing, or is not at the position of its key.
///
/// The index is then read anew. `ResultsStatistics.disorders` lists possible causes.
struct RowsDisorder: Error {}
