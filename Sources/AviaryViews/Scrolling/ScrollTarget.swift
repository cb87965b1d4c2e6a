/// What a collection view was asked to scroll to, until its screen stands there.
///
/// A class, so that a view without one has room for a reference only.
final class ScrollTarget<ItemID: ItemIdentifier> {
    enum Goal {
        case item(ItemID)
        case section(any Hashable & Sendable)
    }

    let goal: Goal
    let alignment: ScrollAlignment
    let isAnimated: Bool
    /// Where the visible rect began when the screen was told; `nil` before that.
    var toldFrom: Double?

    init(_ goal: Goal, _ alignment: ScrollAlignment, isAnimated: Bool) {
        (self.goal, self.alignment, self.isAnimated) = (goal, alignment, isAnimated)
    }
}
