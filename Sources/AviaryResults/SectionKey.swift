public import GRDB

/// The value that the items of a section share, a column or any SQL expression, and the order of the sections.
///
///     .by(SQL("date(takenAt, 'unixepoch')").desc)      a day each, the latest first
///     .by(SQL("upper(substr(name, 1, 1))").asc)        first letters
///     .by(Column("palette").asc, order: [SQL("(SELECT position FROM palette WHERE id = swatch.palette)").asc])
///
/// A section is one exact value: `a` and `A` are two sections, whatever the collation; 1 and 1.0 are one. It exists as
/// long as it has items, unless it is declared:
///
///     .by(Column("state").asc, including: ["finished", "reading", "to read"])
///
/// A declared section is in the list with and without items. Declare sections in the order in which they stand when
/// they have items. One without items stands before the first section declared behind it that has some, or else at the
/// end. Where the values are rows of another table, declare them anew when that table changes, by
/// `FetchedResults.change(to:showingFirst:)`. A commit costs O(*d* log *n*) more for *d* declared sections.
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

    /// Puts items with equal values of a column or an expression into one section.
    ///
    /// - Parameters:
    ///   - key: The value, and whether small or large values stand first.
    ///   - order: The keys that sections are sorted by before their own value. They must be the same for all items of a
    ///     section. While they are not, the list cannot be read, and reports `ResultsError.scatteredSection`.
    ///   - declared: The sections that are in the list without items, too, in their order.
    public static func by(
        _ key: SortKey, order: [SortKey] = [], including declared: [any DatabaseValueConvertible] = []
    ) -> SectionKey {
        SectionKey(order: order, key: key, declared)
    }
}
