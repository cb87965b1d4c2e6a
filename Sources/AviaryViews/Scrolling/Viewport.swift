import AviarySnapshots

/// The laid-out list of a collection view, and the part of it that is on screen.
///
/// All rects are in the coordinates of the geometry, as `ScrollDirection` shows, unless said otherwise.
struct Viewport {
    private(set) var layout: any CollectionViewLayout
    /// The layout for the size of the visible rect.
    private var fitted: any CollectionViewLayout
    /// The visible height that `fitted` is for.
    private var fittedHeight = 0.0
    /// The frames of the list shown.
    private(set) var geometry: any LayoutGeometry
    /// The visible rect. Its size is zero before a screen is known.
    private(set) var rect = ContentRect(width: 0, height: 0)
    /// True if a screen is connected that displays the changes.
    private(set) var hasScreen = false
    /// True if the list begins at its end, and stays there while the end is in view.
    private let staysAtEnd: Bool
    /// True while the end of the content is in view, if the list stays there.
    private(set) var isAtEnd: Bool
    /// Counts the changes of layout and size.
    private(set) var layoutVersion = 0
    /// True if the screen has received the layout. False while the content for a new layout is read.
    private(set) var isLayoutTold = true
    /// The measured heights of cells, for a layout of self-sizing cells.
    private var heights = MeasuredHeights()
    /// True if some sizes of items were unknown when the list was laid out.
    private var isLaidOutInPart = false
    /// The distance that the person has scrolled between the last two reports of the screen; negative for up.
    private var travel = 0.0

    /// An empty list, before a screen is known.
    init(layout: any CollectionViewLayout, anchor: ContentAnchor) {
        self.layout = layout
        fitted = layout
        staysAtEnd = anchor == .end
        isAtEnd = staysAtEnd
        geometry = layout.geometry(of: LayoutList(ListSnapshot<Int, Int>()), width: 0, after: nil)
    }

    var isScrollingUp: Bool { travel < 0 }

    // MARK: Screen and scrolling

    /// Notes that a screen is connected, and how far the person has scrolled on it. `show(_:)` shows that part.
    ///
    /// - Parameters:
    ///   - rect: The visible rect in the coordinates of the screen.
    ///   - isAtEnd: True if the end of the content is in view there. With `nil` the rect decides.
    /// - Returns: The visible rect in the coordinates of the geometry. At the end of the content it is not above the
    ///   present end, although the screen may not have the last rows yet.
    mutating func report(_ rect: ContentRect, isAtEnd: Bool?) -> ContentRect {
        hasScreen = true
        var rect = rect.transposed(layout.scrollDirection).bounded
        let end = end(of: geometry, rect)
        // A list that was never shown begins at its end.
        if staysAtEnd, self.rect.width > 0 || isAtEnd != nil { self.isAtEnd = isAtEnd ?? (rect.y >= end - 1) }
        if self.isAtEnd { rect.y = max(rect.y, end) }
        // A jump or another width says nothing about the direction of further scrolling, so it counts as no movement.
        let way = rect.y - self.rect.y
        travel = rect.width == self.rect.width && abs(way) <= self.rect.height ? way : 0
        return rect
    }

    /// Forgets the direction of scrolling, because the visible rect is about to jump.
    mutating func stopScrolling() { travel = 0 }

    /// Notes that no screen displays the changes any more.
    mutating func leaveScreen() { hasScreen = false }

    /// Notes that the visible rect is about to jump, perhaps away from the end.
    mutating func leaveEnd(for rect: ContentRect) { if rect.y < end(of: geometry, rect) - 1 { isAtEnd = false } }

    /// The top of a rect at the end of the content.
    private func end(of geometry: any LayoutGeometry, _ rect: ContentRect) -> Double {
        max(0, geometry.contentHeight - rect.height)
    }

    /// Notes whether a screen that has connected shows the end of the list.
    mutating func screenDidAppear(at scrollPosition: ScrollPosition) {
        guard staysAtEnd else { return }
        isAtEnd = scrollPosition.isAtEnd || (rect.width == 0 && scrollPosition.anchor == nil)
    }

