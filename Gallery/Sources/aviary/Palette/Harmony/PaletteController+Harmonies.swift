import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer

/// Actions that show harmonies and ramps in a sheet.
extension PaletteController {
    /// Shows harmonies of a saved color, or of the picked color. With a second saved color, adds the ramp to that
    /// color.
    func harmonies(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
        let saved = try await store.read { db in try db.inOrder(items).prefix(2).map(\.color) }
        if !items.isEmpty, saved.isEmpty { throw PaletteError.swatchGone() }
        try await showHarmonies(of: saved.first ?? picker.picker.color, to: saved.dropFirst().first)
    }

    /// Shows harmonies of the picked color.
    func harmoniesOfPicked(_ event: ActionEvent) async throws {
        try await showHarmonies(of: picker.color(seenBy: event))
    }

    private func showHarmonies(of color: SRGB, to other: SRGB? = nil) async throws {
        try await page.present(
            HarmoniesController(of: color, to: other, history: UndoController(sharing: history)) {
                [weak self] palette, name in
                self?.choose(palette)
                self?.history.offer(PaletteWords.paletteAdded(name))
                await self?.reveal(palette: palette)
            })
    }
}
