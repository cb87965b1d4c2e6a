public import AviaryViews

/// The controller of one room of an app, in one browser tab: what its storyboard shows, and what its actions do.
///
/// A scene makes it, owns it and calls it, one call at a time. So it needs no locks, and is never sent anywhere else.
/// Its async methods run in the isolation of the scene, whatever compiler settings the app has. With the upcoming
/// feature `NonisolatedNonsendingByDefault` the compiler knows that, and accepts closures that call them. Long
/// computations hold up the scene, so put them into a task of their own.
///
/// A controller never edits what it shows: an action writes to the store, and the commit comes back as an update.
public protocol ViewController: AnyObject {
    /// The markup of all controllers of this type; checked when the app starts.
    static var storyboard: Storyboard { get }

    /// The page of this controller, the same for as long as it lives.
    var page: Page { get }
    /// The collection views, by their names in the storyboard.
    var collections: [String: AnyCollectionView] { get }
    /// The actions that `data-action` may call, by their names; a page can call nothing else.
    var actions: Actions { get }
    /// About how many rows an action would write now, beside those that are selected: all rows, for an action that
    /// removes all.
    ///
    /// Large changes take turns across all windows, so that a small one waits for at most one of them. Asked right
    /// before the action is performed; 0 by default.
    func rowsWritten(by action: String) -> Int
    /// The controllers of parts of the page, by the names that `data-child` has in the storyboard.
    ///
    /// A child has a storyboard, a page, collections and actions of its own, and may have children. It does not know
    /// its parent: it reports to a closure or a delegate that it declares. The parent holds the child, so the closure
    /// must not hold the parent (`[unowned self]`), and the delegate is `weak`.
    ///
    ///     var children: [String: any ViewController] { ["history": history] }
    ///
    /// Read once, when the scene begins.
    var children: [String: any ViewController] { get }
    /// A few words that the tab stores for `restore(_:)`, beside the selection; empty for none.
    ///
    /// Read after each turn, so it must be cheap.
    var restorationState: String { get }

    /// Called once, after the templates of the storyboard are registered: set data sources and outlets here.
    ///
    /// A child's is called before its parent's. All methods below are called for the parent first.
    ///
    /// - Throws: `NotFound` when there is nothing to show; any other error is described to the person.
    func viewDidLoad() async throws
    /// Called after `viewWillAppear` in a tab that was in this room before, when its scene was lost or the tab was
    /// elsewhere meanwhile.
    ///
    /// - Parameter state: What `restorationState` was. It comes from outside, so pass over what cannot be read.
    func restore(_ state: String) async
    /// Called when a tab comes back that shows a sheet at an address, and its scene was lost: present the same sheet
    /// again, by `page.present(at:)`.
    ///
    /// What the person has typed in the sheet is still there. A sheet that is not presented again is closed, and the
    /// person is told.
    func presentAgain(at address: Address) async throws
    /// Called before a first paint, and before the first packet of each connection.
    func viewWillAppear() async
    /// Called after the first packet of each connection was sent. Not called for a first paint to which no tab
    /// connects.
    func viewDidAppear() async

    /// Called right before `viewDidDisappear()`: the connection is lost already, or the sheet is closed.
    func viewWillDisappear() async
    /// Called when the connection is lost, after which the tab may come back, and when a sheet is closed.
    func viewDidDisappear() async
}

extension ViewController {
    /// None.
    public var collections: [String: AnyCollectionView] { [:] }
    /// None: the storyboard has no `data-action`.
    public var actions: Actions { [:] }

    /// 0: the action writes no more than the selected rows.
    public func rowsWritten(by action: String) -> Int { 0 }
    /// None.
    public var children: [String: any ViewController] { [:] }
    /// Empty: nothing is stored in the tab.
    public var restorationState: String { "" }

    /// Does nothing.
    public func viewDidLoad() async throws {}

    /// Does nothing.
    public func restore(_ state: String) {}

    /// Presents nothing: the sheet is closed, and the person is told.
    public func presentAgain(at address: Address) {}

    /// Does nothing.
    public func viewWillAppear() {}

    /// Does nothing.
    public func viewDidAppear() {}

    /// Does nothing.
    public func viewWillDisappear() {}

