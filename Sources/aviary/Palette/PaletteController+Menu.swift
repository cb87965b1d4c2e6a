import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryText
import AviaryViews

/// Actions for saved colors, by menu or shortcut, for one color or for the selected ones.
extension PaletteController {
    func menu(for items: Set<Swatch.ID>) -> Menu {
        if store.isReadOnly { return readingMenu(for: items) }
        let paste = MenuItem(PaletteWords.Buttons.paste, action: "paste", shortcut: "Mod+V")
        guard !items.isEmpty else {
            return Menu([paste, MenuItem(PaletteWords.Buttons.newPalette, action: "newPalette")])
        }
        let isOne = items.count == 1
        return Menu(
            [
                MenuItem(PaletteWords.Buttons.cut, action: "cut", shortcut: "Mod+X"),
                MenuItem(PaletteWords.Buttons.copy, action: "copy", shortcut: "Mod+C"),
                paste, MenuItem(PaletteWords.Buttons.duplicate, action: "duplicate", shortcut: "Mod+D"),
                MenuItem(PaletteWords.Buttons.moveTo, action: "moveTo"),
            ],
            copyingMenu,
            isOne
                ? [
                    MenuItem(RoomWords.select, action: "select"),
                    MenuItem(PaletteWords.Buttons.replace, action: "recolor"),
                ]
                : [MenuItem(PaletteWords.Buttons.deselectAll, action: "deselect")],
            [MenuItem(PaletteWords.Buttons.contrast, action: "contrast")]
                + (items.count > 2 ? [] : [MenuItem(PaletteWords.Buttons.harmonies, action: "harmonies")]),
            exportMenu(for: items),
            [MenuItem(RoomWords.delete, action: "delete", shortcut: "Delete", isDestructive: true)])
    }

    /// The menu of a read-only gallery.
    private func readingMenu(for items: Set<Swatch.ID>) -> Menu {
        guard !items.isEmpty else { return Menu([]) }
        return Menu(
            [MenuItem(PaletteWords.Buttons.copy, action: "copy", shortcut: "Mod+C")],
            copyingMenu,
            [MenuItem(PaletteWords.Buttons.contrast, action: "contrast")],
            exportMenu(for: items),
            items.count == 1 ? [] : [MenuItem(PaletteWords.Buttons.deselectAll, action: "deselect")])
    }

    private var copyingMenu: [MenuItem] {
        ColorNotation.allCases.map {
            MenuItem(PaletteWords.Buttons.copy(as: $0), action: "copy", fields: ["as": $0.rawValue])
        }
    }

    private func exportMenu(for items: Set<Swatch.ID>) -> [MenuItem] {
        items.count == 1 ? [MenuItem(PaletteWords.Buttons.exportPalette, action: "exportPalette")] : []
    }

    func deselect(_ event: ActionEvent) { grid.deselectAll() }

    func cut(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        try await put(contents(of: items))
        let count = try await history.write(PaletteWords.Steps.cut, for: event) { db in try db.removeSwatches(items) }
        if count > 0 { history.offer(PaletteWords.cut(count)) }
    }

    func copy(_ event: ActionEvent) async throws {
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
    func readClipboard(_ event: ActionEvent) { copied = event.fields["text"] }

    /// Pastes after the colors of the menu, or else at the start of the chosen palette.
    func paste(_ event: ActionEvent) async throws {
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
    func pasteFile(_ event: ActionEvent) {
        let selection = event.selection(in: grid)
        let focused = event.item(in: grid)
        pastePlace = focused.map { selection.contains($0) ? selection : [$0] } ?? selection
    }

    /// Saves colors after the last of the items. Without items, saves them at the start of the chosen palette.
    func paste(_ contents: [Swatch.Content], behind items: Set<Swatch.ID>, for event: ActionEvent) async throws {
        let snapshot = grid.snapshot
        let last = items.max { snapshot.position(of: $0) ?? -1 < snapshot.position(of: $1) ?? -1 }
        let chosen = chosen
        let new = try await history.write(PaletteWords.Steps.paste, for: event) { db in
            try db.saveSwatches(contents, at: last.map { .behind($0) } ?? .first(in: db.palette(for: chosen)))
        }
        await reveal(new.first)
    }

    func duplicate(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let new = try await history.write(PaletteWords.Steps.duplicate, for: event) { db in
            try db.duplicateSwatches(items)
        }
        await reveal(new.first)
    }

    func delete(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let count = try await history.write(PaletteWords.Steps.delete, for: event) { db in try db.removeSwatches(items)
        }
        if count > 0 { history.offer(PaletteWords.deleted(count)) }
    }

    func recolor(_ event: ActionEvent) async throws {
        let color = picker.picker.color
        guard let item = event.items(in: grid).first else { return }
        try await history.write(PaletteWords.Steps.replace, for: event) { db in
            try db.recolorSwatch(item, to: color)
        }
    }
}
