import AviaryColors
import AviaryResults
import AviaryServer
import AviaryViews
import GalleryPages

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

extension PaletteController {
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
