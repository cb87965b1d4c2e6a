import AviaryText

/// Why something cannot be done in the Palette room.
enum PaletteError: Error, Hashable, CustomStringConvertible {
    /// `typed` is what it was to be called.
    case swatchGone(typed: String? = nil)
    case paletteGone(typed: String? = nil)
    case nothingToPaste
    /// The palette has fewer than two colors.
    case noPair
    /// `reason` is the end of a sentence.
    case pictureRefused(name: String, reason: String)
    case notByHand(SwatchOrder)

    var description: String {
        switch self {
        case .swatchGone(nil): "That color was deleted by someone else. Nothing was changed."
        case .swatchGone(let typed?): "The color you named \(typed.quoted) was deleted by someone else."
        case .paletteGone(nil): "That palette was deleted by someone else. Nothing was changed."
        case .nothingToPaste:
            "There is nothing to paste. Copy a color here first. To paste from another app, press Ctrl+V."
        case .noPair: "There are no two colors in this palette to compare."
        case .pictureRefused(let name, let reason): "No palette was made of \(name.quoted): \(reason)."
        case .notByHand(let order):
            """
            Colors can't be reordered while they are sorted by \(order.title). Choose “By hand” under Arrange. \
            Nothing was moved.
            """
        case .paletteGone(let typed?): "The palette you named \(typed.quoted) was deleted by someone else."
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
