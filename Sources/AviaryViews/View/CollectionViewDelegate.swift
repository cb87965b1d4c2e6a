import AviaryText

/// Responds to events in a collection view, and decides what a person may do. Every requirement has a default.
///
/// The view calls it synchronously, on the executor of its scene.
public protocol CollectionViewDelegate<ItemID>: AnyObject {
    /// The identifiers of the collection view.
    associatedtype ItemID: ItemIdentifier

    /// The selection changed: by the person, by the program, or because an update deleted selected items.
    func collectionViewDidChangeSelection(_ view: CollectionView<ItemID>)
    /// The sentence that a screen reader says after a person's change of the selection, or a deletion of selected
    /// items; `nil` for none.
    ///
    /// The default is `Words.Views.selection`: "3 of 30 selected", or "Nothing selected". The view asks once
    /// for all changes that the screen receives together, with the resulting number of selected items.
    func collectionView(_ view: CollectionView<ItemID>, announcementOfSelection count: Int) -> String?
    /// An update changed the number of items.
    func collectionViewDidChangeCount(_ view: CollectionView<ItemID>)
    /// An update of the list was applied, even if nothing visible has changed.
    ///
    /// For example, a view that shows the newest of many items gets this call for every update of the whole list.
    func collectionViewDidUpdate(_ view: CollectionView<ItemID>)
    /// The name of the action that a tap, Space or Return calls instead of selecting the item; `nil` to select it.
    ///
    /// The view does not ask for it in edit mode, where a tap selects. Outside of edit mode a person can still select
    /// such an item with Control or Command, with Shift, or by dragging.
    func collectionView(_ view: CollectionView<ItemID>, primaryActionFor item: ItemID) -> String?
    /// Returns true if a person may select and deselect an item.
    ///
    /// This must be fast: a range, a rubber band and Select All call it for each of their items, which may be the whole
    /// list.
    func collectionView(_ view: CollectionView<ItemID>, shouldSelect item: ItemID) -> Bool
    /// Returns true if a person may move an item, in a view that has a `moveAction`.
    ///
    /// This must be fast, because a move of the selection calls it for each selected item.
    func collectionView(_ view: CollectionView<ItemID>, canMove item: ItemID) -> Bool
    /// The target of items that a person has moved, in a view that has a `moveAction`.
    ///
    /// - Parameters:
    ///   - view: The view that has the items.
    ///   - items: The moved items, in the order of the list.
    ///   - target: The position where the person put the items. It never names one of `items`.
    /// - Returns: The proposed target, another one, or `nil` to move the items back.
    func collectionView(
        _ view: CollectionView<ItemID>, targetForMoving items: [ItemID], proposed target: MoveTarget<ItemID>
    ) -> MoveTarget<ItemID>?
    /// The target of a drop from elsewhere, in a view that has a `dropAction`.
    ///
    /// - Parameters:
    ///   - view: The view on which the person dropped the content.
    ///   - content: The content, which comes from outside. Do not trust it.
    ///   - target: The position where the person dropped the content.
    /// - Returns: The proposed target, another one, or `nil` to refuse the drop.
    func collectionView(
        _ view: CollectionView<ItemID>, targetForDropping content: DroppedContent, proposed target: MoveTarget<ItemID>
    ) -> MoveTarget<ItemID>?
    /// A cell comes into the visible rect. Outlets set here are shown until the cell is configured again.
    func collectionView(_ view: CollectionView<ItemID>, willDisplay cell: Cell, for item: ItemID)
    /// A cell has left the visible rect, or its item was deleted.
    func collectionView(_ view: CollectionView<ItemID>, didEndDisplaying item: ItemID)
    /// The visible rect is at rest after it has moved: the person has stopped scrolling, or the screen has reached a
    /// scroll target.
    ///
    /// The call comes about 50 ms after the last movement, and after `willDisplay` for the items in view. Begin
    /// expensive work for the items in view here, because the person has not scrolled past them. Each further movement
    /// causes another call when it ends.
    func collectionViewDidEndScrolling(_ view: CollectionView<ItemID>)
    /// The menu for these items; `nil` for none.
    ///
    /// It is called when a person opens the menu or presses one of its shortcuts. It is also called for the background
    /// and for up to 16 single items, so that the screen knows the shortcuts. An action finds the items again by
    /// `ActionEvent.items(in:)`.
    ///
    /// - Parameters:
    ///   - view: The view over which the menu opens.
    ///   - items: One item, the selection, or no items for the background.
    func collectionView(_ view: CollectionView<ItemID>, menuFor items: Set<ItemID>) -> Menu?
    /// The actions that a swipe from the leading edge uncovers, on the left where text runs to the right; `nil` for
    /// none.
    ///
    /// It is called when a swipe begins and when a menu of one item opens. It is also called for up to 16 items, so
    /// that the screen knows that there are swipes. In edit mode, and in a list that scrolls to the right, there are
    /// none. An action finds the item by `ActionEvent.items(in:)`: the swiped one alone, even if it is selected.
    func collectionView(_ view: CollectionView<ItemID>, leadingSwipeActionsFor item: ItemID) -> SwipeActions?
    /// The actions that a swipe from the trailing edge uncovers. The rules are those of `leadingSwipeActionsFor`.
    func collectionView(_ view: CollectionView<ItemID>, trailingSwipeActionsFor item: ItemID) -> SwipeActions?
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

    /// `nil`: there is nothing to swipe.
    public func collectionView(
        _ view: CollectionView<ItemID>, leadingSwipeActionsFor item: ItemID
    ) -> SwipeActions? { nil }

    /// `nil`: there is nothing to swipe.
    public func collectionView(
        _ view: CollectionView<ItemID>, trailingSwipeActionsFor item: ItemID
    ) -> SwipeActions? { nil }
}
