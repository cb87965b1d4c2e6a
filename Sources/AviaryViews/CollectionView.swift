public import AviarySnapshots
import OrderedCollections

/// Shows a list of items as cells near the visible rect, and holds what a person does with them: selection, edit,
/// scroll position.
///
/// State that outlasts a change of the list is held by identifier: the selection, the cells, the anchor of the scroll
/// position. Not `Sendable`: a scene owns it, and uses it on its own executor.
///
/// An event costs what is visible and what changed: O(visible + *k* log *n*) for *k* changes in a list of *n* items.
///
///     let grid = CollectionView<Swatch.ID>(layout: FlowLayout(columns: .fixed(3)))
///     grid.dataSource = LiveDataSource(colors) { swatch, cell in cell["fill"] = swatch.color }
public final class CollectionView<ItemID: ItemIdentifier>: AnyCollectionView, ScreenCollection {
    /// Provides the list and configures the cells; held strongly.
    ///
    /// Setting it shows the new list anew, as `reloadData()` does, and follows its updates. With `nil` the list stays
    /// as it is, without further updates.
    public var dataSource: (any CollectionViewDataSource<ItemID>)? {
        didSet {
            if oldValue !== dataSource { oldValue?.stopWaiting() }
            dataSource?.attach(to: self)
            reloadData()
            replacements?.yield()
        }
    }
    /// The data source whose updates were waited for last.
    var followed: (any CollectionViewDataSource<ItemID>)?
    /// Tells the task that follows the data source of another one, when it waits for that.
    private var replacements: AsyncStream<Void>.Continuation?
    /// Whether the data source was told that no screen shows the list.
    var isResting = false
    /// Counts how often the list was replaced or changed: what was computed before a suspension may not fit it behind.
    var listVersion = 0
    /// Hears of selection, updates and cells, and decides what a person may do; held weakly.
    public weak var delegate: (any CollectionViewDelegate<ItemID>)?

    /// The selected items, whether they are near the visible rect or not; each is in `snapshot`.
    ///
    /// A selection of more than 1,000 items is put away while no screen is connected: this is empty then. `select(_:)`
    /// changes it.
    public internal(set) var selection: Set<ItemID> = [] {
        didSet { selectionVersion += 1 }
    }
    /// What the next range from the same anchor replaces; `nil` once the selection was changed in another way.
    var selectedRange: SelectedRange<ItemID>?
    /// What the rubber band that is being drawn has selected; `nil` once the selection was changed in another way.
    var selectedBand: SelectedBand<ItemID>?
    /// Whether the selection was changed, and no sentence about it was announced yet.
    var hasNewSelection = false
    /// Whether items were to be selected that are not known yet, and no sentence about that was announced yet.
    var isSelectionRefused = false
    /// A large selection while no screen is connected; `selection` is empty then.
    var resting: RestingSelection<ItemID>?

    /// The list that is shown.
    public internal(set) var snapshot: any Snapshot<ItemID> = ListSnapshot<Int, ItemID>()

    /// The positions that have cells: the visible ones and the prefetch margin.
    package internal(set) var window = 0..<0
    /// The items whose content a person is editing; they have cells wherever they are.
    var edited: Set<ItemID> = []
    /// The items in the window, in order.
    var held: [ItemID] = []
    var cells: [ItemID: ShownCell] = [:]
    /// Cells of the window that had no content to show yet.
    var placeholders: Set<ItemID> = []
    /// The items in view, in order.
    var displayed: [ItemID] = []
    var prefetching: Prefetching<ItemID>?
    /// How far the person has scrolled between the last two reports of the screen: down, or negative, up.
    var travel = 0.0
    /// Whether the screen knows the keys of items' menus, which it can only when there were cells.
    var hasToldItemMenus = false
    /// The first item when menus were told last, so that scrolling does not ask for them again and again.
    var askedForMenus: ItemID?
    /// The sections that have headers, and these.
    package internal(set) var heldSections = 0..<0
    /// How many items each section has, where sections have headers.
    var sectionCounts: [Int] = []
    /// The frames that the screen knows; none in a layout that it computes by itself.
    package internal(set) var told: ToldFrames<ItemID>?
    /// The items whose cells are to be configured anew, in the order in which that was asked, and whether they are to be
    /// made anew.
    var itemsDue: OrderedDictionary<ItemID, Bool>?
    /// What the view was asked to scroll to, until the screen is there.
    var scrollTarget: ScrollTarget<ItemID>?
    /// Counts the layouts and widths.
    var layoutVersion = 0
    /// Counts how often content was read and shown.
    var contentVersion = 0
    /// Whether the screen has been told of the layout: not while the content of its cells is read.
    var isLayoutTold = true
    /// Whether sizes of items were not known yet when the list was laid out.
    var isLaidOutInPart = false
    var headers: [ShownHeader] = []
    var configureHeader: ((any Hashable & Sendable, Int, Cell) -> Void)?
    var configureFooter: ((any Hashable & Sendable, Int, Cell) -> Void)?
    /// What sets the supplementary views of cells, and those of sections, by their kinds.
    var supplementaryViewsOfCells: [String: (ItemID, Cell) -> Bool] = [:]
    var supplementaryViewsOfSections: [String: (any Hashable & Sendable, Int, Cell) -> Bool] = [:]
    /// The cells that are configured, one after the other for all items of a template.
    var workbench: [Int: Cell] = [:]

