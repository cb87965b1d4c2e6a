/// What a person who is new is told of a room, until somebody has done it.
enum Hint: String {
    case selectColors
    case moveSwatches
    case movePhotos
    case openWebPhotos

    /// As it is done with a mouse, and with a finger.
    var texts: (mouse: String, finger: String) {
        switch self {
        case .selectColors: ColorsWords.hint
        case .moveSwatches: PaletteWords.hint
        case .movePhotos: PhotosWords.hint
        case .openWebPhotos: PhotoramaWords.hint
        }
    }

    /// It stands below so few items, where there is nothing else; in Photorama, whose lists are long, it has a lane below them.
    /// One item alone can be moved nowhere.
    var counts: ClosedRange<Int> {
        switch self {
        case .selectColors: 1...8
        case .moveSwatches: 2...4
        case .movePhotos: 2...8
        case .openWebPhotos: 1 ... .max
        }
    }
}
