import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// The actions of the headers of palettes.
extension PaletteController {
    /// Fills the headers of palettes.
    func configureHeaders() {
        grid.configureHeaders { (section: RowsSection, count, header) in
            let palette = Int64.fromDatabaseValue(section.value)
            let name = self.palettes.first { $0.id == palette }?.name
            header["name"] = name ?? PaletteWords.noPalette
            header["label"] = PaletteWords.paletteField(name ?? "")
            let all = self.count(of: section, shown: count)
            header["count"] = all.formatted(.number)
            header["isShown"] = palette.map { !self.arrangement.folded.contains($0) } ?? true
            header["isLost"] = name == nil
            header["hasNoPalette"] = name == nil
            header["hasNoPair"] = name == nil || all < 2
            // If another window has deleted the palette that was chosen here, the first palette is chosen.
            let chosen = self.palettes.first { $0.id == self.chosen } ?? self.palettes.first
            header["isChosen"] = palette == chosen?.id
            header["isOnly"] = name == nil || self.palettes.count == 1
        }
    }

    /// Makes a palette with the picked color in it.
    func newPalette(_ event: ActionEvent) async throws {
        let content = Swatch.Content(try picker.color(seenBy: event))
        let new = try await history.write(PaletteWords.Steps.newPalette, for: event) { db in
            let palette = try db.savePalette()
            try db.saveSwatches([content], at: .first(in: palette))
            return palette
        }
        choose(new)
        await reveal(palette: new)
    }

    func renamePalette(_ event: ActionEvent) async throws {
        try await rename(
            PaletteWords.Steps.renamePalette, counting: PaletteWords.paletteNoun, event.section, for: event
        ) { db, id, begun, typed in
            try db.renamePalette(id, from: begun, to: typed)
        }
    }

    func deletePalette(_ event: ActionEvent) async throws {
        guard let id = event.section.flatMap({ Int64($0) }) else { return }
        let (name, count) = try await history.write(PaletteWords.Steps.deletePalette, for: event) { db in
            (try db.name(of: id), try db.deletePalette(id))
        }
        if chosen == id { choose(nil) }
        history.offer(PaletteWords.paletteDeleted(name, withColors: count))
    }

    func choosePalette(_ event: ActionEvent) {
        choose(event.section.flatMap { Int64($0) })
        guard let palette = palettes.first(where: { $0.id == chosen }) else { return }
        page.say(PaletteWords.isChosen(palette.name))
    }

    func choose(_ palette: Palette.ID?) {
        chosen = palette
        grid.reconfigureHeaders()
    }
}
