package import AviarySnapshots

/// The interface of a collection view for its scene, independent of the type of identifiers: events in, changes out.
///
/// It is a state machine without I/O, clock or threads. Its scene calls it for one event after the other, and takes the
/// changes after each event.
package protocol ScreenCollection: AnyCollectionView {
    associatedtype Update

    /// The number of items.
    var numberOfItems: Int { get }

    /// Waits until all items are known or cannot be read. Before that, the items that a screen showed earlier may not
    /// be found.
    func waitUntilWhole() async

    /// Sets the visible rect to that of the screen. From now on until `rest()`, a screen is connected.
    func scroll(to rect: ContentRect) async throws

    /// Tells the delegate that scrolling has ended, unless the visible rect is no longer the one that the screen has
    /// reported.
    func endScrolling(at rect: ContentRect)

    /// True if a controller has requested work that needs content to be read.
    var isWorkDue: Bool { get }

    /// Does the requested work: configures cells again, and scrolls.
    func doWorkDue() async throws

    /// True if there is a scroll target that was not sent to the screen.
    var hasScrollTarget: Bool { get }

    /// Moves the visible rect to the scroll target, and tells the screen to scroll there.
    func scrollToTarget() async throws

    /// Keeps or drops the scroll target when a screen has connected, perhaps again. `isNew` is true if this view was
    /// made for the screen.
    func screenDidAppear(at scrollPosition: ScrollPosition, isNew: Bool)

    /// Sends the titles of the sections at some y coordinates of the content.
    func tellLabels(at heights: [Double])

    /// The visible rect of a screen that reconnects: by its anchor, if that item still exists.
    func rect(of scrollPosition: ScrollPosition) -> ContentRect

    /// Paints the first items, for a screen whose size is not known yet.
    func paintFirst(_ count: Int) async throws

    /// The sizes of the items in a range of positions.
    func sizes(in range: Range<Int>) -> [ItemSize]

    /// Sends the complete state, for a screen that has no state yet.
    func redraw()

    // MARK: Updates

    /// Waits for the next change of the list.
    ///
    /// - Returns: An update for `apply`; `nil` if the task is cancelled, or there is nothing more to follow.
    func nextUpdate() async -> Update?

    /// Shows an update as one step.
    ///
    /// - Throws: The error that keeps the list or its content from being read. The next update without an error means
    ///   that everything can be read again.
    func apply(_ update: Update) async throws

    /// Stops following the list until `wake()`, because no screen shows it at present.
    func stopFollowing()

    /// Called when no screen is connected any more. Stores the selection in a compact form until `wake()`.
    func rest()

    /// Shows the present list, with the selected items that still exist.
    func wake()

    /// Releases everything that a controller has set: data source, delegate and closures.
    func end()

    // MARK: Selection

    /// The number of selected items.
    var selectionCount: Int { get }

    /// Counts the changes of the selection.
    var selectionVersion: Int { get }

    /// Counts the items that were examined to select or deselect them. The scene limits this work.
    var selectionWork: Int { get }

    /// The selection, a set of the view's identifiers.
    var currentSelection: any Sendable { get }

    /// Selects an item, or deselects it.
    ///
    /// - Returns: True if there is such an item.
    func tap(_ identifier: String) -> Bool

    /// Selects or deselects all items from one to another. This range replaces the previous range from the same start.
    ///
    /// - Returns: True if both ends exist.
    func selectRange(from start: RangeEnd, to end: RangeEnd, isOn: Bool) -> Bool

    /// The number of items that `selectRange` would examine: those in the new or the previous range, but not in both.
    ///
    /// - Complexity: O(log *n*).
    func workOfRange(from start: RangeEnd, to end: RangeEnd, isOn: Bool) -> Int

    /// Selects the items that a rubber band touches, in place of the items that it touched before.
    func selectBand(in rect: ContentRect, _ step: BandStep)

    /// The number of items that `selectBand` would examine.
    ///
    /// - Complexity: O(log *n*).
    func workOfBand(in rect: ContentRect) -> Int

    /// Searches from a position on for the next item whose text begins with the typed text, and sends its position.
    func search(for typed: String, from start: Int, number: Int) async throws

    /// Selects or deselects all items.
    func selectAll(_ isOn: Bool)

    /// The selection in a compact form, for a screen to keep; `nil` if it is too scattered.
    func selectionRuns() -> [SelectionRun]?

    /// Restores a selection that a screen kept, as far as its items still exist.
    func restoreSelection(_ runs: [SelectionRun])

    // MARK: Actions

    /// The name of the action that a tap calls instead of selecting the item; `nil` if a tap selects.
    func primaryAction(for identifier: String) -> String?

    /// Sends the number of items that move when a person drags an item, or the reason why it cannot be moved.
    func lift(_ identifier: String)

    /// Converts a request for a move into an `ItemMove` of the view's identifiers; `nil` if nothing changes.
    func move(for request: MoveRequest) throws(MoveRefusal) -> (any Sendable)?

    /// The identifiers of the items that leave the view when a person drops one of them in another view, in list order.
    func itemsMoved(with identifier: String) throws(MoveRefusal) -> [String]

    /// Converts a request for a drop into an `ItemDrop` of the view's identifiers.
    func drop(for request: DropRequest) throws(MoveRefusal) -> any Sendable

    /// Counts the cells that were configured. The scene limits this work.
    var cellWork: Int { get }

    /// Sets the items whose content a person is editing.
    func edit(_ identifiers: [String]) async throws

    /// The items of a menu, as a set of the view's identifiers; `nil` if the item does not exist.
    func items(of request: MenuRequest) -> (any Sendable)?

    /// The menu for the items that `items(of:)` returned.
    func menu(of items: any Sendable) -> Menu?
}
