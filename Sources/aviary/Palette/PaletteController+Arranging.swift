import AviaryApps
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryViews
import GRDB

/// Actions for the order of saved colors within their palettes, and for folding palettes.
extension PaletteController {
    func sort(_ event: ActionEvent) async throws {
        guard let order = event.fields["sort"].flatMap(SwatchOrder.init), order != arrangement.order else { return }
        try await arrange { $0.order = order }
        page.announce(PaletteWords.sorted(by: order))
    }

    /// Folds a palette, or unfolds it.
    func fold(_ event: ActionEvent) async throws {
        guard let id = event.section.flatMap({ Palette.ID($0) }), palettes.contains(where: { $0.id == id }) else {
            return
        }
        let isFolded = !arrangement.folded.contains(id)
        // Clears the selection, so that no hidden color is deleted together with visible ones.
        if isFolded { grid.deselectAll() }
        try await arrange { $0.fold(id, isFolded) }
    }

    func foldAll(_ event: ActionEvent) async throws {
        grid.deselectAll()
        let all = palettes.map(\.id)
        try await arrange { $0.fold(all: all) }
        page.announce(PaletteWords.palettesFolded)
    }

    func unfoldAll(_ event: ActionEvent) async throws {
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

    func restoreArrangement(_ words: [Substring]) async {
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
    func showList() async throws {
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
    func didChangePalettes() {
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
    func count(of section: RowsSection, shown count: Int) -> Int {
        guard let id = Palette.ID.fromDatabaseValue(section.value), arrangement.folded.contains(id) else {
            return count
        }
        let all = allSwatches.snapshot
        return all.section(of: section).map { all.range(ofSection: $0).count } ?? 0
    }

    func move(_ event: ActionEvent) async throws {
        guard let move = event.move(in: grid) else { return }
        let order = arrangement.order
        try await history.write(PaletteWords.Steps.move, for: event) { db in
            if order == .manual { return try db.moveSwatches(move) }
            // In any order, a drag can move colors into another palette.
            if try !db.moveSwatchesAcross(move) { throw PaletteError.notByHand(order) }
        }
        hint.follow()
    }

    func showArrangement() {
        for order in SwatchOrder.allCases { page[order.outlet] = arrangement.order == order }
    }

    // MARK: Sheets

    /// Opens a sheet that asks to which palette the colors are to be moved.
    func moveTo(_ event: ActionEvent) async throws {
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
    func arrangePalettes(_ event: ActionEvent) async throws {
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
}
