import AviaryText

/// The words of the Colors room that are not in its storyboard.
enum ColorsWords {
    static let title = "Colors"

    // MARK: Buttons

    static let clearAll = "Clear all"
    static let removeSelected = "Remove selected colors"

    /// The names of the steps for undo and redo.
    enum Steps {
        static let add = "Add color"
        static let remove = "Remove colors"
        static let clear = "Clear all"
        static let send = "Send to palette"
    }

    // MARK: A color

    static func whiteText(_ contrast: String) -> String { "\(contrast) with white text" }
    static func blackText(_ contrast: String) -> String { "\(contrast) with black text" }

    // MARK: What was done

    static func removed(_ count: Int) -> String { "\(RoomWords.colors(count)) removed" }
    static func sent(_ count: Int, toPalette name: String) -> String {
        "\(RoomWords.colors(count)) sent to \(name.quoted)"
    }
    static let notCleared =
        "“Clear all” was pressed while colors are selected, so nothing was removed. Press the button again to remove those."

    /// The hint about selecting colors, for a mouse and for a finger.
    static let hint = (mouse: "Click a color to select it.", finger: "Tap a color to select it.")
}