    /// Does nothing.
    public func viewDidDisappear() {}
}

/// The actions of a view controller, by their names in the storyboard.
///
/// An error that an action throws is described to the person, by the `describe` of the app.
public typealias Actions = [String: (ActionEvent) async throws -> Void]

/// The event that called an action: where it came from, and what it brought. It comes from outside, so nothing in it
/// can be trusted.
public struct ActionEvent: Sendable {
    /// The fields of the form or of the menu item, by name, as text; empty for a button.
    public var fields: [String: String]
    /// The identifier, as text, of the item whose cell the action was called from; `nil` when it was called elsewhere.
    public var item: String?
    /// The identifier, as text, of the section whose header the action was called from; `nil` when it was called
    /// elsewhere.
    public var section: String?
    /// The files that a person has sent by the element that called the action.
    ///
    /// They are removed when the action is done, except those that it has moved elsewhere.
    public var files: [UploadedFile] = []
    /// The name of this call, unique among all calls; `nil` when the tab cannot ask again.
    ///
    /// A tab that lost its connection repeats the calls without an answer. An action that writes the receipt in the
    /// transaction of its change is performed once.
    public var receipt: String?
    /// Whether the tab had another scene before, which was lost: the server has restarted, or the tab was away for more
    /// than three minutes.
    public internal(set) var isFromLostScene = false
    /// The names of `files`, which are claimed when the action's turn has come.
    var uploads: [String] = []
    /// What was selected in each collection view when the person asked.
    var selections: [ObjectIdentifier: any Sendable] = [:]
    /// The items in each collection view that the menu was for, or the keys.
    var items: [ObjectIdentifier: any Sendable] = [:]
    /// The move in the collection view where there was one.
    var moves: [ObjectIdentifier: any Sendable] = [:]
    /// What was dropped in the collection view where something was.
    var drops: [ObjectIdentifier: any Sendable] = [:]

    /// An event as a page would send it, for calling an action from the program or from a test.
    public init(
        fields: [String: String] = [:], item: String? = nil, section: String? = nil, receipt: String? = nil
    ) {
        self.fields = fields
        self.item = item
        self.section = section
        self.receipt = receipt
    }

    /// The item whose cell the action was called from; `nil` when it was called elsewhere, or the collection does not
    /// have the item any more.
    ///
    /// - Complexity: O(log *n*).
    public func item<ItemID>(in collection: CollectionView<ItemID>) -> ItemID? {
        item.flatMap(collection.item(named:))
    }

    /// The items that the action is for.
    ///
    /// These are the items that a menu was opened for, or the keys of a menu were pressed for: none of them for the
    /// background. Otherwise it is the item whose cell the action was called from, or else the selection at the time
    /// when the person asked.
    ///
    /// - Complexity: O(1); O(log *n*) when the action was called from a cell.
    public func items<ItemID>(in collection: CollectionView<ItemID>) -> Set<ItemID> {
        if let items = items[ObjectIdentifier(collection)] as? Set<ItemID> { return items }
        return item == nil ? selection(in: collection) : Set([self.item(in: collection)].compactMap(\.self))
    }

    /// The items that a person has moved in a collection view, and their target; `nil` when none were moved there.
    ///
    /// - Complexity: O(1).
    public func move<ItemID>(in collection: CollectionView<ItemID>) -> ItemMove<ItemID>? {
        moves[ObjectIdentifier(collection)] as? ItemMove<ItemID>
    }

    /// The content that a person has dropped in a collection view from elsewhere, and its target; `nil` when nothing
    /// was dropped there.
    ///
    /// - Complexity: O(1).
    public func drop<ItemID>(in collection: CollectionView<ItemID>) -> ItemDrop<ItemID>? {
        drops[ObjectIdentifier(collection)] as? ItemDrop<ItemID>
    }

    /// The selection at the time when the person asked.
    ///
    /// It may differ from that of the collection, because actions wait for each other and a tap may come in between.
    ///
    /// - Complexity: O(1).
    public func selection<ItemID>(in collection: CollectionView<ItemID>) -> Set<ItemID> {
        selections[ObjectIdentifier(collection)] as? Set<ItemID> ?? collection.selection
    }
}
