/// What a person has dropped in a collection view from elsewhere: from another one, another window or another program.
///
///     func drop(_ event: ActionEvent) async throws {
///         guard let drop = event.drop(in: list) else { return }
///         try await store.write(receipt: event.receipt) { db in try db.addNotes(drop.content.text, at: drop.target) }
///     }
public struct ItemDrop<ItemID: ItemIdentifier>: Hashable, Sendable {
    public var content: DroppedContent
    /// Where it was dropped; `.section("")` in a list that has neither items nor sections.
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
    /// The names of items, if it comes from a collection view of the app's: those in view of what was selected there.
    public var items: [String]
    /// The path of the page that they are from, and the collection view's name there; empty from other programs.
    public var page: String
    public var collection: String

    public init(text: String, items: [String] = [], page: String = "", collection: String = "") {
        self.text = text
        self.items = items
        self.page = page
        self.collection = collection
    }
}

/// What a screen says of a drop.
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
