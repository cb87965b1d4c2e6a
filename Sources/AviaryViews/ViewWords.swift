/// What a collection view says to a person by itself: English, unless an app says it in another language.
public struct ViewWords: Sendable {
    /// A screen reader says how many items of all are selected, unless the delegate's
    /// `collectionView(_:announcementOfSelection:)` says something else.
    public var selection: @Sendable (_ count: Int, _ all: Int) -> String = { count, all in
        count == 0 ? "Nothing selected" : "\(count) of \(all) selected"
    }
    /// Items were to be selected that are not known yet.
    public var stillLoading = "The list is still being loaded. Try again in a moment."
    /// A person has moved an item that is gone meanwhile, or put it beside one that is.
    public var itemIsGone = "What was there is gone, so nothing was moved."
    /// The delegate does not let an item be moved.
    public var itemIsFixed = "This can't be moved."
    /// The delegate does not want an item where a person has put it.
    public var targetIsRefused = "This can't be moved there."
    /// The delegate does not take what a person has dropped.
    public var dropIsRefused = "This can't be dropped here."

    /// The words in English.
    public init() {}
}
