import AviaryApps
import AviaryColors
import AviaryImages
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryText
import AviaryViews
import Foundation
import GRDB
import GalleryPages

/// The Palette room: a picker, and the saved colors.
final class PaletteController: ViewController {
    static let storyboard = Storyboard("PaletteView", EmbeddedFile.PaletteView_html.bytes)

    let page = Page()
    let grid = CollectionView<Int64>(
        layout: FlowLayout(
            columns: .adaptive(minimum: 148, atLeast: 2), itemSize: .height(92), minimumLineSpacing: 8,
            minimumInteritemSpacing: 8, sectionInset: (16, 4), headerHeight: 48, minimumVisibleLines: 2))
    var collections: [String: any ScreenCollection] { ["grid": grid] }
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
    private let hint: HintController
    let store: LiveStore
    private let clipboard: SwatchClipboard
    /// Decodes pictures, to find their colors.
    private let pictures: ImagePipeline
    /// All swatches in manual order. All windows share this list. It has the counts, and replaces a list that could not
    /// be read for a window.
    private let allSwatches: FetchedResults<Swatch>
    /// The list on screen. If it is the window's own list, each new arrangement changes its request.
    private var swatches: FetchedResults<Swatch>
    private var hasOwnList: Bool { swatches !== allSwatches }
    private let allPalettes: FetchedResults<Palette>
    private var arrangement = PaletteArrangement()
    /// Whether the shared list is observed, for the counts of folded palettes.
    private var isCounting = false
    /// All palettes. The list has a section for each of them, so that empty palettes show, too.
    private var declared: [Palette.ID] = []
    /// The current palettes, whose names are in the headers.
    private var palettes: [Palette] = []
    /// Whether a tap selects a color, even while fewer than two colors are selected.
    private var isSelecting = false
    /// The palette in which colors are saved; `nil` for the first palette.
    private var chosen: Palette.ID?
    /// The text that was last copied here, or read from the system's clipboard. It is pasted if the browser does not
    /// let a menu read the clipboard.
    private var copied: String?
    /// The colors of a text with several colors, which was typed or pasted in the field. The first of them is picked.
    private var several: [Swatch.Content] = []
    /// The colors after which the next uploaded long text is pasted.
    private var pastePlace: Set<Swatch.ID>?
    /// The results of reading files, by the identifier of the file choice. The ninth choice drops all earlier results.
    private var imports: [String: PaletteImport] = [:]
    /// The first of the palettes that were imported last. It comes before all others.
    private var imported: Palette.ID?
    /// The saved color that the list scrolls to.
    private var added = AwaitedItem()

