// The parts of changes. `Wire/messages.toml` declares the changes themselves.

extension CollectionChange {
    /// A tile: a cell as it is sent to the screen.
    package struct Tile: Hashable, Sendable {
        package var id: String
        package var isSelected: Bool
        /// The index of the registered template.
        package var template: Int
        package var values: [CellValue?]

        package init(id: String, isSelected: Bool, template: Int, values: [CellValue?]) {
            self.id = id
            self.isSelected = isSelected
            self.template = template
            self.values = values
        }
    }

    /// One step from the old tiles of the screen to the new ones. The steps go through the old tiles from the
    /// beginning.
    package enum Step: Hashable, Sendable {
        case keep(Int)
        case drop(Int)
        /// Takes the tile with this identifier from another place among the old tiles.
        case move(String)
        case insert(Tile)
    }

    /// An item that is only among the old or only among the new tiles, and its position in the other list.
    package struct Elsewhere: Hashable, Sendable {
        package var id: String
        package var position: Int

        package init(id: String, position: Int) {
            self.id = id
            self.position = position
        }
    }

    /// One step from the old item counts of the sections to the new ones. The steps go through the old counts from the
    /// beginning. Counts after the last step stay.
    package enum SectionStep: Hashable, Sendable {
        case keep(Int)
        case drop(Int)
        /// A number of sections with `count` items each.
        case insert(Int, count: Int)
    }

    /// A geometry, as sent to the screen.
    package enum Geometry: Hashable, Sendable {
        /// The numbers that suffice to compute every frame.
        case lattice(Lattice)
        /// The frames near the visible rect.
        case frames(FramesKey, Frames)
    }

    /// Identifies a layout at a width, with the properties that the screen needs.
    package struct FramesKey: Hashable, Sendable {
        package var width: Double
        package var hasHeaders: Bool
        package var version: Int
        package var pinsHeaders: Bool
        package var hasFooters: Bool
        package var pinsFooters: Bool
        package var scrollDirection: ScrollDirection
        /// True if the screen measures the heights of cells.
        package var isSelfSizing: Bool
        /// True if the frames of sections have an x and a width.
        package var hasSectionsSideBySide: Bool

        package init(
            width: Double, hasHeaders: Bool, version: Int, pinsHeaders: Bool = true, hasFooters: Bool = false,
            pinsFooters: Bool = false, scrollDirection: ScrollDirection = .vertical, isSelfSizing: Bool = false,
            hasSectionsSideBySide: Bool = false
        ) {
            self.isSelfSizing = isSelfSizing
            self.hasSectionsSideBySide = hasSectionsSideBySide
            self.pinsHeaders = pinsHeaders
            self.hasFooters = hasFooters
            self.pinsFooters = pinsFooters
            self.scrollDirection = scrollDirection
            self.width = width
            self.hasHeaders = hasHeaders
            self.version = version
        }
    }

    /// One step from the old frames of the screen to the new ones. The steps go through the old frames from the
    /// beginning.
    package enum FrameStep: Hashable, Sendable {
        case keep(Int, down: Double)
        case drop(Int)
        case insert([ContentRect])
    }

    /// The extent of a section, and the heights of its header and its footer. `footer` is `nil` without footers.
    package struct SectionFrame: Hashable, Sendable {
        package var y: Double
        package var end: Double
        package var header: Double
        package var footer: Double?
        /// The left edge and the width, where sections stand side by side; otherwise `nil`.
        package var x: Double?
        package var width: Double?

        package init(
            y: Double, end: Double, header: Double, footer: Double? = nil, x: Double? = nil, width: Double? = nil
        ) {
            self.footer = footer
            self.x = x
            self.width = width
            self.y = y
            self.end = end
            self.header = header
        }
    }

    /// The frames near the visible rect, in whole points: of the items from `first` on, and of the sections from
    /// `firstSection`.
    package struct Frames: Hashable, Sendable {
        package var first: Int
        package var steps: [FrameStep]
        package var contentHeight: Double
        package var firstSection: Int
        package var sections: [SectionFrame]
        /// The appearances of the items that have one. The key 0 is the item at `first`.
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

    /// The header of a section, or its footer, as sent to the screen.
    package struct Header: Hashable, Sendable {
        package var id: String
        /// `nil` if the screen already has this header with these values.
        package var values: [CellValue?]?

        package init(id: String, values: [CellValue?]?) {
            self.id = id
            self.values = values
        }
    }

    /// The headers near the visible rect, from section `first` on. If sections have footers, each header is followed by
    /// the footer of its section.
    package struct Headers: Hashable, Sendable {
        package var first: Int
        package var list: [Header]

        package init(first: Int, list: [Header]) {
            self.first = first
            self.list = list
        }
    }

    /// The title of a section, and its extent in the content, in whole points.
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
}
