public import GRDB

/// A sort key: a column, or any SQL expression over the row, and a direction.
///
///     [Column("isDone").asc, SQL("lower(title)").desc]
///
/// With `asc` small values come first, in SQLite's order: NULL, numbers, text, blobs. Rows with equal keys are in
/// ascending order of their rowids, also after `desc`.
public struct SortKey: Sendable {
    let expression: SQLExpression
    let isDescending: Bool
}

// GRDB has `asc` and `desc`, too, but these make orderings of a GRDB request, which other code cannot inspect. GRDB's
// versions are preferred unless a `SortKey` is expected.
extension SQLSpecificExpressible {
    /// A sort key with small values first.
    @_disfavoredOverload public var asc: SortKey { SortKey(expression: sqlExpression, isDescending: false) }

    /// A sort key with large values first.
    @_disfavoredOverload public var desc: SortKey { SortKey(expression: sqlExpression, isDescending: true) }
}
