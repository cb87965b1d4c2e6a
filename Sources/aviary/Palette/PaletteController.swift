import AviaryApps
import AviaryColors
import AviaryImages
import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews
import GRDB
import GalleryPages

/// The Palette room: a picker, and the saved colors.
final class PaletteController: ViewController {
    static let storyboard = Storyboard("PaletteView", EmbeddedFile.PaletteView_html.bytes)

    let page = Page()
    let grid = CollectionView<Int64>(
        layout: FlowLayout(
            columns: .adaptive(minimum: 148, atLeast: 2), itemSize: .height(92), minimumLineSpacing: 8,
            minimumInteritemSpacing: 8, sectionInset: (16, 4), headerHeight: 48))
    var collections: [String: AnyCollectionView] { ["grid": grid] }
    var children: [String: any ViewController] { ["history": history, "picker": picker, "hint": hint] }
    var actions: Actions {
        [
            "save": save, "saveAll": saveAll, "load": load, "rename": rename, "cut": cut, "copy": copy,
            "paste": paste, "duplicate": duplicate, "delete": delete, "recolor": recolor, "deselect": deselect,
            "move": move, "select": select, "selectAll": selectAll, "newPalette": newPalette,
            "renamePalette": renamePalette,
            "deletePalette": deletePalette,
            "choosePalette": choosePalette, "contrast": contrast, "contrastOfPalette": contrastOfPalette,
            "harmonies": harmonies, "harmoniesOfPicked": harmoniesOfPicked, "addPicture": addPicture,
            "importPalettes": importPalettes, "exportPalette": exportPalette,
            "sort": sort, "fold": fold, "foldAll": foldAll, "unfoldAll": unfoldAll,
            "moveTo": moveTo, "readClipboard": readClipboard, "pasteFile": pasteFile,
            "arrangePalettes": arrangePalettes,
        ]
    }

    func rowsWritten(by action: String) -> Int {
        switch action {
        case "deletePalette": grid.numberOfItems
        // The files have not been read yet, so this is an estimate.
        case "importPalettes": 10_000
        default: 0
        }
    }

    let picker: PickerController
    let history: UndoController
    let hint: HintController
    let store: LiveStore
    let clipboard: SwatchClipboard
    /// Decodes pictures, to find their colors.
    let pictures: ImagePipeline
    /// All swatches in manual order. All windows share this list. It has the counts, and replaces a list that could not
    /// be read for a window.
    let allSwatches: FetchedResults<Swatch>
    /// The list on screen. If it is the window's own list, each new arrangement changes its request.
    var swatches: FetchedResults<Swatch>
    var hasOwnList: Bool { swatches !== allSwatches }
    let allPalettes: FetchedResults<Palette>
    var arrangement = PaletteArrangement()
    /// Whether the shared list is observed, for the counts of folded palettes.
    var isCounting = false
    /// All palettes. The list has a section for each of them, so that empty palettes show, too.
    var declared: [Palette.ID] = []
    /// The current palettes, whose names are in the headers.
    private(set) var palettes: [Palette] = []
    /// Whether a tap selects a color, even while fewer than two colors are selected.
    private var isSelecting = false
    /// The palette in which colors are saved; `nil` for the first palette.
    var chosen: Palette.ID?
    /// The text that was last copied here, or read from the system's clipboard. It is pasted if the browser does not
    /// let a menu read the clipboard.
    var copied: String?
    /// The colors of a text with several colors, which was typed or pasted in the field. The first of them is picked.
    private var several: [Swatch.Content] = []
    /// The colors after which the next uploaded long text is pasted.
    var pastePlace: Set<Swatch.ID>?
    /// The results of reading files, by the identifier of the file choice. The ninth choice drops all earlier results.
    var imports: [String: PaletteImport] = [:]
    /// The first of the palettes that were imported last. It comes before all others.
    var imported: Palette.ID?
    /// The saved color that the list scrolls to.
    var added = AwaitedItem()

    /// Makes the controller for one window.
    ///
    /// - Parameters:
    ///   - swatches: All swatches, shared by all windows.
    ///   - own: This window's list, with `declared` as its palettes; `nil` if the list cannot be read now.
    init(
        store: LiveStore, swatches: FetchedResults<Swatch>, own: FetchedResults<Swatch>?,
        palettes: FetchedResults<Palette>, declared: [Palette.ID], clipboard: SwatchClipboard,
        pictures: ImagePipeline, hints: FollowedHints
    ) {
        allPalettes = palettes
        self.store = store
        self.clipboard = clipboard
        self.pictures = pictures
        allSwatches = swatches
        self.swatches = own ?? swatches
        self.declared = own == nil ? [] : declared
        picker = PickerController(isReadOnly: store.isReadOnly)
        history = UndoController(of: store, counting: RoomWords.color)
        hint = HintController(.moveSwatches, unlessIn: hints)
    }

    /// The palette in which colors are saved, the order of colors, and the folded palettes.
    var restorationState: String {
        arrangement == PaletteArrangement()
            ? chosen.map { "\($0)" } ?? "" : "\(chosen.map { "\($0)" } ?? "-") \(arrangement.words)"
    }

    func restore(_ state: String) async {
        let words = state.split(separator: " ")
        choose(words.first.flatMap { Palette.ID($0) })
        await restoreArrangement(Array(words.dropFirst()))
    }

    func viewDidLoad() async throws {
        configureHeaders()
        await observe(allPalettes) { palettes in
            self.palettes = palettes
            self.didChangePalettes()
            self.grid.reconfigureHeaders()
        }
        grid.allowsMultipleSelection = true
        grid.searchOutlet = "name"
        grid.moveAction = store.isReadOnly ? nil : "move"
        grid.delegate = self
        showSwatches()
        picker.delegate = self
        page.showAccess(to: store)
        showArrangement()
        showCounts()
    }

