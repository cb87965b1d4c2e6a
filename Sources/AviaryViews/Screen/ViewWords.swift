/// The sentences that a collection view itself says to a person. They are English unless an app sets others.
public struct ViewWords: Sendable {
    /// A screen reader says how many of all items are selected, unless the delegate's
    /// `collectionView(_:announcementOfSelection:)` gives another sentence.
    public var selection: @Sendable (_ count: Int, _ all: Int) -> String = { count, all in
        count == 0 ? "Nothing selected" : "\(count) of \(all) selected"
    }
    /// Said when items to be selected are not known yet.
    public var stillLoading = "The list is still being loaded. Try again in a moment."
    /// Said when a person moves an item that was deleted meanwhile, or puts an item next to a deleted one.
    public var itemIsGone = "What was there is gone, so nothing was moved."
    /// Said when the delegate does not let an item be moved.
    public var itemIsFixed = "This can't be moved."
    /// Said when the delegate refuses the target of a move, and when an item of an outline would be moved below itself.
    public var targetIsRefused = "This can't be moved there."
    /// Said when the delegate refuses a drop.
    public var dropIsRefused = "This can't be dropped here."
    /// The sentences about values of form controls that are not taken.
    public var fields = FieldWords()

    /// The words in English.
    public init() {}
}
