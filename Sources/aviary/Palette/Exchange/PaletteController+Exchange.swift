import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB
import GalleryPages

/// Actions that import palettes from files, and export palettes as files.
extension PaletteController {
    /// Imports the files of one choice as they arrive, in one undo step. A picture becomes a palette of its colors.
    func importPalettes(_ event: ActionEvent) async throws {
        if try await pasteCopied(event) { return }
        let choice = event.choice ?? FileChoice(id: event.receipt ?? UUID().uuidString, remaining: 0)
        if imports[choice.id] == nil, imports.count >= 8 { imports = [:] }
        let files = event.files
        let size = files.reduce(0) { $0 + Int(clamping: $1.size) }
        let read = try await HeavyWork.shared.withRoom(forBytes: size, endsWithPage: true) {
            var new = PaletteImport()
            for file in files { new += try await self.read(file) }
            if !new.palettes.isEmpty { try await write(new, for: event, group: choice.id) }
            new.forgetPalettes()
            return new
        }
        var sum = imports[choice.id] ?? PaletteImport()
        sum += read
        imports[choice.id] = sum
        guard choice.remaining == 0 else { return }
        imports[choice.id] = nil
        tell(sum)
        await reveal(palette: imported)
    }

    private func read(_ file: UploadedFile) async throws -> PaletteImport {
        if PicturePalette.isPicture(file) {
            do { return PaletteImport(try await PicturePalette(of: file, by: pictures)) } catch let error
                as PaletteError
            {
                return PaletteImport(saying: error.description)
            }
        }
        return try await HeavyWork.shared.perform(endsWithPage: true) { turn in
            let new = PaletteImport(
                path: file.path, named: file.name, size: Int(clamping: file.size), while: turn.goesOn)
            try turn.check()
            return new
        }
    }

    /// Pastes copied colors with their names, if the uploaded file has the text of the last copy.
    ///
    /// - Returns: True if the file has that text.
    private func pasteCopied(_ event: ActionEvent) async throws -> Bool {
        guard let file = event.files.first(where: { $0.name == PaletteWords.pastedPalette }),
            clipboard.mayHold(textOf: file.size)
        else { return false }
        let path = file.path
        let copied = try await HeavyWork.shared.perform { [clipboard] _ in
            FileManager.default.contents(atPath: path).flatMap {
                clipboard.contents(ofCopied: String(decoding: $0, as: UTF8.self))
            }
        }
        guard let copied else { return false }
        try await paste(copied, behind: pastePlace ?? event.items(in: grid), for: event)
        pastePlace = nil
        return true
    }

    /// Imports palettes from pasted text, if the text has the format of a palette file.
    ///
    /// - Returns: True if a palette was imported.
    func importPalettes(pasted text: String, for event: ActionEvent) async throws -> Bool {
        let bytes = Array(text.utf8)
        guard PaletteFormat.isPalette(bytes) else { return false }
        let new = try await HeavyWork.shared.perform { turn in
            PaletteImport(bytes, named: PaletteWords.pastedPalette, while: turn.goesOn)
        }
        guard !new.palettes.isEmpty else { return false }
        try await write(new, for: event, group: nil)
        tell(new)
        await reveal(palette: imported)
        return true
    }

    private func write(_ new: PaletteImport, for event: ActionEvent, group: String?) async throws {
        let palettes = new.palettes
        imported = try await history.write(PaletteWords.Steps.importing, for: event, group: group) { db in
            try db.importPalettes(palettes).first
        }
    }

    private func tell(_ sum: PaletteImport) {
        if let summary = sum.summary { history.offer(PaletteWords.imported(summary)) }
        if sum.problemCount > 0 { page.say(error: sum.complaint) }
    }

    /// Opens a sheet with the formats in which a palette can be saved.
    func exportPalette(_ event: ActionEvent) async throws {
        var palette = event.section.flatMap { Palette.ID($0) }
        if palette == nil, let item = event.items(in: grid).first {
            palette = try await store.read { db in try db.palette(of: item) }
        }
        guard let palette else { throw PaletteError.paletteGone() }
        let name = try await store.read { db in
            guard let found = try db.record(Palette.self, palette) else { throw PaletteError.paletteGone() }
            return found.name
        }
        try await page.present(ExportController(palette, named: name))
    }
}

/// A sheet with the formats in which a palette can be saved.
final class ExportController: ViewController {
    static let storyboard = Storyboard("Export", EmbeddedFile.Export_html.bytes)

    let page = Page()
    private let palette: Palette.ID
    private let name: String

    init(_ palette: Palette.ID, named name: String) { (self.palette, self.name) = (palette, name) }

    func viewDidLoad() {
        page["title"] = PaletteWords.exportTitle(name)
        for format in PaletteFormat.allCases { page[url: format.rawValue] = "/palette/export/\(palette)/\(format)" }
    }
}
