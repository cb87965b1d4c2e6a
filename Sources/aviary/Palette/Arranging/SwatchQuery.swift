import AviaryResults
import GRDB

/// Which saved colors a window shows, and in what order: a section for each palette.
struct SwatchQuery: Hashable, Sendable {
    var order = SwatchOrder.manual
    /// Palettes of which the header alone is shown.
    var folded: Set<Palette.ID> = []
    /// All palettes, in their order: those without colors are shown, too.
    var palettes: [Palette.ID] = []

    var request: ListRequest<Swatch> {
        ListRequest(
            filter: filter, sort: order.sort,
            sections: .by(Column("palette").asc, order: [Self.placeOfPalette.asc], including: palettes),
            dependencies: [Self.swatchesOfPalette])
    }

    private var filter: SQLExpression? {
        guard !folded.isEmpty else { return nil }
        let list = folded.sorted().map(String.init).joined(separator: ", ")
        // What is in no palette at all is not folded.
        return SQL(sql: "ifnull(palette NOT IN (\(list)), 1)").sqlExpression
    }

    /// What is in no palette stands behind all.
    static let placeOfPalette = SQL(
        "ifnull((SELECT position FROM palette WHERE palette.id = swatch.palette), 9e999)")

    static let swatchesOfPalette = Dependency(
        on: "palette", rows: "SELECT swatch.id FROM swatch JOIN changed ON swatch.palette = changed.id")
}
