import AviarySnapshots

extension CollectionView {
    /// Scrolls to an item, wherever it is in the list; its cell need not exist.
    ///
    /// The screen is told with the next packet of the scene. In `viewDidLoad`, before the page is shown, the page
    /// begins at this item, unless the person comes back to an earlier scroll position. While no screen is connected,
    /// the view waits for one. Focus and selection stay. An item that is not in the list then is passed over. A later
    /// call replaces this one.
    ///
    /// - Parameters:
    ///   - item: The item's identifier.
    ///   - alignment: Where in the visible rect the item stands then.
    ///   - isAnimated: Whether the person sees the content move. It moves at once all the same when the way is longer
    ///     than two screenfuls, or the person has asked for less motion.
    /// - Complexity: O(1) now; O(visible + log *n*) when it is done.
    public func scrollToItem(
        _ item: ItemID, at alignment: ScrollAlignment = .nearest, animated isAnimated: Bool = false
    ) {
        scrollTarget = ScrollTarget(.item(item), alignment, isAnimated: isAnimated)
    }

    /// Scrolls to a section: to its header, or to its first item where sections have no headers.
    ///
    ///     grid.scrollToSection(month, at: .top)
    ///
    /// Otherwise as `scrollToItem`. A section that is not in the list is passed over, and so is an empty one without a
    /// header.
    ///
    /// - Parameters:
    ///   - section: The section's identifier.
    ///   - alignment: Where in the visible rect the header or the first item stands then.
    ///   - isAnimated: Whether the person sees the content move.
    /// - Complexity: O(1) now; O(visible + log *n*) when it is done.
    public func scrollToSection<SectionID: Hashable & Sendable>(
        _ section: SectionID, at alignment: ScrollAlignment = .top, animated isAnimated: Bool = false
    ) {
        scrollTarget = ScrollTarget(.section(section), alignment, isAnimated: isAnimated)
    }

    /// Whether there is something to scroll to that the screen was not told.
    package var hasScrollTarget: Bool { scrollTarget.map { $0.toldFrom == nil } ?? false }

    /// Takes note that a screen is there, perhaps again.
    ///
    /// - Parameters:
    ///   - scrollPosition: Where it is scrolled to; it has an anchor once the screen has shown the list.
    ///   - isNew: Whether this view was made for the screen.
    package func screenDidAppear(at scrollPosition: ScrollPosition, isNew: Bool) {
        guard let target = scrollTarget else { return }
        // Where a person was goes before where a page begins.
        if isNew { return scrollTarget = scrollPosition.anchor == nil ? target : nil }
        guard let from = target.toldFrom else { return }
        // It was told on a connection that was lost. A screen that is elsewhere has heard it, or was scrolled by the person.
        let now = scrollPosition.rect.transposed(layout.scrollDirection).y
        if abs(from - now) < 1 { target.toldFrom = nil } else { scrollTarget = nil }
    }

    /// Brings the visible rect to what the view was asked to scroll to, and tells the screen to go there. A view without a
    /// width waits until it has one.
    ///
    /// - Throws: What keeps the content of cells from being read; the screen is told nevertheless.
    package func scrollToTarget() async throws {
        guard let target = scrollTarget, target.toldFrom == nil, shownRect.width > 0 else { return }
        guard let frame = frame(of: target.goal) else { return scrollTarget = nil }
        let next = rect(showing: frame, target.alignment)
        target.toldFrom = shownRect.y
        defer { tellScroll() }
        // A screen that glides needs the cells on its way, and tells how far it is.
        if target.isAnimated, abs(next.y - shownRect.y) <= 2 * shownRect.height { return }
        travel = 0
        try await show(next)
    }

    /// Tells the screen where to scroll to, if it has not been there.
    func tellScroll() {
        guard let target = scrollTarget, target.toldFrom != nil, let frame = frame(of: target.goal) else { return }
        tell(
            .scroll(
                y: max(0, frame.y), height: frame.height, share: target.alignment.share, isAnimated: target.isAnimated))
    }

    /// Where in the content something is that is to be seen, in whole points. An item has the header above it that is pinned
    /// there, and below it the footer.
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
    /// The section with an identifier that may be of another type.
    fileprivate func section(named identifier: any Hashable & Sendable) -> Int? {
        (identifier as? SectionID).flatMap(section(of:))
    }
}
