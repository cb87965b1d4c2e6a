/// Items that a person has moved to another position, by hand.
///
///     func move(_ event: ActionEvent) async throws {
///         guard let move = event.move(in: grid) else { return }
///         try await store.write(receipt: event.receipt) { db in try order.move(move, in: db) }
///     }
public struct ItemMove<ItemID: ItemIdentifier>: Hashable, Sendable {
    /// In the order of the list.
    public var items: [ItemID]
    public var target: MoveTarget<ItemID>

    public init(_ items: [ItemID], to target: MoveTarget<ItemID>) {
        self.items = items
        self.target = target
    }
}

/// The position that items are moved to, by what stands beside it: somebody else may change the list meanwhile.
///
/// The item beside it is never one of those that are moved.
public enum MoveTarget<ItemID: ItemIdentifier>: Hashable, Sendable {
    /// In the section of that item, right before it.
    case before(ItemID)
    /// In the section of that item, right behind it.
    case behind(ItemID)
    /// At the end of a section, of one without other items mostly; its name is that of `ActionEvent.section`.
    case section(String)
}
