import AviaryResults
import GRDB

extension Gallery {
    /// All palettes, as they are shown.
    func palettes() async throws -> FetchedResults<Palette> {
        try await FetchedResults(FetchRequest(sort: [.ascending(Column("position"))]), in: store)
    }

    /// All saved colours, palette by palette, as they are shown in each.
    func swatches() async throws -> FetchedResults<Swatch> {
        try await FetchedResults(
            FetchRequest(sort: [.ascending(Column("palette")), .ascending(Column("position"))]), in: store)
    }
}
