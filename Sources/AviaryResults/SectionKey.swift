public import GRDB

/// What the items of a section share: a column or any SQL expression, and in which order the sections stand.
///
///     .by(SQL("date(takenAt, 'unixepoch')").desc)      a day each, the latest first
///     .by(SQL("upper(substr(name, 1, 1))").asc)        first letters
///     .by(Column("palette").asc, order: [SQL("(SELECT position FROM palette WHERE id = swatch.palette)").asc])
///
/// A section is one value, exactly: `a` and `A` are two, whatever the collation; 1 and 1.0 are one. It exists as long as
/// it has items, unless it is declared:
///
///     .by(Column("state").asc, including: ["finished", "reading", "to read"])
///
/// Declared sections are there with and without items. They are declared in the order in which they stand with items. One
/// without items stands before the first of those declared behind it that have some, or else at the end. Where the values
/// are rows of another table, declare them anew when that changes, by `FetchedResults.change(to:)`. A commit costs
/// O(*d* log *n*) more for *d* declared sections.
public struct SectionKey: Sendable {
    /// What sections are sorted by before their own value.
    let order: [SortKey]
    let key: SortKey
    /// Each once.
    let declared: [RowsSection]

    private init(order: [SortKey], key: SortKey, _ declared: [any DatabaseValueConvertible]) {
        (self.order, self.key) = (order, key)
        var known: Set<RowsSection> = []
        self.declared = declared.map { RowsSection(of: $0.databaseValue) }.filter { known.insert($0).inserted }
    }

    /// Items with equal values of a column or an expression stand together.
    ///
    /// - Parameters:
    ///   - order: What the sections are sorted by before their own value. It is the same for all items of a section; as
    ///     long as it is not, the list cannot be read, and `ResultsError.scatteredSection` says so.
    ///   - declared: The sections that are there without items, too, in their order.
    public static func by(
        _ key: SortKey, order: [SortKey] = [], including declared: [any DatabaseValueConvertible] = []
    ) -> SectionKey {
        SectionKey(order: order, key: key, declared)
    }
}
