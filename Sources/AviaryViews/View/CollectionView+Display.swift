import AviarySnapshots

extension CollectionView {
    // MARK: Delegate

    /// Tells the delegate which items come into view and which leave it, and announces items to the prefetching object.
    func announceDisplay() {
        announcePrefetching()
        // The delegate may change the list within its methods. Then the outer call begins anew.
        guard let delegate, display.begin() else { return }
        // The limit ends the loop for a delegate that changes the list in each call.
        for _ in 0..<100 where display.isStale { announceDisplay(to: delegate) }
        display.end()
        if display.lacksMenus(of: held.first) { tellMenus() }
    }

    /// Tells the delegate the items that come and go, until the delegate changes the list.
    private func announceDisplay(to delegate: any CollectionViewDelegate<ItemID>) {
        let visible = visibleItems
        let changes = display.changes(to: visible)
        var (left, come): ([ItemID], [ItemID]) = ([], [])
        for item in changes.left where !display.isStale {
            left.append(item)
            delegate.collectionView(self, didEndDisplaying: item)
        }
        for item in changes.come where !display.isStale {
            guard let cell = cell(for: item) else { continue }
            come.append(item)
            delegate.collectionView(self, willDisplay: cell, for: item)
            if let mistake = cell.mistake { report(mistake) }
            if !display.isStale { show(cell.values, of: item) }
        }
        if display.isStale { display.note(left: left, come: come) } else { display.note(visible) }
    }

    /// Sends the shortcuts of two menus to the screen: the menu of the background, and the menu of the first item that
    /// has one. Also sends whether one of the first items has swipe actions.
    func tellMenus() {
        guard isRecording else { return }
        decisions?.isLookingForShortcuts = true
        defer { decisions?.isLookingForShortcuts = false }
        let itemMenu = firstItemMenu
        display.noteMenus(of: held.first, hasFound: itemMenu != nil)
        let menus = [menu(for: []), itemMenu].compactMap(\.self)
        guard !menus.isEmpty else { return }
        let shortcuts = menus.flatMap { $0.actionItems.compactMap(\.shortcut) }
        tell(.menus(shortcuts: Set(shortcuts).sorted(), hasSwipes: hasSwipes))
    }

    private var hasSwipes: Bool {
        held.prefix(itemsAskedForMenus).contains { item in
            let (leading, trailing) = swipeActions(for: item)
            return leading != nil || trailing != nil
        }
    }

    private var firstItemMenu: Menu? {
        held.prefix(itemsAskedForMenus).lazy.compactMap { self.menu(for: [$0]) }.first
    }

    public var hasMenus: Bool {
        decisions?.isLookingForShortcuts = true
        defer { decisions?.isLookingForShortcuts = false }
        return menu(for: []) != nil || firstItemMenu != nil
    }
}

extension CollectionView {
    // MARK: Prefetching

    /// The object that prepares content for items that may soon be visible; held weakly.
    ///
    /// Setting it cancels all items announced to the previous object, and announces the items near the visible rect to
    /// the new one.
    ///
    /// - Complexity: O(visible).
    public var prefetchDataSource: (any CollectionViewPrefetching<ItemID>)? {
        get { display.prefetching?.source }
        set {
            guard newValue !== prefetchDataSource else { return }
            cancelPrefetching()
            display.prefetch(for: newValue)
            announcePrefetching()
        }
    }

    /// Announces items with new cells, and cancels items whose cells are gone and were never visible.
    ///
    /// - Complexity: O(visible); O(1) without a prefetching data source.
    private func announcePrefetching() {
        guard hasScreen, shownRect.width > 0, let prefetching = display.prefetching, let source = prefetching.source
        else { return }
        let visible = geometry.positions(in: shownRect).clamped(to: window)
        let (gone, come) = prefetching.items.update(
            held, visible: visible.lowerBound - window.lowerBound..<visible.upperBound - window.lowerBound,
            isUp: viewport.isScrollingUp)
        if !gone.isEmpty { source.collectionView(self, cancelPrefetching: gone) }
        if !come.isEmpty { source.collectionView(self, prefetch: come) }
    }

    /// Cancels all announced items that were not visible. Called when no screen shows the list any more, and when the
    /// prefetching object is replaced.
    func cancelPrefetching() {
        guard let prefetching = display.prefetching else { return }
        let gone = prefetching.items.cancel()
        if !gone.isEmpty { prefetching.source?.collectionView(self, cancelPrefetching: gone) }
    }
}

/// The largest number of items that are tried until one has a menu, or swipe actions.
let itemsAskedForMenus = 16
