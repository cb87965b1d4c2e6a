/// An item and its place in the visible rect, from which a scroll position is restored exactly.
///
/// It stays valid while other items come and go.
public struct ScrollAnchor<ItemID: ItemIdentifier>: Hashable, Sendable {
    /// The item's identifier.
    public var item: ItemID
    /// The distance of the item's frame below the top of the visible rect, in points; negative above it. In a view that
    /// scrolls to the right, the distance from the left.
    public var offset: Double

    /// An anchor at an item.
    ///
    /// - Parameters:
    ///   - item: The item's identifier.
    ///   - offset: The distance of the item's frame below the top of the visible rect, in points.
    public init(_ item: ItemID, offset: Double) {
        self.item = item
        self.offset = offset
    }
}
