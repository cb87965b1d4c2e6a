/// How a window shows palettes: what a person chooses under "Arrange", and which of them are folded.
struct PaletteArrangement: Hashable, Sendable {
    var order = SwatchOrder.manual
    private(set) var folded: Set<Palette.ID> = []

    /// Not more, since the page keeps this as text.
    private static let mostFolded = 500

    mutating func fold(_ palette: Palette.ID, _ isFolded: Bool) {
        if !isFolded { folded.remove(palette) } else if folded.count < Self.mostFolded { folded.insert(palette) }
    }

    mutating func fold(all palettes: some Sequence<Palette.ID>) { folded = Set(palettes.prefix(Self.mostFolded)) }

    /// Forgets the palettes that are gone.
    mutating func keep(_ palettes: [Palette.ID]) { folded.formIntersection(palettes) }

    /// For `restorationState`; it comes back from outside.
    var words: String {
        "\(order.rawValue) \(folded.sorted().map(String.init).joined(separator: ","))"
    }

    init() {}

    init(order: String?, folded: String?) {
        self.order = order.flatMap(SwatchOrder.init) ?? .manual
        fold(all: folded?.split(separator: ",").compactMap { Palette.ID($0) } ?? [])
    }
}
