import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews
import GRDB

/// The Palette room: a picker, and the colours that were saved from it.
final class PaletteController: ViewController {
    static let storyboard = Storyboard("PaletteView", PackageResources.PaletteView_html)

    let page = Page()
    let grid = CollectionView<Int64>(
        layout: FlowLayout(
            columns: .adaptive(minimum: 148, atLeast: 2), itemSize: .height(92), minimumLineSpacing: 8,
            minimumInteritemSpacing: 8, sectionInset: (16, 4), headerHeight: 48))
    var collections: [String: AnyCollectionView] { ["grid": grid] }
    var children: [String: any ViewController] { ["history": history, "picker": picker] }
    var actions: Actions {
        [
            "save": save, "load": load, "rename": rename, "cut": cut, "copy": copy,
            "paste": paste, "duplicate": duplicate, "delete": delete, "recolor": recolor, "deselect": deselect,
            "move": move, "select": select, "newPalette": newPalette, "renamePalette": renamePalette,
            "deletePalette": deletePalette,
            "choosePalette": choosePalette,
        ]
    }

    func rowsWritten(by action: String) -> Int { action == "deletePalette" ? grid.numberOfItems : 0 }

    let picker: PickerController
    let history: UndoController
    let store: LiveStore
    let clipboard: SwatchClipboard
    private let swatches: FetchedResults<Swatch>
    private let allPalettes: FetchedResults<Palette>
    /// As they are now, for the headers.
    private(set) var palettes: [Palette] = []
    /// Whether a tap selects, also while fewer than two are selected.
    private var isSelecting = false
    /// Where colours are saved; the first palette when nobody chose one.
    var chosen: Palette.ID?
    /// What was copied here last: the browser does not say what is on the system's clipboard when a menu is used.
    var copied: String?

    init(
        store: LiveStore, swatches: FetchedResults<Swatch>, palettes: FetchedResults<Palette>,
        clipboard: SwatchClipboard
    ) {
        allPalettes = palettes
        self.store = store
        self.clipboard = clipboard
        self.swatches = swatches
        picker = PickerController(isReadOnly: store.isReadOnly)
        history = UndoController(of: store, counting: "color")
    }

    /// Where the picked colour would be saved.
    var restorationState: String { chosen.map { "\($0)" } ?? "" }

    func restore(_ state: String) { choose(Palette.ID(state)) }

    func viewDidLoad() async throws {
        configureHeaders()
        await observe(allPalettes) { palettes in
            self.palettes = palettes
            self.grid.reconfigureHeaders()
        }
        grid.allowsMultipleSelection = true
        grid.searchOutlet = "name"
        grid.moveAction = store.isReadOnly ? nil : "move"
        grid.delegate = self
        grid.dataSource = LiveDataSource(swatches) { swatch, cell in
            cell["fill"] = swatch.color.displayColor
            cell["ink"] = swatch.color.displayColor.ink
            cell["name"] = swatch.name
            cell["label"] = "Name of \(swatch.name)"
            cell["hex"] = swatch.color.displayColor.hex
        }
        picker.delegate = self
        page.showAccess(to: store)
        showCounts()
    }

    /// Saves the picked colour as the first of its palette.
    private func save(_ event: ActionEvent) async throws {
        let (content, chosen) = (Swatch.Content(try picker.color(seenBy: event)), chosen)
        try await history.write("Save color", for: event) { db in
            try db.saveSwatches([content], at: .first(in: db.palette(for: chosen)))
        }
    }

    /// Shows a saved colour in the picker. While several are selected a tap selects, too.
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

    /// Begins to select, which goes on by taps until nothing is selected.
    private func select(_ event: ActionEvent) {
        isSelecting = true
        grid.select(event.items(in: grid))
        page.announce("Selecting. Tap colors to select more.")
    }

    private func move(_ event: ActionEvent) async throws {
        guard let move = event.move(in: grid) else { return }
        try await history.write("Move", for: event) { db in try db.moveSwatches(move) }
    }

    private func rename(_ event: ActionEvent) async throws {
        try await rename("color", event.item, for: event) { db, id, begun, typed in
            try db.renameSwatch(id, from: begun, to: typed)
        }
    }

    /// Gives something the name that was typed, and says so when somebody else had renamed it meanwhile.
    func rename(
        _ noun: String, _ identifier: String?, for event: ActionEvent,
        _ update: @escaping @Sendable (Database, Int64, _ begun: String, _ typed: String) throws -> Renaming
    ) async throws {
        guard let id = identifier.flatMap({ Int64($0) }), let typed = event.fields["name"] else { return }
        let begun = event.fields["name.was"] ?? typed
        let renaming = try await history.write("Rename \(noun)", for: event) { db in try update(db, id, begun, typed) }
        if case .overruled(let other) = renaming {
            history.tellReplaced(other, by: typed)
        } else if typed.unicodeScalars.contains(where: \.isDisruptive) {
            history.say("Invisible characters were removed from the name.")
        } else if renaming == .renamed {
            page.announce("Renamed to \(typed.onOneLine.shortened(to: 40))")
        }
    }

    private func showCounts() { page["status"] = grid.status(counting: "color", selectedFrom: 2) }
}

extension PaletteController: PickerControllerDelegate {
    func picker(_ picker: PickerController, save event: ActionEvent) async throws { try await save(event) }
}

extension PaletteController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "load" }
    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? { menu(for: items) }
    func collectionViewDidChangeSelection(_ view: CollectionView<Int64>) {
        if view.selection.isEmpty { isSelecting = false }
        showCounts()
    }
    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) { showCounts() }

    // The status does.
    func collectionView(_ view: CollectionView<Int64>, announcementOfSelection count: Int) -> String? { nil }
}
