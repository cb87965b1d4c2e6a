/// The reason why an action of the Palette room failed.
enum PaletteError: Error, Hashable, CustomStringConvertible {
    /// `typed` is the new name that a person typed.
    case swatchGone(typed: String? = nil)
    case paletteGone(typed: String? = nil)
    case nothingToPaste
    /// The colors that were offered for saving have been saved or discarded.
    case nothingToSave
    /// The palette has fewer than two colors.
    case noPair
    /// `reason` is the end of a sentence.
    case pictureRefused(name: String, reason: String)
    case notByHand(SwatchOrder)
    /// The palette changed during an export, and the file already states the number of colors.
    case changedMeanwhile

    var description: String { PaletteWords.sentence(about: self) }
}

/// The result of renaming a record.
enum Renaming: Hashable, Sendable {
    case unchanged
    case renamed
    /// Somebody else renamed the record while the person typed. The new name has replaced that name.
    case overruled(String)
}
