/// What a scene needs of a collection view, whatever its identifiers are: events in, changes out.
///
/// A state machine: no I/O, no clock, no threads. The scene that owns it calls it in turn, and takes the changes after
/// each event.
package protocol ScreenCollection: AnyCollectionView {
    associatedtype Update

    /// How many items there are.
    var numberOfItems: Int { get }

    /// Brings the visible rect to where the screen has it.
    func scroll(to rect: ContentRect) async throws

    /// The visible rect of a screen that has been away: by its anchor, if that is still there.
    func rect(of scrollPosition: ScrollPosition) -> ContentRect

    /// Paints the first items, for a screen whose size is not known yet.
    func paintFirst(_ count: Int) async throws

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

    /// Lets go of the updates of the list, until `wake()`: nobody looks at present.
    func stopFollowing()

    /// Holds what was selected in few bytes, until `wake()`.
    func rest()

    /// Shows the list as it is now, with what is left of the selection.
    func wake()

    /// Lets go of all that was stored here for a controller: data source, delegate and closures.
    func end()

    // MARK: Selection

    /// How many items are selected.
    var selectionCount: Int { get }

    /// The selection, for whoever knows of what type it is.
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

    /// Selects or deselects all items.
    func selectAll(_ isOn: Bool)

    /// The selection in a few words, for a screen to keep; `nil` when it takes too many.
    func selectionRuns() -> [SelectionRun]?

    /// Selects what a screen kept, as far as it is still there.
    func restoreSelection(_ runs: [SelectionRun])

    // MARK: Actions

    /// The name of the action that a tap calls instead.
    func primaryAction(for identifier: String) -> String?

    /// Takes note of the items whose content a person is editing.
    func edit(_ identifiers: [String]) async throws

    /// What a menu is for, for whoever knows of what type it is; `nil` when the item is not there.
    func items(of request: MenuRequest) -> (any Sendable)?

    /// The menu for what `items(of:)` returned.
    func menu(of items: any Sendable) -> Menu?
}
