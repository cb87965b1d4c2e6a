public import GRDB

/// What rows are sorted by: a column or any SQL expression over their own row, and a direction.
///
///     [Column("isDone").asc, SQL("lower(title)").desc]
///
/// Small values stand first in `asc`, as SQLite compares: NULL, numbers, text, blobs. Rows that are equal in every key
/// ascend by rowid, behind `desc`, too.
public struct SortKey: Sendable {
    let expression: SQLExpression
    let isDescending: Bool
}

// GRDB's words. Its own `asc` and `desc` are orderings of a GRDB request, which nobody else can take apart; they come first
// wherever no `SortKey` is asked for.
extension SQLSpecificExpressible {
    /// Small values first.
    @_disfavoredOverload public var asc: SortKey { SortKey(expression: sqlExpression, isDescending: false) }

    /// Great values first.
    @_disfavoredOverload public var desc: SortKey { SortKey(expression: sqlExpression, isDescending: true) }
}
