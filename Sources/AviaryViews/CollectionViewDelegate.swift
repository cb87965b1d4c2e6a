/// Hears what happens in a collection view, and decides what a person may do. Every requirement has a default.
///
/// The view calls it synchronously, on the executor of its scene.
public protocol CollectionViewDelegate<ItemID>: AnyObject {
    /// The identifiers of the collection view.
    associatedtype ItemID: ItemIdentifier

    /// The selection changed: by the person, by the program, or because selected items are gone after an update.
    func collectionViewDidChangeSelection(_ view: CollectionView<ItemID>)
    /// The sentence that a screen reader says when a person has changed the selection, or selected items are gone;
    /// `nil` for none.
    ///
    /// The default is `ViewWords.selection` of the app: "3 of 30 selected", or "Nothing selected". The view asks once for
    /// all changes of one turn, with the number of items that are selected then.
    func collectionView(_ view: CollectionView<ItemID>, announcementOfSelection count: Int) -> String?
    /// An update changed the number of items.
    func collectionViewDidChangeCount(_ view: CollectionView<ItemID>)
    /// An update of the list was applied, even if nothing of it is visible here.
    ///
    /// For example a view that shows the newest of many items hears of every update of all of them.
    func collectionViewDidUpdate(_ view: CollectionView<ItemID>)
    /// The name of the action that a tap, Space or Return calls instead of selecting the item; `nil` to select it.
    ///
    /// In edit mode it is not asked for: a tap selects there. Outside of edit mode a person can still select such an
    /// item with `Mod`, with Shift, or by dragging.
    func collectionView(_ view: CollectionView<ItemID>, primaryActionFor item: ItemID) -> String?
    /// Whether a person may select an item, and deselect it.
    ///
    /// Must be fast: a range, a rubber band and Select All ask for each of their items, which may be all of the list.
    func collectionView(_ view: CollectionView<ItemID>, shouldSelect item: ItemID) -> Bool
    /// Whether a person may move an item, in a view that has a `moveAction`.
    ///
    /// Must be fast: it is asked for each selected item when a selection is moved.
    func collectionView(_ view: CollectionView<ItemID>, canMove item: ItemID) -> Bool
    /// The target of items that a person has moved, in a view that has a `moveAction`.
    ///
    /// - Parameters:
    ///   - view: The view whose items they are.
    ///   - items: In the order of the list.
    ///   - target: Where the person put them. The item that it names is not one of `items`.
    /// - Returns: The proposed target, another one, or `nil` when the items go back.
    func collectionView(
        _ view: CollectionView<ItemID>, targetForMoving items: [ItemID], proposed target: MoveTarget<ItemID>
    ) -> MoveTarget<ItemID>?
    /// The target of what a person drops from elsewhere, in a view that has a `dropAction`.
    ///
    /// - Parameters:
    ///   - view: The view over which the person dropped it.
    ///   - content: Comes from outside, so nothing in it can be trusted.
    ///   - target: Where the person dropped it.
    /// - Returns: The proposed target, another one, or `nil` when it is not taken.
    func collectionView(
        _ view: CollectionView<ItemID>, targetForDropping content: DroppedContent, proposed target: MoveTarget<ItemID>
    ) -> MoveTarget<ItemID>?
    /// A cell comes into the visible rect. What is set on it here is shown until the cell is configured anew.
    func collectionView(_ view: CollectionView<ItemID>, willDisplay cell: Cell, for item: ItemID)
    /// A cell left the visible rect, or its item is gone from the list.
    func collectionView(_ view: CollectionView<ItemID>, didEndDisplaying item: ItemID)
    /// The visible rect stands still after it has moved: the person has stopped scrolling, or the screen has scrolled to
    /// where it was told to.
    ///
    /// Comes about 50 ms after the last movement, behind `willDisplay` for the items in view. So this is the moment to
    /// begin what costs much for each item: nobody scrolls past it. A person who scrolls on causes another call.
    func collectionViewDidEndScrolling(_ view: CollectionView<ItemID>)
    /// The menu for these items; `nil` for none.
    ///
    /// Asked for when a person opens the menu and when they press one of its shortcuts. It is also asked for the
    /// background and for up to 16 single items, so that the screen knows the shortcuts. An action finds the items
    /// again by `ActionEvent.items(in:)`.
    ///
    /// - Parameters:
    ///   - view: The view over which the menu opens.
    ///   - items: One item, the selection, or no items for the background.
    func collectionView(_ view: CollectionView<ItemID>, menuFor items: Set<ItemID>) -> Menu?
}

extension CollectionViewDelegate {
    /// Does nothing.
    public func collectionViewDidChangeSelection(_ view: CollectionView<ItemID>) {}

    /// The number of selected items among all, in the app's words.
    public func collectionView(_ view: CollectionView<ItemID>, announcementOfSelection count: Int) -> String? {
        view.words.selection(count, view.numberOfItems)
    }

    /// Does nothing.
    public func collectionViewDidChangeCount(_ view: CollectionView<ItemID>) {}

    /// Does nothing.
    public func collectionViewDidUpdate(_ view: CollectionView<ItemID>) {}

    /// Does nothing.
    public func collectionViewDidEndScrolling(_ view: CollectionView<ItemID>) {}

    /// `nil`: a tap selects the item.
    public func collectionView(_ view: CollectionView<ItemID>, primaryActionFor item: ItemID) -> String? { nil }

    /// `true` for every item.
    public func collectionView(_ view: CollectionView<ItemID>, shouldSelect item: ItemID) -> Bool { true }

    /// `true` for every item.
    public func collectionView(_ view: CollectionView<ItemID>, canMove item: ItemID) -> Bool { true }

    /// The proposed target.
    public func collectionView(
        _ view: CollectionView<ItemID>, targetForMoving items: [ItemID], proposed target: MoveTarget<ItemID>
    ) -> MoveTarget<ItemID>? { target }

    /// The proposed target: everything is taken.
    public func collectionView(
        _ view: CollectionView<ItemID>, targetForDropping content: DroppedContent, proposed target: MoveTarget<ItemID>
    ) -> MoveTarget<ItemID>? { target }

    /// Does nothing.
    public func collectionView(_ view: CollectionView<ItemID>, willDisplay cell: Cell, for item: ItemID) {}

    /// Does nothing.
    public func collectionView(_ view: CollectionView<ItemID>, didEndDisplaying item: ItemID) {}

    /// `nil`: there are no menus.
    public func collectionView(_ view: CollectionView<ItemID>, menuFor items: Set<ItemID>) -> Menu? { nil }
}
