/// The sentences that a collection view itself says to a person. They are English unless an app sets others.
public struct ViewWords: Sendable {
    /// A screen reader says how many items of all are selected, unless the delegate's
    /// `collectionView(_:announcementOfSelection:)` says something else.
    public var selection: @Sendable (_ count: Int, _ all: Int) -> String = { count, all in
        count == 0 ? "Nothing selected" : "\(count) of \(all) selected"
    }
    /// Items to be selected are not known yet.
    public var stillLoading = "The list is still being loaded. Try again in a moment."
    /// A person has moved an item that was deleted meanwhile, or put it beside a deleted one.
    public var itemIsGone = "What was there is gone, so nothing was moved."
    /// The delegate does not let an item be moved.
    public var itemIsFixed = "This can't be moved."
    /// The delegate refuses the target of a move.
    public var targetIsRefused = "This can't be moved there."
    /// The delegate refuses a drop.
    public var dropIsRefused = "This can't be dropped here."

    /// The words in English.
    public init() {}
}