    func showSwatches() {
        grid.dataSource = LiveDataSource(swatches) { swatch, cell in
            cell["fill"] = swatch.color.displayColor
            cell["ink"] = swatch.color.displayColor.ink
            cell["name"] = swatch.name
            cell["label"] = PaletteWords.colorField(swatch.name)
            cell["hex"] = swatch.color.displayColor.hex
        }
    }

    /// Saves the picked color at the start of the chosen palette.
    private func save(_ event: ActionEvent) async throws {
        let (content, chosen) = (Swatch.Content(try picker.color(seenBy: event)), chosen)
        let new = try await history.write(PaletteWords.Steps.save, for: event) { db in
            try db.saveSwatches([content], at: .first(in: db.palette(for: chosen)))
        }
        await reveal(new.first)
    }

    /// Saves the colors of a text with several colors, at the start of the chosen palette.
    private func saveAll(_ event: ActionEvent) async throws {
        let (contents, chosen) = (several, chosen)
        guard !contents.isEmpty else { throw PaletteError.nothingToSave }
        let new = try await history.write(PaletteWords.Steps.saveAll, for: event) { db in
            try db.saveSwatches(contents, at: .first(in: db.palette(for: chosen)))
        }
        several = []
        await reveal(new.first)
    }

    private func offer(_ colors: TypedColors) {
        several = colors.colors.map { Swatch.Content($0.color) }
        let first = PaletteWords.firstIsPicked(of: several.count)
        let sentence = [first, PaletteWords.skipped(colors.unread)].compactMap { $0 }.joined(separator: " ")
        if store.isReadOnly { return page.say(sentence) }
        page.offer(sentence, action: "saveAll", title: PaletteWords.Buttons.saveAll)
    }

    /// Shows a saved color in the picker. In selection mode, or while several colors are selected, a tap selects or
    /// deselects the color instead.
    private func load(_ event: ActionEvent) async throws {
        guard let id = event.item(in: grid) else { return }
        let selection = grid.selection
        guard !isSelecting, selection.count < 2 else { return grid.select(selection.symmetricDifference([id])) }
        if let swatch = try await swatches.elements(for: [id])[id] {
            picker.set(swatch.color)
            picker.announce()
        }
        grid.select([id])
    }

    /// Starts selection mode. Taps select colors until no color is selected.
    private func select(_ event: ActionEvent) {
        isSelecting = true
        grid.select(event.items(in: grid))
        page.announce(PaletteWords.selecting)
    }

    /// Starts selection mode, and selects all colors in the list, or none if all are selected.
    private func selectAll(_ event: ActionEvent) {
        isSelecting = true
        grid.selectAllOrNone(orSay: RoomWords.colorsStillLoading, on: page)
    }

    private func rename(_ event: ActionEvent) async throws {
        try await rename(PaletteWords.Steps.renameColor, event.item, for: event) { db, id, begun, typed in
            try db.renameSwatch(id, from: begun, to: typed)
        }
    }

    /// Gives a record the typed name. Shows a message if somebody else renamed the record while the person typed.
    ///
    /// - Parameters:
    ///   - step: The name of the undo step.
    ///   - noun: The noun for one record, in messages about steps that could not be undone; `nil` for colors.
    func rename(
        _ step: String, counting noun: String? = nil, _ identifier: String?, for event: ActionEvent,
        _ update: @escaping @Sendable (Database, Int64, _ begun: String, _ typed: String) throws -> Renaming
    ) async throws {
        guard let id = identifier.flatMap({ Int64($0) }), let typed = event.fields["name"] else { return }
        let begun = event.fields["name.was"] ?? typed
        let renaming = try await history.write(step, for: event, counting: noun) { db in
            try update(db, id, begun, typed)
        }
        if case .overruled(let other) = renaming {
            history.tellReplaced(other, by: typed)
        } else if typed.unicodeScalars.contains(where: \.isDisruptive) {
            history.say(PaletteWords.invisibleRemoved)
        } else if renaming == .renamed {
            page.announce(PaletteWords.renamed(to: typed))
        }
    }

    func showCounts() {
        let isFolded = !arrangement.folded.isEmpty
        let all = isFolded ? allSwatches.snapshot.numberOfItems : grid.numberOfItems
        page["status"] = grid.status(counting: RoomWords.colors, of: all, selectedFrom: 2)
        page["nothingSelected"] = grid.selection.isEmpty
        hint.show(amongItems: grid.numberOfItems, canFollow: grid.moveAction != nil)
        page["nothing"] = isFolded && all > 0 ? PaletteWords.allFolded : PaletteWords.noColors
        page["cannotFill"] = isFolded && all > 0
    }
}

extension PaletteController: PickerControllerDelegate {
    func picker(_ picker: PickerController, save event: ActionEvent) async throws { try await save(event) }
    func picker(_ picker: PickerController, didRead colors: TypedColors) { offer(colors) }
}

extension PaletteController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "load" }
    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? { menu(for: items) }
    func collectionViewDidChangeSelection(_ view: CollectionView<Int64>) {
        if view.selection.isEmpty { isSelecting = false }
        showCounts()
    }
    func collectionViewDidUpdate(_ view: CollectionView<Int64>) { added.scroll(view) }
    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) { showCounts() }

    // Announces nothing, because the status already announces the selection.
    func collectionView(_ view: CollectionView<Int64>, announcementOfSelection count: Int) -> String? { nil }
}

extension Hint {
    // A single color cannot be moved.
    fileprivate static let moveSwatches = Hint(name: "moveSwatches", texts: PaletteWords.hint, counts: 2...4)
}
