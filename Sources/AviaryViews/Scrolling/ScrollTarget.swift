/// The scroll target of a collection view, until its screen has reached it.
///
/// This is a class, so that a view without a target reserves memory for a reference only.
final class ScrollTarget<ItemID: ItemIdentifier> {
    enum Goal {
        case item(ItemID)
        case section(any Hashable & Sendable)
        case anchor(ScrollAnchor<ItemID>)
    }

    let goal: Goal
    let alignment: ScrollAlignment
    let isAnimated: Bool
    /// The top of the visible rect when the target was sent to the screen; `nil` before that.
    var toldFrom: Double?

    init(_ goal: Goal, _ alignment: ScrollAlignment, isAnimated: Bool) {
        (self.goal, self.alignment, self.isAnimated) = (goal, alignment, isAnimated)
    }
}
