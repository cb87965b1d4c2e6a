/// A sentence that tells a new person what can be done in a room. It is shown until somebody has done this in the
/// gallery.
enum Hint: String {
    case selectColors
    case moveSwatches
    case movePhotos
    case openWebPhotos

    /// The texts of the hint, for a mouse and for a finger.
    var texts: (mouse: String, finger: String) {
        switch self {
        case .selectColors: ColorsWords.hint
        case .moveSwatches: PaletteWords.hint
        case .movePhotos: PhotosWords.hint
        case .openWebPhotos: PhotoramaWords.hint
        }
    }

    /// The numbers of items with which the hint is shown. The hint needs free space below the items. A single item
    /// cannot be moved. Photorama's lists are long, so the hint has a place of its own there, and is shown with any
    /// number.
    var counts: ClosedRange<Int> {
        switch self {
        case .selectColors: 1...8
        case .moveSwatches: 2...4
        case .movePhotos: 2...8
        case .openWebPhotos: 1 ... .max
        }
    }
}
