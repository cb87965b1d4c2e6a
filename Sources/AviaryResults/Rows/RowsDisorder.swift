/// An index does not hold what it must: a row is not where its key belongs, or is missing.
///
/// The index is then read anew. Data may cause it, for one a collation of the program's that contradicts itself.
struct RowsDisorder: Error {}
