public import AviarySnapshots
package import AviaryText

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
    // These values own the state that the extensions in other files change. Each keeps its own state private.
    var selected = Selection<ItemID>()
    var cells = CellWindow<ItemID>()
    var supplementary = SupplementaryViews<ItemID>()
    var scrollTarget = ScrollTarget<ItemID>()
    var settings = InteractionSettings()
    var display = DisplayedItems<ItemID>()
    /// `nil` if the delegate decides everything.
    var decisions: ElementDecisions<ItemID>?

    private var following = FollowedSource<ItemID>()
    private var log = ChangeLog()
    private var mistakes = MistakeList()
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

    /// The laid-out list, and the part of it that is on screen.
    private(set) var viewport: Viewport
    /// The registered templates of cells, in the order in which the screen numbers them.
    private(set) var templates: [CellTemplate] = []
    private(set) var headerTemplate: CellTemplate?
    private(set) var footerTemplate: CellTemplate?
    /// The sentences that the view itself says to a person.
    private(set) var words = Words.english.views
    /// The frames that the screen has; `nil` in a layout whose frames the screen computes itself.
    package private(set) var told: ToldFrames<ItemID>?
    /// Counts how often an update had to compute its new viewport.
    package private(set) var viewportsComputed = 0
    /// Counts the times that content was read and shown.
    private var contentVersion = 0

    /// The end of the content at which the list begins.
    public let anchor: ContentAnchor

    /// A view without items. Its width is 0 before a screen is known.
    ///
    /// - Parameters:
    ///   - layout: The layout of the list.
    ///   - anchor: The end of the content at which the list begins; `end` for chats and logs.
    public init(layout: any CollectionViewLayout, anchor: ContentAnchor = .start) {
        self.anchor = anchor
        viewport = Viewport(layout: layout, anchor: anchor)
    }

    /// Provides the list and configures the cells; held strongly.
    ///
    /// Setting it reloads the list, as `reloadData()` does, and follows the updates of the new data source. With `nil`
    /// the list remains, without further updates.
    public var dataSource: (any CollectionViewDataSource<ItemID>)? {
        get { following.source }
        set {
            let old = dataSource
            following.replace(by: newValue)
            if old !== newValue { old?.stopWaiting() }
            newValue?.attach(to: self)
            reloadData()
            following.noteReplacement()
        }
    }

    /// The positions that have cells: the visible ones and the prefetch margin.
    package var window: Range<Int> { cells.positions }

    /// The items in the window, in order.
    var held: [ItemID] { cells.items }

    /// Counts the cells that were configured.
    package var cellWork: Int { cells.work }

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
        redraw(isRelaid: false)
        announceDisplay()
    }

    public func end() {
        viewport.leaveScreen()
        for completion in takeCompletions() { completion() }
        prefetchDataSource = nil
        dataSource = nil
        following.end()
        delegate = nil
        decisions = nil
        supplementary.removeConfigurations()
    }

    /// Changes the layout. Every visible cell is animated from its old frame to its new one, and the first item in view
    /// stays in view.
    ///
    /// There is no animation if the scroll direction changes.
    ///
    /// - Parameters:
    ///   - layout: The new layout.
    ///   - item: The item whose center stays in place instead, for instance the one between the fingers of a pinch. It is
    ///     ignored if it is not in view, and if the scroll direction changes.
    /// - Throws: The error of the data source if the content of cells that come into view cannot be read. The layout is
    ///   applied nevertheless, with placeholders.
    /// - Complexity: O(visible), plus the cost of laying out the whole list.
    public func setLayout(_ layout: any CollectionViewLayout, keeping item: ItemID? = nil) async throws {
        let isTurned = viewport.layOut(snapshot, by: layout, keeping: item.flatMap { snapshot.position(of: $0) })
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
    package func use(_ words: Words.Views, sharing values: SharedValues?) {
        self.words = words
        cells.share(values)
    }
}

extension CollectionView {
    // MARK: What the screen takes

    func tell(_ change: CollectionChange) { log.add(change) }

