/// The scroll position of a screen: the visible rect, and an item in it as an anchor to restore the position.
package struct ScrollPosition: Hashable, Sendable {
    package struct Anchor: Hashable, Sendable {
        package var item: String
        /// The distance of the item's frame below the top of the visible rect, in points; negative above it.
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
