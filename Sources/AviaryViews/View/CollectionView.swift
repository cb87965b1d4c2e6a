public import AviarySnapshots
import OrderedCollections

/// Shows a list of items as cells near the visible rect, and holds the person's state: selection, edit, scroll
/// position.
///
/// State that survives a change of the list is held by identifier: the selection, the cells, the anchor of the scroll
/// position. Not `Sendable`: a scene owns it, and uses it on its own executor.
///
/// An event usually costs O(visible + *k* log *n*) for *k* changes in a list of *n* items.
///
///     let grid = CollectionView<Swatch.ID>(layout: FlowLayout(columns: .fixed(3)))
///     grid.dataSource = LiveDataSource(colors) { swatch, cell in cell["fill"] = swatch.color }
public final class CollectionView<ItemID: ItemIdentifier>: AnyCollectionView, ScreenCollection {
    /// Provides the list and configures the cells; held strongly.
    ///
    /// Setting it reloads the list, as `reloadData()` does, and follows the updates of the new data source. With `nil`
    /// the list remains, without further updates.
    public var dataSource: (any CollectionViewDataSource<ItemID>)? {
        didSet {
            if oldValue !== dataSource { oldValue?.stopWaiting() }
            dataSource?.attach(to: self)
            reloadData()
            replacements?.yield()
        }
    }
    /// The data source that `nextUpdate()` waited for last.
    var followed: (any CollectionViewDataSource<ItemID>)?
    /// Wakes the task in `nextUpdate()` while it waits for a new data source.
    private var replacements: AsyncStream<Void>.Continuation?
    /// True if `rest()` was called on the data source, because no screen shows the list.
    var isResting = false
    /// Counts the changes and replacements of the list. If the count has changed after a suspension point, values that
    /// were computed before are outdated.
    var listVersion = 0
    /// The delegate. It responds to changes of selection, list and cells, and decides what a person may do. Held
    /// weakly.
    public weak var delegate: (any CollectionViewDelegate<ItemID>)?

    /// The selected items, near the visible rect or not. Each is in `snapshot`.
    ///
    /// While no screen is connected, a selection of more than 1,000 items is stored in a compact form, and this set is
    /// empty. Change the selection by `select(_:)`.
    public var selection: Set<ItemID> { selected.items }
    var selected = Selection<ItemID>()

    /// The snapshot that is shown.
    public internal(set) var snapshot: any Snapshot<ItemID> = ListSnapshot<Int, ItemID>()

    /// The positions that have cells: the visible ones and the prefetch margin.
    package var window: Range<Int> { cells.positions }
    /// The items in the window, in order.
    var held: [ItemID] { cells.items }
    var cells = CellWindow<ItemID>()
    /// The items in view, in order.
    var displayed: [ItemID] = []
    /// The first is true while the delegate receives the items in view, the second if these items have changed
    /// meanwhile.
    var isTellingDisplay = false, isDisplayStale = false
    var prefetching: Prefetching<ItemID>?
    /// Counts how often an update had to compute its new viewport.
    package internal(set) var viewportsComputed = 0
    /// True if the screen has the shortcuts of items' menus. It cannot have them before there are cells.
    var hasToldItemMenus = false
    /// The first item with a cell when the delegate was last asked for menus. For the same item the delegate is not
    /// asked again.
    var askedForMenus: ItemID?
    var supplementary = SupplementaryViews<ItemID>()
    /// The frames that the screen has; `nil` in a layout whose frames the screen computes itself.
    package private(set) var told: ToldFrames<ItemID>?
    /// The items whose cells are to be configured again, in the order of the requests. The value is true if the cell is
    /// to be recreated.
    var itemsDue: OrderedDictionary<ItemID, Bool>?
    /// The requested scroll target, until the screen has reached it.
    var scrollTarget = ScrollTarget<ItemID>()
    /// Counts the times that content was read and shown.
    var contentVersion = 0
    /// One cell for each template, reused to configure all items.
    var workbench = Workbench()
    package var cellWork: Int { workbench.work }

    /// A view without items. Its width is 0 before a screen is known.
    public override init(layout: any CollectionViewLayout) { super.init(layout: layout) }

    /// Waits until the data source is replaced or the task is cancelled.
    func replacement() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        replacements = continuation
        var iterator = stream.makeAsyncIterator()
        _ = await iterator.next(isolation: #isolation)
    }

    /// The number of items of `snapshot`, including items that are not known yet.
    public var numberOfItems: Int { snapshot.numberOfItems }

    package func waitUntilWhole() async { if !snapshot.isWhole { await dataSource?.waitUntilWhole() } }

    /// The cell of an item near the visible rect, as shown; `nil` if the item has no cell.
    ///
    /// - Returns: A copy. Setting its outlets changes nothing on the screen; call `reconfigureItems(_:)` for that.
    /// - Complexity: O(1).
    public func cell(for item: ItemID) -> Cell? {
        guard let shown = cells[item], templates.indices.contains(shown.template) else { return nil }
        return Cell(template: templates[shown.template], values: shown.values)
    }

