/// Content that a person has dropped in a collection view from elsewhere: from another collection view, window or
/// program.
///
///     func drop(_ event: ActionEvent) async throws {
///         guard let drop = event.drop(in: list) else { return }
///         try await store.write(receipt: event.receipt) { db in try db.addNotes(drop.content.text, at: drop.target) }
///     }
public struct ItemDrop<ItemID: ItemIdentifier>: Hashable, Sendable {
    /// Comes from outside, so nothing in it can be trusted.
    public var content: DroppedContent
    /// The target as the delegate has chosen it; `.section("")` in a list that has neither items nor sections.
    ///
    /// Files that are dropped at the end of a section have `.section` even where the section has items: each file is
    /// put behind the one before it.
    public var target: MoveTarget<ItemID>

    /// A drop at a target.
    public init(_ content: DroppedContent, at target: MoveTarget<ItemID>) {
        self.content = content
        self.target = target
    }
}

/// Content that a person drops from elsewhere. It comes from outside: nothing in it can be trusted, and its items may
/// be gone.
public struct DroppedContent: Hashable, Sendable {
    /// The text as other programs have it, with a line for each of several items; may be empty.
    public var text: String
    /// The identifiers of items as text, when the content comes from a collection view of the app.
    ///
    /// From another page, these are the selected items that were in view there. From this page, these are all items
    /// that are moved, in the order of their list.
    public var items: [String]
    /// The path of the page that the items come from; empty when they come from another program.
    public var page: String
    /// The name of the collection view that the items come from, on `page`; empty when they come from another program.
    public var collection: String
    /// Whether a file was dropped, which the action finds in `ActionEvent.files`.
    public var isFile: Bool
    /// The collection view of this page that they are moved out of.
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

    /// The items, if a person has moved them out of this collection view of the same page; otherwise none.
    ///
    ///     let move = ItemMove(drop.content.items(in: today), to: drop.target)
    ///
    /// - Returns: The items that are still in the list, in its order.
    /// - Complexity: O(*k* log *n*) for *k* items.
    public func items<ItemID>(in view: CollectionView<ItemID>) -> [ItemID] {
        origin == ObjectIdentifier(view) ? items.compactMap(view.item(named:)) : []
    }
}

/// What a screen says of a drop. With a collection and no page one item stands for all that are moved with it, out of that
/// collection of the same page.
package struct DropRequest: Hashable, Sendable {
    package var content: DroppedContent
    package var side: MoveRequest.Side
    package var end: RangeEnd

    package init(_ content: DroppedContent, side: MoveRequest.Side, end: RangeEnd) {
        self.content = content
        self.side = side
        self.end = end
    }
}
