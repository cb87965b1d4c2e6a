public import AviaryViews

/// The controller of a room (the content at one address), of a part of a room or of a sheet, in one browser tab. It
/// fills its storyboard and performs its actions.
///
/// A scene makes it, owns it and calls it, one call at a time. So it needs no locks, and never leaves the scene. Its
/// async methods run in the isolation of the scene, whatever compiler settings the app has. With the upcoming feature
/// `NonisolatedNonsendingByDefault` the compiler knows that, and accepts closures that call these methods. A long
/// computation blocks the scene, so run it in a detached task.
///
/// A controller never edits the lists it shows. An action writes to the store, and the commit comes back as an update.
public protocol ViewController: AnyObject {
    /// The markup of all controllers of this type; checked when the app starts.
    static var storyboard: Storyboard { get }

    /// The page of this controller, the same for as long as it lives.
    var page: Page { get }
    /// The collection views, by their names in the storyboard.
    var collections: [String: any ScreenCollection] { get }
    /// The lists whose rows fill controls, by their names in `data-choices`.
    var choices: [String: any ScreenChoices] { get }
    /// The actions that `data-action` may call, by their names; a page can call nothing else.
    var actions: Actions { get }
    /// About how many rows an action would write now, apart from the selected rows. An action that removes everything
    /// writes all rows.
    ///
    /// Large changes take turns across all browser windows, so a small change waits for one of them at most. This
    /// method is called right before the action is performed. The default is 0.
    func rowsWritten(by action: String) -> Int
    /// The controllers of parts of the page, by the names that `data-child` has in the storyboard.
    ///
    /// A child has a storyboard, a page, collections and actions of its own, and may have children. It does not know
    /// its parent: it reports to a closure or a delegate that it declares. The parent retains the child, so the closure
    /// must not retain the parent (`[unowned self]`), and the delegate is `weak`.
    ///
    ///     var children: [String: any ViewController] { ["history": history] }
    ///
    /// The children are read when the scene or the sheet of their parent begins.
    var children: [String: any ViewController] { get }
    /// A short text that the tab stores for `restore(_:)`, in addition to the selection; empty for none.
    ///
    /// It is read at the end of each turn, so it must be cheap.
    var restorationState: String { get }

    /// Called once, after the templates of the storyboard are registered. Set data sources and outlets here.
    ///
    /// A child's method is called before its parent's. All methods below are called for the parent first.
    ///
    /// - Throws: `NotFound` when there is nothing to show. Any other error is described to the person.
    func viewDidLoad() async throws
    /// Called after `viewWillAppear` if the tab has shown this room before and gets a new scene. The old scene was
    /// lost, or the tab has shown another page meanwhile. It is not called without a stored state.
    ///
    /// - Parameter state: The last `restorationState`. It comes from outside, so ignore text that cannot be read.
    func restore(_ state: String) async
    /// Called when a tab that shows a sheet at an address has lost its scene. Present the same sheet again, by
    /// `page.present(at:)`.
    ///
    /// The person's input in the sheet is preserved. A sheet that is not presented again is closed, and the person is
    /// notified.
    ///
    /// - Parameter address: The address of the sheet. It comes from outside.
    /// - Throws: Any error. It has the same effect as presenting nothing.
    func presentAgain(at address: Address) async throws
    /// Called before a first paint, and before the first packet of each connection. For a sheet it is called before the
    /// sheet is shown.
    func viewWillAppear() async
    /// Called after the first packet of each connection was sent, and after a sheet was sent. It is not called for a
    /// first paint if no tab connects.
    ///
    /// It may ask the person, or copy a text. It has to end when the connection is lost, because the tab can connect again
    /// only then: `Page.ask` returns `nil` at that moment. Endless work belongs to a `task` or to `observe`.
    func viewDidAppear() async

