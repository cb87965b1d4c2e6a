/// Where a screen is scrolled to: the visible rect, and an item in it by which to find that position again.
package struct ScrollPosition: Hashable, Sendable {
    package struct Anchor: Hashable, Sendable {
        package var item: String
        /// How far below the top of the visible rect the item's frame begins, in points; negative above it.
        package var offset: Double

        package init(item: String, offset: Double) {
            self.item = item
            self.offset = offset
        }
    }

    package var rect: ContentRect
    package var anchor: Anchor?

    package init(_ rect: ContentRect, anchor: Anchor? = nil) {
        self.rect = rect
        self.anchor = anchor
    }
}
