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
    ///     if cells are self-sizing, or if the person has asked for less motion.
    /// - Complexity: O(1) now; O(visible + log *n*) when it is done.
    public func scrollToItem(
        _ item: ItemID, at alignment: ScrollAlignment = .nearest, animated isAnimated: Bool = false
    ) {
        scrollTarget.set(.item(item), alignment, isAnimated: isAnimated)
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
        scrollTarget.set(.section(section), alignment, isAnimated: isAnimated)
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
        scrollTarget.set(.anchor(anchor), .top, isAnimated: false)
    }

    /// True if there is a scroll target that was not sent to the screen.
    package var hasScrollTarget: Bool { scrollTarget.isDue }

    /// Keeps or drops the scroll target when a screen has connected, perhaps again.
    ///
    /// - Parameters:
    ///   - scrollPosition: The screen's scroll position. It has an anchor once the screen has shown the list.
    ///   - isNew: True if this view was made for the screen.
    package func screenDidAppear(at scrollPosition: ScrollPosition, isNew: Bool) {
        let y = scrollPosition.rect.transposed(layout.scrollDirection).y
        scrollTarget.screenDidAppear(at: y, hasAnchor: scrollPosition.anchor != nil, isNew: isNew)
        noteEnd(of: scrollPosition)
    }

    /// Sends the scroll target to the screen, as long as the screen has not reached it.
    func tellScroll() { if let change = scrollTarget.change(in: viewport, snapshot) { tell(change) } }

    public func endScrolling(at rect: ContentRect) {
        // If the rects differ, an update or a scroll target has moved the visible rect meanwhile. The screen follows,
        // and reports the end of that movement.
        guard viewport.isShown(rect) else { return }
        delegate?.collectionViewDidEndScrolling(self)
    }

    /// The visible rect of a screen that reconnects. The screen's anchor item keeps its place in view, except at the
    /// very top.
    package func rect(of scrollPosition: ScrollPosition) -> ContentRect {
        let position = scrollPosition.anchor.flatMap { item(named: $0.item) }.flatMap(snapshot.position(of:))
        return viewport.rect(of: scrollPosition, anchor: position, in: snapshot)
    }

    /// Sends the titles of the sections at some y coordinates of the content, each title once. A scrubber asks for
    /// them, because it can show only a few of many sections.
    ///
    /// The title of a section is the first text in its header, or else its identifier.
    ///
    /// - Complexity: O(log *s*) for each height among *s* sections, and one header is configured for each.
    package func tellLabels(at heights: [Double]) {
        var sections: [Int] = []
        if geometry.hasHeaders {
            for y in heights {
                let section = geometry.sections(in: ContentRect(y: y, width: shownRect.width, height: 1)).first
                if let section, section < snapshot.numberOfSections, section != sections.last {
                    sections.append(section)
                }
            }
        }
        cells.addWork(sections.count)
        var told: Set<Int> = []
        tell(
            .labels(
                labels: sections.filter { told.insert($0).inserted }.map { section in
                    let frame = geometry.sectionFrame(at: section).whole
                    let last = lastSection(beside: section)
                    let text = last == section ? label(of: section) : "\(label(of: section)) – \(label(of: last))"
                    return .init(top: frame.y, end: frame.y + frame.height, text: text)
                }))
    }

    /// The last of the sections that begin at the same height as a section, in the order of the list.
    private func lastSection(beside section: Int) -> Int {
        guard geometry.hasSectionsSideBySide else { return section }
        let y = geometry.sectionFrame(at: section).y
        var last = section
        while last + 1 < snapshot.numberOfSections, geometry.sectionFrame(at: last + 1).y == y { last += 1 }
        return last
    }
}