    /// True if a screen takes the changes.
    var isRecording: Bool { log.isRecording }

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
        selected.update(after: update, deleted, from: snapshot)
        snapshot = update.new
        viewport.move(to: next)
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
        announceDisplay()
        if countBefore != numberOfItems { delegate?.collectionViewDidChangeCount(self) }
        if selection.count != selectionBefore { delegate?.collectionViewDidChangeSelection(self) }
        delegate?.collectionViewDidUpdate(self)
    }

    /// Waits until there is another data source, or the task is cancelled.
    private func replacement() async {
        var iterator = following.makeReplacements().makeAsyncIterator()
        _ = await iterator.next(isolation: #isolation)
    }

    public func waitForUpdate() async -> Bool {
        while !Task.isCancelled, !following.hasEnded {
            guard let source = following.begin() else {
                if following.hasUpdate { break }
                await replacement()
                continue
            }
            do {
                let update = PendingUpdate(of: source, try await source.nextUpdate())
                following.note(update)
            } catch {
                if !Task.isCancelled { following.note(PendingUpdate(of: source, .failed(error))) }
                break
            }
            if following.hasUpdate { break }
            if source === dataSource, !Task.isCancelled { await replacement() }
        }
        return following.hasUpdate
    }

    public func applyUpdate() async throws {
        guard let next = following.takeUpdate() else { return }
        switch next.news {
        case .replaced: try await fillPlaceholders()
        case .changed(let update): try await apply(update, of: next.source)
        case .failed(let error): if next.source === dataSource { throw error }
        }
    }

    /// Stops following updates of the list until `screenDidConnect()`.
    package func stopFollowing() {
        following.stop()
        dataSource?.stopFollowing()
    }

    public func screenDidConnect() {
        guard following.isStopped else { return selected.expand(in: snapshot, version: listVersion) }
        following.resume()
        let isOther = dataSource?.resumeFollowing() ?? false
        selected.expand(in: snapshot, version: listVersion)
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

    public func screenDidDisconnect() {
        viewport.leaveScreen()
        cancelPrefetching()
        selected.compact(in: snapshot, version: listVersion)
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

    /// The layout of the list; `setLayout(_:keeping:)` changes it.
    public var layout: any CollectionViewLayout { viewport.layout }

    /// The frames of the list shown; transposed if the layout scrolls to the right, as `ScrollDirection` shows.
    public var geometry: any LayoutGeometry { viewport.geometry }

    /// The part of the content that is on screen, in content coordinates, in points. Its size is zero before a screen
    /// is known.
    public var visibleRect: ContentRect { shownRect.transposed(layout.scrollDirection) }

    /// The visible rect in the coordinates of the geometry. Rects within the implementation use these coordinates.
    var shownRect: ContentRect { viewport.rect }

    /// True while the end of the content is in view, if the list stays there.
    package var isAtEnd: Bool { viewport.isAtEnd }

    /// True if a screen is connected that displays the changes.
    var hasScreen: Bool { viewport.hasScreen }

    public func scroll(to rect: ContentRect) async throws { try await scroll(to: rect, isAtEnd: nil) }

    /// Shows a part of the content, as `scroll(to:)` does.
    ///
    /// - Parameter isAtEnd: True if the screen shows the end of the content and stays there; with `nil` the view decides.
    package func scroll(to rect: ContentRect, isAtEnd: Bool?) async throws {
        scrollTarget.screenDidScroll()
        try await show(viewport.report(rect, isAtEnd: isAtEnd))
    }

    /// Notes whether a screen that has connected shows the end of the list.
    func noteEnd(of scrollPosition: ScrollPosition) { viewport.screenDidAppear(at: scrollPosition) }

    /// Moves the visible rect to the scroll target, and tells the screen to scroll there. A view without a width waits
    /// until it has one.
    ///
    /// - Throws: The error that keeps the content of cells from being read. The screen gets the target nevertheless.
    package func scrollToTarget() async throws {
        guard shownRect.width > 0, hasScrollTarget else { return }
        useMeanHeight()
        guard let next = scrollTarget.begin(in: viewport, snapshot) else { return }
        defer { tellScroll() }
        // During an animation the screen reports its progress, and gets the cells on its way. So the visible rect stays
        // for now.
        if next.isOnWay { return }
        viewport.stopScrolling()
        viewport.leaveEnd(for: next.rect)
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
            tellCells(next == window ? nil : rearrange(to: next))
            reconfigure(cells.placeholders)
            dataSource?.didApply(snapshot)
            announceDisplay()
        }
    }

    /// Tells the screen which cells it has for the same list, and the headers and frames that have changed.
    ///
    /// - Parameters:
    ///   - steps: The steps to the new cells; `nil` if the cells are the same.
    ///   - isMeasured: True if heights were measured. Then the screen updates the list at once, without an animation.
    ///     Otherwise the list was scrolled.
    func tellCells(_ steps: [CollectionChange.Step]?, isMeasured: Bool = false) {
        let headers = changedHeaders(to: sectionsNearby)
        let frames = changedFrames()
        guard steps != nil || headers != nil || frames != nil else { return }
        tellSplice(
            .splice(
                count: numberOfItems, base: window.lowerBound,
                steps: steps ?? (held.isEmpty ? [] : [.keep(held.count)]), elsewhere: isMeasured ? [] : nil,
                sections: headers == nil ? nil : [], headers: headers, frames: frames, isStill: isMeasured))
    }

    /// Shows the viewport after a change of measured heights. The list stays.
    func moveViewport(to next: Viewport.Next) { viewport.move(to: next) }

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
            announceDisplay()
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
        cells.clearWorkbench()
        if let failure { throw failure }
    }

    /// The viewport after an update, so that the items in view stay in view.
    private func viewport(after update: CollectionUpdate<ItemID>) -> Viewport.Next {
        viewportsComputed += 1
        return viewport.next(after: update, from: snapshot, window: window, held: held)
    }
}
