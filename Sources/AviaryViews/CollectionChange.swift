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

    /// An item that only one of two windows holds, and its position in the list of the other.
    public struct Place: Hashable, Sendable {
        public var id: String
        public var position: Int

        public init(id: String, position: Int) {
            self.id = id
            self.position = position
        }
    }

    /// Everything: the layout, the number of items, and the tiles from position `base` on.
    case reset(Lattice, count: Int, base: Int, tiles: [Tile])
    /// Other tiles than before: `base` is the position of the first in the result.
    ///
    /// After an update `elsewhere` tells where the tiles put in stood in the old list and where those dropped stand in
    /// the new one, as far as they did and do. When only the window went on, it is nil.
    case splice(count: Int, base: Int, steps: [Step], elsewhere: [Place]? = nil)
    /// Outlets of a tile, by their number in its template.
    case cell(id: String, [Int: CellValue?])
    /// An item that was being edited is not in the list any more. Told before the splice that takes its tile away.
    case gone(id: String)
    /// There are menus, and these are the keys in them.
    case menus(shortcuts: [String])
    /// Tiles whose selection changed.
    case selection(on: [String], off: [String])
}
