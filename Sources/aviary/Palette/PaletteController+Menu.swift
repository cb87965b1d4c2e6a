import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryText
import AviaryViews

/// What can be done with saved colours: by menu, by its keys, for one or for all that are selected.
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

    /// What can be done without writing.
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
        let items = event.items(in: grid)
        guard !items.isEmpty else { return }
        try await put(contents(of: items))
        let count = try await history.write(PaletteWords.Steps.cut, for: event) { db in try db.removeSwatches(items) }
        if count > 0 { history.offer(PaletteWords.cut(count)) }
    }

    func copy(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
        let notation = event.fields["as"].flatMap(ColorNotation.init) ?? .hex
        guard !items.isEmpty else { return }
        let contents = try await contents(of: items)
        let text = try await put(contents, as: notation)
        page.sayCopied(text, count: contents.count)
    }

    /// What can be pasted of colors, in the order they are shown in.
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

    /// The page has read the system's clipboard, before the menu's "Paste" is done.
    func readClipboard(_ event: ActionEvent) { copied = event.fields["text"] }

    /// Pastes behind what the menu was for, or else as the first of the chosen palette.
    func paste(_ event: ActionEvent) async throws {
        let pasted = event.fields["text"] ?? ""
        // A browser may keep the system's clipboard to itself.
        let text = pasted.isBlank ? copied ?? "" : pasted
        if try await importPalettes(pasted: text, for: event) { return }
        let (contents, unread) = try clipboard.contents(for: text)
        try await paste(contents, behind: event.items(in: grid), for: event)
        if let skipped = PaletteWords.skipped(unread) { page.say(skipped) }
    }

    /// The page sends long text as a file next. It is pasted behind the color that has the focus, and those that are selected
    /// with it, or else behind all that are selected.
    func pasteFile(_ event: ActionEvent) {
        let selection = event.selection(in: grid)
        let focused = event.item(in: grid)
        pastePlace = focused.map { selection.contains($0) ? selection : [$0] } ?? selection
    }

    /// Saves colors behind the last of some others, or as the first of the chosen palette where there are no others.
    func paste(_ contents: [Swatch.Content], behind items: Set<Swatch.ID>, for event: ActionEvent) async throws {
        let snapshot = grid.snapshot
        let last = items.max { snapshot.position(of: $0) ?? -1 < snapshot.position(of: $1) ?? -1 }
        let chosen = chosen
        try await history.write(PaletteWords.Steps.paste, for: event) { db in
            try db.saveSwatches(contents, at: last.map { .behind($0) } ?? .first(in: db.palette(for: chosen)))
        }
    }

    func duplicate(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
        guard !items.isEmpty else { return }
        try await history.write(PaletteWords.Steps.duplicate, for: event) { db in try db.duplicateSwatches(items) }
    }

    func delete(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
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
