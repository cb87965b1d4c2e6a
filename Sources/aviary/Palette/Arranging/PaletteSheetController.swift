import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews
import GRDB
import GalleryPages

/// All palettes in a sheet: one is chosen, or they are put in another order.
final class PaletteSheetController: ViewController {
    static let storyboard = Storyboard("PaletteSheet", EmbeddedFile.PaletteSheet_html.bytes)

    enum Purpose: Hashable {
        /// So many colors are moved into the one that is chosen.
        case move(Int)
        case arrange
    }

    enum Choice: Hashable, Sendable {
        case palette(Palette.ID)
        case new(name: String)

        func palette(in db: Database) throws -> Palette.ID {
            switch self {
            case .palette(let id): id
            case .new(let name): try db.savePalette(named: name.isBlank ? nil : name)
            }
        }
    }

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(52)))
    var collections: [String: AnyCollectionView] { ["list": list] }
    var actions: Actions { ["choose": choose, "new": new, "move": move] }

    /// Stores where palettes have been put, with the receipt of the event.
    var didMove: ((ItemMove<Palette.ID>, ActionEvent) async throws -> Void)?
    private let purpose: Purpose
    private let palettes: FetchedResults<Palette>
    private let didChoose: (Choice, ActionEvent) async throws -> Void

    init(
        _ purpose: Purpose, palettes: FetchedResults<Palette>,
        didChoose: @escaping (Choice, ActionEvent) async throws -> Void
    ) {
        (self.purpose, self.palettes, self.didChoose) = (purpose, palettes, didChoose)
    }

    func viewDidLoad() {
        let isArranging = purpose == .arrange
        if case .move(let count) = purpose { page["title"] = "Move \(count.counted("color"))" }
        page["add"] = isArranging ? "Add" : "Move"
        page["close"] = isArranging ? "Done" : "Cancel"
        page["notArranging"] = !isArranging
        list.allowsSelection = false
        list.moveAction = isArranging ? "move" : nil
        list.delegate = self
        list.dataSource = LiveDataSource(palettes) { palette, cell in cell["name"] = palette.name }
    }

    private func choose(_ event: ActionEvent) async throws {
        guard let palette = event.item(in: list), purpose != .arrange else { return }
        try await didChoose(.palette(palette), event)
        await page.dismiss()
    }

    private func new(_ event: ActionEvent) async throws {
        try await didChoose(.new(name: event.fields["name"] ?? ""), event)
        if purpose != .arrange { await page.dismiss() }
    }

    private func move(_ event: ActionEvent) async throws {
        if let move = event.move(in: list) { try await didMove?(move, event) }
    }
}

extension PaletteSheetController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? {
        purpose == .arrange ? nil : "choose"
    }
}