    /// Shows another part of the list, if its layout stays.
    ///
    /// - Returns: False for another width, or for a height that needs another layout. Then the list has to be laid out
    ///   again.
    mutating func show(_ rect: ContentRect) -> Bool {
        let rect = rect.bounded
        guard rect.width == self.rect.width, isFitted(to: rect) else { return false }
        self.rect = rect
        return true
    }

    /// Returns true if this is the visible rect, in the coordinates of the screen.
    func isShown(_ rect: ContentRect) -> Bool { rect.transposed(layout.scrollDirection).bounded == self.rect }

    /// The visible rect of a screen that reconnects. The screen's anchor item keeps its place in view, except at the
    /// very top.
    ///
    /// - Parameter anchor: The position of the anchor item; `nil` if it does not exist.
    /// - Returns: The rect in the coordinates of the screen.
    func rect(of scrollPosition: ScrollPosition, anchor position: Int?, in list: any Snapshot) -> ContentRect {
        let direction = layout.scrollDirection
        var rect = scrollPosition.rect.transposed(direction)
        guard rect.y > 0.5, let anchor = scrollPosition.anchor, let position else { return scrollPosition.rect }
        // If the view was shown before, the screen scrolls in the layout that was shown last.
        let bounded = rect.bounded
        let geometry =
            self.rect.width > 0
            ? geometry
            : layout.fitted(to: bounded).geometry(
                of: LayoutList(list, heights), width: bounded.width, after: nil)
        rect.y = max(0, geometry.frame(at: position).y - anchor.offset)
        return rect.transposed(direction)
    }

    // MARK: Layout

    /// Notes that the screen receives the layout.
    mutating func tellLayout() { isLayoutTold = true }

    private func geometry(of list: any Snapshot, width: Double) -> any LayoutGeometry {
        fitted.geometry(of: LayoutList(list, heights), width: width, after: nil)
    }

    /// Returns whether the list is laid out for the size of a rect.
    private func isFitted(to rect: ContentRect) -> Bool {
        guard layout is any HeightFittedLayout, let fitted = fitted as? any Hashable,
            let next = layout.fitted(to: size(for: rect)) as? any Hashable
        else { return true }
        return AnyHashable(next) == AnyHashable(fitted)
    }

    /// The size to lay out a list for, so that a rect shows the lines that it should.
    ///
    /// At its very top, a box with padding above the content shows less of the content than elsewhere. The lines must not
    /// grow while the person scrolls from there. So a height that grows by no more than such a padding changes nothing.
    private func size(for rect: ContentRect) -> ContentRect {
        var size = rect
        let growth = rect.height - fittedHeight
        if rect.width == self.rect.width, growth > 0, growth <= largestPadding { size.height = fittedHeight }
        return size
    }

    /// Lays out a list at the present width. Measured heights are forgotten, because their items may be gone.
    mutating func layOut(_ list: any Snapshot) {
        heights.removeAll()
        layOut(list, for: rect)
        if isAtEnd { rect.y = end(of: geometry, rect) }
    }

    private mutating func layOut(_ list: any Snapshot, for rect: ContentRect) {
        isLaidOutInPart = layout.asksForSizes && !list.isWhole
        let size = size(for: rect)
        (fitted, fittedHeight) = (layout.fitted(to: size), size.height)
        geometry = geometry(of: list, width: rect.width)
    }

    /// Lays out a list by another layout. The first item in view stays in view, or another one.
    ///
    /// - Parameter kept: The position of the item in view whose center stays in place.
    /// - Returns: True if the scroll direction changes, so that width and height of the visible rect are exchanged.
    mutating func layOut(
        _ list: any Snapshot, by layout: any CollectionViewLayout, keeping kept: Int? = nil
    ) -> Bool {
        let isTurned = layout.scrollDirection != self.layout.scrollDirection
        self.layout = layout
        heights = MeasuredHeights()
        layOut(list, in: rect, isTurned: isTurned, keeping: kept)
        return isTurned
    }

