import AviaryColors
import AviaryText
import Foundation

/// The words of the Palette room that are not in its storyboards. Extensions have those about errors, contrast and
/// files.
enum PaletteWords {
    static let title = "Palette"

    // MARK: Menus and buttons

    enum Buttons {
        static let cut = "Cut"
        static let copy = "Copy"
        static let copyAs = "Copy as"
        static func notation(_ notation: ColorNotation) -> String { "\(notation)" }
        static let more = "More"
        static let paste = "Paste"
        static let duplicate = "Duplicate"
        static let moveTo = "Move to…"
        static let deselectAll = "Deselect all"
        static let replace = "Replace with picked color"
        static let contrast = "Contrast…"
        static let harmonies = "Harmonies and ramps…"
        static let exportPalette = "Export palette…"
        static let newPalette = "New palette"
        static let saveAll = "Save all"
        static let undo = "Undo"
    }

    /// The noun for one changed thing, in messages about steps that could not be undone.
    static let paletteNoun = "palette"

    /// The names of the steps for undo and redo.
    enum Steps {
        static let save = "Save color"
        static let saveAll = "Save colors"
        static let cut = "Cut"
        static let paste = "Paste"
        static let duplicate = "Duplicate"
        static let delete = "Delete colors"
        static let replace = "Replace color"
        static let move = "Move"
        static let renameColor = "Rename color"
        static let contrast = "Change contrast"
        static let importing = "Import"
        static let newPalette = "New palette"
        static let renamePalette = "Rename palette"
        static let movePalette = "Move palette"
        static let deletePalette = "Delete palette"
    }

    // MARK: Colors

    /// The name of the field for a color's name, for screen readers.
    static func colorField(_ name: String) -> String { "Name of \(name)" }
    static let selecting = "Selecting. Tap colors to select more."
    static func cut(_ count: Int) -> String { "\(RoomWords.colors(count)) cut" }
    static func deleted(_ count: Int) -> String { "\(RoomWords.colors(count)) deleted" }
    static func moved(_ count: Int, to palette: String) -> String {
        "\(RoomWords.colors(count)) moved to \(palette.quoted)"
    }
    static func renamed(to name: String) -> String { "Renamed to \(name.onOneLine.shortened(to: 40))" }
    static let invisibleRemoved = "Invisible characters were removed from the name."
    static func firstIsPicked(of count: Int) -> String { "The first of \(RoomWords.colors(count)) is picked." }
    /// The message about lines, or parts of lines, that are not colors; `nil` if there are none.
    static func skipped(_ count: Int) -> String? {
        switch count {
        case 0: nil
        case 1: "1 entry was skipped because it isn't a color."
        default: "\(count.formatted(.number)) entries were skipped because they aren't colors."
        }
    }
    static let noColors = "No saved colors yet."
    static let allFolded = "All palettes with colors are folded."
    /// The hint about moving colors, for a mouse and for a finger.
    static let hint = (
        mouse: "Drag a saved color to move it, or with Alt into another app.",
        finger: "Hold a saved color, then drag it to move it."
    )

    // MARK: Order

    static func sorted(by order: SwatchOrder) -> String { "Sorted by \(name(of: order))." }
    /// The name of an order, as the end of "Sorted by".
    static func name(of order: SwatchOrder) -> String {
        switch order {
        case .manual: "hand"
        case .hue: "hue"
        case .lightness: "lightness"
        case .chroma: "chroma"
        case .name: "name"
        case .date: "date"
        }
    }
    static let palettesFolded = "All palettes are folded."
    static let palettesShown = "All palettes are shown."

    // MARK: Palettes

    /// The name of a new palette.
    static let newPalette = "New palette"
    /// The heading of colors without a palette.
    static let noPalette = "No palette"
    /// The name of the field for a palette's name, for screen readers.
    static func paletteField(_ name: String) -> String { "Name of palette \(name)" }
    static func isChosen(_ name: String) -> String { "Colors are saved in \(name.quoted) from now on." }
    static func paletteAdded(_ name: String) -> String { "Palette \(name.quoted) added" }
    static func paletteAdded(_ name: String, withColors count: Int) -> String {
        "\(paletteAdded(name)), with \(RoomWords.colors(count))"
    }
    static func paletteDeleted(_ name: String, withColors count: Int) -> String {
        "\(name.quoted) deleted" + (count > 0 ? ", with \(RoomWords.colors(count))" : "")
    }
    static func move(_ count: Int) -> NameListWords {
        paletteList(title: "Move \(RoomWords.colors(count))", add: "Move")
    }
    static let arrangePalettes = paletteList(title: "Palettes", add: "Add")
    private static func paletteList(title: String, add: String) -> NameListWords {
        NameListWords(
            title: title, field: "Name of the new palette", placeholder: newPalette, add: add, list: "Palettes",
            nothing: "No palettes yet. Name the first one above.")
    }

    // MARK: The picker

    /// The names of the preset colors.
    enum Presets {
        static let red = "Red"
        static let orange = "Orange"
        static let yellow = "Yellow"
        static let green = "Green"
        static let blue = "Blue"
        static let purple = "Purple"
        static let black = "Black"
    }
    /// The name of a picked color that is not a preset.
    static let customColor = "Custom"
    static func picked(_ name: String, hex: String) -> String { "\(name), \(hex)" }
    static func name(of channel: Channel) -> String {
        switch channel {
        case .red: "Red"
        case .green: "Green"
        case .blue: "Blue"
        case .hue, .tone: "Hue"
        case .saturation: "Saturation"
        case .lightness, .perceived: "Lightness"
        case .chroma: "Chroma"
        }
    }
    /// The name of a channel's field, for screen readers.
    static func field(of channel: Channel, upTo limit: String) -> String { "\(name(of: channel)), 0 to \(limit)" }
    static func nearestTaken(_ channel: Channel) -> String {
        "\(name(of: channel)) goes from 0 to \(channel.limit.formatted()): the nearest color was taken."
    }
}
