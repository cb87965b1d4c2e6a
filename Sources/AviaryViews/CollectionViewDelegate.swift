/// Hears what happens in a collection view. Every requirement has an empty default.
public protocol CollectionViewDelegate<ItemID>: AnyObject {
    associatedtype ItemID: ItemIdentifier

    /// The selection is another one: the person changed it, or selected items are gone.
    func collectionViewDidChangeSelection(_ view: CollectionView<ItemID>)
    /// The number of items changed.
    func collectionViewDidChangeCount(_ view: CollectionView<ItemID>)
    /// The list changed, whether or not that is to be seen here: one that shows the newest of many hears of all.
    func collectionViewDidUpdate(_ view: CollectionView<ItemID>)
    /// The name of the action that a tap calls, or Space or Return, instead of selecting or deselecting the item.
    ///
    /// The person selects with `Mod` besides, with Shift, or by dragging then.
    func collectionView(_ view: CollectionView<ItemID>, primaryActionFor item: ItemID) -> String?
    /// Whether a person may select an item.
    func collectionView(_ view: CollectionView<ItemID>, shouldSelect item: ItemID) -> Bool
    /// A cell comes into the visible rect.
    func collectionView(_ view: CollectionView<ItemID>, willDisplay cell: Cell, for item: ItemID)
    /// A cell left the visible rect, or its item is gone.
    func collectionView(_ view: CollectionView<ItemID>, didEndDisplaying item: ItemID)
    /// Items came near the visible rect; their cells are configured.
    func collectionView(_ view: CollectionView<ItemID>, prefetch items: [ItemID])
    /// Items that were near are far again, without having been displayed.
    func collectionView(_ view: CollectionView<ItemID>, cancelPrefetching items: [ItemID])
    /// What a person can choose for these items: for one, for the selection, or for the background when there are none.
    ///
    /// Asked for when the menu is opened and when one of its shortcuts is pressed. An action finds the items again by
    /// `ActionEvent.items(in:)`.
    func collectionView(_ view: CollectionView<ItemID>, menuFor items: Set<ItemID>) -> Menu?
}

extension CollectionViewDelegate {
    public func collectionViewDidChangeSelection(_ view: CollectionView<ItemID>) {}
    public func collectionViewDidChangeCount(_ view: CollectionView<ItemID>) {}
    public func collectionViewDidUpdate(_ view: CollectionView<ItemID>) {}
    public func collectionView(_ view: CollectionView<ItemID>, primaryActionFor item: ItemID) -> String? { nil }
    public func collectionView(_ view: CollectionView<ItemID>, shouldSelect item: ItemID) -> Bool { true }
    public func collectionView(_ view: CollectionView<ItemID>, willDisplay cell: Cell, for item: ItemID) {}
    public func collectionView(_ view: CollectionView<ItemID>, didEndDisplaying item: ItemID) {}
    public func collectionView(_ view: CollectionView<ItemID>, prefetch items: [ItemID]) {}
    public func collectionView(_ view: CollectionView<ItemID>, cancelPrefetching items: [ItemID]) {}
    public func collectionView(_ view: CollectionView<ItemID>, menuFor items: Set<ItemID>) -> Menu? { nil }
}
