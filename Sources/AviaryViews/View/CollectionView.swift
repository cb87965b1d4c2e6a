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
public final class CollectionView<ItemID: ItemIdentifier> {
    // MARK: State

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
    /// The data source that `waitForUpdate()` waited for last.
    private var followed: (any CollectionViewDataSource<ItemID>)?
    /// The update that `waitForUpdate()` has found and `applyUpdate()` will show.
    private var pending: PendingUpdate<ItemID>?
    /// Wakes the task in `waitForUpdate()` while it waits for a new data source.
    private var replacements: AsyncStream<Void>.Continuation?
    /// True if `rest()` was called on the data source, because no screen shows the list.
    private var isResting = false
    /// Counts the changes and replacements of the list. If the count has changed after a suspension point, values that
    /// were computed before are outdated.
    private var listVersion = 0
    /// The delegate. It responds to changes of selection, list and cells, and decides what a person may do. Held
    /// weakly.
    public weak var delegate: (any CollectionViewDelegate<ItemID>)?

    /// The snapshot that is shown.
    public private(set) var snapshot: any Snapshot<ItemID> = ListSnapshot<Int, ItemID>()

    /// The selected items, near the visible rect or not. Each is in `snapshot`.
    ///
    /// While no screen is connected, a selection of more than 1,000 items is stored in a compact form, and this set is
    /// empty. Change the selection by `select(_:)`.
    public var selection: Set<ItemID> { selected.items }

    // These values own the state that the extensions in other files change. Each keeps its own state private.
    var selected = Selection<ItemID>()
    var cells = CellWindow<ItemID>()
    var supplementary = SupplementaryViews<ItemID>()
    var scrollTarget = ScrollTarget<ItemID>()
    var workbench = Workbench()

    /// The laid-out list, and the part of it that is on screen.
    private(set) var viewport: Viewport
    /// The registered templates of cells, in the order in which the screen numbers them.
    private(set) var templates: [CellTemplate] = []
    private(set) var headerTemplate: CellTemplate?
    private(set) var footerTemplate: CellTemplate?
    /// The sentences that the view itself says to a person.
    private(set) var words = ViewWords()
    private var settings = InteractionSettings()
    private var log = ChangeLog()
    private var mistakes = MistakeList()
    /// The positions that have cells: the visible ones and the prefetch margin.
    package var window: Range<Int> { cells.positions }
    /// The items in the window, in order.
    var held: [ItemID] { cells.items }
    package var cellWork: Int { workbench.work }

    /// The frames that the screen has; `nil` in a layout whose frames the screen computes itself.
    package private(set) var told: ToldFrames<ItemID>?
    /// Counts how often an update had to compute its new viewport.
    package private(set) var viewportsComputed = 0
    /// Counts the times that content was read and shown.
    private var contentVersion = 0
    /// The items whose cells are to be configured again, in the order of the requests. The value is true if the cell is
    /// to be recreated.
    private var itemsDue: OrderedDictionary<ItemID, Bool>?
    /// The items in view, in order.
    private var displayed: [ItemID] = []
    /// The first is true while the delegate receives the items in view, the second if these items have changed
    /// meanwhile.
    private var isTellingDisplay = false, isDisplayStale = false
    private var prefetching: Prefetching<ItemID>?
    /// True if the screen has the shortcuts of items' menus. It cannot have them before there are cells.
    private var hasToldItemMenus = false
    /// The first item with a cell when the delegate was last asked for menus. For the same item the delegate is not
    /// asked again.
    private var askedForMenus: ItemID?

