import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews
import GRDB
import GalleryPages

/// A sheet with the contrast of each pair of some saved colors. A press on a pair opens a sheet with this pair alone.
///
/// The page gets the colors, and `matrix.js` makes the cells. A collection view is not used, because it keeps whole
/// rows. With 256 colors, a few rows already have thousands of cells.
final class MatrixController: ViewController {
    static let storyboard = Storyboard("Matrix", EmbeddedFile.Matrix_html.bytes)

    /// The largest number of colors in a matrix. All of them are sent at once.
    static let limit = 256

    let page = Page()
    var children: [String: any ViewController] { ["history": history] }
    var actions: Actions { ["open": open] }

    private let title: String
    private let isCut: Bool
    private var swatches: [Swatch]
    private let store: LiveStore
    private let history: UndoController
    private let didPick: (SRGB) -> Void

    /// Makes the sheet, and follows the colors of the swatches.
    ///
    /// - Parameter swatches: All swatches. `limit` + 1 of them are enough, because the sheet only says that some are
    ///   left out.
    init(
        _ title: String, of swatches: [Swatch], store: LiveStore, history: UndoController,
        didPick: @escaping (SRGB) -> Void
    ) {
        self.title = title
        isCut = swatches.count > Self.limit
        self.swatches = Array(swatches.prefix(Self.limit))
        (self.store, self.history, self.didPick) = (store, history, didPick)
    }

    func viewDidLoad() async throws {
        page["title"] = title
        page["isReadOnly"] = store.isReadOnly
        page["isWhole"] = !isCut
        page["cut"] = PaletteWords.onlyFirst(Self.limit)
        page["columns"] = Double(swatches.count + 1)
        let ids = swatches.map(\.id)
        let found = try await FetchedResults(ListRequest<Swatch>(filter: ids.contains(Column("id"))), in: store)
        await observe(found) { [unowned self] found in update(found) }
        show()
    }

    /// Updates the colors and names of the swatches. A swatch that was deleted keeps its last color.
    private func update(_ found: [Swatch]) {
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        let next = swatches.map { byID[$0.id] ?? $0 }
        guard next != swatches else { return }
        swatches = next
        show()
    }

    private func show() {
        let contrasts = ContrastMatrix(swatches.map(\.color))
        let pairs = swatches.count * (swatches.count - 1) / 2
        page["summary"] = PaletteWords.reached(
            contrasts.count(passing: .text), contrasts.count(passing: .graphics), ofPairs: pairs)
        let lines = zip(swatches, contrasts.luminances).map { swatch, luminance in
            let color = swatch.color.displayColor
            return "\(color.hex) \(color.ink.hex) \(luminance) \(swatch.name.onOneLine.shortened(to: 40))"
        }
        page["colors"] = lines.joined(separator: "\n")
    }

    /// Shows a single pair. The item of the event holds the row and the column.
    private func open(_ event: ActionEvent) async throws {
        let numbers = (event.item ?? "").split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2, numbers[0] != numbers[1], numbers.allSatisfy(swatches.indices.contains) else {
            return
        }
        try await page.present(
            ContrastController(
                ContrastController.Side(swatches[numbers[0]]), on: ContrastController.Side(swatches[numbers[1]]),
                store: store, history: UndoController(sharing: history), didPick: didPick))
    }
}