    /// Makes the controller for one window.
    ///
    /// - Parameters:
    ///   - swatches: All swatches, shared by all windows.
    ///   - own: This window's list, with `declared` as its palettes; `nil` if the list cannot be read now.
    init(
        store: LiveStore, swatches: FetchedResults<Swatch>, own: FetchedResults<Swatch>?,
        palettes: FetchedResults<Palette>, declared: [Palette.ID], clipboard: SwatchClipboard,
        pictures: ImagePipeline, hints: DoneHints
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

    private func showSwatches() {
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
    private func rename(
        _ step: String, counting noun: String? = nil, _ identifier: String?, for event: ActionEvent,
        _ update: @escaping @Sendable (Database, Int64, _ begun: String, _ typed: String) throws -> Renaming
    ) async throws {
        guard let id = identifier.flatMap({ Int64($0) }), let typed = event.fields["name"] else { return }
        let begun = event.fields["name.was"] ?? typed
        let renaming = try await history.write(step, for: event, counting: noun) { db in
            try update(db, id, begun, typed)
        }
        if case .overruled(let other) = renaming {
            history.sayReplaced(other, by: typed)
        } else if typed.unicodeScalars.contains(where: \.isDisruptive) {
            history.say(PaletteWords.invisibleRemoved)
        } else if renaming == .renamed {
            page.announce(PaletteWords.renamed(to: typed))
        }
    }

    private func showCounts() {
        let isFolded = !arrangement.folded.isEmpty
        let all = isFolded ? allSwatches.snapshot.numberOfItems : grid.numberOfItems
        page["status"] = grid.status(counting: RoomWords.colors, of: all, selectedFrom: 2)
        page["nothingSelected"] = grid.selection.isEmpty
        hint.show(amongItems: grid.numberOfItems, isPossible: grid.moveAction != nil)
        page["nothing"] = isFolded && all > 0 ? PaletteWords.allFolded : PaletteWords.noColors
        page["cannotFill"] = isFolded && all > 0
    }

    // MARK: Saved colors

    private func deselect(_ event: ActionEvent) { grid.deselectAll() }

    private func cut(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        try await put(contents(of: items))
        let count = try await history.write(PaletteWords.Steps.cut, for: event) { db in try db.removeSwatches(items) }
        if count > 0 { history.offer(PaletteWords.cut(count)) }
    }

    private func copy(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        let notation = event.fields["as"].flatMap(ColorNotation.init) ?? .hex
        guard !items.isEmpty else { return }
        let contents = try await contents(of: items)
        let text = try await put(contents, as: notation)
        page.sayCopied(text, count: contents.count)
    }

    /// The contents of colors for the clipboard, in the order in which the page shows them.
    private func contents(of items: Set<Swatch.ID>) async throws -> [Swatch.Content] {
        try await store.read { [order = arrangement.order] db in try db.contents(of: items, by: order) }
    }

    @discardableResult
    private func put(_ contents: [Swatch.Content], as notation: ColorNotation = .hex) async throws -> String {
        let text = try await page.copy(contents.map(\.color), as: notation)
        clipboard.put(contents, as: text)
        copied = text
        return text
    }

    /// Receives the text of the system's clipboard. The page sends the text before it runs "Paste" of the menu.
    private func readClipboard(_ event: ActionEvent) { copied = event.fields["text"] }

    /// Pastes after the colors of the menu, or else at the start of the chosen palette.
    private func paste(_ event: ActionEvent) async throws {
        let pasted = event.fields["text"] ?? ""
        // A browser may deny access to the system's clipboard. Then the text that was last copied here is pasted.
        let text = pasted.isBlank ? copied ?? "" : pasted
        if try await importPalettes(pasted: text, for: event) { return }
        let (contents, unread) = try clipboard.contents(for: text)
        try await paste(contents, behind: event.items(in: grid), for: event)
        if let skipped = PaletteWords.skipped(unread) { page.say(skipped) }
    }

    /// Records where to paste a long text, which the page uploads next as a file. The place is after the focused color.
    /// If this color is selected, or no color is focused, the place is after the whole selection.
    private func pasteFile(_ event: ActionEvent) {
        let selection = event.selection(in: grid)
        let focused = event.item(in: grid)
        pastePlace = focused.map { selection.contains($0) ? selection : [$0] } ?? selection
    }

    /// Saves colors after the last of the items. Without items, saves them at the start of the chosen palette.
    private func paste(_ contents: [Swatch.Content], behind items: Set<Swatch.ID>, for event: ActionEvent) async throws
    {
        let snapshot = grid.snapshot
        let last = items.max { snapshot.position(of: $0) ?? -1 < snapshot.position(of: $1) ?? -1 }
        let chosen = chosen
        let new = try await history.write(PaletteWords.Steps.paste, for: event) { db in
            try db.saveSwatches(contents, at: last.map { .behind($0) } ?? .first(in: db.palette(for: chosen)))
        }
        await reveal(new.first)
    }

    private func duplicate(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let new = try await history.write(PaletteWords.Steps.duplicate, for: event) { db in
            try db.duplicateSwatches(items)
        }
        await reveal(new.first)
    }

    private func delete(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let count = try await history.write(PaletteWords.Steps.delete, for: event) { db in try db.removeSwatches(items)
        }
        if count > 0 { history.offer(PaletteWords.deleted(count)) }
    }

    private func recolor(_ event: ActionEvent) async throws {
        let color = picker.picker.color
        guard let item = event.items(in: grid).first else { return }
        try await history.write(PaletteWords.Steps.replace, for: event) { db in
            try db.recolorSwatch(item, to: color)
        }
    }

    // MARK: Palettes

    /// Fills the headers of palettes.
    private func configureHeaders() {
        grid.configureHeaders { (section: RowsSection, count, header) in
            let palette = Int64.fromDatabaseValue(section.value)
            let name = self.palettes.first { $0.id == palette }?.name
            header["name"] = name ?? PaletteWords.noPalette
            header["label"] = PaletteWords.paletteField(name ?? "")
            let all = self.count(of: section, shown: count)
            header["count"] = all.formatted(.number)
            header["isShown"] = palette.map { !self.arrangement.folded.contains($0) } ?? true
            header["isLost"] = name == nil
            header["hasNoPalette"] = name == nil
            header["hasNoPair"] = name == nil || all < 2
            // If another window has deleted the palette that was chosen here, the first palette is chosen.
            let chosen = self.palettes.first { $0.id == self.chosen } ?? self.palettes.first
            header["isChosen"] = palette == chosen?.id
            header["isOnly"] = name == nil || self.palettes.count == 1
        }
    }

    /// Makes a palette with the picked color in it.
    private func newPalette(_ event: ActionEvent) async throws {
        let content = Swatch.Content(try picker.color(seenBy: event))
        let new = try await history.write(PaletteWords.Steps.newPalette, for: event) { db in
            let palette = try db.savePalette()
            try db.saveSwatches([content], at: .first(in: palette))
            return palette
        }
        choose(new)
        await reveal(palette: new)
    }

    private func renamePalette(_ event: ActionEvent) async throws {
        try await rename(
            PaletteWords.Steps.renamePalette, counting: PaletteWords.paletteNoun, event.section, for: event
        ) { db, id, begun, typed in
            try db.renamePalette(id, from: begun, to: typed)
        }
    }

    private func deletePalette(_ event: ActionEvent) async throws {
        guard let id = event.section.flatMap({ Int64($0) }) else { return }
        let (name, count) = try await history.write(PaletteWords.Steps.deletePalette, for: event) { db in
            (try db.name(of: id), try db.deletePalette(id))
        }
        if chosen == id { choose(nil) }
        history.offer(PaletteWords.paletteDeleted(name, withColors: count))
    }

    private func choosePalette(_ event: ActionEvent) {
        choose(event.section.flatMap { Int64($0) })
        guard let palette = palettes.first(where: { $0.id == chosen }) else { return }
        page.say(PaletteWords.isChosen(palette.name))
    }

    func choose(_ palette: Palette.ID?) {
        chosen = palette
        grid.reconfigureHeaders()
    }

    // MARK: Arranging

    private func sort(_ event: ActionEvent) async throws {
        guard let order = event.fields["sort"].flatMap(SwatchOrder.init), order != arrangement.order else { return }
        try await arrange { $0.order = order }
        page.announce(PaletteWords.sorted(by: order))
    }

    /// Folds a palette, or unfolds it.
    private func fold(_ event: ActionEvent) async throws {
        guard let id = event.section.flatMap({ Palette.ID($0) }), palettes.contains(where: { $0.id == id }) else {
            return
        }
        let isFolded = !arrangement.folded.contains(id)
        // Clears the selection, so that no hidden color is deleted together with visible ones.
        if isFolded { grid.deselectAll() }
        try await arrange { $0.fold(id, isFolded) }
    }

    private func foldAll(_ event: ActionEvent) async throws {
        grid.deselectAll()
        let all = palettes.map(\.id)
        try await arrange { $0.fold(all: all) }
        page.announce(PaletteWords.palettesFolded)
    }

    private func unfoldAll(_ event: ActionEvent) async throws {
        try await arrange { $0.fold(all: []) }
        page.announce(PaletteWords.palettesShown)
    }

    private func arrange(_ change: (inout PaletteArrangement) -> Void) async throws {
        let before = arrangement
        change(&arrangement)
        observeCounts()
        showArrangement()
        do { try await showList() } catch {
            arrangement = before
            showArrangement()
            throw error
        }
        grid.reconfigureHeaders()
        showCounts()
    }

    private func restoreArrangement(_ words: [Substring]) async {
        arrangement = PaletteArrangement(
            order: words.first.map(String.init), folded: words.dropFirst().first.map(String.init))
        observeCounts()
        showArrangement()
        // If the list cannot be read now, the list shows the error itself.
        if arrangement != PaletteArrangement() { try? await showList() }
    }

    /// Scrolls to a color that was just saved, and unfolds its palette before.
    ///
    /// - Parameter new: The saved color; `nil` if none was saved.
    func reveal(_ new: Swatch.ID?) async {
        if let new, !arrangement.folded.isEmpty {
            // The color is saved, so an error of reading is ignored. If the list cannot be read now, the list shows the
            // error.
            let palette = try? await store.read { db in try db.palette(of: new) }
            if let palette, arrangement.folded.contains(palette) { try? await arrange { $0.fold(palette, false) } }
        }
        added.scroll(grid, to: new)
    }

    /// Scrolls to a palette that was just made. Does nothing for an empty palette, because it has no color in the list.
    func reveal(palette: Palette.ID?) async {
        guard let palette else { return }
        await reveal(try? await store.read { db in try db.firstSwatch(in: palette) })
    }

    private var query: SwatchQuery {
        SwatchQuery(order: arrangement.order, folded: arrangement.folded, palettes: declared)
    }

    /// Changes this window's list to the current query. Repeats this if the query changes while the list is read.
    private func showList() async throws {
        var shown: SwatchQuery
        repeat {
            shown = query
            if !hasOwnList {
                let own = try await FetchedResults(shown.request, in: store, showingFirst: Gallery.firstRows)
                guard !hasOwnList else { continue }
                swatches = own
                showSwatches()
            } else {
                // Far from the top, the rows in view are known only after the whole list has been read.
                let isNearTop = grid.visibleRect.y < 4_000
                try await swatches.change(to: shown.request, showingFirst: isNearTop ? Gallery.firstRows : nil)
            }
        } while shown != query
    }

    /// Updates the sections after palettes were added, deleted or moved. Empty palettes are sections, too.
    private func didChangePalettes() {
        let ids = palettes.map(\.id)
        guard ids != declared else { return }
        declared = ids
        arrangement.keep(ids)
        // If the list cannot be read now, the list shows the error itself.
        task { [self] in try? await showList() }
    }

    /// Updates the counts of folded palettes when colors change. This window's own list does not contain the colors of
    /// folded palettes.
    private func observeCounts() {
        guard !isCounting, !arrangement.folded.isEmpty else { return }
        isCounting = true
        let updates = allSwatches.updates()
        observe(updates) { _ in
            guard !self.arrangement.folded.isEmpty else { return }
            self.grid.reconfigureHeaders()
            self.showCounts()
        }
    }

    /// The number of colors in a palette, folded or not.
    private func count(of section: RowsSection, shown count: Int) -> Int {
        guard let id = Palette.ID.fromDatabaseValue(section.value), arrangement.folded.contains(id) else {
            return count
        }
        let all = allSwatches.snapshot
        return all.section(of: section).map { all.range(ofSection: $0).count } ?? 0
    }

    private func move(_ event: ActionEvent) async throws {
        guard let move = event.move(in: grid) else { return }
        let order = arrangement.order
        try await history.write(PaletteWords.Steps.move, for: event) { db in
            if order == .manual { return try db.moveSwatches(move) }
            // In any order, a drag can move colors into another palette.
            if try !db.moveSwatchesAcross(move) { throw PaletteError.notByHand(order) }
        }
        hint.markDone()
    }

    private func showArrangement() {
        for order in SwatchOrder.allCases { page[order.outlet] = arrangement.order == order }
    }

    // MARK: Sheets

    /// Opens a sheet that asks to which palette the colors are to be moved.
    private func moveTo(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let words = PaletteWords.move(items.count)
        try await page.present(
            NameListController(words, of: allPalettes) { [history] choice, event in
                let (palette, name, count) = try await history.write(PaletteWords.Steps.move, for: event) { db in
                    let palette = try db.palette(chosen: choice)
                    return (palette, try db.name(of: palette), try db.moveSwatches(items, to: palette))
                }
                history.offer(PaletteWords.moved(count, to: name))
                return palette
            })
    }

    /// Opens a sheet in which the palettes can be arranged.
    private func arrangePalettes(_ event: ActionEvent) async throws {
        let sheet = NameListController(PaletteWords.arrangePalettes, of: allPalettes) { [history] choice, event in
            try await history.write(PaletteWords.Steps.newPalette, for: event) { db in
                try db.palette(chosen: choice)
            }
        }
        sheet.didMove = { [history] move, event in
            try await history.write(
                PaletteWords.Steps.movePalette, for: event, counting: PaletteWords.paletteNoun
            ) { db in
                try db.movePalettes(move)
            }
        }
        try await page.present(sheet)
    }

    // MARK: Importing

    /// Imports the files of one choice as they arrive, in one undo step. A picture becomes a palette of its colors.
    private func importPalettes(_ event: ActionEvent) async throws {
        if try await pasteCopied(event) { return }
        let choice = event.choice ?? FileChoice(id: event.receipt ?? UUID().uuidString, remaining: 0)
        if imports[choice.id] == nil, imports.count >= 8 { imports = [:] }
        let files = event.files
        let size = files.reduce(0) { $0 + Int(clamping: $1.size) }
        let read = try await HeavyWork.shared.withRoom(forBytes: size, endsWithPage: true) {
            var new = PaletteImport()
            for file in files { new += try await self.read(file) }
            if !new.palettes.isEmpty { try await write(new, for: event, group: choice.id) }
            new.forgetPalettes()
            return new
        }
        var sum = imports[choice.id] ?? PaletteImport()
        sum += read
        imports[choice.id] = sum
        guard choice.remaining == 0 else { return }
        imports[choice.id] = nil
        say(sum)
        await reveal(palette: imported)
    }

    private func read(_ file: UploadedFile) async throws -> PaletteImport {
        if PicturePalette.isPicture(file) {
            do { return PaletteImport(try await PicturePalette(of: file, by: pictures)) } catch let error
                as PaletteError
            {
                return PaletteImport(saying: error.description)
            }
        }
        return try await HeavyWork.shared.perform(endsWithPage: true) { turn in
            let new = PaletteImport(
                path: file.path, named: file.name, size: Int(clamping: file.size), while: turn.goesOn)
            try turn.check()
            return new
        }
    }

    /// Pastes copied colors with their names, if the uploaded file has the text of the last copy.
    ///
    /// - Returns: True if the file has that text.
    private func pasteCopied(_ event: ActionEvent) async throws -> Bool {
        guard let file = event.files.first(where: { $0.name == PaletteWords.pastedPalette }),
            clipboard.mayHave(textOf: file.size)
        else { return false }
        let path = file.path
        let copied = try await HeavyWork.shared.perform { [clipboard] _ in
            FileManager.default.contents(atPath: path).flatMap {
                clipboard.contents(ofCopied: String(decoding: $0, as: UTF8.self))
            }
        }
        guard let copied else { return false }
        try await paste(copied, behind: pastePlace ?? event.items(in: grid), for: event)
        pastePlace = nil
        return true
    }

    /// Imports palettes from pasted text, if the text has the format of a palette file.
    ///
    /// - Returns: True if a palette was imported.
    private func importPalettes(pasted text: String, for event: ActionEvent) async throws -> Bool {
        let bytes = Array(text.utf8)
        guard PaletteFormat.isPalette(bytes) else { return false }
        let new = try await HeavyWork.shared.perform { turn in
            PaletteImport(bytes, named: PaletteWords.pastedPalette, while: turn.goesOn)
        }
        guard !new.palettes.isEmpty else { return false }
        try await write(new, for: event, group: nil)
        say(new)
        await reveal(palette: imported)
        return true
    }

    private func write(_ new: PaletteImport, for event: ActionEvent, group: String?) async throws {
        let palettes = new.palettes
        imported = try await history.write(PaletteWords.Steps.importing, for: event, group: group) { db in
            try db.importPalettes(palettes).first
        }
    }

    private func say(_ sum: PaletteImport) {
        if let summary = sum.summary { history.offer(PaletteWords.imported(summary)) }
        if sum.problemCount > 0 { page.say(error: sum.complaint) }
    }

    // MARK: Pictures

    private func addPicture(_ event: ActionEvent) async throws {
        guard let file = event.files.first else { return }
        let palette = try await PicturePalette(of: file, by: pictures)
        let new = try await palette.save(in: history, for: event)
        choose(new)
        history.offer(palette.sentence)
        await reveal(palette: new)
    }
}

extension PaletteController: PickerControllerDelegate {
    func picker(_ picker: PickerController, save event: ActionEvent) async throws { try await save(event) }
    func picker(_ picker: PickerController, didRead colors: TypedColors) { offer(colors) }
}

extension PaletteController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "load" }
    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? {
        PaletteMenu.menu(for: items, isReadOnly: store.isReadOnly)
    }
    func collectionView(_ view: CollectionView<Int64>, leadingSwipeActionsFor item: Int64) -> SwipeActions? {
        isSelecting ? nil : PaletteMenu.leadingSwipe
    }
    func collectionView(_ view: CollectionView<Int64>, trailingSwipeActionsFor item: Int64) -> SwipeActions? {
        isSelecting || store.isReadOnly ? nil : PaletteMenu.trailingSwipe
    }
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
