public import GRDB

/// A key that rows are sorted by: a column, or any SQL expression over the row, and a direction.
///
///     [Column("isDone").asc, SQL("lower(title)").desc]
///
/// With `asc` small values stand first, as SQLite compares: NULL, numbers, text, blobs. Rows that are equal in every
/// key stand in ascending order of their rowids, also after `desc`.
public struct SortKey: Sendable {
    let expression: SQLExpression
    let isDescending: Bool
}

// GRDB's words. Its own `asc` and `desc` are orderings of a GRDB request, which nobody else can take apart; they come first
// wherever no `SortKey` is asked for.
extension SQLSpecificExpressible {
    /// A sort key with small values first.
    @_disfavoredOverload public var asc: SortKey { SortKey(expression: sqlExpression, isDescending: false) }

    /// A sort key with large values first.
    @_disfavoredOverload public var desc: SortKey { SortKey(expression: sqlExpression, isDescending: true) }
}
