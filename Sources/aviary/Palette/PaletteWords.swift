/// What the Palette room says, beside its storyboards.
enum PaletteWords {
    // MARK: Palettes

    /// What a palette is called until somebody calls it something else.
    static let newPalette = "New palette"
    static func move(_ count: Int) -> NameListWords {
        paletteList(title: "Move \(RoomWords.colors(count))", add: "Move")
    }
    static let arrangePalettes = paletteList(title: "Palettes", add: "Add")
    private static func paletteList(title: String, add: String) -> NameListWords {
        NameListWords(
            title: title, field: "Name of the new palette", placeholder: newPalette, add: add, list: "Palettes",
            nothing: "No palettes yet. Name the first one above.")
    }
}
