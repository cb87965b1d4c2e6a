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
                    sections: sections, headers: headers, frames: frames, isStill: !isAnimated))
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
    package func rest() {
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
                        count: numberOfItems, base: window.lowerBound, steps: steps, headers: headers, frames: frames))
            }
            reconfigure(cells.placeholders)
            dataSource?.didApply(snapshot)
            tellDisplay()
        }
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

    /// Makes the cells for a new layout, and sends the layout to the screen.
    ///
    /// - Parameter isRelaid: True if cells are animated from frame to frame.
    func showLayout(isRelaid: Bool) async throws {
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
