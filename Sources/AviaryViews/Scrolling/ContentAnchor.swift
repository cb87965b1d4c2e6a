/// The end of its content at which a collection view begins.
public enum ContentAnchor: Hashable, Sendable {
    /// The list begins at its first item.
    case start
    /// The list begins at its last item, as chats and logs do.
    ///
    /// While the end is in view, it stays in view: new items at the end are shown, and so it is after another size of the
    /// screen or of cells. After the person has scrolled away nothing in view moves, and a button says how many items
    /// have come. It leads back to the end.
    case end
}
