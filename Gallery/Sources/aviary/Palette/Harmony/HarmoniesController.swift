import AviaryApps
import AviaryColors
import AviaryServer
import AviarySnapshots
import AviaryText
import AviaryViews
import GalleryPages

/// A sheet with harmonies and ramps of a color. A press on a row makes a palette of the row's colors.
final class HarmoniesController: ViewController {
    static let storyboard = Storyboard(
        "Harmonies", EmbeddedFile.Harmonies_html.bytes, parts: ["strip": Array(stripMarkup.utf8)])

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(84)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["setSteps": setSteps, "save": save] }

    private let color: SRGB
    private let other: SRGB?
    private let history: UndoController
    private let didSave: (Palette.ID, _ name: String) async -> Void
    private var steps = 7
    private var suggestions: [PaletteSuggestion]

    /// Makes the sheet.
    ///
    /// - Parameters:
    ///   - other: The color at the end of a ramp that begins with `color`; `nil` without such a ramp.
    ///   - history: The undo steps of the page. Saving adds one.
    ///   - didSave: Called with the new palette after the sheet has closed.
    init(
        of color: SRGB, to other: SRGB? = nil, history: UndoController,
        didSave: @escaping (Palette.ID, _ name: String) async -> Void
    ) {
        (self.color, self.other) = (color, other)
        (self.history, self.didSave) = (history, didSave)
        suggestions = PaletteSuggestion.all(for: color, to: other, steps: steps)
    }

    func viewDidLoad() throws {
        let name = NamedColor.nearest(to: color).title
        page["title"] = other.map { PaletteWords.harmonies(of: name, and: NamedColor.nearest(to: $0).title) } ?? name
        page["steps"] = Double(steps)
        page["hasHue"] = OKLCH(color).chroma > 0.01
        list.allowsSelection = false
        var all = ListSnapshot<Int, Int64>()
        try all.appendSections([0])
        try all.appendItems(suggestions.indices.map { Int64($0) }, toSection: 0)
        list.dataSource = DiffableDataSource(all) { [unowned self] id, cell in
            let suggestion = suggestions[Int(id)]
            cell["name"] = suggestion.name
            cell["saveLabel"] = PaletteWords.saveSuggestion(suggestion.name)
            for place in 0..<PaletteSuggestion.limit {
                let color = suggestion.colors.dropFirst(place).first
                cell["color\(place)"] = color?.displayColor
                cell["none\(place)"] = color == nil
            }
        }
    }

    private func setSteps(_ event: ActionEvent) throws {
        let typed = (event.fields["steps"] ?? "").onOneLine
        let range = ColorRamp.steps
        guard typed.utf8.count <= 20, let number = Int(typed) else {
            page["steps"] = Double(steps)
            throw StepsError(typed: typed)
        }
        steps = min(max(number, range.lowerBound), range.upperBound)
        page["steps"] = Double(steps)
        suggestions = PaletteSuggestion.all(for: color, to: other, steps: steps)
        list.reconfigureItems(suggestions.indices.map { Int64($0) })
    }

    private func save(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list), suggestions.indices.contains(Int(id)) else { return }
        let suggestion = suggestions[Int(id)]
        let palette = try await history.write(PaletteWords.Steps.newPalette, for: event) { db in
            try db.savePalette(named: suggestion.paletteName, of: suggestion.colors)
        }
        await page.dismiss()
        await didSave(palette, suggestion.paletteName)
    }

    private static var stripMarkup: String {
        (0..<PaletteSuggestion.limit).map {
            #"<span data-outlet="color\#($0):color none\#($0):flag(hidden)"></span>"#
        }.joined()
    }
}

/// The error about a text that is not a whole number of steps.
struct StepsError: Error, Hashable, CustomStringConvertible {
    let typed: String

    var description: String { PaletteWords.sentence(about: self) }
}
