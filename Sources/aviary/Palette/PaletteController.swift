import AviaryResults
import AviaryServer
import AviaryViews
import GRDB

/// The Palette room: a picker, and the colours that were saved from it.
final class PaletteController: ViewController {
    static let storyboard = Storyboard(
        "PaletteView", PackageResources.PaletteView_html, parts: RoomHistory.parts.merging(PickerView.parts) { $1 })

    let page = Page()
    let grid = CollectionView<Int64>(
        layout: FlowLayout(
            columns: .adaptive(minimum: 148, atLeast: 2), itemSize: .height(92), minimumLineSpacing: 8,
            minimumInteritemSpacing: 8, sectionInset: (16, 4), headerHeight: 48))
    /// Not to be seen by itself: followed for the names in the headers.
    private let palettes = CollectionView<Palette.ID>(layout: FlowLayout(columns: .fixed(1)))
    var collections: [String: AnyCollectionView] { ["grid": grid, "palettes": palettes, "presets": picker.presets] }
    var actions: Actions {
        let own: Actions = ["save": save, "load": load, "rename": rename]
        return [history.actions, picker.actions, menuActions, paletteActions].reduce(own) { $0.merging($1) { $1 } }
    }

    let picker: PickerView
    let history: RoomHistory
    let store: LiveStore
    let clipboard: SwatchClipboard
    private let swatches: FetchedResults<Swatch>
    private let allPalettes: FetchedResults<Palette>
    private(set) var names: PaletteNames?
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
        picker = PickerView(on: page)
        history = RoomHistory(of: store, on: page, noun: "color")
    }

    /// The picked colour, and where it would be saved.
    var restorationState: String {
        let color = picker.picker.color
        let channels = [color.red, color.green, color.blue].map { "\(($0 * 100_000).rounded() / 100_000)" }
        return (channels + (chosen.map { ["\($0)"] } ?? [])).joined(separator: " ")
    }

    func restore(_ state: String) {
        let parts = state.split(separator: " ")
        let channels = parts.prefix(3).compactMap { Double($0) }
        guard channels.count == 3 else { return }
        picker.set(SRGB(red: channels[0], green: channels[1], blue: channels[2]))
        if parts.count > 3 { choose(Palette.ID(parts[3])) }
    }

    func viewDidLoad() async throws {
        let names = await PaletteNames(allPalettes)
        self.names = names
        palettes.delegate = self
        palettes.dataSource = names
        configureHeaders()
        grid.allowsMultipleSelection = true
        grid.delegate = self
        grid.dataSource = DiffableDataSource(swatches) { swatch, cell in
            cell["fill"] = swatch.color.displayColor
            cell["ink"] = swatch.color.displayColor.ink
            cell["name"] = swatch.name
            cell["label"] = "Name of \(swatch.name)"
            cell["hex"] = swatch.color.displayColor.hex
        }
        picker.load()
        history.show()
        showCounts()
    }

    /// Saves the picked colour as the first of its palette.
    private func save(_ event: ActionEvent) async throws {
        let (content, chosen) = (Swatch.Content(try picker.color(seenBy: event)), chosen)
        try await history.write("Save color", for: event) { db in
            try db.saveSwatches([content], at: .first(in: db.place(for: chosen)))
        }
    }

    /// Shows a saved colour in the picker. While several are selected a tap selects, too.
    private func load(_ event: ActionEvent) async throws {
        guard let id = event.item(in: grid) else { return }
        let selection = grid.selection
        guard selection.count < 2 else { return grid.select(selection.symmetricDifference([id])) }
        if let swatch = try await swatches.elements(for: [id])[id] {
            picker.set(swatch.color)
            picker.announce()
        }
        grid.select([id])
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

extension PaletteController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "load" }
    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? { menu(for: items) }
    func collectionViewDidChangeSelection(_ view: CollectionView<Int64>) { showCounts() }
    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) { showCounts() }
    func collectionViewDidUpdate(_ view: CollectionView<Int64>) {
        if view === palettes { grid.reconfigureHeaders() }
    }
}
