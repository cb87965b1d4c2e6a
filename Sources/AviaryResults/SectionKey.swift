public import GRDB

/// What the items of a section share: a column or any SQL expression, and in which order the sections stand.
///
///     .descending(SQL("date(takenAt, 'unixepoch')"))           a day each, the latest first
///     .ascending(SQL("upper(substr(name, 1, 1))"))             first letters
///     .ordered(Column("palette"), by: [.ascending(SQL("(SELECT position FROM palette WHERE id = swatch.palette)"))])
///
/// A section is one value, exactly: `a` and `A` are two, whatever the collation; 1 and 1.0 are one. It exists as long as
/// it has items.
public struct SectionKey: Sendable {
    /// What sections are sorted by before their own value.
    let order: [SortKey]
    let key: SortKey

    /// Small values first.
    public static func ascending(_ expression: some SQLSpecificExpressible) -> SectionKey {
        SectionKey(order: [], key: .ascending(expression))
    }

    /// Great values first.
    public static func descending(_ expression: some SQLSpecificExpressible) -> SectionKey {
        SectionKey(order: [], key: .descending(expression))
    }

    /// Sections in an order that is not that of their values.
    ///
    /// - Parameter order: The same for all items of a section; as long as it is not, the list cannot be read, and
    ///   `ResultsError.scatteredSection` says so.
    public static func ordered(_ expression: some SQLSpecificExpressible, by order: [SortKey]) -> SectionKey {
        SectionKey(order: order, key: .ascending(expression))
    }
}
