public import GRDB

/// What rows are sorted by: a column or any SQL expression over their own row, and a direction.
public struct SortKey: Sendable {
    let expression: SQLExpression
    let isDescending: Bool

    /// Small values first, as SQLite compares: NULL, numbers, text, blobs.
    public static func ascending(_ expression: some SQLSpecificExpressible) -> SortKey {
        SortKey(expression: expression.sqlExpression, isDescending: false)
    }

    /// Great values first. Rows that are equal in every key still ascend by rowid.
    public static func descending(_ expression: some SQLSpecificExpressible) -> SortKey {
        SortKey(expression: expression.sqlExpression, isDescending: true)
    }
}
