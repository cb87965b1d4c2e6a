/// Hears what happens in a collection view. Every requirement has an empty default.
public protocol CollectionViewDelegate<ItemID>: AnyObject {
    associatedtype ItemID: ItemIdentifier

    /// The selection is another one: the person changed it, or selected items are gone.
    func collectionViewDidChangeSelection(_ view: CollectionView<ItemID>)
    /// What is read out when a person has changed the selection, or selected items are gone; `nil` when the page says it.
    ///
    /// By default it is "3 of 30 selected", or "Nothing selected". Asked for once for all that happens at a time.
    func collectionView(_ view: CollectionView<ItemID>, announcementOfSelection count: Int) -> String?
    /// The number of items changed.
    func collectionViewDidChangeCount(_ view: CollectionView<ItemID>)
    /// The list changed, whether or not that is to be seen here: one that shows the newest of many hears of all.
    func collectionViewDidUpdate(_ view: CollectionView<ItemID>)
    /// The name of the action that a tap calls, or Space or Return, instead of selecting or deselecting the item.
    ///
    /// In edit mode it is not asked for: there a tap selects. Outside of it the person selects with `Mod` besides, with Shift, or by dragging then.
    func collectionView(_ view: CollectionView<ItemID>, primaryActionFor item: ItemID) -> String?
    /// Whether a person may select an item.
    func collectionView(_ view: CollectionView<ItemID>, shouldSelect item: ItemID) -> Bool
    /// Whether a person may move an item, in a view that has a `moveAction`.
    func collectionView(_ view: CollectionView<ItemID>, canMove item: ItemID) -> Bool
    /// The target of items that a person has moved: the proposed one, another one, or `nil` when they go back.
    func collectionView(
        _ view: CollectionView<ItemID>, targetForMoving items: [ItemID], proposed target: MoveTarget<ItemID>
    ) -> MoveTarget<ItemID>?
    /// The target of what a person drops from elsewhere, in a view that has a `dropAction`: the proposed one, another one,
    /// or `nil` when it is not taken.
    func collectionView(
        _ view: CollectionView<ItemID>, targetForDropping content: DroppedContent, proposed target: MoveTarget<ItemID>
    ) -> MoveTarget<ItemID>?
    /// A cell comes into the visible rect. What is set on it here is shown, until the cell is configured anew.
    func collectionView(_ view: CollectionView<ItemID>, willDisplay cell: Cell, for item: ItemID)
    /// A cell left the visible rect, or its item is gone.
    func collectionView(_ view: CollectionView<ItemID>, didEndDisplaying item: ItemID)
    /// What a person can choose for these items: for one, for the selection, or for the background when there are none.
    ///
    /// Asked for when the menu is opened and when one of its shortcuts is pressed. An action finds the items again by
    /// `ActionEvent.items(in:)`.
    func collectionView(_ view: CollectionView<ItemID>, menuFor items: Set<ItemID>) -> Menu?
}

extension CollectionViewDelegate {
    public func collectionViewDidChangeSelection(_ view: CollectionView<ItemID>) {}
    public func collectionView(_ view: CollectionView<ItemID>, announcementOfSelection count: Int) -> String? {
        CollectionView<ItemID>.announcement(of: count, in: view.numberOfItems)
    }
    public func collectionViewDidChangeCount(_ view: CollectionView<ItemID>) {}
    public func collectionViewDidUpdate(_ view: CollectionView<ItemID>) {}
    public func collectionView(_ view: CollectionView<ItemID>, primaryActionFor item: ItemID) -> String? { nil }
    public func collectionView(_ view: CollectionView<ItemID>, shouldSelect item: ItemID) -> Bool { true }
    public func collectionView(_ view: CollectionView<ItemID>, canMove item: ItemID) -> Bool { true }
    public func collectionView(
        _ view: CollectionView<ItemID>, targetForMoving items: [ItemID], proposed target: MoveTarget<ItemID>
    ) -> MoveTarget<ItemID>? { target }
    public func collectionView(
        _ view: CollectionView<ItemID>, targetForDropping content: DroppedContent, proposed target: MoveTarget<ItemID>
    ) -> MoveTarget<ItemID>? { target }
    public func collectionView(_ view: CollectionView<ItemID>, willDisplay cell: Cell, for item: ItemID) {}
    public func collectionView(_ view: CollectionView<ItemID>, didEndDisplaying item: ItemID) {}
    public func collectionView(_ view: CollectionView<ItemID>, menuFor items: Set<ItemID>) -> Menu? { nil }
}
