import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import GRDB

/// Sheets with the contrast of saved colors. They need no write access, so a read-only gallery has them, too.
extension PaletteController {
    /// Shows the contrast of two colors, of one color with the picked color, or of each pair of several colors.
    func contrast(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let swatches = try await store.read { db in Array(try db.inOrder(items).prefix(MatrixController.limit + 1)) }
        guard let first = swatches.first else { throw PaletteError.swatchGone() }
        if swatches.count > 2 { return try await showMatrix(PaletteWords.contrastOfSelected, of: swatches) }
        let (one, other) =
            swatches.count == 2
            ? (ContrastController.Side(first), ContrastController.Side(swatches[1]))
            : (ContrastController.Side(picked: picker.picker.color), ContrastController.Side(first))
        try await page.present(
            ContrastController(
                one, on: other, store: store, history: UndoController(sharing: history), didPick: didPick))
    }

    /// Shows the contrast of each pair of colors in a palette.
    func contrastOfPalette(_ event: ActionEvent) async throws {
        guard let id = event.section.flatMap({ Int64($0) }) else { return }
        let (name, swatches) = try await store.read { db in
            guard let palette = try db.record(Palette.self, id) else { throw PaletteError.paletteGone() }
            return (palette.name, try db.firstSwatches(MatrixController.limit + 1, in: id))
        }
        guard swatches.count > 1 else { throw PaletteError.noPair }
        try await showMatrix(PaletteWords.contrast(inPalette: name), of: swatches)
    }

    private func showMatrix(_ title: String, of swatches: [Swatch]) async throws {
        try await page.present(
            MatrixController(
                title, of: swatches, store: store, history: UndoController(sharing: history), didPick: didPick))
    }

    private var didPick: (SRGB) -> Void { { [weak picker] in picker?.set($0) } }
}

extension Database {
    /// The first colors of a palette.
    func firstSwatches(_ count: Int, in palette: Palette.ID) throws -> [Swatch] {
        try Swatch.filter(Column("palette") == palette).order(Column("position"), Column("id")).limit(count).fetchAll(
            self)
    }
}
