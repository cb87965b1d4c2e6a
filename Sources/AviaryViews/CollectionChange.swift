/// What a collection view tells the screen. Applied in turn, the screen shows what the view holds.
package enum CollectionChange: Hashable, Sendable {
    /// One tile, as the screen knows it.
    package struct Tile: Hashable, Sendable {
        package var id: String
        package var isSelected: Bool
        /// Which of the registered templates.
        package var template: Int
        package var values: [CellValue?]

        package init(id: String, isSelected: Bool, template: Int, values: [CellValue?]) {
            self.id = id
            self.isSelected = isSelected
            self.template = template
            self.values = values
        }
    }

    /// One step in rewriting the tiles that the screen holds; steps read the old tiles from the beginning.
    package enum Step: Hashable, Sendable {
        case keep(Int)
        case drop(Int)
        /// A tile that stood elsewhere among the old ones.
        case move(String)
        case insert(Tile)
    }

    /// An item that only one of two windows holds, and its position in the list of the other.
    package struct Elsewhere: Hashable, Sendable {
        package var id: String
        package var position: Int

        package init(id: String, position: Int) {
            self.id = id
            self.position = position
        }
    }

    /// One step in rewriting how many items each section has; steps read the old list from the beginning, and what they
    /// leave unread is kept.
    package enum SectionStep: Hashable, Sendable {
        case keep(Int)
        case drop(Int)
        /// So many sections of so many items each.
        case insert(Int, count: Int)
    }

    /// The header of a section, as the screen is told of it.
    package struct Header: Hashable, Sendable {
        package var id: String
        /// `nil` when the screen holds this header, and has all this.
        package var values: [CellValue?]?

        package init(id: String, values: [CellValue?]?) {
            self.id = id
            self.values = values
        }
    }

    /// The headers held: those of the sections from the first on.
    package struct Headers: Hashable, Sendable {
        package var first: Int
        package var list: [Header]

        package init(first: Int, list: [Header]) {
            self.first = first
            self.list = list
        }
    }

    /// Everything: the layout, the number of items, and the tiles from position `base` on.
    case reload(Lattice, count: Int, base: Int, tiles: [Tile], headers: Headers? = nil)
    /// Other tiles than before: `base` is the position of the first in the result.
    ///
    /// After an update `elsewhere` tells where the tiles put in stood in the old list and where those dropped stand in
    /// the new one, as far as they did and do. When only the window went on, it is nil. The headers are nil when they are
    /// as they were.
    case splice(
        count: Int, base: Int, steps: [Step], elsewhere: [Elsewhere]? = nil, sections: [SectionStep] = [],
        headers: Headers? = nil)
    /// Outlets of a tile, by their number in its template.
    case cell(id: String, [Int: CellValue?])
    /// An item that was being edited is not in the list any more. Told before the splice that takes its tile away.
    case gone(id: String)
    /// There are menus, and these are the keys in them.
    case menus(shortcuts: [String])
    /// Tiles whose selection changed.
    case selection(on: [String], off: [String])
}
