/// Why something cannot be done in the Palette room.
enum PaletteError: Error, Hashable, CustomStringConvertible {
    /// `typed` is what it was to be called.
    case swatchGone(typed: String? = nil)
    case paletteGone(typed: String? = nil)
    case nothingToPaste

    var description: String {
        switch self {
        case .swatchGone(nil): "That color is not there any more: it was removed elsewhere. Nothing was changed."
        case .swatchGone(let typed?): "The color that was to be called \(typed.quoted) was removed elsewhere."
        case .paletteGone(nil): "That palette is not there any more: it was removed elsewhere. Nothing was changed."
        case .nothingToPaste:
            "There is nothing to paste: copy a color here first. What was copied elsewhere is pasted by the keys."
        case .paletteGone(let typed?): "The palette that was to be called \(typed.quoted) was removed elsewhere."
        }
    }
}

/// What came of giving something another name.
enum Renaming: Hashable, Sendable {
    case unchanged
    case renamed
    /// Somebody else had renamed it while the person typed; that name is gone now.
    case overruled(String)
}
