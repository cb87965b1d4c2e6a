public import AviarySnapshots

/// The interface of a collection view for its screen, independent of the type of its identifiers: state out, events in.
///
/// `CollectionView` conforms to it. A screen hands a view the person's input, has its updates applied, and then reads
/// what it shows. So a terminal, a window or a test can be a screen, as the browser is one by `AviaryServer`:
///
///     try await view.scroll(to: ContentRect(width: 80, height: 24))
///     for tile in view.visibleTiles { print(tile.isSelected ? "*" : " ", tile.content["name"] ?? "") }
///     view.tap("42")
///     while await view.waitForUpdate() { try await view.applyUpdate() }
///
/// A view has no I/O, no clock and no threads. It is not `Sendable`. Its screen calls it for one event after the other,
/// on one executor. While a call is suspended, because content is read, the screen may make other calls.
public protocol ScreenCollection<ItemID>: AnyObject {
    /// The identifiers of the items.
    associatedtype ItemID: ItemIdentifier

    /// The view, with the type of its identifiers.
    var collectionView: CollectionView<ItemID> { get }

    // MARK: Templates

    /// Registers a template of cells for its reuse identifier. The first one is for items whose data source chooses
    /// none.
    ///
    /// The view knows the outlets only. The screen decides how its cells look.
    func register(_ template: CellTemplate)

    /// Registers the template of section headers.
    func register(header template: CellTemplate)

    /// Registers the template of section footers.
    func register(footer template: CellTemplate)

    // MARK: What the view shows

    /// The list that is shown.
    var snapshot: any Snapshot<ItemID> { get }

    /// The layout of the list.
    var layout: any CollectionViewLayout { get }

    /// The frames of the list shown; transposed if the layout scrolls to the right, as `ScrollDirection` shows. The
    /// screen needs its `contentHeight` to scroll.
    var geometry: any LayoutGeometry { get }

    /// The part of the content that is on screen, in content coordinates, in points. Its size is zero before the first
    /// `scroll(to:)`.
    var visibleRect: ContentRect { get }

    /// The cells, headers and footers in the visible rect and in a margin around it, in the order of the list.
    ///
    /// - Complexity: O(*t* log *n*) for *t* tiles in a list of *n* items.
    var tiles: [CollectionTile] { get }

    /// True if the background or one of the first items with cells has a menu.
    ///
    /// - Complexity: Asks the delegate for up to 17 menus.
    var hasMenus: Bool { get }

    /// The sentence that a screen reader says about the last changes of the selection, each sentence once; `nil` if
    /// there is none.
    func takeAnnouncement() -> String?

    /// The completions of updates that the view shows now, each once. The screen calls them when it displays these
    /// updates.
    func takeCompletions() -> [() -> Void]

    /// The mistakes of the app that were found since the last call, as sentences. One of them is an outlet that a
    /// template does not have.
    func takeMistakes() -> [String]

    // MARK: What a person does

    /// Shows a part of the content, because the screen has this size or the person has scrolled there. From now on
    /// until `screenDidDisconnect()`, a screen is connected.
    ///
    /// Call it first of all, and for each step of scrolling.
    ///
    /// - Parameter rect: The part on screen, in content coordinates, in points.
    /// - Throws: The error that keeps the content of cells from being read. These cells are placeholders until it can
    ///   be read.
    /// - Complexity: O(visible + log *n*). With another width, the whole list is laid out again.
    func scroll(to rect: ContentRect) async throws

    /// Tells the delegate that scrolling has ended. Does nothing if an update has moved the visible rect away from
    /// `rect`, because the screen follows and reports the end of that movement.
    func endScrolling(at rect: ContentRect)

    /// The name of the action that a tap calls instead of selecting the item; `nil` if a tap selects. A screen asks for
    /// it before `tap(_:)`.
    ///
    /// - Parameter identifier: The text of the item's identifier.
    func primaryAction(for identifier: String) -> String?

    /// Handles a person's tap: the item joins the selection or leaves it. If only one item may be selected, the others
    /// leave it.
    ///
    /// - Parameter identifier: The text of the item's identifier.
    /// - Returns: True if there is such an item, even if it may not be selected.
    @discardableResult
    func tap(_ identifier: String) -> Bool

    /// Expands or collapses an item of an outline, if the data source can do that. Does nothing if there is no such
    /// item.
    ///
    /// - Parameters:
    ///   - isExpanded: Whether the children are shown.
    ///   - identifier: The text of the item's identifier.
    func setExpanded(_ isExpanded: Bool, _ identifier: String)

    // MARK: Updates

    /// Waits for the next change of the list. One task at a time calls this.
    ///
    /// - Returns: True if there is an update for `applyUpdate()`; false if the task is cancelled, or after `end()`.
    func waitForUpdate() async -> Bool

    /// Shows the update that `waitForUpdate()` has found, as one step. The items in view stay in view.
    ///
    /// - Throws: The error that keeps the list or its content from being read. The next update without an error means
    ///   that everything can be read again.
    /// - Complexity: O(visible + *k* log *n*) for *k* changes.
    func applyUpdate() async throws

    /// True if a controller has requested work that needs content to be read, such as `reconfigureItems(_:)` and
    /// `scrollToItem(_:at:animated:)`.
    var isWorkDue: Bool { get }

    /// Does the requested work. The screen calls it before it reads what is shown, if `isWorkDue`.
    ///
    /// - Throws: The error that keeps content from being read. The work is done nevertheless, with placeholders.
    func doWorkDue() async throws

    // MARK: Without a screen

    /// Makes the cells of the first items, for a screen of unknown size. A first paint begins with it.
    ///
    /// - Throws: The error that keeps their content from being read. These cells are placeholders.
    func paintFirst(_ count: Int) async throws

    /// Called when no screen is connected any more. Stores a large selection in a compact form until
    /// `screenDidConnect()`.
    ///
    /// - Complexity: O(1) if all items or one range are selected; otherwise at most O(*n*).
    func screenDidDisconnect()

    /// Called when a screen is connected again, before `scroll(to:)`. Shows the present list, with the selected items
    /// that still exist.
    func screenDidConnect()

    /// Releases everything that a controller has set: data source, delegate and closures. The view shows nothing new
    /// from then on.
    func end()
}

extension ScreenCollection {
    /// The tiles that are in the visible rect, at least in part, in the order of the list.
    ///
    /// - Complexity: O(*t* log *n*) for *t* tiles in a list of *n* items.
    public var visibleTiles: [CollectionTile] {
        let rect = visibleRect
        return tiles.filter { $0.frame.touches(rect) }
    }
}

extension CollectionView: ScreenCollection {
    /// The view itself.
    public var collectionView: CollectionView { self }
}