    /// A view without items. Its width is 0 before a screen is known.
    public init(layout: any CollectionViewLayout) { viewport = Viewport(layout: layout) }

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
    private func reloadList() {
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

    public func end() {
        viewport.leaveScreen()
        for completion in takeCompletions() { completion() }
        cancelPrefetching()
        prefetching = nil
        dataSource = nil
        followed = nil
        pending = nil
        delegate = nil
        supplementary.removeConfigurations()
    }

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

    /// Sends the complete state to a screen that follows changes, and records every change from now on.
    package func redraw() {
        recordChanges()
        redraw(isRelaid: false)
    }

    /// - Parameter isRelaid: True if only the layout has changed. Then cells are animated from frame to frame.
    private func redraw(isRelaid: Bool) {
        viewport.tellLayout()
        // A screen that reads the state needs no message.
        guard log.isRecording else { return }
        tell(
            .reload(
                geometry: toldGeometry(), count: numberOfItems, base: window.lowerBound, tiles: held.compactMap(tile),
                sections: geometry.hasHeaders ? supplementary.counts : nil, headers: allHeaders, isRelaid: isRelaid))
        tell(settings.toldAnew())
        if let change = settings.movesAgain() { tell(change) }
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
    private func changedFrames() -> CollectionChange.Frames? {
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

extension CollectionView {
    // MARK: What a person may do

    /// True if a person may select an item outside of edit mode. The program may always select items.
    public var allowsSelection: Bool {
        get { settings.allowsSelection }
        set {
            settings.allowsSelection = newValue
            tellMode()
        }
    }

    /// True if a person may select several items outside of edit mode. Has no effect if `allowsSelection` is false.
    public var allowsMultipleSelection: Bool {
        get { settings.allowsMultipleSelection }
        set {
            settings.allowsMultipleSelection = newValue
            tellMode()
        }
    }

    /// True if the view is in edit mode. In edit mode a tap calls no action. It selects the item, if edit mode allows a
    /// selection.
    ///
    /// In edit mode, a drag after a long press by touch selects a range. Outside of edit mode such a drag moves an
    /// item, if items can be moved. Entering edit mode keeps the selection if edit mode allows that many selected
    /// items. Otherwise, and when edit mode ends, all items are deselected.
    public var isEditing: Bool {
        get { settings.isEditing }
        set {
            guard newValue != isEditing else { return }
            settings.isEditing = newValue
            tellMode()
            let limit = mode.limit
            if !isEditing || limit == .none || (limit == .one && selection.count > 1) { deselectAll() }
        }
    }

    /// True if a person may select one item in edit mode. `allowsMultipleSelectionDuringEditing` allows it as well.
    public var allowsSelectionDuringEditing: Bool {
        get { settings.allowsSelectionDuringEditing }
        set {
            settings.allowsSelectionDuringEditing = newValue
            tellMode()
        }
    }

    /// True if a person may select several items in edit mode.
    public var allowsMultipleSelectionDuringEditing: Bool {
        get { settings.allowsMultipleSelectionDuringEditing }
        set {
            settings.allowsMultipleSelectionDuringEditing = newValue
            tellMode()
        }
    }

    /// The outlet whose text a person can search: typed letters find the next item whose text begins with them.
    ///
    ///     list.searchOutlet = "name"
    ///
    /// The cell provider gives the text of an item. It is called for up to 4,096 items, starting at the item with the
    /// keyboard focus. If none of them matches and the list is longer, four binary searches configure O(log *n*) more
    /// cells. They find an item only in a list that is sorted by this text.
    public var searchOutlet: String? {
        get { settings[.searchOutlet] }
        set {
            settings[.searchOutlet] = newValue
            tellMode()
        }
    }

    /// The name of the action that is called when a person has moved items. A person can move items only while this is
    /// not `nil`.
    ///
    /// The action reads the move by `ActionEvent.move(in:)`. Until the action is done, the screen shows the items where
    /// the person put them. If the action throws, the items go back.
    public var moveAction: String? {
        get { settings[.moveAction] }
        set { setAction(.moveAction, newValue) }
    }

    /// The name of the action that receives what a person drops on the view. Nothing can be dropped while this is
    /// `nil`.
    ///
    /// The content may be text from another program, files, or items of another collection view, even in another
    /// browser window. To drag items out of that view, a person uses an element with `data-handle`, or the Alt key. The
    /// action reads the drop by `ActionEvent.drop(in:)`. The delegate chooses the target by `targetForDropping`.
    public var dropAction: String? {
        get { settings[.dropAction] }
        set { setAction(.dropAction, newValue) }
    }

    /// The present selection mode.
    package var mode: SelectionMode { settings.mode }

    private func tellMode() { if let change = settings.changedMode() { tell(change) } }

    private func setAction(_ name: InteractionSettings.Name, _ action: String?) {
        let had = settings[name] != nil
        settings[name] = action
        if had != (action != nil) { tell(settings.moves()) }
    }
}

extension CollectionView {
    // MARK: Templates

    public func register(_ template: CellTemplate) {
        templates.append(template)
        checkKinds()
        // Cells that were made before their templates were known are made again.
        if !cells.shown.isEmpty { reloadData() }
    }

    public func register(header template: CellTemplate) {
        headerTemplate = template
        checkKinds()
    }

    public func register(footer template: CellTemplate) { footerTemplate = template }

    /// Sets the sentences that the view says, and the cache of cell values that it shares with other views.
    package func use(_ words: ViewWords, sharing values: SharedValues?) {
        self.words = words
        workbench.share(values)
    }
}

extension CollectionView {
    // MARK: What the screen takes

    func tell(_ change: CollectionChange) { log.add(change) }

    /// Records every change from now on.
    package func recordChanges() { log.record() }

    /// Returns the changes since the last call, in order. The caller sends them to the screen.
    package func takeChanges() -> [CollectionChange] { log.takeChanges() }

    /// Calls a completion once the screen displays all changes so far; at once when there is no screen.
    static func whenDisplayed(by view: CollectionView?, _ completion: (() -> Void)?) {
        guard let completion else { return }
        if let view, view.hasScreen { view.log.add(completion) } else { completion() }
    }

    public func takeCompletions() -> [() -> Void] { log.takeCompletions() }

    /// Reports a mistake if the new data source of this view already serves another view.
    func adoptSource(of other: CollectionView?) {
        guard let other, other !== self else { return }
        report("A data source serves one collection view; the other one is not updated any more.")
    }

    /// Records a mistake of the app. Each mistake is recorded once, up to a limit.
    func report(_ mistake: String) { mistakes.add(mistake) }

    public func takeMistakes() -> [String] { mistakes.take() }

    public func takeAnnouncement() -> String? {
        if selected.takeRefusal() { return words.stillLoading }
        guard selected.takeNews() else { return nil }
        let count = selectionCount
        guard let delegate else { return words.selection(count, numberOfItems) }
        return delegate.collectionView(self, announcementOfSelection: count)
    }
}

extension CollectionView {
    // MARK: Updates

    /// Applies an update as one step. Cells of items that stay are kept, and the items in view stay in view.
    ///
    /// - Parameter isAnimated: True if cells come, go and move with animation.
    /// - Complexity: O(visible + *k* log *n*) for *k* changes.
    func apply(_ update: CollectionUpdate<ItemID>, isAnimated: Bool = true) {
        apply(update, at: viewport(after: update), isAnimated: isAnimated, choosesAnew: false)
    }

    /// - Parameter choosesAnew: True if cells with changed content may get another template. This is true for changes
    ///   that the data source reports. For snapshots that the app applies, cells keep their templates, and the app
    ///   calls `reloadItems` to change them.
    private func apply(
        _ update: CollectionUpdate<ItemID>, at next: Viewport.Next, isAnimated: Bool = true, choosesAnew: Bool = true
    ) {
        listVersion += 1
        let countBefore = numberOfItems
        let before = (window: window, held: held, snapshot: snapshot)
        var sections: [CollectionChange.SectionStep] = []
        if geometry.hasHeaders, update.changeset.changesCounts {
            sections = supplementary.count(update.new.sectionCounts, after: update.changeset)
        }
        let deleted = DeletedItems(of: update.changeset, from: snapshot)
        let selectionBefore = selection.count
        selected.follow(update, deleted, from: snapshot)
        snapshot = update.new
        viewport.follow(next)
        tellGone()

        let updated = update.changeset.updated.filter { cells[$0.id] != nil }
        let steps = rearrange(to: next.window)
        let isSame = steps.allSatisfy { if case .keep = $0 { true } else { false } }
        let headers = changedHeaders(to: sectionsNearby)
        let frames = changedFrames()
        if !isSame || countBefore != numberOfItems || before.window.lowerBound != window.lowerBound
            || !sections.isEmpty || headers != nil || frames != nil
        {
            let elsewhere =
                isSame
                ? []
                : CollectionChange.elsewhere(of: held, notIn: before.held, in: before.snapshot)
                    + CollectionChange.elsewhere(of: before.held, notIn: held, in: snapshot)
            tellSplice(
                .splice(
                    count: numberOfItems, base: window.lowerBound, steps: steps, elsewhere: elsewhere,
                    sections: sections.isEmpty && headers == nil ? nil : sections, headers: headers, frames: frames,
                    isStill: !isAnimated))
        }
        let changed = updated.map(\.id)
        reconfigure(changed, choosingAnew: choosesAnew ? Set(changed) : [])
        reconfigure(cells.placeholders)

        dataSource?.didApply(snapshot)
        tellDisplay()
        if countBefore != numberOfItems { delegate?.collectionViewDidChangeCount(self) }
        if selection.count != selectionBefore { delegate?.collectionViewDidChangeSelection(self) }
        delegate?.collectionViewDidUpdate(self)
    }

    /// Waits until the data source is replaced or the task is cancelled.
    private func replacement() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        replacements = continuation
        var iterator = stream.makeAsyncIterator()
        _ = await iterator.next(isolation: #isolation)
    }

    public func waitForUpdate() async -> Bool {
        while pending == nil, let source = dataSource, !Task.isCancelled {
            let isOther = followed != nil && followed !== source
            followed = source
            if isOther {
                pending = PendingUpdate(of: source, .replaced)
                break
            }
            do {
                pending = PendingUpdate(of: source, try await source.nextUpdate())
            } catch {
                if !Task.isCancelled { pending = PendingUpdate(of: source, .failed(error)) }
                break
            }
            if pending == nil, source === dataSource, !Task.isCancelled { await replacement() }
        }
        return pending != nil
    }

    public func applyUpdate() async throws {
        guard let next = pending.take() else { return }
        switch next.news {
        case .replaced: try await fillPlaceholders()
        case .changed(let update): try await apply(update, of: next.source)
        case .failed(let error): if next.source === dataSource { throw error }
        }
    }

    /// Stops following updates of the list until `wake()`.
    package func stopFollowing() {
        followed = nil
        isResting = true
        dataSource?.rest()
    }

    /// Shows the present list, with the selected items that still exist.
    public func wake() {
        guard isResting else { return selected.wake(in: snapshot, version: listVersion) }
        isResting = false
        let isOther = dataSource?.wake() ?? false
        selected.wake(in: snapshot, version: listVersion)
        guard isOther else {
            // The content of the cells is read again, and may require other templates.
            return cells.expire()
        }
        let before = (count: numberOfItems, selected: selection.count)
        reloadList()
        if before.count != numberOfItems { delegate?.collectionViewDidChangeCount(self) }
        if before.selected != selection.count { delegate?.collectionViewDidChangeSelection(self) }
        delegate?.collectionViewDidUpdate(self)
    }

    /// Called when no screen is connected any more. Stores a large selection by its positions until `wake()`.
    ///
    /// - Complexity: O(1) if all items or one range are selected; otherwise at most O(*n*).
    public func rest() {
        viewport.leaveScreen()
        cancelPrefetching()
        selected.rest(in: snapshot, version: listVersion)
    }

    private func fillPlaceholders() async throws {
        try await preparing({ Array(cells.placeholders) }) {
            reconfigure(cells.placeholders)
            dataSource?.didApply(snapshot)
        }
    }

    /// - Throws: The error that keeps the list or its content from being read. The update is applied nevertheless, with
    ///   placeholders.
    private func apply(
        _ update: CollectionUpdate<ItemID>, of source: any CollectionViewDataSource<ItemID>
    ) async throws {
        // If another data source is shown by now, the old one still stores the new list, because it may be shown again
        // later.
        guard source === dataSource else { return source.didApply(update.new) }
        var viewport: Viewport.Next?
        func needed() -> [ItemID] {
            viewport = nil
            guard source === dataSource else { return [] }
            let next = self.viewport(after: update)
            viewport = next
            var items = update.new.items(in: next.window)
            items += cells.edited(besides: items, in: update.new)
            // In most browser windows a commit changes no item with a cell, or only the content of some cells. Then
            // only that content is read.
            if cells.placeholders.isEmpty, items == held {
                return update.changeset.updated.compactMap { cells[$0.id] == nil ? nil : $0.id }
            }
            let changed = Set(update.changeset.updated.lazy.map { $0.id })
            return items.filter { cells[$0] == nil || changed.contains($0) || cells.placeholders.contains($0) }
        }
        try await preparing(needed) {
            if let viewport { apply(update, at: viewport) } else { source.didApply(update.new) }
        }
    }
}

extension CollectionView {
    // MARK: The visible rect

    /// The layout of the list; `setLayout(_:)` changes it.
    public var layout: any CollectionViewLayout { viewport.layout }

    /// The frames of the list shown; transposed if the layout scrolls to the right, as `ScrollDirection` shows.
    public var geometry: any LayoutGeometry { viewport.geometry }

    /// The part of the content that is on screen, in content coordinates, in points. Its size is zero before a screen
    /// is known.
    public var visibleRect: ContentRect { shownRect.transposed(layout.scrollDirection) }

    /// The visible rect in the coordinates of the geometry. Rects within the implementation use these coordinates.
    var shownRect: ContentRect { viewport.rect }

    /// True if a screen is connected that displays the changes.
    var hasScreen: Bool { viewport.hasScreen }

    public func scroll(to rect: ContentRect) async throws {
        scrollTarget.screenDidScroll()
        try await show(viewport.report(rect))
    }

    /// Moves the visible rect to the scroll target, and tells the screen to scroll there. A view without a width waits
    /// until it has one.
    ///
    /// - Throws: The error that keeps the content of cells from being read. The screen gets the target nevertheless.
    package func scrollToTarget() async throws {
        guard shownRect.width > 0, let next = scrollTarget.begin(in: viewport, snapshot) else { return }
        defer { tellScroll() }
        // During an animation the screen reports its progress, and gets the cells on its way. So the visible rect stays
        // for now.
        if next.isOnWay { return }
        viewport.stopScrolling()
        try await show(next.rect)
    }

    /// Changes the visible rect, and makes the cells for it.
    func show(_ rect: ContentRect) async throws {
        guard viewport.show(rect) else {
            viewport.layOut(snapshot, in: rect)
            return try await showLayout(isRelaid: false)
        }
        func next() -> Range<Int> { viewport.window(known: snapshot.numberOfKnownItems, current: window) }
        func needed() -> [ItemID] {
            let next = next()
            return (next == window ? [] : snapshot.items(in: next).filter { cells[$0] == nil }) + cells.placeholders
        }
        try await preparing(needed) {
            let next = next()
            let steps = next == window ? nil : rearrange(to: next)
            let headers = changedHeaders(to: sectionsNearby)
            let frames = changedFrames()
            if steps != nil || headers != nil || frames != nil {
                let steps = steps ?? (held.isEmpty ? [] : [.keep(held.count)])
                tellSplice(
                    .splice(
                        count: numberOfItems, base: window.lowerBound, steps: steps,
                        sections: headers == nil ? nil : [], headers: headers, frames: frames))
            }
            reconfigure(cells.placeholders)
            dataSource?.didApply(snapshot)
            tellDisplay()
        }
    }

    public func paintFirst(_ count: Int) async throws {
        func first() -> Range<Int> { 0..<min(count, snapshot.numberOfKnownItems) }
        try await preparing({ Array(snapshot.items(in: first())) }) {
            let first = first()
            rearrange(to: first)
            let last = first.isEmpty ? 0 : snapshot.section(at: first.upperBound - 1)
            let all = snapshot.numberOfSections
            let sections = first.upperBound < numberOfItems ? min(last + 1, all) : all
            _ = changedHeaders(to: geometry.hasHeaders ? 0..<min(sections, count) : 0..<0)
            dataSource?.didApply(snapshot)
        }
    }

    /// Makes the cells for a new layout, and sends the layout to the screen.
    ///
    /// - Parameter isRelaid: True if cells are animated from frame to frame.
    private func showLayout(isRelaid: Bool) async throws {
        supplementary.count(geometry.hasHeaders ? snapshot.sectionCounts : [])
        func next() -> Range<Int> { viewport.window(known: snapshot.numberOfKnownItems, current: nil) }
        func needed() -> [ItemID] {
            snapshot.items(in: next()).filter { cells[$0] == nil || cells.placeholders.contains($0) }
        }
        try await preparing(needed) {
            rearrange(to: next())
            _ = changedHeaders(to: sectionsNearby)
            reconfigure(cells.placeholders)
            dataSource?.didApply(snapshot)
            redraw(isRelaid: isRelaid)
            tellDisplay()
        }
    }

    /// Sends a splice, unless the screen still has an outdated layout. In that case a reload follows when the content
    /// is read, and the reload includes the change.
    func tellSplice(_ change: CollectionChange) {
        if viewport.isLayoutTold { tell(change) }
    }

    /// Reads content, and then calls `act`. If the content cannot be read, calls `act` all the same, and then throws
    /// the error.
    ///
    /// - Parameter items: Returns the items to read. The closure is called again if the list or its layout has changed
    ///   while the content was read. It is also called again if another caller of this function has finished meanwhile,
    ///   because the data source drops its content once a snapshot is shown.
    func preparing(_ items: () -> [ItemID], then act: () -> Void) async throws {
        var failure: (any Error)?
        var version: (list: Int, layout: Int, content: Int)
        repeat {
            version = (listVersion, viewport.layoutVersion, contentVersion)
            failure = nil
            do { try await dataSource?.prepare(items()) } catch { failure = error }
        } while version != (listVersion, viewport.layoutVersion, contentVersion)
        contentVersion += 1
        act()
        // Removes the cells that were used for configuring, because an idle view does not need them.
        workbench.clear()
        if let failure { throw failure }
    }

    /// The viewport after an update, so that the items in view stay in view.
    private func viewport(after update: CollectionUpdate<ItemID>) -> Viewport.Next {
        viewportsComputed += 1
        return viewport.next(after: update, from: snapshot, window: window, held: held)
    }

    // MARK: Content that has changed

    /// Configures the cells of items again. Call this if their content has changed without an update of the list. The
    /// cells are kept.
    ///
    /// The content of all requested items is read at once, before the next packet of the scene.
    ///
    /// - Complexity: O(*k*) for *k* items. An item that is requested several times is configured once.
    public func reconfigureItems(_ items: [ItemID]) {
        if itemsDue == nil { itemsDue = [:] }
        itemsDue?.merge(items.lazy.map { ($0, false) }) { first, _ in first }
    }

    /// Recreates the cells of items, so that the data source may choose another template.
    ///
    /// This is like `reconfigureItems(_:)`, except that the cells are not kept.
    ///
    /// - Complexity: O(*k*) for *k* items. An item that is requested several times is configured once.
    public func reloadItems(_ items: [ItemID]) {
        if itemsDue == nil { itemsDue = [:] }
        itemsDue?.merge(items.lazy.map { ($0, true) }) { $1 }
    }

    public var isWorkDue: Bool { itemsDue != nil || hasScrollTarget }

    public func doWorkDue() async throws {
        let failure: (any Error)?
        do {
            try await configureItemsDue()
            failure = nil
        } catch { failure = error }
        try await scrollToTarget()
        if let failure { throw failure }
    }

    private func configureItemsDue() async throws {
        guard let due = itemsDue else { return }
        itemsDue = nil
        try await preparing({ due.keys.filter { cells[$0] != nil } }) {
            let remade = held.filter { due[$0] == true }
            for item in remade { makeCell(for: item) }
            tellRemade(Set(remade))
            reconfigure(due.keys.filter { due[$0] == false || cells.edited.contains($0) })
            dataSource?.didApply(snapshot)
        }
    }
}

extension CollectionView {
    // MARK: Delegate and prefetching

    /// Tells the delegate which items come into view and which leave it, until the delegate changes the list.
    private func tellDisplay(to delegate: any CollectionViewDelegate<ItemID>) {
        isDisplayStale = false
        let visible = visibleItems
        guard visible != displayed else { return }
        let (before, now) = (Set(displayed), Set(visible))
        var left: Set<ItemID> = []
        var come: [ItemID] = []
        for item in displayed where !now.contains(item) && !isDisplayStale {
            left.insert(item)
            delegate.collectionView(self, didEndDisplaying: item)
        }
        for item in visible where !before.contains(item) && !isDisplayStale {
            guard let cell = cell(for: item) else { continue }
            come.append(item)
            delegate.collectionView(self, willDisplay: cell, for: item)
            if let mistake = cell.mistake { report(mistake) }
            if !isDisplayStale { show(cell.values, of: item) }
        }
        displayed = isDisplayStale ? displayed.filter { !left.contains($0) } + come : visible
    }

    private func tellDisplay() {
        tellPrefetching()
        guard let delegate else { return }
        // The delegate may change the list within its methods. Then the outer call begins anew.
        isDisplayStale = true
        guard !isTellingDisplay else { return }
        isTellingDisplay = true
        // The limit ends the loop for a delegate that changes the list in each call.
        for _ in 0..<100 where isDisplayStale { tellDisplay(to: delegate) }
        isTellingDisplay = false
        if !hasToldItemMenus, let first = held.first, first != askedForMenus { tellMenus() }
    }

    /// Sends the shortcuts of two menus to the screen: the menu of the background, and the menu of the first item that
    /// has one.
    private func tellMenus() {
        guard log.isRecording else { return }
        let itemMenu = firstItemMenu
        hasToldItemMenus = itemMenu != nil
        askedForMenus = held.first
        let menus = [menu(for: []), itemMenu].compactMap(\.self)
        guard !menus.isEmpty else { return }
        let shortcuts = menus.flatMap { $0.groups.joined().compactMap(\.shortcut) }
        tell(.menus(shortcuts: Set(shortcuts).sorted()))
    }

    private var firstItemMenu: Menu? {
        held.prefix(itemsAskedForMenus).lazy.compactMap { self.menu(for: [$0]) }.first
    }

    public var hasMenus: Bool { menu(for: []) != nil || firstItemMenu != nil }

    /// The object that prepares content for items that may soon be visible; held weakly.
    ///
    /// Setting it cancels all items announced to the previous object, and announces the items near the visible rect to
    /// the new one.
    ///
    /// - Complexity: O(visible).
    public var prefetchDataSource: (any CollectionViewPrefetching<ItemID>)? {
        get { prefetching?.source }
        set {
            guard newValue !== prefetching?.source else { return }
            cancelPrefetching()
            prefetching = newValue.map(Prefetching.init)
            tellPrefetching()
        }
    }

    /// Announces items with new cells, and cancels items whose cells are gone and were never visible.
    ///
    /// - Complexity: O(visible); O(1) without a prefetching data source.
    private func tellPrefetching() {
        guard hasScreen, shownRect.width > 0, let prefetching, let source = prefetching.source else { return }
        let visible = geometry.positions(in: shownRect).clamped(to: window)
        let (gone, come) = prefetching.items.follow(
            held, visible: visible.lowerBound - window.lowerBound..<visible.upperBound - window.lowerBound,
            isUp: viewport.isScrollingUp)
        if !gone.isEmpty { source.collectionView(self, cancelPrefetching: gone) }
        if !come.isEmpty { source.collectionView(self, prefetch: come) }
    }

    /// Cancels all announced items that were not visible. Called when no screen shows the list any more, and when the
    /// prefetching object is replaced.
    private func cancelPrefetching() {
        guard let prefetching else { return }
        let gone = prefetching.items.cancel()
        if !gone.isEmpty { prefetching.source?.collectionView(self, cancelPrefetching: gone) }
    }
}

/// The largest number of items that are tried until one has a menu.
private let itemsAskedForMenus = 16

/// The next event of a data source.
///
/// This is a class, so that a task that waits for an event reserves memory for a reference only.
private final class PendingUpdate<ItemID: ItemIdentifier> {
    enum News {
        /// The data source has replaced another one. The cells have no content of the new one yet.
        case replaced
        case changed(CollectionUpdate<ItemID>)
        case failed(any Error)
    }

    let source: any CollectionViewDataSource<ItemID>
    let news: News

    init(of source: any CollectionViewDataSource<ItemID>, _ news: News) { (self.source, self.news) = (source, news) }

    convenience init?(of source: any CollectionViewDataSource<ItemID>, _ update: CollectionUpdate<ItemID>?) {
        guard let update else { return nil }
        self.init(of: source, .changed(update))
    }
}
