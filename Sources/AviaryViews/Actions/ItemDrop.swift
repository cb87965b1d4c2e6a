/// A drop of content on a collection view, from another collection view, browser window or program.
///
///     func drop(_ event: ActionEvent) async throws {
///         guard let drop = event.drop(in: list) else { return }
///         try await store.write(receipt: event.receipt) { db in try db.addNotes(drop.content.text, at: drop.target) }
///     }
public struct ItemDrop<ItemID: ItemIdentifier>: Hashable, Sendable {
    /// The content, which comes from outside. Do not trust it.
    public var content: DroppedContent
    /// The target that the delegate has chosen; `.section("")` in a list without items and sections.
    ///
    /// For files that are dropped at the end of a section, the target is `.section`, even if the section has items. So
    /// each file is put after the previous one.
    public var target: MoveTarget<ItemID>

    /// A drop at a target.
    init(_ content: DroppedContent, at target: MoveTarget<ItemID>) {
        self.content = content
        self.target = target
    }
}

/// Content that a person drops on a collection view. It comes from outside, so do not trust it. Its items may have been
/// deleted.
public struct DroppedContent: Hashable, Sendable {
    /// The text for other programs, with a line for each of several items. It may be empty.
    public var text: String
    /// The identifiers of items as text, when the content comes from a collection view of the app.
    ///
    /// A drag from another page has the selected items that were in view there. A drag from this page has all items
    /// that are moved, in the order of their list.
    public var items: [String]
    /// The path of the page that the items come from; empty if the content comes from another program.
    public var page: String
    /// The name of the collection view on `page` that the items come from; empty if the content comes from another
    /// program.
    public var collection: String
    /// True if a file was dropped. The action finds it in `ActionEvent.files`.
    public var isFile: Bool
    /// The collection view of this page that the items come from.
    package var origin: ObjectIdentifier?

    /// Content as a screen would send it, for tests of a delegate or an action.
    public init(
        text: String, items: [String] = [], page: String = "", collection: String = "", isFile: Bool = false
    ) {
        self.text = text
        self.isFile = isFile
        self.items = items
        self.page = page
        self.collection = collection
    }
}
