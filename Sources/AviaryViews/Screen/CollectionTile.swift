/// A cell, a header or a footer, as a screen shows it.
public struct CollectionTile {
    /// What a tile is.
    public enum Element: Hashable, Sendable {
        /// The cell of an item.
        case cell
        /// The header of a section, before its items.
        case header
        /// The footer of a section, after its items.
        case footer
    }

    /// What the tile is.
    public let element: Element
    /// The text of the item's identifier, or of the section's.
    ///
    /// A screen names the item by this text, for instance in `ScreenCollection.tap(_:)`.
    public let identifier: String
    /// The position of the item in the list, or the index of the section.
    public let index: Int
    /// The template, and the values of the outlets. It is a copy, so setting its outlets changes nothing.
    public let content: Cell
    /// True for the cell of a selected item.
    public let isSelected: Bool
    /// Where the layout puts the tile, in content coordinates, in points. A header or a footer may be pinned to an edge
    /// of the visible rect, if the geometry says so. The frame is empty as long as no screen has a width.
    public let frame: ContentRect

    package init(
        element: Element = .cell, identifier: String, index: Int, content: Cell, isSelected: Bool = false,
        frame: ContentRect = ContentRect(width: 0, height: 0)
    ) {
        self.element = element
        self.identifier = identifier
        self.index = index
        self.content = content
        self.isSelected = isSelected
        self.frame = frame
    }
}
