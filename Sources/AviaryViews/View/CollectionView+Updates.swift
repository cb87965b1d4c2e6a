import AviarySnapshots

extension CollectionView {
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
        _ update: CollectionUpdate<ItemID>, at viewport: Viewport, isAnimated: Bool = true, choosesAnew: Bool = true
    ) {
        listVersion += 1
        let countBefore = numberOfItems
        let before = (window: window, held: held, snapshot: snapshot)
        let (rect, next) = (viewport.rect, viewport.window)
        var sections: [CollectionChange.SectionStep] = []
        if geometry.hasHeaders, update.changeset.changesCounts {
            let counts = update.new.sectionCounts
            sections = sectionSteps(from: sectionCounts, to: counts, update.changeset)
            sectionCounts = counts
        }
        let deleted = DeletedItems(of: update.changeset, from: snapshot)
        let selectionBefore = selection.count
        selected.follow(update, deleted, from: snapshot)
        snapshot = update.new
        geometry = viewport.geometry
        isLaidOutInPart = viewport.isLaidOutInPart
        shownRect = rect
        tellGone()

        let updated = update.changeset.updated.filter { cells[$0.id] != nil }
        let steps = rearrange(to: next)
        let isSame = steps.allSatisfy { if case .keep = $0 { true } else { false } }
        let headers = changedHeaders(to: sectionsAround(rect))
        let frames = changedFrames()
        if !isSame || countBefore != numberOfItems || before.window.lowerBound != window.lowerBound
            || !sections.isEmpty || headers != nil || frames != nil
        {
            let elsewhere =
                isSame
                ? []
                : elsewhere(of: held, notIn: before.held, in: before.snapshot)
                    + elsewhere(of: before.held, notIn: held, in: snapshot)
            tellSplice(
                .splice(
                    count: numberOfItems, base: window.lowerBound, steps: steps, elsewhere: elsewhere,
                    sections: sections, headers: headers, frames: frames, isStill: !isAnimated))
        }
        let changed = updated.map(\.id)
        reconfigure(changed, choosingAnew: choosesAnew ? Set(changed) : [])
        reconfigure(placeholders)

        dataSource?.didApply(snapshot)
        tellDisplay()
        if countBefore != numberOfItems { delegate?.collectionViewDidChangeCount(self) }
        if selection.count != selectionBefore { delegate?.collectionViewDidChangeSelection(self) }
        delegate?.collectionViewDidUpdate(self)
    }

    /// The positions in a list of the items that are not among `others`.
    private func elsewhere(
        of items: [ItemID], notIn others: [ItemID], in snapshot: any Snapshot<ItemID>
    ) -> [CollectionChange.Elsewhere] {
        let others = Set(others)
        return items.filter { !others.contains($0) }.compactMap { item in
            snapshot.position(of: item).map { CollectionChange.Elsewhere(id: item.itemText, position: $0) }
        }
    }

    /// The next event of a data source.
    ///
    /// This is a class, so that a task that waits for an event reserves memory for a reference only.
    package final class Update {
        let source: any CollectionViewDataSource<ItemID>
        let news: News

        init(source: any CollectionViewDataSource<ItemID>, news: News) { (self.source, self.news) = (source, news) }

        convenience init?(source: any CollectionViewDataSource<ItemID>, change: CollectionUpdate<ItemID>?) {
            guard let change else { return nil }
            self.init(source: source, news: .changed(change))
        }

        enum News {
            /// The data source has replaced another one. The cells have no content of the new one yet.
            case replaced
            case changed(CollectionUpdate<ItemID>)
            case failed(any Error)
        }
    }

    package func nextUpdate() async -> Update? {
        while let source = dataSource, !Task.isCancelled {
            let isOther = followed != nil && followed !== source
            followed = source
            if isOther { return Update(source: source, news: .replaced) }
            do {
                if let update = Update(source: source, change: try await source.nextUpdate()) { return update }
            } catch {
                return Task.isCancelled ? nil : Update(source: source, news: .failed(error))
            }
            if source === dataSource, !Task.isCancelled { await replacement() }
        }
        return nil
    }

    package func apply(_ next: Update) async throws {
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
    package func wake() {
        guard isResting else { return selected.wake(in: snapshot, version: listVersion) }
        isResting = false
        let isOther = dataSource?.wake() ?? false
        selected.wake(in: snapshot, version: listVersion)
        guard isOther else {
            // The content of the cells is read again, and may require other templates.
            for item in cells.keys { cells[item]?.isUnchosen = true }
            placeholders.formUnion(cells.keys)
            return
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
    package func rest() {
        hasScreen = false
        cancelPrefetching()
        selected.rest(in: snapshot, version: listVersion)
    }

    private func fillPlaceholders() async throws {
        try await preparing({ Array(placeholders) }) {
            reconfigure(placeholders)
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
        var viewport: Viewport?
        func needed() -> [ItemID] {
            viewport = nil
            guard source === dataSource else { return [] }
            let next = self.viewport(after: update)
            viewport = next
            var items = update.new.items(in: next.window)
            items += editedItems(besides: items, in: update.new)
            // In most browser windows a commit changes no item with a cell, or only the content of some cells. Then
            // only that content is read.
            if placeholders.isEmpty, items == held {
                return update.changeset.updated.compactMap { cells[$0.id] == nil ? nil : $0.id }
            }
            let changed = Set(update.changeset.updated.lazy.map { $0.id })
            return items.filter { cells[$0] == nil || changed.contains($0) || placeholders.contains($0) }
        }
        try await preparing(needed) {
            if let viewport { apply(update, at: viewport) } else { source.didApply(update.new) }
        }
    }

    package func scroll(to rect: ContentRect) async throws {
        let rect = rect.transposed(layout.scrollDirection)
        hasScreen = true
        // If the scroll target was sent, the screen has reached it, or the person has scrolled. So the target is no
        // longer needed.
        if scrollTarget?.toldFrom != nil { scrollTarget = nil }
        // A jump or another width says nothing about the direction of further scrolling, so it counts as no movement.
        let way = rect.bounded.y - shownRect.y
        travel = rect.width == shownRect.width && abs(way) <= shownRect.height ? way : 0
        try await show(rect)
    }

    package func endScrolling(at rect: ContentRect) {
        // If the rects differ, an update or a scroll target has moved the visible rect meanwhile. The screen follows,
        // and reports the end of that movement.
        guard rect.transposed(layout.scrollDirection).bounded == shownRect else { return }
        delegate?.collectionViewDidEndScrolling(self)
    }

    /// Changes the visible rect, and makes the cells for it.
    func show(_ rect: ContentRect) async throws {
        let rect = rect.bounded
        if rect.width != shownRect.width {
            try await layOut(in: rect)
            return
        }
        shownRect = rect
        func next() -> Range<Int> { windowAround(shownRect, known: snapshot.numberOfKnownItems, current: window) }
        func needed() -> [ItemID] {
            let next = next()
            return (next == window ? [] : snapshot.items(in: next).filter { cells[$0] == nil }) + placeholders
        }
        try await preparing(needed) {
            let next = next()
            let steps = next == window ? nil : rearrange(to: next)
            let headers = changedHeaders(to: sectionsAround(shownRect))
            let frames = changedFrames()
            if steps != nil || headers != nil || frames != nil {
                let steps = steps ?? (held.isEmpty ? [] : [.keep(held.count)])
                tellSplice(
                    .splice(
                        count: numberOfItems, base: window.lowerBound, steps: steps, headers: headers, frames: frames))
            }
            reconfigure(placeholders)
            dataSource?.didApply(snapshot)
            tellDisplay()
        }
    }

    /// The visible rect of a screen that reconnects. The screen's anchor item keeps its place in view, except at the
    /// very top.
    package func rect(of scrollPosition: ScrollPosition) -> ContentRect {
        let direction = layout.scrollDirection
        var rect = scrollPosition.rect.transposed(direction)
        guard rect.y > 0.5, let anchor = scrollPosition.anchor,
            let position = item(named: anchor.item).flatMap(snapshot.position(of:))
        else { return scrollPosition.rect }
        // If the view was shown before, the screen scrolls in the layout that was shown last.
        let geometry = shownRect.width > 0 ? geometry : geometry(width: rect.bounded.width, for: snapshot)
        rect.y = max(0, geometry.frame(at: position).y - anchor.offset)
        return rect.transposed(direction)
    }

    package func paintFirst(_ count: Int) async throws {
        func first() -> Range<Int> { 0..<min(count, snapshot.numberOfKnownItems) }
        try await preparing({ Array(snapshot.items(in: first())) }) {
            let first = first()
            rearrange(to: first)
            let last = first.isEmpty ? 0 : snapshot.section(at: first.upperBound - 1)
            let all = snapshot.numberOfSections
            let sections = first.upperBound < numberOfItems ? min(last + 1, all) : all
            _ = changedHeaders(to: geometry.hasHeaders ? 0..<min(sections, count) : 0..<0)
            dataSource?.didApply(snapshot)
            redraw()
        }
    }

    /// Computes the layout again. The screen still scrolls in the old layout; the items in view there stay in view.
    ///
    /// - Parameter isTurned: True if the scroll direction changes, so that width and height are exchanged. Then nothing
    ///   is animated.
    func layOut(in rect: ContentRect, isRelaid: Bool = false, isTurned: Bool = false) async throws {
        var rect = rect
        let first = geometry.positions(in: rect).lowerBound
        // There is no first item in an empty list, or in a rect after the last item.
        let before = first < numberOfItems ? geometry.frame(at: first).y : 0
        if isTurned { (rect.x, rect.width, rect.height) = (0, rect.height, rect.width) }
        layoutVersion += 1
        isLayoutTold = false
        layOutList(width: rect.width)
        sectionCounts = geometry.hasHeaders ? snapshot.sectionCounts : []
        // A view that was never shown has no old layout to keep the position in.
        if shownRect.width > 0, rect.y > 0.5, first < numberOfItems {
            let end = geometry.contentHeight
            rect.y = max(0, min(rect.y + geometry.frame(at: first).y - before, end - rect.height))
        }
        shownRect = rect
        func next() -> Range<Int> { windowAround(shownRect, known: snapshot.numberOfKnownItems, current: nil) }
        func needed() -> [ItemID] {
            snapshot.items(in: next()).filter { cells[$0] == nil || placeholders.contains($0) }
        }
        try await preparing(needed) {
            rearrange(to: next())
            _ = changedHeaders(to: sectionsAround(shownRect))
            reconfigure(placeholders)
            dataSource?.didApply(snapshot)
            redraw(isRelaid: isRelaid && !isTurned)
            tellDisplay()
        }
    }

    /// Sends a splice, unless the screen still has an outdated layout. In that case a reload follows when the content
    /// is read, and the reload includes the change.
    func tellSplice(_ change: CollectionChange) {
        if isLayoutTold { tell(change) }
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
            version = (listVersion, layoutVersion, contentVersion)
            failure = nil
            do { try await dataSource?.prepare(items()) } catch { failure = error }
        } while version != (listVersion, layoutVersion, contentVersion)
        contentVersion += 1
        act()
        // Removes the cells that were used for configuring, because an idle view does not need them.
        workbench = [:]
        if let failure { throw failure }
    }

    /// The visible rect and the window after an update, so that the items in view stay in view.
    ///
    /// The anchor is a visible item that is neither deleted nor moved. The search begins in the middle of the first
    /// line, because the item there stays on its line when a few items come or go above. If no anchor is found from
    /// there on, the items before the middle are tried. At the very top there is no anchor, so that new items there
    /// come into view.
    private func viewport(after update: CollectionUpdate<ItemID>) -> Viewport {
        viewportsComputed += 1
        var rect = shownRect
        var shift = 0
        var next = geometry
        var isInPart = isLaidOutInPart
        if isLaidOutInPart {
            // A layout made with unknown sizes cannot be reused, so the list is laid out anew.
            isInPart = !update.new.isWhole
            next = geometry(width: shownRect.width, for: update.new)
        } else if update.changeset.changesCounts || (layout.asksForSizes && !update.changeset.updated.isEmpty) {
            let edit = LayoutEdit(update.changeset, sectionsBefore: snapshot.numberOfSections)
            next = layout.geometry(
                of: LayoutList(update.new), width: shownRect.width, after: (geometry: geometry, edit: edit))
        }
        if rect.y > 0.5, !held.isEmpty {
            let moved = Set(update.changeset.moved.lazy.map { $0.id })
            let visible = geometry.positions(in: rect)
            let known = visible.clamped(to: window)
            let middle = known.isEmpty ? 0 : geometry.middle(ofLineAt: visible.lowerBound)
            for position in [known.filter { $0 >= middle }, known.filter { $0 < middle }].joined() {
                let item = held[position - window.lowerBound]
                guard !moved.contains(item), let now = update.new.position(of: item) else { continue }
                rect.y += next.frame(at: now).y - geometry.frame(at: position).y
                shift = now - position
                break
            }
        }
        rect.y = max(0, min(rect.y, next.contentHeight - rect.height))
        let shifted = max(0, window.lowerBound + shift)..<max(0, window.upperBound + shift)
        return Viewport(
            rect: rect, window: windowAround(rect, in: next, known: update.new.numberOfKnownItems, current: shifted),
            geometry: next, isLaidOutInPart: isInPart)
    }

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

    func tellDisplay() {
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
}

/// The viewport of a view after an update.
private struct Viewport {
    let rect: ContentRect
    let window: Range<Int>
    let geometry: any LayoutGeometry
    let isLaidOutInPart: Bool
}

extension Changeset {
    /// True if the item counts of sections may have changed.
    fileprivate var changesCounts: Bool {
        !deleted.isEmpty || !inserted.isEmpty || !moved.isEmpty || !deletedSections.isEmpty || !insertedSections.isEmpty
    }
}

extension ContentRect {
    /// The rectangle with values that a screen can have: no NaN, no infinity, no negative value, and sizes up to 20,000
    /// points.
    fileprivate var bounded: ContentRect {
        func bound(_ value: Double, _ limit: Double) -> Double { value.isFinite ? max(0, min(value, limit)) : 0 }
        return ContentRect(
            x: bound(x, 1e15), y: bound(y, 1e15), width: bound(width, 20_000), height: bound(height, 20_000))
    }
}
