import AviaryColors
import AviaryViews

/// The context menus of saved colors.
enum PaletteMenu {
    /// The menu for one color or for several ones; for none, the menu of the empty space.
    static func menu(for items: Set<Swatch.ID>, isReadOnly: Bool) -> Menu {
        if isReadOnly { return readingMenu(for: items) }
        let paste = MenuItem(PaletteWords.Buttons.paste, action: "paste", shortcut: "Mod+V")
        guard !items.isEmpty else {
            return Menu([paste, MenuItem(PaletteWords.Buttons.newPalette, action: "newPalette")])
        }
        let isOne = items.count == 1
        return Menu(
            [
                MenuItem(PaletteWords.Buttons.cut, action: "cut", shortcut: "Mod+X"),
                copy, copyingMenu, paste,
            ],
            [
                MenuItem(PaletteWords.Buttons.duplicate, action: "duplicate", shortcut: "Mod+D"),
                isOne
                    ? MenuItem(RoomWords.select, action: "select")
                    : MenuItem(PaletteWords.Buttons.deselectAll, action: "deselect"),
                MenuItem(
                    PaletteWords.Buttons.more,
                    children: [MenuItem(PaletteWords.Buttons.moveTo, action: "moveTo")]
                        + (isOne ? [MenuItem(PaletteWords.Buttons.replace, action: "recolor")] : [])
                        + [MenuItem(PaletteWords.Buttons.contrast, action: "contrast")]
                        + (items.count > 2 ? [] : [MenuItem(PaletteWords.Buttons.harmonies, action: "harmonies")])
                        + exportMenu(for: items)),
            ],
            [delete])
    }

    /// The action of a swipe from the leading edge of a color.
    static let leadingSwipe = SwipeActions(copy)

    /// The action of a swipe from the trailing edge of a color.
    static let trailingSwipe = SwipeActions(delete)

    private static let copy = MenuItem(PaletteWords.Buttons.copy, action: "copy", shortcut: "Mod+C")
    private static let delete = MenuItem(
        RoomWords.delete, action: "delete", shortcut: "Delete", isDestructive: true)

    /// The menu of a read-only gallery.
    private static func readingMenu(for items: Set<Swatch.ID>) -> Menu {
        guard !items.isEmpty else { return Menu([]) }
        return Menu(
            [copy, copyingMenu],
            [MenuItem(PaletteWords.Buttons.contrast, action: "contrast")],
            exportMenu(for: items),
            items.count == 1 ? [] : [MenuItem(PaletteWords.Buttons.deselectAll, action: "deselect")])
    }

    private static var copyingMenu: MenuItem {
        MenuItem(
            PaletteWords.Buttons.copyAs,
            children: ColorNotation.allCases.map {
                MenuItem(PaletteWords.Buttons.notation($0), action: "copy", fields: ["as": $0.rawValue])
            })
    }

    private static func exportMenu(for items: Set<Swatch.ID>) -> [MenuItem] {
        items.count == 1 ? [MenuItem(PaletteWords.Buttons.exportPalette, action: "exportPalette")] : []
    }
}