    /// The items in the visible rect that have cells, in the order of the list.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* items.
    public var visibleItems: [ItemID] {
        snapshot.items(in: geometry.positions(in: shownRect).clamped(to: window))
    }

    /// Takes the list from the data source again and configures every cell. Items that are gone are deselected.
    ///
    /// - Complexity: O(visible + *k* log *n*) for *k* selected items, plus the cost of laying out the whole list.
    public func reloadData() {
        let count = selection.count
        reloadList()
        // Cells whose content must be read first are configured with the next packet of the scene.
        if !cells.placeholders.isEmpty { reconfigureItems(held.filter(cells.placeholders.contains)) }
        guard selection.count != count else { return }
        selected.announce()
        delegate?.collectionViewDidChangeSelection(self)
    }

    /// Reloads the data without telling the delegate about the selection.
    func reloadList() {
        guard let dataSource else { return }
        listVersion += 1
        snapshot = dataSource.snapshot
        selected.keep(in: snapshot)
        cells.removeAll()
        tellGone()
        viewport.layOut(snapshot)
        supplementary.count(geometry.hasHeaders ? snapshot.sectionCounts : [])
        rearrange(to: viewport.window(known: snapshot.numberOfKnownItems, current: nil))
        _ = changedHeaders(to: sectionsNearby)
        redraw()
        tellDisplay()
    }

    package func end() {
        viewport.leaveScreen()
        for completion in takeCompletions() { completion() }
        cancelPrefetching()
        prefetching = nil
        dataSource = nil
        followed = nil
        delegate = nil
        supplementary.removeConfigurations()
    }

    override func checkSupplementaryViews() { checkKinds() }

    override func templatesDidChange() { if !cells.shown.isEmpty { reloadData() } }

    override func editModeDidChange() {
        let limit = mode.limit
        if !isEditing || limit == .none || (limit == .one && selection.count > 1) { deselectAll() }
    }

    package override func takeAnnouncement() -> String? {
        if selected.takeRefusal() { return words.stillLoading }
        guard selected.takeNews() else { return nil }
        let count = selectionCount
        guard let delegate else { return words.selection(count, numberOfItems) }
        return delegate.collectionView(self, announcementOfSelection: count)
    }

    package func sizes(in range: Range<Int>) -> [ItemSize] { snapshot.sizes(in: range) }

    /// Changes the layout. Every visible cell is animated from its old frame to its new one, and the first item in view
    /// stays in view.
    ///
    /// There is no animation if the scroll direction changes.
    ///
    /// - Throws: The error of the data source if the content of cells that come into view cannot be read. The layout is
    ///   applied nevertheless, with placeholders.
    /// - Complexity: O(visible), plus the cost of laying out the whole list.
    public func setLayout(_ layout: any CollectionViewLayout) async throws {
        let isTurned = viewport.layOut(snapshot, by: layout)
        try await showLayout(isRelaid: !isTurned)
    }

    package func redraw() { redraw(isRelaid: false) }

    /// - Parameter isRelaid: True if only the layout has changed. Then cells are animated from frame to frame.
    func redraw(isRelaid: Bool) {
        viewport.tellLayout()
        tell(
            .reload(
                toldGeometry(), count: numberOfItems, base: window.lowerBound, tiles: held.compactMap(tile),
                sections: geometry.hasHeaders ? supplementary.counts : nil, headers: allHeaders, isRelaid: isRelaid))
        retellMode()
        retellMoves()
        tellMenus()
        if !isRelaid { tellScroll() }
    }

    /// The geometry, as sent to the screen. Records the frames that are sent.
    private func toldGeometry() -> CollectionChange.Geometry {
        told = nil
        if let lattice = geometry as? Lattice { return .lattice(lattice) }
        let none = ToldFrames<ItemID>()
        let all = frames(after: none)
        told = all
        return .frames(viewport.framesKey, all.changes(since: none))
    }

    /// The changes of the frames near the visible rect that must be sent to the screen; `nil` if there are none.
    ///
    /// - Complexity: O(visible), in a layout whose frames are found in O(log *n*).
    func changedFrames() -> CollectionChange.Frames? {
        guard !(geometry is Lattice) else { return nil }
        let old = told ?? ToldFrames()
        let new = frames(after: old)
        told = new
        return old.isShown(like: new) ? nil : new.changes(since: old)
    }

    private func frames(after old: ToldFrames<ItemID>) -> ToldFrames<ItemID> {
        ToldFrames(near: viewport, of: snapshot, window: window, sections: supplementary.sections, after: old)
    }

    /// The item whose identifier has this text on the wire; `nil` if the text is no identifier or the item is not in
    /// `snapshot`.
    ///
    /// - Complexity: O(log *n*).
    public func item(named identifier: String) -> ItemID? {
        ItemID.identifier(from: identifier).flatMap { snapshot.position(of: $0) == nil ? nil : $0 }
    }
}
