/// The reason why an action of the Palette room failed.
enum PaletteError: Error, Hashable, CustomStringConvertible {
    /// The color was deleted. `typed` is the name that the person gave it.
    case swatchGone(typed: String? = nil)
    case paletteGone(typed: String? = nil)
    case nothingToPaste
    /// The colors that were offered for saving have been saved or dropped.
    case nothingToSave
    /// The palette has fewer than two colors.
    case noPair
    /// No palette can be made of the picture. `reason` is the end of a sentence.
    case pictureRefused(name: String, reason: String)
    case notByHand(SwatchOrder)
    /// The number of colors changed during an export. The head of the file already states the former number.
    case changedMeanwhile

    var description: String { PaletteWords.sentence(about: self) }
}
