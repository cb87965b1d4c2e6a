import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews
import GRDB
import GalleryPages

/// The contrast of each of some saved colors with each other one, in a sheet. A press on a pair shows it alone.
///
/// The page is told the colors, and `matrix.js` writes the cells: a collection view holds whole rows, and the cells of some
/// rows of 256 colors would be thousands.
final class MatrixController: ViewController {
    static let storyboard = Storyboard("Matrix", EmbeddedFile.Matrix_html.bytes)

    /// How many colors are shown at most. All of them are sent at once.
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

    /// - Parameter swatches: As many as there are, or one more than `limit` at least. Their colors are followed.
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
        await observe(found) { [unowned self] found in follow(found) }
        show()
    }

    /// What was deleted meanwhile stays as it was.
    private func follow(_ found: [Swatch]) {
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

    /// Shows one pair, whose item is the numbers of its row and its column.
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
