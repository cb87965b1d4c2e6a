/// Items that a person has moved to another position, by hand.
///
///     func move(_ event: ActionEvent) async throws {
///         guard let move = event.move(in: grid) else { return }
///         try await store.write(receipt: event.receipt) { db in try order.move(move, in: db) }
///     }
public struct ItemMove<ItemID: ItemIdentifier>: Hashable, Sendable {
    /// The moved items, in the order of the list.
    public var items: [ItemID]
    /// Where the items are put, as the delegate has chosen it.
    public var target: MoveTarget<ItemID>

    /// A move of items to a target.
    ///
    /// - Parameters:
    ///   - items: In the order of the list.
    ///   - target: Must not name one of `items`.
    public init(_ items: [ItemID], to target: MoveTarget<ItemID>) {
        self.items = items
        self.target = target
    }
}

/// The position that items are moved to, named by the item beside it, because the list may change meanwhile.
///
/// That item is never one of those that are moved.
public enum MoveTarget<ItemID: ItemIdentifier>: Hashable, Sendable {
    /// Right before this item, in its section.
    case before(ItemID)
    /// Right behind this item, in its section.
    case behind(ItemID)
    /// At the end of a section, mostly of one without other items. The section is named by the text of its identifier,
    /// as in `ActionEvent.section`.
    case section(String)
}
