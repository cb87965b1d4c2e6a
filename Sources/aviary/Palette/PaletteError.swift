/// Why something cannot be done in the Palette room.
enum PaletteError: Error, Hashable, CustomStringConvertible {
    /// `typed` is what it was to be called.
    case swatchGone(typed: String? = nil)
    case paletteGone(typed: String? = nil)
    case nothingToPaste
    /// The colors that were offered to be saved are not here any more.
    case nothingToSave
    /// The palette has fewer than two colors.
    case noPair
    /// `reason` is the end of a sentence.
    case pictureRefused(name: String, reason: String)
    case notByHand(SwatchOrder)
    /// While it was saved as a file that tells how many colors it has.
    case changedMeanwhile

    var description: String { PaletteWords.sentence(about: self) }
}

/// What came of giving something another name.
enum Renaming: Hashable, Sendable {
    case unchanged
    case renamed
    /// Somebody else had renamed it while the person typed; that name is gone now.
    case overruled(String)
}
