/// What a person has dropped in a collection view from elsewhere: from another one, another window or another program.
///
///     func drop(_ event: ActionEvent) async throws {
///         guard let drop = event.drop(in: list) else { return }
///         try await store.write(receipt: event.receipt) { db in try db.addNotes(drop.content.text, at: drop.target) }
///     }
public struct ItemDrop<ItemID: ItemIdentifier>: Hashable, Sendable {
    public var content: DroppedContent
    /// Where it was dropped; `.section("")` in a list that has neither items nor sections. Files that were dropped at the end
    /// of a section have `.section` also where it has items: each comes behind those before it.
    public var target: MoveTarget<ItemID>

    public init(_ content: DroppedContent, at target: MoveTarget<ItemID>) {
        self.content = content
        self.target = target
    }
}

/// Comes from outside: nothing in it can be trusted, and nothing needs to be there any more.
public struct DroppedContent: Hashable, Sendable {
    /// As other programs have it, line by line for several items; may be empty.
    public var text: String
    /// The names of items, if it comes from a collection view of the app's. From another page they are those in view of what
    /// was selected there; from this one all that are moved, in the order of their list.
    public var items: [String]
    /// The path of the page that they are from, and the collection view's name there; empty from other programs.
    public var page: String
    public var collection: String
    /// Whether it is a file, which `ActionEvent.files` has.
    public var isFile: Bool
    /// The collection view of this page that they are moved out of.
    package var origin: ObjectIdentifier?

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
    /// - Returns: Those that are still there, in the order of its list.
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
