/// What the items of a section share: a column or any SQL expression, and in which order the sections stand.
///
///     .by(SQL("date(takenAt, 'unixepoch')").desc)      a day each, the latest first
///     .by(SQL("upper(substr(name, 1, 1))").asc)        first letters
///     .by(Column("palette").asc, order: [SQL("(SELECT position FROM palette WHERE id = swatch.palette)").asc])
///
/// A section is one value, exactly: `a` and `A` are two, whatever the collation; 1 and 1.0 are one. It exists as long as
/// it has items.
public struct SectionKey: Sendable {
    /// What sections are sorted by before their own value.
    let order: [SortKey]
    let key: SortKey

    /// Items with equal values of a column or an expression stand together.
    ///
    /// - Parameter order: What the sections are sorted by before their own value. It is the same for all items of a
    ///   section; as long as it is not, the list cannot be read, and `ResultsError.scatteredSection` says so.
    public static func by(_ key: SortKey, order: [SortKey] = []) -> SectionKey {
        SectionKey(order: order, key: key)
    }
}
