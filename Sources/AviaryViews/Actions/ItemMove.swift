/// A move of items to another position by a person.
///
///     func move(_ event: ActionEvent) async throws {
///         guard let move = event.move(in: grid) else { return }
///         try await store.write(receipt: event.receipt) { db in try order.move(move, in: db) }
///     }
public struct ItemMove<ItemID: ItemIdentifier>: Hashable, Sendable {
    /// The moved items, in the order of the list.
    public var items: [ItemID]
    /// The target that the delegate has chosen.
    public var target: MoveTarget<ItemID>

    /// A move of items to a target.
    ///
    /// - Parameters:
    ///   - items: The moved items, in the order of the list.
    ///   - target: The target. It must not name one of `items`.
    public init(_ items: [ItemID], to target: MoveTarget<ItemID>) {
        self.items = items
        self.target = target
    }
}

/// The position that items are moved to. It is named by the item next to it, because the list may change meanwhile.
///
/// That item is never one of the moved items.
public enum MoveTarget<ItemID: ItemIdentifier>: Hashable, Sendable {
    /// Directly before this item, in its section.
    case before(ItemID)
    /// Directly after this item, in its section.
    case behind(ItemID)
    /// At the end of a section, usually of one without other items. The section is named by the text of its identifier,
    /// as in `ActionEvent.section`.
    ///
    /// In an outline this is the end of an item's children, named by the text of the item's identifier. `before` and
    /// `behind` mean the parent of the named item there. An item is behind another one if it follows all that is below
    /// that one.
    case section(String)
}
