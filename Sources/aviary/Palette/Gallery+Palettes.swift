import AviaryResults
import GRDB

extension Gallery {
    /// All palettes, as they are shown.
    func palettes() async throws -> FetchedResults<Palette> {
        try await FetchedResults(FetchRequest(sort: [.ascending(Column("position"))]), in: store)
    }

    /// All saved colours, a section for each palette, as they are shown.
    func swatches() async throws -> FetchedResults<Swatch> {
        try await FetchedResults(
            FetchRequest(
                sort: [.ascending(Column("position"))],
                sections: .ordered(Column("palette"), by: [.ascending(placeOfPalette)]),
                dependencies: [swatchesOfPalette]), in: store)
    }

    /// All saved colours as one list, in the same order.
    func swatchList() async throws -> FetchedResults<Swatch> {
        let sort: [SortKey] = [
            .ascending(placeOfPalette), .ascending(Column("palette")), .ascending(Column("position")),
        ]
        return try await FetchedResults(FetchRequest(sort: sort, dependencies: [swatchesOfPalette]), in: store)
    }

    /// All saved colours, that which comes first in its palette last.
    func newestSwatches() async throws -> FetchedResults<Swatch> {
        try await FetchedResults(FetchRequest(sort: [.descending(Column("position"))]), in: store)
    }
}

/// What is in no palette stands behind all.
private let placeOfPalette = SQL("ifnull((SELECT position FROM palette WHERE palette.id = swatch.palette), 9e999)")

private let swatchesOfPalette = Dependency(
    on: "palette", rows: "SELECT swatch.id FROM swatch JOIN changed ON swatch.palette = changed.id")
