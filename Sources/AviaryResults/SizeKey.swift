public import GRDB

/// How large the items of a list are, for layouts that ask: columns or any SQL expressions over their own row.
///
///     request.sizes = .ratio(SQL("width * 1.0 / height"))             rows of photographs
///     request.sizes = .size(width: Column("width"), height: Column("height"))
///
/// The list keeps them beside its rows, in 4 bytes a row for a ratio and 8 for both, so that a layout of 1,000,000 items reads
/// no row. A change of a size is told as an update. What is no number above zero counts as a square.
public struct SizeKey: Sendable {
    /// A ratio, or a width and a height.
    let expressions: [SQLExpression]

    /// Width divided by height.
    public static func ratio(_ ratio: some SQLSpecificExpressible) -> SizeKey {
        SizeKey(expressions: [ratio.sqlExpression])
    }

    /// In points; where a layout asks for ratios alone, in any unit.
    public static func size(width: some SQLSpecificExpressible, height: some SQLSpecificExpressible) -> SizeKey {
        SizeKey(expressions: [width.sqlExpression, height.sqlExpression])
    }
}
