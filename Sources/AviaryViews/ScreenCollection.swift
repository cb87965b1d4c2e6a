package import AviarySnapshots

/// What a scene needs of a collection view, whatever its identifiers are: events in, changes out.
///
/// A state machine: no I/O, no clock, no threads. The scene that owns it calls it in turn, and takes the changes after
/// each event.
package protocol ScreenCollection: AnyCollectionView {
    associatedtype Update

    /// How many items there are.
    var numberOfItems: Int { get }

    /// Waits until all items are known, or cannot be read: only then what a screen was shown before is found again.
    func waitUntilWhole() async

    /// Brings the visible rect to where the screen has it, which is there from now on until `rest()`.
    func scroll(to rect: ContentRect) async throws

    /// Takes note that the screen stands still with the visible rect that it has told before.
    func endScrolling(at rect: ContentRect)

    /// Whether a controller has asked for something that needs content to be read.
    var isWorkDue: Bool { get }

    /// Does that: configures cells anew, and scrolls.
    func doWorkDue() async throws

    /// Whether there is something to scroll to that the screen was not told.
    var hasScrollTarget: Bool { get }

    /// Brings the visible rect to what the view was asked to scroll to, and tells the screen to go there.
    func scrollToTarget() async throws

    /// Takes note that a screen is there, perhaps again, for which the view may have been made.
    func screenDidAppear(at scrollPosition: ScrollPosition, isNew: Bool)

    /// Tells what the sections at some heights of the content are called.
    func tellLabels(at heights: [Double])

    /// The visible rect of a screen that has been away: by its anchor, if that is still there.
    func rect(of scrollPosition: ScrollPosition) -> ContentRect

    /// Paints the first items, for a screen whose size is not known yet.
    func paintFirst(_ count: Int) async throws

    /// How large the list has the items in a range of positions.
    func sizes(in range: Range<Int>) -> [ItemSize]

    /// Tells everything that the screen must know to show this view, when it knows nothing.
    func redraw()

    // MARK: Updates

    /// Waits for the next change of the list.
    ///
    /// - Returns: What `apply` takes; `nil` when the task is cancelled, or there is nothing more to follow.
    func nextUpdate() async -> Update?

    /// Shows an update as one step.
    ///
    /// - Throws: What keeps the list or its content from being read; the next update that does not throw says that all
    ///   can be read again.
    func apply(_ update: Update) async throws

    /// Stops following the list, until `wake()`: no screen shows it at present.
    func stopFollowing()

    /// Takes note that no screen is there, and holds what was selected in few bytes, until `wake()`.
    func rest()

    /// Shows the list as it is now, with what is left of the selection.
    func wake()

    /// Lets go of all that was stored here for a controller: data source, delegate and closures.
    func end()

    // MARK: Selection

    /// How many items are selected.
    var selectionCount: Int { get }

    /// The selection, a set of the view's identifiers.
    var currentSelection: any Sendable { get }

    /// Selects an item, or deselects it.
    ///
    /// - Returns: Whether there is such an item.
    func tap(_ identifier: String) -> Bool

    /// Selects or deselects all items from one to another, instead of the range from the same one before.
    ///
    /// - Returns: Whether both are there.
    func selectRange(from start: RangeEnd, to end: RangeEnd, isOn: Bool) -> Bool

    /// How many items `selectRange` would look at: those that are in it or in the range before only.
    ///
    /// - Complexity: O(log *n*).
    func workOfRange(from start: RangeEnd, to end: RangeEnd, isOn: Bool) -> Int

    /// Selects the items that a rubber band touches, instead of those that it touched before.
    func selectBand(in rect: ContentRect, _ step: BandStep)

    /// How many items `selectBand` would look at.
    ///
    /// - Complexity: O(log *n*).
    func workOfBand(in rect: ContentRect) -> Int

    /// Tells the position of the next item from a position on whose text begins with what was typed.
    func search(for typed: String, from start: Int, number: Int) async throws

    /// Selects or deselects all items.
    func selectAll(_ isOn: Bool)

    /// The selection in a few words, for a screen to keep; `nil` when it takes too many.
    func selectionRuns() -> [SelectionRun]?

    /// Selects what a screen kept, as far as it is still there.
    func restoreSelection(_ runs: [SelectionRun])

    // MARK: Actions

    /// The name of the action that a tap calls instead.
    func primaryAction(for identifier: String) -> String?

    /// Tells how many items are moved with one that a person has lifted, or why it stays.
    func lift(_ identifier: String)

    /// What a screen's move means in the list as it is now: an `ItemMove` of the view's identifiers; `nil` when nothing
    /// changes.
    func move(for request: MoveRequest) throws(MoveRefusal) -> (any Sendable)?

    /// The names of the items that leave the view when a person drops one of them in another one, in the list's order.
    func itemsMoved(with identifier: String) throws(MoveRefusal) -> [String]

    /// What a drop from elsewhere means in the list as it is now: an `ItemDrop` of the view's identifiers.
    func drop(for request: DropRequest) throws(MoveRefusal) -> any Sendable

    /// Takes note of the items whose content a person is editing.
    func edit(_ identifiers: [String]) async throws

    /// The items that a menu is for, a set of the view's identifiers; `nil` when the item is not there.
    func items(of request: MenuRequest) -> (any Sendable)?

    /// The menu for what `items(of:)` returned.
    func menu(of items: any Sendable) -> Menu?
}