    /// A view without items; before a screen is known its width is 0.
    public override init(layout: any CollectionViewLayout) { super.init(layout: layout) }

    /// Waits until there is another data source, or the task is cancelled.
    func replacement() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        replacements = continuation
        var iterator = stream.makeAsyncIterator()
        _ = await iterator.next(isolation: #isolation)
    }

    /// The number of items of `snapshot`, including those that are not known yet.
    public var numberOfItems: Int { snapshot.numberOfItems }

    package func waitUntilWhole() async { if !snapshot.isWhole { await dataSource?.waitUntilWhole() } }

    /// The cell of an item near the visible rect, as it is shown; `nil` when the item has no cell.
    ///
    /// - Returns: A copy: setting its outlets changes nothing on the screen. `reconfigureItems(_:)` does.
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

    /// Takes the list from the data source anew and configures every cell. What is gone is selected no more.
    ///
    /// - Complexity: O(visible + *k* log *n*) for *k* selected items, and what the layout takes to lay out the whole
    ///   list.
    public func reloadData() {
        let selected = selection.count
        reloadList()
        // Those of a list that is read come with the packet of this turn.
        if !placeholders.isEmpty { reconfigureItems(held.filter(placeholders.contains)) }
        guard selection.count != selected else { return }
        hasNewSelection = true
        delegate?.collectionViewDidChangeSelection(self)
    }

    /// Reloads the data, without telling the delegate of the selection.
    func reloadList() {
        guard let dataSource else { return }
        listVersion += 1
        snapshot = dataSource.snapshot
        selection = selection.filter { snapshot.position(of: $0) != nil }
        selectedRange = nil
        selectedBand = nil
        cells = [:]
        placeholders = []
        held = []
        tellGone()
        layOutList(width: shownRect.width)
        sectionCounts = geometry.hasHeaders ? snapshot.sectionCounts : []
        rearrange(to: windowAround(shownRect, known: snapshot.numberOfKnownItems, current: nil))
        _ = changedHeaders(to: sectionsAround(shownRect))
        redraw()
        tellDisplay()
    }

    package func end() {
        hasScreen = false
        for completion in takeCompletions() { completion() }
        cancelPrefetching()
        prefetching = nil
        dataSource = nil
        followed = nil
        delegate = nil
        configureHeader = nil
        configureFooter = nil
        supplementaryViewsOfCells = [:]
        supplementaryViewsOfSections = [:]
    }

    override func checkSupplementaryViews() { checkKinds() }

    override func templatesDidChange() { if !cells.isEmpty { reloadData() } }

    override func editModeDidChange() {
        let limit = mode.limit
        if !isEditing || limit == .none || (limit == .one && selection.count > 1) { deselectAll() }
    }

    package override func takeAnnouncement() -> String? {
        if isSelectionRefused {
            isSelectionRefused = false
            return words.stillLoading
        }
        guard hasNewSelection else { return nil }
        hasNewSelection = false
        let count = selectionCount
        guard let delegate else { return words.selection(count, numberOfItems) }
        return delegate.collectionView(self, announcementOfSelection: count)
    }

    package func sizes(in range: Range<Int>) -> [ItemSize] { snapshot.sizes(in: range) }

    /// Lays the list out in another way: every visible cell glides from its old frame to its new one, and the first
    /// item in view stays in view.
    ///
    /// Nothing glides when the other layout scrolls the other way.
    ///
    /// - Throws: The error of the data source when the content of the cells that come into view cannot be read. The
    ///   layout is applied nevertheless, with placeholders.
    /// - Complexity: O(visible), and what the layout takes to lay out the whole list.
    public func setLayout(_ layout: any CollectionViewLayout) async throws {
        let isTurned = layout.scrollDirection != self.layout.scrollDirection
        self.layout = layout
        try await layOut(in: shownRect, isRelaid: true, isTurned: isTurned)
    }

    package func redraw() { redraw(isRelaid: false) }

    /// - Parameter isRelaid: Whether the list is the same in another layout: then cells glide from frame to frame.
    func redraw(isRelaid: Bool) {
        isLayoutTold = true
        tell(
            .reload(
                toldGeometry(), count: numberOfItems, base: window.lowerBound, tiles: held.compactMap(tile),
                sections: geometry.hasHeaders ? sectionCounts : nil, headers: allHeaders, isRelaid: isRelaid))
        retellMode()
        retellMoves()
        tellMenus()
        if !isRelaid { tellScroll() }
    }

    /// The item whose identifier has this text on the wire; `nil` when the text is no identifier or the item is not in
    /// `snapshot`.
    ///
    /// - Complexity: O(log *n*).
    public func item(named identifier: String) -> ItemID? {
        ItemID.identifier(from: identifier).flatMap { snapshot.position(of: $0) == nil ? nil : $0 }
    }
}
