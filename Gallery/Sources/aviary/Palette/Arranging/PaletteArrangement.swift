/// How a window shows palettes: the order chosen under "Arrange", and the folded palettes.
struct PaletteArrangement: Hashable, Sendable {
    var order = SwatchOrder.manual
    private(set) var folded: Set<Palette.ID> = []

    /// The largest number of folded palettes. It is limited, because the page stores them as text.
    private static let mostFolded = 500

    mutating func fold(_ palette: Palette.ID, _ isFolded: Bool) {
        if !isFolded { folded.remove(palette) } else if folded.count < Self.mostFolded { folded.insert(palette) }
    }

    mutating func fold(all palettes: some Sequence<Palette.ID>) { folded = Set(palettes.prefix(Self.mostFolded)) }

    /// Drops folded palettes that were deleted.
    mutating func keep(_ palettes: [Palette.ID]) { folded.formIntersection(palettes) }

    /// The text for `restorationState`. A browser may send back any text, so do not trust it.
    var words: String {
        "\(order.rawValue) \(folded.sorted().map(String.init).joined(separator: ","))"
    }

    init() {}

    init(order: String?, folded: String?) {
        self.order = order.flatMap(SwatchOrder.init) ?? .manual
        fold(all: folded?.split(separator: ",").compactMap { Palette.ID($0) } ?? [])
    }
}