    /// Lays out a list again. The screen still scrolls in the old layout; the first item in view there stays in view.
    ///
    /// - Parameter rect: The visible rect in the old layout.
    mutating func layOut(
        _ list: any Snapshot, in rect: ContentRect, isTurned: Bool = false, keeping kept: Int? = nil
    ) {
        var rect = rect
        let visible = geometry.positions(in: rect)
        let kept = kept.flatMap { visible.contains($0) && !isTurned ? $0 : nil }
        let anchor = kept ?? visible.lowerBound
        func place(in geometry: any LayoutGeometry) -> Double {
            let frame = geometry.frame(at: anchor)
            return kept == nil ? frame.y : frame.y + frame.height / 2
        }
        // There is no first item in an empty list, or in a rect after the last item.
        let before = anchor < list.numberOfItems ? place(in: geometry) : 0
        if isTurned { (rect.x, rect.width, rect.height) = (0, rect.height, rect.width) }
        layoutVersion += 1
        isLayoutTold = false
        // The mean at one width is the best estimate for another one.
        _ = heights.useMean()
        heights.removeAll()
        layOut(list, for: rect)
        if isAtEnd {
            rect.y = end(of: geometry, rect)
        } else if self.rect.width > 0, rect.y > 0.5 || kept != nil, anchor < list.numberOfItems {
            // A view that was never shown has no old layout to keep the position in.
            let end = geometry.contentHeight
            rect.y = max(0, min(rect.y + place(in: geometry) - before, end - rect.height))
        }
        self.rect = rect
    }

    // MARK: Updates

    /// A viewport after an update of the list.
    struct Next {
        /// The positions that should have cells.
        let window: Range<Int>
        fileprivate let rect: ContentRect
        fileprivate let geometry: any LayoutGeometry
        fileprivate let heights: MeasuredHeights
        fileprivate let isLaidOutInPart: Bool
    }