    /// Called right before `viewDidDisappear()`. The connection is already lost, or the sheet is already closed.
    func viewWillDisappear() async
    /// Called when a sheet is closed, or when the connection is lost. In the second case the tab may return.
    func viewDidDisappear() async
}

extension ViewController {
    /// The default: no collection views.
    public var collections: [String: any ScreenCollection] { [:] }
    /// The default: no controls with rows.
    public var choices: [String: any ScreenChoices] { [:] }
    /// The default: no actions. The storyboard has no `data-action`.
    public var actions: Actions { [:] }

    /// The default: 0, because the action writes no more than the selected rows.
    public func rowsWritten(by action: String) -> Int { 0 }
    /// The default: no children.
    public var children: [String: any ViewController] { [:] }
    /// The default: an empty text, so nothing is stored in the tab.
    public var restorationState: String { "" }

    /// Does nothing.
    public func viewDidLoad() async throws {}

    /// Does nothing.
    public func restore(_ state: String) {}

    /// Presents nothing, so the sheet is closed and the person is notified.
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
/// An error that an action throws is described to the person by the `describe` closure of the app.
public typealias Actions = [String: (ActionEvent) async throws -> Void]

/// An event that has called an action, with its origin and its content. It comes from outside, so nothing in it can be
/// trusted.
public struct ActionEvent: Sendable {
    /// The fields of the form or of the menu item, by name, as text; empty for a button.
    public var fields: [String: String]
    /// The identifier, as text, of the item whose cell, swipe, menu or move has called the action; `nil` when the action
    /// was called elsewhere.
    public var item: String?
    /// The identifier, as text, of the section whose header the action was called from; `nil` when it was called
    /// elsewhere.
    public var section: String?
    /// The files that a person has uploaded with the element that called the action.
    ///
    /// They are deleted when the action is done, except those that the action has moved elsewhere.
    public var files: [UploadedFile] = []
    /// The name of this call, unique among all calls; `nil` when the tab cannot ask again.
    ///
    /// A tab that lost its connection repeats its unanswered calls. An action is performed only once if it writes the
    /// receipt in the transaction of its change.
    public var receipt: String?
    /// Whether the tab had another scene before, which was lost. For instance, the server has restarted, or the tab was
    /// away for more than three minutes.
    public internal(set) var isFromLostScene = false
    /// The names of `files`, which are claimed when the action's turn comes.
    var uploads: [String] = []
    /// The selection of each collection view when the person asked.
    var selections: [ObjectIdentifier: any Sendable] = [:]
    /// The items of each collection view for which a menu was opened or keys were pressed.
    var items: [ObjectIdentifier: any Sendable] = [:]
    /// The move, by its collection view.
    var moves: [ObjectIdentifier: any Sendable] = [:]
    /// The dropped content, by its collection view.
    var drops: [ObjectIdentifier: any Sendable] = [:]

    /// An event as a page would send it, to call an action from a program or a test.
    public init(
        fields: [String: String] = [:], item: String? = nil, section: String? = nil, receipt: String? = nil
    ) {
        self.fields = fields
        self.item = item
        self.section = section
        self.receipt = receipt
    }

    /// The item that `item` names; `nil` when there is no such text, or the collection does not have the item any more.
    ///
    /// - Complexity: O(log *n*).
    public func item<ItemID>(in collection: CollectionView<ItemID>) -> ItemID? {
        item.flatMap(collection.item(named:))
    }

    /// The items that the action is for.
    ///
    /// For an action of a menu, or of a menu's keys, these are the items of that menu: none for the background. For an
    /// action of a cell or of a swipe it is the item of the cell. Otherwise it is the selection at the time when the
    /// person asked.
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
    /// It may differ from the collection's selection, because actions wait for each other and the person may tap
    /// meanwhile.
    ///
    /// - Complexity: O(1).
    public func selection<ItemID>(in collection: CollectionView<ItemID>) -> Set<ItemID> {
        selections[ObjectIdentifier(collection)] as? Set<ItemID> ?? collection.selection
    }
}
