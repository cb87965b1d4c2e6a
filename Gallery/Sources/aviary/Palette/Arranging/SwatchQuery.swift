import AviaryResults
import GRDB

/// The saved colors that a window shows, and their order, in a section for each palette.
struct SwatchQuery: Hashable, Sendable {
    var order = SwatchOrder.manual
    /// The palettes whose colors are hidden. Only the headers of these palettes show.
    var folded: Set<Palette.ID> = []
    /// All palettes, in their order. Empty palettes are sections, too.
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
        // Colors without a palette always show, because they cannot be folded.
        return SQL(sql: "ifnull(palette NOT IN (\(list)), 1)").sqlExpression
    }

    /// The sort key of sections: the position of the palette. Colors without a palette come last.
    static let placeOfPalette = SQL(
        "ifnull((SELECT position FROM palette WHERE palette.id = swatch.palette), 9e999)")

    static let swatchesOfPalette = Dependency(
        on: "palette", rows: "SELECT swatch.id FROM swatch JOIN changed ON swatch.palette = changed.id")
}
