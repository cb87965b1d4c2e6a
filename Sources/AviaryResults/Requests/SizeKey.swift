public import GRDB

/// The sizes of the items of a list, for layouts that need them: columns, or any SQL expressions over the row.
///
///     request.sizes = .ratio(SQL("width * 1.0 / height"))             rows of photographs
///     request.sizes = .size(width: Column("width"), height: Column("height"))
///
/// The list keeps the sizes beside its rows: 4 bytes a row for a ratio, and 8 bytes for width and height. So a layout
/// of 1,000,000 items reads no row. When a size changes, the item is updated. A layout by ratio treats an item as a
/// square if width divided by height is not a finite number above 0. A layout in points treats a value below 1 as 1.
public struct SizeKey: Sendable {
    /// A ratio, or a width and a height.
    let expressions: [SQLExpression]

    /// Width divided by height.
    public static func ratio(_ ratio: some SQLSpecificExpressible) -> SizeKey {
        SizeKey(expressions: [ratio.sqlExpression])
    }

    /// Width and height in points. If a layout needs the ratio only, any unit will do.
    public static func size(width: some SQLSpecificExpressible, height: some SQLSpecificExpressible) -> SizeKey {
        SizeKey(expressions: [width.sqlExpression, height.sqlExpression])
    }
}
