import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import AviaryViews
import GalleryPages

/// The Colors room: a grid of colors, for adding, selecting and removing.
final class ColorsController: ViewController {
    static let storyboard = Storyboard("ColorsView", EmbeddedFile.ColorsView_html.bytes)

    let page = Page()
    let grid = CollectionView<Int64>(
        layout: FlowLayout(columns: .adaptive(minimum: 140, atLeast: 3), minimumVisibleLines: 2))
    var collections: [String: any ScreenCollection] { ["grid": grid] }
    var actions: Actions {
        ["add": add, "remove": remove, "clear": clear, "copy": copy, "send": send, "selectAll": selectAll]
    }
    func rowsWritten(by action: String) -> Int { action == "clear" ? grid.numberOfItems : 0 }
    var children: [String: any ViewController] { ["history": history, "hint": hint] }

    private let history: UndoController
    private let hint: HintController
    private let results: FetchedResults<GalleryColor>
    private var added = AwaitedItem()
    /// The color of the address, until the grid has it.
    private var shown: Int64? { didSet { selectShown() } }

    init(store: LiveStore, colors: FetchedResults<GalleryColor>, hints: DoneHints) {
        history = UndoController(of: store, counting: RoomWords.color)
        hint = HintController(.selectColors, unlessIn: hints)
        results = colors
    }

    func viewDidLoad() {
        grid.allowsMultipleSelection = true
        grid.delegate = self
        grid.dataSource = LiveDataSource(results) { color, cell in
            cell["fill"] = color.displayColor
            cell["ink"] = color.displayColor.ink
            cell["label"] = color.rgbText
        }
        page.showAccess(to: history.store)
        showCounts()
        // The address of a color shows it, and selects it.
        if let id = page.address["show"].flatMap(Int64.init) { shown = id }
    }

    private func add(_ event: ActionEvent) async throws {
        let new = try await history.write(ColorsWords.Steps.add, for: event) { db in try db.addColor(.random()) }
        added.scroll(grid, to: new)
    }

    /// Removes the selected colors. One button has this action or `clear`, depending on its label. So a press does what
    /// the person saw on the button.
    private func remove(_ event: ActionEvent) async throws {
        let selection = try event.required(event.selection(in: grid))
        guard !selection.isEmpty else { return }
        let count = try await history.write(ColorsWords.Steps.remove, for: event) { db in
            try db.removeColors(selection)
        }
        if count > 0 { history.offer(ColorsWords.removed(count)) }
    }

    /// Removes all colors. Fails if colors were selected before the button could change its label.
    private func clear(_ event: ActionEvent) async throws {
        guard event.selection(in: grid).isEmpty else { throw ClearError.selected }
        let count = try await history.write(ColorsWords.Steps.clear, for: event) { db in try db.removeAllColors() }
        if count > 0 { history.offer(ColorsWords.removed(count)) }
    }

    /// Copies the selected colors in hexadecimal notation, in the order in which the page shows them.
    private func copy(_ event: ActionEvent) async throws {
        let selection = try event.required(event.selection(in: grid))
        let colors = try await history.store.read { db in try db.colors(selection).map(\.color) }
        guard !colors.isEmpty else { return }
        page.sayCopied(try await page.copy(colors), count: colors.count)
    }

    private func selectAll(_ event: ActionEvent) { grid.selectAllOrNone(orSay: RoomWords.colorsStillLoading, on: page) }

    /// Saves the selected colors in the first palette.
    private func send(_ event: ActionEvent) async throws {
        let selection = try event.required(event.selection(in: grid))
        let (count, name) = try await history.write(ColorsWords.Steps.send, for: event) { db in
            let palette = try db.firstPalette()
            return (try db.saveColors(selection, in: palette).count, try db.name(of: palette))
        }
        if count > 0 { history.offer(ColorsWords.sent(count, toPalette: name)) }
    }

    private func selectShown() {
        guard let shown, grid.snapshot.position(of: shown) != nil else { return }
        self.shown = nil
        grid.select([shown])
        grid.scrollToItem(shown)
    }

    /// Shows the name, the value and the contrast of the selected color, if it is the only one.
    private func describeSelected() {
        guard grid.selection.count == 1, let id = grid.selection.first else { return page["noFacts"] = true }
        task { [weak self, results] in
            guard let color = try await results.elements(for: [id])[id] else { return }
            await self?.page.update { self?.show(color) }
        }
    }

    private func show(_ color: GalleryColor) {
        // Another color may have been selected meanwhile.
        guard grid.selection.count == 1, grid.selection.contains(color.id) else { return }
        let facts = ColorFacts(color.color)
        page["noFacts"] = false
        page["name"] = facts.name
        page["hex"] = facts.hex
        page["contrast"] = facts.contrast
        page[url: "address"] = "/colors?show=\(color.id)"
    }

    private func showCounts() {
        let (count, selected) = (grid.numberOfItems, grid.selection.count)
        page["remove"] = selected == 0 ? ColorsWords.clearAll : ColorsWords.removeSelected
        page["removeAction"] = selected == 0 ? "clear" : "remove"
        page["removeDisabled"] = count == 0
        page["sendHidden"] = selected == 0
        page["nothingSelected"] = selected == 0
        page["status"] = grid.status(counting: RoomWords.colors)
        describeSelected()
        if selected > 0 { hint.markDone() }
        hint.show(amongItems: count, isPossible: !history.store.isReadOnly)
    }
}

extension ColorsController: CollectionViewDelegate {
    func collectionViewDidChangeSelection(_ view: CollectionView<Int64>) { showCounts() }
    func collectionViewDidUpdate(_ view: CollectionView<Int64>) {
        added.scroll(view)
        selectShown()
        describeSelected()
    }

    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) { showCounts() }

    // Announces nothing, because the status already announces the selection.
    func collectionView(_ view: CollectionView<Int64>, announcementOfSelection count: Int) -> String? { nil }
}

/// Facts about a color for a person. They are the name of the most similar named color, and the value in hexadecimal
/// notation. The contrast is that of black or white text, whichever has more.
struct ColorFacts: Hashable, Sendable {
    let name: String
    let hex: String
    let contrast: String

    init(_ color: SRGB) {
        name = NamedColor.nearest(to: color).title
        hex = color.displayColor.hex
        let (white, black) = (ContrastPair(.white, on: color), ContrastPair(.black, on: color))
        contrast =
            white.ratio > black.ratio
            ? ColorsWords.whiteText(white.ratioText) : ColorsWords.blackText(black.ratioText)
    }
}

/// The reason why "Clear all" removed nothing.
enum ClearError: Error, CustomStringConvertible {
    case selected

    var description: String { ColorsWords.notCleared }
}

extension Hint {
    fileprivate static let selectColors = Hint(name: "selectColors", texts: ColorsWords.hint, counts: 1...8)
}
