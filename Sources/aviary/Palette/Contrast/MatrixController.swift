import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryText
import AviaryViews
import Foundation
import GRDB
import GalleryPages

/// The contrast of each of some saved colors with each other one, in a sheet. A press on a pair shows it alone.
final class MatrixController: ViewController {
    static let storyboard = Storyboard("Matrix", EmbeddedFile.Matrix_html.bytes)

    /// How many colors are shown at most. The rows in view are whole, so a row must not be too long for a page.
    static let limit = 256

    let page = Page()
    let matrix: CollectionView<Int64>
    var collections: [String: AnyCollectionView] { ["matrix": matrix] }
    var children: [String: any ViewController] { ["history": history] }
    var actions: Actions { ["open": open] }

    private let title: String
    private let isCut: Bool
    private var swatches: [Swatch]
    private var contrasts: ContrastMatrix
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
        contrasts = ContrastMatrix(self.swatches.map(\.color))
        (self.store, self.history, self.didPick) = (store, history, didPick)
        matrix = CollectionView(
            layout: FlowLayout(columns: .fixed(self.swatches.count + 1), itemSize: .height(44)))
    }

    /// The place of a tile in the matrix; 0 is that of the headings.
    private func place(of tile: Int64) -> (row: Int, column: Int) {
        let (row, column) = Int(tile).quotientAndRemainder(dividingBy: swatches.count + 1)
        return (row, column)
    }

    private var tiles: [Int64] { Array(0..<Int64((swatches.count + 1) * (swatches.count + 1))) }

    func viewDidLoad() async throws {
        page["title"] = title
        page["isReadOnly"] = store.isReadOnly
        page["isWhole"] = !isCut
        page["cut"] = "Only the first \(Self.limit.counted("color")) are shown."
        page["columns"] = Double(swatches.count + 1)
        matrix.allowsSelection = false
        matrix.delegate = self
        matrix.dataSource = DiffableDataSource(ListSnapshot(uniqueSections: [(0, tiles)])) {
            [unowned self] tile, cell in
            configure(cell, at: place(of: tile))
        }
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
        contrasts = ContrastMatrix(next.map(\.color))
        matrix.reconfigureItems(tiles)
        show()
    }

    private func show() {
        let pairs = swatches.count * (swatches.count - 1) / 2
        page["summary"] = """
            \(contrasts.count(passing: .text).formatted(.number)) of \(pairs.counted("pair")) reach 4.5 : 1, \
            \(contrasts.count(passing: .graphics).formatted(.number)) reach 3 : 1.
            """
    }

    private func configure(_ cell: Cell, at place: (row: Int, column: Int)) {
        guard place.row > 0, place.column > 0 else {
            let index = max(place.row, place.column) - 1
            guard index >= 0 else {
                cell["label"] = "Text by row, background by column"
                cell["isCorner"] = true
                return
            }
            let color = swatches[index].color.displayColor
            cell["fill"] = color
            cell["ink"] = color.ink
            cell["dot"] = color
            cell["ratio"] = ""
            cell["label"] =
                "\(place.row == 0 ? "Background" : "Text") \(swatches[index].name.onOneLine.shortened(to: 40)), \(color.hex)"
            cell["isHeading"] = true
            return
        }
        let (text, background) = (swatches[place.row - 1], swatches[place.column - 1])
        let ratio = contrasts[place.row - 1, place.column - 1]
        cell["fill"] = background.color.displayColor
        cell["ink"] = background.color.displayColor.ink
        cell["dot"] = text.color.displayColor
        cell["ratio"] = place.row == place.column ? "" : ContrastPair.text(ratio, digits: 1)
        let verdict = ContrastGrade.allCases.last { ratio >= $0.rawValue }.map {
            "reaches \(ContrastPair.text($0.rawValue, digits: 1))"
        }
        cell["label"] = """
            \(text.name.onOneLine.shortened(to: 40)) on \(background.name.onOneLine.shortened(to: 40)), \
            \(ContrastPair.text(ratio)) to 1, \(verdict ?? "reaches no grade")
            """
        cell["isRead"] = ratio >= ContrastGrade.text.rawValue
        cell["isLow"] = ratio < ContrastGrade.graphics.rawValue
    }

    private func open(_ event: ActionEvent) async throws {
        guard let tile = event.item(in: matrix) else { return }
        let place = place(of: tile)
        guard place.row > 0, place.column > 0, place.row != place.column else { return }
        try await page.present(
            ContrastController(
                ContrastController.Side(swatches[place.row - 1]),
                on: ContrastController.Side(swatches[place.column - 1]), store: store,
                history: UndoController(sharing: history), didPick: didPick))
    }
}

extension MatrixController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "open" }
}
