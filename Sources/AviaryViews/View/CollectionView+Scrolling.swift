import AviarySnapshots

extension CollectionView {
    /// Scrolls to an item, wherever it is in the list. The item needs no cell.
    ///
    /// The next packet of the scene tells the screen to scroll. After a call in `viewDidLoad`, the page begins at this
    /// item, unless the person comes back to an earlier scroll position. While no screen is connected, the view waits
    /// for one. Focus and selection do not change. An item that is not in the list by then is ignored. A later call
    /// replaces this one.
    ///
    /// - Parameters:
    ///   - item: The item's identifier.
    ///   - alignment: The item's place in the visible rect after scrolling.
    ///   - isAnimated: True to scroll with animation. The content still jumps if the way is longer than two screenfuls,
    ///     or the person has asked for less motion.
    /// - Complexity: O(1) now; O(visible + log *n*) when it is done.
    public func scrollToItem(
        _ item: ItemID, at alignment: ScrollAlignment = .nearest, animated isAnimated: Bool = false
    ) {
        scrollTarget = ScrollTarget(.item(item), alignment, isAnimated: isAnimated)
    }

    /// Scrolls to a section: to its header, or to its first item if sections have no headers.
    ///
    ///     grid.scrollToSection(month, at: .top)
    ///
    /// In other respects this is like `scrollToItem`. A section that is not in the list is ignored, and so is an empty
    /// section without a header.
    ///
    /// - Parameters:
    ///   - section: The section's identifier.
    ///   - alignment: The place of the header or the first item in the visible rect after scrolling.
    ///   - isAnimated: True to scroll with animation.
    /// - Complexity: O(1) now; O(visible + log *n*) when it is done.
    public func scrollToSection<SectionID: Hashable & Sendable>(
        _ section: SectionID, at alignment: ScrollAlignment = .top, animated isAnimated: Bool = false
    ) {
        scrollTarget = ScrollTarget(.section(section), alignment, isAnimated: isAnimated)
    }

    /// The first item in view and its place, for a later `scroll(to:)`; `nil` while no item is in view.
    ///
    /// - Complexity: O(log *n*).
    public var scrollAnchor: ScrollAnchor<ItemID>? {
        guard let item = visibleItems.first, let position = snapshot.position(of: item) else { return nil }
        return ScrollAnchor(item, offset: geometry.frame(at: position).whole.y - shownRect.y)
    }

    /// Scrolls so that an item is exactly where it was, for instance when a list is shown again.
    ///
    ///     let anchor = grid.scrollAnchor
    ///     try await photos.change(to: favorites)
    ///     …
    ///     try await photos.change(to: all)
    ///     if let anchor { grid.scroll(to: anchor) }
    ///
    /// In other respects this is like `scrollToItem`. The content does not scroll beyond its ends.
    ///
    /// - Parameter anchor: The item, and its place in the visible rect.
    /// - Complexity: O(1) now; O(visible + log *n*) when it is done.
    public func scroll(to anchor: ScrollAnchor<ItemID>) {
        scrollTarget = ScrollTarget(.anchor(anchor), .top, isAnimated: false)
    }

    /// True if there is a scroll target that was not sent to the screen.
    package var hasScrollTarget: Bool { scrollTarget.map { $0.toldFrom == nil } ?? false }

    /// Keeps or drops the scroll target when a screen has connected, perhaps again.
    ///
    /// - Parameters:
    ///   - scrollPosition: The screen's scroll position. It has an anchor once the screen has shown the list.
    ///   - isNew: True if this view was made for the screen.
    package func screenDidAppear(at scrollPosition: ScrollPosition, isNew: Bool) {
        guard let target = scrollTarget else { return }
        // The person's earlier scroll position takes precedence over the scroll target of the page.
        if isNew { return scrollTarget = scrollPosition.anchor == nil ? target : nil }
        guard let from = target.toldFrom else { return }
        // The target was sent on a connection that was lost. If the screen has not moved since, the target is sent
        // again. Otherwise the screen has received the target, or the person has scrolled.
        let now = scrollPosition.rect.transposed(layout.scrollDirection).y
        if abs(from - now) < 1 { target.toldFrom = nil } else { scrollTarget = nil }
    }

    /// Moves the visible rect to the scroll target, and tells the screen to scroll there. A view without a width waits
    /// until it has one.
    ///
    /// - Throws: The error that keeps the content of cells from being read. The screen gets the target nevertheless.
    package func scrollToTarget() async throws {
        guard let target = scrollTarget, target.toldFrom == nil, shownRect.width > 0 else { return }
        guard let frame = frame(of: target.goal) else { return scrollTarget = nil }
        let next = rect(showing: frame, target.alignment)
        target.toldFrom = shownRect.y
        defer { tellScroll() }
        // During an animation the screen reports its progress, and gets the cells on its way. So the visible rect stays
        // for now.
        if target.isAnimated, abs(next.y - shownRect.y) <= 2 * shownRect.height { return }
        travel = 0
        try await show(next)
    }

    /// Sends the scroll target to the screen, as long as the screen has not reached it.
    func tellScroll() {
        guard let target = scrollTarget, target.toldFrom != nil, let frame = frame(of: target.goal) else { return }
        // At the very top the position is not exact, so that the screen also shows any space above the content.
        let isExact = if case .anchor = target.goal { frame.y > 0 } else { false }
        tell(
            .scroll(
                y: max(0, frame.y), height: isExact ? nil : frame.height, share: target.alignment.share,
                isAnimated: target.isAnimated))
    }

    /// The frame to scroll to, in whole points. For an item it includes a pinned header above and a pinned footer
    /// below. `nil` if there is no such item or section.
    private func frame(of goal: ScrollTarget<ItemID>.Goal) -> ContentRect? {
        switch goal {
        case .item(let item):
            guard let position = snapshot.position(of: item) else { return nil }
            var frame = geometry.frame(at: position).whole
            if geometry.hasHeaders, geometry.pinsHeaders {
                let header = geometry.headerFrame(at: snapshot.section(at: position)).whole.height
                frame.y -= header
                frame.height += header
            }
            if geometry.hasFooters, geometry.pinsFooters {
                frame.height += geometry.footerFrame(at: snapshot.section(at: position)).whole.height
            }
            return frame
        case .anchor(let anchor):
            guard let position = snapshot.position(of: anchor.item) else { return nil }
            return ContentRect(
                y: geometry.frame(at: position).whole.y - anchor.offset, width: shownRect.width, height: 0)
        case .section(let identifier):
            guard let section = snapshot.section(named: identifier) else { return nil }
            if geometry.hasHeaders { return geometry.headerFrame(at: section).whole }
            let items = snapshot.range(ofSection: section)
            return items.isEmpty ? nil : geometry.frame(at: items.lowerBound).whole
        }
    }

    private func rect(showing frame: ContentRect, _ alignment: ScrollAlignment) -> ContentRect {
        var rect = shownRect
        let lowest = min(frame.y, frame.y + frame.height - rect.height)
        rect.y =
            alignment.share.map { frame.y + (lowest - frame.y) * $0 } ?? min(frame.y, max(rect.y, lowest))
        rect.y = max(0, min(rect.y, geometry.contentHeight - rect.height))
        return rect
    }
}

extension Snapshot {
    /// The section with an identifier, which may be of another type.
    fileprivate func section(named identifier: any Hashable & Sendable) -> Int? {
        (identifier as? SectionID).flatMap(section(of:))
    }
}
