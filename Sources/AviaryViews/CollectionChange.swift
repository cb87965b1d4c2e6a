/// What a collection view tells the screen. Applied in turn, the screen shows what the view holds.
public enum CollectionChange: Hashable, Sendable {
    /// One tile, as the screen knows it.
    public struct Tile: Hashable, Sendable {
        public var id: String
        public var isSelected: Bool
        /// Which of the registered templates.
        public var template: Int
        public var values: [CellValue?]

        public init(id: String, isSelected: Bool, template: Int, values: [CellValue?]) {
            self.id = id
            self.isSelected = isSelected
            self.template = template
            self.values = values
        }
    }

    /// One step in rewriting the tiles that the screen holds; steps read the old tiles from the beginning.
    public enum Step: Hashable, Sendable {
        case keep(Int)
        case drop(Int)
        /// A tile that stood elsewhere among the old ones.
        case move(String)
        case insert(Tile)
    }

    /// Everything: the layout, the number of items, and the tiles from position `base` on.
    case reset(Lattice, count: Int, base: Int, tiles: [Tile])
    /// Other tiles than before: `base` is the position of the first in the result.
    case splice(count: Int, base: Int, steps: [Step])
    /// Outlets of a tile, by their number in its template.
    case cell(id: String, [Int: CellValue?])
    /// Tiles whose selection changed.
    case selection(on: [String], off: [String])
}
