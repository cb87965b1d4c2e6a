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

    /// A geometry, as the screen is told of it.
    package enum Geometry: Hashable, Sendable {
        /// All that is needed to compute every frame.
        case lattice(Lattice)
        /// The frames near the visible rect.
        case frames(FramesKey, Frames)
    }

    /// Names a layout at a width.
    package struct FramesKey: Hashable, Sendable {
        package var width: Double
        package var hasHeaders: Bool
        package var version: Int
        package var pinsHeaders: Bool
        package var hasFooters: Bool
        package var pinsFooters: Bool
        package var scrollDirection: ScrollDirection

        package init(
            width: Double, hasHeaders: Bool, version: Int, pinsHeaders: Bool = true, hasFooters: Bool = false,
            pinsFooters: Bool = false, scrollDirection: ScrollDirection = .vertical
        ) {
            self.pinsHeaders = pinsHeaders
            self.hasFooters = hasFooters
            self.pinsFooters = pinsFooters
            self.scrollDirection = scrollDirection
            self.width = width
            self.hasHeaders = hasHeaders
            self.version = version
        }
    }

    /// One step in rewriting the frames that the screen knows; steps read the old frames from the beginning.
    package enum FrameStep: Hashable, Sendable {
        case keep(Int, down: Double)
        case drop(Int)
        case insert([ContentRect])
    }

    /// Where a section is, and how high its header and its footer; without footers that is `nil`.
    package struct SectionFrame: Hashable, Sendable {
        package var y: Double
        package var end: Double
        package var header: Double
        package var footer: Double?

        package init(y: Double, end: Double, header: Double, footer: Double? = nil) {
            self.footer = footer
            self.y = y
            self.end = end
            self.header = header
        }
    }

    /// The frames known, in whole points: those of the items from the first on, and those of the sections whose headers
    /// are held.
    package struct Frames: Hashable, Sendable {
        package var first: Int
        package var steps: [FrameStep]
        package var contentHeight: Double
        package var firstSection: Int
        package var sections: [SectionFrame]
        /// Of the items known that have one, by their number from the first on.
        package var appearances: [Int: ItemAppearance]

        package init(
            first: Int, steps: [FrameStep], contentHeight: Double, firstSection: Int = 0, sections: [SectionFrame] = [],
            appearances: [Int: ItemAppearance] = [:]
        ) {
            self.appearances = appearances
            self.first = first
            self.steps = steps
            self.contentHeight = contentHeight
            self.firstSection = firstSection
            self.sections = sections
        }
    }

    /// The header of a section, or its footer, as the screen is told of it.
    package struct Header: Hashable, Sendable {
        package var id: String
        /// `nil` when the screen holds this header, and has all this.
        package var values: [CellValue?]?

        package init(id: String, values: [CellValue?]?) {
            self.id = id
            self.values = values
        }
    }

    /// The headers held: those of the sections from the first on, each with its footer behind it where sections have footers.
    package struct Headers: Hashable, Sendable {
        package var first: Int
        package var list: [Header]

        package init(first: Int, list: [Header]) {
            self.first = first
            self.list = list
        }
    }

    /// What a section is called, and which part of the content it has, in whole points.
    package struct SectionLabel: Hashable, Sendable {
        package var top: Double
        package var end: Double
        package var text: String

        package init(top: Double, end: Double, text: String) {
            self.top = top
            self.end = end
            self.text = text
        }
    }

    /// Everything: the geometry, the number of items, and the tiles from position `base` on; how many items each section
    /// has, where sections have headers. `isRelaid` says that nothing but the layout is another.
    case reload(
        Geometry, count: Int, base: Int, tiles: [Tile], sections: [Int]? = nil, headers: Headers? = nil,
        isRelaid: Bool = false)
    /// Other tiles than before: `base` is the position of the first in the result.
    ///
    /// After an update `elsewhere` tells where the tiles put in stood in the old list and where those dropped stand in
    /// the new one, as far as they did and do. When only the window went on, it is nil. The headers are nil when they are
    /// as they were; so are the frames, and in a lattice. `isStill` says that nothing is seen moving.
    case splice(
        count: Int, base: Int, steps: [Step], elsewhere: [Elsewhere]? = nil, sections: [SectionStep] = [],
        headers: Headers? = nil, frames: Frames? = nil, isStill: Bool = false)
    /// Outlets of a tile, by their number in its template.
    case cell(id: String, [Int: CellValue?])
    /// An item that was being edited is not in the list any more. Told before the splice that takes its tile away.
    case gone(id: String)
    /// There are menus, and these are the keys in them.
    case menus(shortcuts: [String])
    /// How a person may select from now on.
    case mode(SelectionMode)
    /// Where the item is that was searched for by what a person has typed; `nil` when there is none.
    case found(number: Int, position: Int?)
    /// Items can be moved by hand from now on, or cannot; and whether something can be dropped from elsewhere.
    case moves(Bool, takesDrops: Bool = false)
    /// How many items are moved with one that a person has lifted; or a sentence that says why it stays.
    case lifted(id: String, count: Int, refusal: String? = nil)
    /// Scrolls to a part of the content, with so much of the room that is left above it; as little as needed when there is
    /// no share.
    case scroll(y: Double, height: Double, share: Double?, isAnimated: Bool)
    /// What some sections are called.
    case labels([SectionLabel])
    /// Tiles whose selection changed.
    case selection(on: [String], off: [String])
}
