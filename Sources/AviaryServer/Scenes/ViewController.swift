public import AviaryViews

/// One room of an app, in one browser tab: what its storyboard shows, and what happens when something is touched.
///
/// A scene makes it, owns it and calls it, one call at a time; it needs no locks and is never sent anywhere else. Its
/// async methods run in the scene's isolation too, whatever compiler settings the app has. With the upcoming feature
/// `NonisolatedNonsendingByDefault` the compiler knows that, and accepts closures that call them. Long computations
/// belong into a task of their own, since they hold up their scene. It
/// never changes what it shows by hand: an action writes to the store, and the commit comes back as an update.
public protocol ViewController: AnyObject {
    static var storyboard: Storyboard { get }

    var page: Page { get }
    /// The collections of the storyboard, by their names there.
    var collections: [String: AnyCollectionView] { get }
    /// What `data-action` may call; nothing else can be.
    var actions: Actions { get }
    /// About how many rows an action would write now, beside those that are selected: all, for one that removes all.
    ///
    /// Large changes take turns across all windows, so that what others do waits for one of them at most. Looked at when
    /// the action is about to be performed.
    func rowsWritten(by action: String) -> Int
    /// The controllers of parts of the page, by the names that `data-child` has in the storyboard.
    ///
    /// A child has a storyboard, a page, collections and actions of its own, and may have children. It does not know its
    /// parent: it tells of what happens by a closure or a delegate that it declares. The parent holds the child, so the
    /// closure must not hold the parent (`[unowned self]`), and the delegate is `weak`.
    ///
    ///     var children: [String: any ViewController] { ["history": history] }
    ///
    /// Looked at once, when the scene begins.
    var children: [String: any ViewController] { get }
    /// What the tab keeps for `restore`, beside what is selected: a few words. Looked at after all that happens.
    var restorationState: String { get }

    /// Called once, when the templates of the storyboard are registered: time to set data sources and outlets. A child's
    /// is called before its parent's. All that follow are called for the parent first.
    func viewDidLoad() async throws
    /// Called then in a tab that was in the room before, when its scene is lost or it has been elsewhere. What it kept
    /// comes from outside: what cannot be read is passed over.
    func restore(_ state: String) async
    /// Called when a tab comes back that shows a sheet at an address, and its scene is lost: time to present the same again, by
    /// `page.present(at:)`. What the person has typed in it is still there. A sheet that nobody presents is closed, and the
    /// person is told.
    func presentAgain(at address: Address) async throws
    /// Before a first paint, and before the first packet of each connection.
    func viewWillAppear() async
    /// After the first packet was sent. Not called for a first paint that nobody connects to.
    func viewDidAppear() async
    func viewWillDisappear() async
    /// The tab has gone, or its connection has; it may come back.
    func viewDidDisappear() async
}

extension ViewController {
    public var collections: [String: AnyCollectionView] { [:] }
    public var actions: Actions { [:] }
    public func rowsWritten(by action: String) -> Int { 0 }
    public var children: [String: any ViewController] { [:] }
    public var restorationState: String { "" }
    public func viewDidLoad() async throws {}
    public func restore(_ state: String) {}
    public func presentAgain(at address: Address) {}
    public func viewWillAppear() {}
    public func viewDidAppear() {}
    public func viewWillDisappear() {}
    public func viewDidDisappear() {}
}

/// The actions of a view controller, by their names in the storyboard.
public typealias Actions = [String: (ActionEvent) async throws -> Void]

/// What called an action.
public struct ActionEvent: Sendable {
    /// The fields of the form it came from, by name, as text; empty for a button.
    public var fields: [String: String]
    /// The name of the item whose cell it came from.
    public var item: String?
    /// The name of the section whose header it came from.
    public var section: String?
    /// The files that a person has sent by the element it came from. They are gone when the action is done, but for those
    /// that it has moved elsewhere.
    public var files: [UploadedFile] = []
    /// Names this call among all. A tab that lost its connection asks again for what it has no answer to: written down
    /// in the transaction of what the action does, the receipt makes sure that it is done once.
    public var receipt: String?
    /// Whether the tab was in another scene before, which is lost: the server has restarted, or the tab was away for more
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

    public init(
        fields: [String: String] = [:], item: String? = nil, section: String? = nil, receipt: String? = nil
    ) {
        self.fields = fields
        self.item = item
        self.section = section
        self.receipt = receipt
    }

    /// The item whose cell it came from, if the collection still has it.
    public func item<ItemID>(in collection: CollectionView<ItemID>) -> ItemID? {
        item.flatMap(collection.item(named:))
    }

    /// The items that are meant: those that a menu was opened for, or keys of it were pressed for, none of them for the
    /// background; or the one whose cell the action came from; or else what was selected when the person asked.
    public func items<ItemID>(in collection: CollectionView<ItemID>) -> Set<ItemID> {
        if let items = items[ObjectIdentifier(collection)] as? Set<ItemID> { return items }
        return item == nil ? selection(in: collection) : Set([self.item(in: collection)].compactMap(\.self))
    }

    /// The items that a person has moved in a collection view, and where to.
    public func move<ItemID>(in collection: CollectionView<ItemID>) -> ItemMove<ItemID>? {
        moves[ObjectIdentifier(collection)] as? ItemMove<ItemID>
    }

    /// What a person has dropped in a collection view from elsewhere, and where.
    public func drop<ItemID>(in collection: CollectionView<ItemID>) -> ItemDrop<ItemID>? {
        drops[ObjectIdentifier(collection)] as? ItemDrop<ItemID>
    }

    /// What was selected when the person asked: actions wait for each other, and a tap may come in between.
    public func selection<ItemID>(in collection: CollectionView<ItemID>) -> Set<ItemID> {
        selections[ObjectIdentifier(collection)] as? Set<ItemID> ?? collection.selection
    }
}
