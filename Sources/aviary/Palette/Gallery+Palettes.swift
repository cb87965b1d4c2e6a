import AviaryResults
import GRDB

extension Gallery {
    /// All palettes, as they are shown.
    func palettes() async throws -> FetchedResults<Palette> {
        try await FetchedResults(ListRequest(sort: [Column("position").asc]), in: store)
    }

    /// All saved colours, a section for each palette, as people have put them.
    func swatches(showingFirst count: Int? = nil) async throws -> FetchedResults<Swatch> {
        try await FetchedResults(SwatchQuery().request, in: store, showingFirst: count)
    }

    /// All saved colours as one list, in the same order.
    func swatchList() async throws -> FetchedResults<Swatch> {
        let sort: [SortKey] = [
            SwatchQuery.placeOfPalette.asc, Column("palette").asc, Column("position").asc,
        ]
        return try await FetchedResults(
            ListRequest(sort: sort, dependencies: [SwatchQuery.swatchesOfPalette]), in: store)
    }

    /// The saved colours that come first in their palettes, the first of all at the end.
    func newestSwatches(_ count: Int) async throws -> FetchedResults<Swatch> {
        var request = ListRequest<Swatch>(sort: [Column("position").desc], limit: count)
        request.edge = .end
        return try await FetchedResults(request, in: store)
    }
}
