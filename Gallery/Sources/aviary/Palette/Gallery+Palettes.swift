import AviaryResults
import GRDB

extension Gallery {
    /// All palettes, in their manual order.
    func palettes() async throws -> FetchedResults<Palette> {
        try await FetchedResults(ListRequest(sort: [Column("position").asc]), in: store)
    }

    /// All saved colors in manual order, with a section for each palette.
    func swatches(showingFirst count: Int? = nil) async throws -> FetchedResults<Swatch> {
        try await FetchedResults(SwatchQuery().request, in: store, showingFirst: count)
    }

    /// All saved colors by palette and in manual order, without sections.
    func swatchList() async throws -> FetchedResults<Swatch> {
        let sort: [SortKey] = [
            SwatchQuery.placeOfPalette.asc, Column("palette").asc, Column("position").asc,
        ]
        return try await FetchedResults(
            ListRequest(sort: sort, dependencies: [SwatchQuery.swatchesOfPalette]), in: store)
    }

    /// The saved colors with the smallest positions, usually the newest ones. The smallest position is the last.
    func newestSwatches(_ count: Int) async throws -> FetchedResults<Swatch> {
        var request = ListRequest<Swatch>(sort: [Column("position").desc], limit: count)
        request.edge = .end
        return try await FetchedResults(request, in: store)
    }
}
