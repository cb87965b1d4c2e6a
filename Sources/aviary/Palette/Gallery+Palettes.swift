import AviaryResults
import GRDB

extension Gallery {
    /// All palettes, as they are shown.
    func palettes() async throws -> FetchedResults<Palette> {
        try await FetchedResults(ListRequest(sort: [Column("position").asc]), in: store)
    }

    /// All saved colours, a section for each palette, as they are shown.
    func swatches(showingFirst count: Int? = nil) async throws -> FetchedResults<Swatch> {
        try await FetchedResults(
            ListRequest(
                sort: [Column("position").asc],
                sections: .by(Column("palette").asc, order: [placeOfPalette.asc]),
                dependencies: [swatchesOfPalette]), in: store, showingFirst: count)
    }

    /// All saved colours as one list, in the same order.
    func swatchList() async throws -> FetchedResults<Swatch> {
        let sort: [SortKey] = [
            placeOfPalette.asc, Column("palette").asc, Column("position").asc,
        ]
        return try await FetchedResults(ListRequest(sort: sort, dependencies: [swatchesOfPalette]), in: store)
    }

    /// The saved colours that come first in their palettes, the first of all at the end.
    func newestSwatches(_ count: Int) async throws -> FetchedResults<Swatch> {
        var request = ListRequest<Swatch>(sort: [Column("position").desc], limit: count)
        request.edge = .end
        return try await FetchedResults(request, in: store)
    }
}

/// What is in no palette stands behind all.
private let placeOfPalette = SQL("ifnull((SELECT position FROM palette WHERE palette.id = swatch.palette), 9e999)")

private let swatchesOfPalette = Dependency(
    on: "palette", rows: "SELECT swatch.id FROM swatch JOIN changed ON swatch.palette = changed.id")
