import AviaryResults
import GRDB

extension Gallery {
    /// All palettes, as they are shown.
    func palettes() async throws -> FetchedResults<Palette> {
        try await FetchedResults(ListRequest(sort: [Column("position").asc]), in: store)
    }

    /// All saved colours, a section for each palette, as they are shown.
    func swatches() async throws -> FetchedResults<Swatch> {
        try await FetchedResults(
            ListRequest(
                sort: [Column("position").asc],
                sections: .by(Column("palette").asc, order: [placeOfPalette.asc]),
                dependencies: [swatchesOfPalette]), in: store)
    }

    /// All saved colours as one list, in the same order.
    func swatchList() async throws -> FetchedResults<Swatch> {
        let sort: [SortKey] = [
            placeOfPalette.asc, Column("palette").asc, Column("position").asc,
        ]
        return try await FetchedResults(ListRequest(sort: sort, dependencies: [swatchesOfPalette]), in: store)
    }

    /// All saved colours, that which comes first in its palette last.
    func newestSwatches() async throws -> FetchedResults<Swatch> {
        try await FetchedResults(ListRequest(sort: [Column("position").desc]), in: store)
    }
}

/// What is in no palette stands behind all.
private let placeOfPalette = SQL("ifnull((SELECT position FROM palette WHERE palette.id = swatch.palette), 9e999)")

private let swatchesOfPalette = Dependency(
    on: "palette", rows: "SELECT swatch.id FROM swatch JOIN changed ON swatch.palette = changed.id")
