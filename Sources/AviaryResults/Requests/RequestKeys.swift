public import GRDB

/// The value that the items of a section share, and the order of the sections. The value is a column or an SQL
/// expression.
///
///     .by(SQL("date(takenAt, 'unixepoch')").desc)      one section for each day, the latest first
///     .by(SQL("upper(substr(name, 1, 1))").asc)        one section for each first letter
///     .by(Column("palette").asc, order: [SQL("(SELECT position FROM palette WHERE id = swatch.palette)").asc])
///
/// A section has one exact value: `a` and `A` are two sections, even if the collation ignores case. The numbers 1 and
/// 1.0 are one section. A section exists while it has items, unless it is declared:
///
///     .by(Column("state").asc, including: ["finished", "reading", "to read"])
///
/// A declared section is in the list even without items. Declare sections in the order that they have with items. A
/// section without items comes before the first later declared section that has items, or else at the end. If the
/// declared values come from rows of another table, declare them again when that table changes, with
/// `FetchedResults.change(to:showingFirst:)`. A commit costs O(*d* log *n*) more for *d* declared sections.
public struct SectionKey: Sendable {
    /// The keys that order sections. Sections with equal keys are ordered by their own value.
    let order: [SortKey]
    let key: SortKey
    /// The declared sections, each once.
    let declared: [RowsSection]

    private init(order: [SortKey], key: SortKey, _ declared: [any DatabaseValueConvertible]) {
        (self.order, self.key) = (order, key)
        var known: Set<RowsSection> = []
        self.declared = declared.map { RowsSection(of: $0.databaseValue) }.filter { known.insert($0).inserted }
    }

    /// Puts items with equal values of a column or an expression into one section.
    ///
    /// - Parameters:
    ///   - key: The value, and whether small or large values come first.
    ///   - order: The keys that order the sections; for equal keys their own value decides. The keys must be the same
    ///     for all items of a section. Otherwise the list cannot be read, and reports `ResultsError.scatteredSection`.
    ///   - declared: The sections that are in the list even without items, in their order.
    public static func by(
        _ key: SortKey, order: [SortKey] = [], including declared: [any DatabaseValueConvertible] = []
    ) -> SectionKey {
        SectionKey(order: order, key: key, declared)
    }
}

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