    /// The visible rect and the window after an update, so that the items in view stay in view.
    ///
    /// The anchor is a visible item that is neither deleted nor moved. The search begins in the middle of the first
    /// line, because the item there stays on its line when a few items come or go above. If no anchor is found from
    /// there on, the items before the middle are tried. At the very top there is no anchor, so that new items there
    /// come into view. A list that stays at its end has none there either.
    ///
    /// - Parameters:
    ///   - old: The list before the update.
    ///   - window: The positions that have cells before the update.
    ///   - held: The items at these positions.
    func next<ItemID>(
        after update: CollectionUpdate<ItemID>, from old: any Snapshot<ItemID>, window: Range<Int>, held: [ItemID]
    ) -> Next {
        var rect = rect
        var shift = 0
        var next = geometry
        var isInPart = isLaidOutInPart
        let heights = heights.updated(by: update.changeset, from: old, to: update.new)
        if isLaidOutInPart {
            // A layout made with unknown sizes cannot be reused, so the list is laid out anew.
            isInPart = !update.new.isWhole
            next = geometry(of: update.new, width: rect.width)
        } else if update.changeset.changesCounts || (layout.asksForSizes && !update.changeset.updated.isEmpty) {
            let edit = LayoutEdit(update.changeset, sectionsBefore: old.numberOfSections)
            next = fitted.geometry(
                of: LayoutList(update.new, heights), width: rect.width, after: (geometry: geometry, edit: edit))
        }
        if isAtEnd {
            rect.y = end(of: next, rect)
        } else if rect.y > 0.5, !held.isEmpty {
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
        let around = self.window(
            around: rect, in: next, known: update.new.numberOfKnownItems, current: shifted)
        return Next(window: around, rect: rect, geometry: next, heights: heights, isLaidOutInPart: isInPart)
    }

    mutating func move(to next: Next) {
        (rect, geometry, heights, isLaidOutInPart) = (next.rect, next.geometry, next.heights, next.isLaidOutInPart)
    }

    // MARK: Measured heights

    /// True if the layout has the screen measure the cells.
    var isSelfSizing: Bool { geometry is SelfSizingGeometry }

    /// The viewport after the screen has measured cells, so that the first item in view stays in place. `nil` if nothing
    /// has changed.
    ///
    /// - Parameters:
    ///   - measured: Heights in whole points, by position.
    ///   - list: The list shown.
    ///   - window: The positions that have cells.
    func next(measuring measured: [Int: Double], in list: any Snapshot, window: Range<Int>) -> Next? {
        var heights = heights
        guard isSelfSizing, heights.set(measured) else { return nil }
        heights.trim(around: window.lowerBound)
        // At the very top another mean moves nothing in view.
        if rect.y <= 0.5 { _ = heights.useMean() }
        return next(heights, in: list, window: window)
    }

    /// The viewport with the mean of the measured heights for all other items; `nil` if that mean is in use already.
    ///
    /// Another mean moves the whole content. A screen that scrolls meanwhile would report a rect in the old content. So
    /// another mean is used only where the screen does not scroll by itself: at the very top, before a jump, and for
    /// another width.
    func nextWithMean(in list: any Snapshot, window: Range<Int>) -> Next? {
        var heights = heights
        return isSelfSizing && heights.useMean() ? next(heights, in: list, window: window) : nil
    }

    private func next(_ heights: MeasuredHeights, in list: any Snapshot, window: Range<Int>) -> Next {
        var rect = rect
        let next = fitted.geometry(of: LayoutList(list, heights), width: rect.width, after: nil)
        if isAtEnd {
            rect.y = end(of: next, rect)
        } else if rect.y > 0.5, let first = geometry.positions(in: rect).clamped(to: window).first {
            rect.y += next.frame(at: first).y - geometry.frame(at: first).y
        }
        rect.y = max(0, min(rect.y, next.contentHeight - rect.height))
        let around = self.window(around: rect, in: next, known: list.numberOfKnownItems, current: window)
        return Next(window: around, rect: rect, geometry: next, heights: heights, isLaidOutInPart: isLaidOutInPart)
    }

    // MARK: Near the visible rect

    /// The positions that should have cells: those in the visible rect and in the prefetch margin. After a jump the
    /// margin is half the height of the visible rect at each side.
    ///
    /// - Parameters:
    ///   - known: The number of known items. Items that are not known yet have no cells.
    ///   - current: The positions that have cells now. They are kept if they still cover the needed part of the margin.
    func window(known: Int, current: Range<Int>?) -> Range<Int> {
        window(around: rect, in: geometry, known: known, current: current)
    }

    private func window(
        around rect: ContentRect, in geometry: any LayoutGeometry, known: Int, current: Range<Int>?
    ) -> Range<Int> {
        let margin = PrefetchMargin(height: rect.height, travel: travel)
        if let current = current?.clamped(to: 0..<known) {
            let needed = rect.expanded(by: margin.needed(height: rect.height))
            let positions = geometry.positions(in: needed).clamped(to: 0..<known)
            if positions.clamped(to: current) == positions, !positions.isEmpty || current.isEmpty { return current }
        }
        var whole = geometry.positions(in: rect.expanded(by: margin)).clamped(to: 0..<known)
        if let current, !current.isEmpty, !whole.overlaps(current) {
            // After a jump the person waits for the cells in view, so the margin is only half the height of the visible
            // rect.
            whole = geometry.positions(in: rect.expanded(by: rect.height / 2)).clamped(to: 0..<known)
        }
        return whole.lowerBound..<min(whole.upperBound, whole.lowerBound + maximumWindow)
    }

    /// The sections that should have headers: those in the visible rect, and within its height above and below.
    ///
    /// - Parameters:
    ///   - count: The number of sections.
    ///   - current: The sections that have headers now.
    func sections(of count: Int, current: Range<Int>) -> Range<Int> {
        guard geometry.hasHeaders else { return 0..<0 }
        let all = 0..<count
        let half = geometry.sections(in: rect.expanded(by: rect.height / 2))
        if half.clamped(to: current) == half { return current.clamped(to: all) }
        let whole = geometry.sections(in: rect.expanded(by: rect.height)).clamped(to: all)
        return whole.lowerBound..<min(whole.upperBound, whole.lowerBound + maximumSections)
    }
}

extension Changeset {
    /// True if the item counts of sections may have changed.
    var changesCounts: Bool {
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

extension CollectionViewLayout {
    /// The layout for the size of a visible rect.
    fileprivate func fitted(to rect: ContentRect) -> any CollectionViewLayout {
        (self as? any HeightFittedLayout)?.fitted(width: rect.width, visibleHeight: rect.height) ?? self
    }
}

/// The largest padding of a box above its content, in points, with large text.
private let largestPadding = 240.0
/// The largest number of cells, whatever the size of the screen and of the cells.
private let maximumWindow = 4_096
/// The largest number of sections with headers, however small they are.
private let maximumSections = 512
