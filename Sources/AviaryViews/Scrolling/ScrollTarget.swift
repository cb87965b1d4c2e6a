import AviarySnapshots

/// The place of an item or a section in the visible rect after the view has scrolled to it.
public enum ScrollAlignment: Hashable, Sendable {
    /// Scrolls as little as needed; an item in view stays where it is.
    case nearest
    /// At the top of the visible rect.
    case top
    /// In the middle of the visible rect.
    case centeredVertically
    /// At the bottom of the visible rect.
    case bottom
    /// The name of `top` in a view that scrolls to the right. On a page that is read from right to left, it is the right
    /// edge.
    public static var left: ScrollAlignment { .top }
    /// The name of `centeredVertically` in a view that scrolls to the right.
    public static var centeredHorizontally: ScrollAlignment { .centeredVertically }
    /// The name of `bottom` in a view that scrolls to the right. On a page that is read from right to left, it is the left
    /// edge.
    public static var right: ScrollAlignment { .bottom }

    /// The share of the free space in the visible rect that goes above the item; `nil` for as little scrolling as
    /// needed.
    var share: Double? {
        switch self {
        case .nearest: nil
        case .top: 0
        case .centeredVertically: 0.5
        case .bottom: 1
        }
    }
}

/// An item and its place in the visible rect, from which a scroll position is restored exactly.
///
/// It stays valid while other items come and go.
public struct ScrollAnchor<ItemID: ItemIdentifier>: Hashable, Sendable {
    /// The item's identifier.
    public var item: ItemID
    /// The distance of the item's frame below the top of the visible rect, in points; negative above it. In a view that
    /// scrolls to the right, the distance from the left.
    var offset: Double

    /// An anchor at an item.
    ///
    /// - Parameters:
    ///   - item: The item's identifier.
    ///   - offset: The distance of the item's frame below the top of the visible rect, in points.
    init(_ item: ItemID, offset: Double) {
        self.item = item
        self.offset = offset
    }
}

/// The scroll target that a controller has set, until the screen has reached it.
struct ScrollTarget<ItemID: ItemIdentifier> {
    enum Goal {
        case item(ItemID)
        case section(any Hashable & Sendable)
        case anchor(ScrollAnchor<ItemID>)
    }

    /// `nil` without a target. This is a class, so that a view without a target reserves memory for a reference only.
    private var request: Request?

    private final class Request {
        let goal: Goal
        let alignment: ScrollAlignment
        private let isAnimated: Bool
        /// The top of the visible rect when the target was sent to the screen; `nil` before that.
        var toldFrom: Double?

        init(_ goal: Goal, _ alignment: ScrollAlignment, isAnimated: Bool) {
            (self.goal, self.alignment, self.isAnimated) = (goal, alignment, isAnimated)
        }

        /// The heights on the way to a self-sizing cell are not known, so the screen jumps to it.
        func isAnimated(in viewport: Viewport) -> Bool { isAnimated && !viewport.isSelfSizing }
    }

    /// True if there is a target that was not sent to the screen.
    var isDue: Bool { request.map { $0.toldFrom == nil } ?? false }

    /// Sets the target, in place of an earlier one.
    mutating func set(_ goal: Goal, _ alignment: ScrollAlignment, isAnimated: Bool) {
        request = Request(goal, alignment, isAnimated: isAnimated)
    }

    /// Drops a target that was sent, because the screen has reached it, or the person has scrolled.
    mutating func screenDidScroll() { if request?.toldFrom != nil { request = nil } }

    /// Keeps or drops the target when a screen has connected, perhaps again.
    ///
    /// - Parameters:
    ///   - y: The top of the visible rect of the screen.
    ///   - hasAnchor: True if the screen has shown the list before.
    ///   - isNew: True if the view was made for the screen.
    mutating func screenDidAppear(at y: Double, hasAnchor: Bool, isNew: Bool) {
        guard let target = request else { return }
        if isNew {
            // The person's earlier scroll position takes precedence over the scroll target of the page.
            if hasAnchor { request = nil }
            return
        }
        guard let from = target.toldFrom else { return }
        // The target was sent on a connection that was lost. If the screen has not moved since, the target is sent
        // again. Otherwise the screen has received the target, or the person has scrolled.
        if abs(from - y) < 1 { target.toldFrom = nil } else { request = nil }
    }

    /// Notes that the target is sent to the screen. A target that does not exist is dropped.
    ///
    /// - Returns: The visible rect at the target; `nil` if there is no target to send. `isOnWay` is true if the screen
    ///   scrolls there with animation.
    mutating func begin(
        in viewport: Viewport, _ list: any Snapshot<ItemID>
    ) -> (rect: ContentRect, isOnWay: Bool)? {
        guard isDue, let target = request else { return nil }
        guard let frame = frame(of: target.goal, in: viewport, list) else {
            request = nil
            return nil
        }
        let (now, next) = (viewport.rect, rect(showing: frame, target.alignment, in: viewport))
        target.toldFrom = now.y
        return (next, isOnWay: target.isAnimated(in: viewport) && abs(next.y - now.y) <= 2 * now.height)
    }

    /// The message that leads the screen to the target, as long as the screen has not reached it.
    func change(in viewport: Viewport, _ list: any Snapshot<ItemID>) -> CollectionChange? {
        guard let target = request, target.toldFrom != nil, let frame = frame(of: target.goal, in: viewport, list)
        else { return nil }
        // At the very top the position is not exact, so that the screen also shows any space above the content.
        let isExact = if case .anchor = target.goal { frame.y > 0 } else { false }
        return .scrollTo(
            y: max(0, frame.y), height: isExact ? nil : frame.height, share: target.alignment.share,
            isAnimated: target.isAnimated(in: viewport))
    }

    /// The frame to scroll to, in whole points. For an item it includes a pinned header above and a pinned footer
    /// below. `nil` if there is no such item or section.
    private func frame(of goal: Goal, in viewport: Viewport, _ list: any Snapshot<ItemID>) -> ContentRect? {
        let geometry = viewport.geometry
        switch goal {
        case .item(let item):
            guard let position = list.position(of: item) else { return nil }
            var frame = geometry.frame(at: position).whole
            if geometry.hasHeaders, geometry.pinsHeaders {
                let header = geometry.headerFrame(at: list.section(at: position)).whole.height
                frame.y -= header
                frame.height += header
            }
            if geometry.hasFooters, geometry.pinsFooters {
                frame.height += geometry.footerFrame(at: list.section(at: position)).whole.height
            }
            return frame
        case .anchor(let anchor):
            guard let position = list.position(of: anchor.item) else { return nil }
            return ContentRect(
                y: geometry.frame(at: position).whole.y - anchor.offset, width: viewport.rect.width, height: 0)
        case .section(let identifier):
            guard let section = list.section(named: identifier) else { return nil }
            if geometry.hasHeaders { return geometry.headerFrame(at: section).whole }
            let items = list.range(ofSection: section)
            return items.isEmpty ? nil : geometry.frame(at: items.lowerBound).whole
        }
    }

    private func rect(
        showing frame: ContentRect, _ alignment: ScrollAlignment, in viewport: Viewport
    ) -> ContentRect {
        var rect = viewport.rect
        let lowest = min(frame.y, frame.y + frame.height - rect.height)
        rect.y =
            alignment.share.map { frame.y + (lowest - frame.y) * $0 } ?? min(frame.y, max(rect.y, lowest))
        rect.y = max(0, min(rect.y, viewport.geometry.contentHeight - rect.height))
        return rect
    }
}

extension Snapshot {
    /// The section with an identifier, which may be of another type.
    fileprivate func section(named identifier: any Hashable & Sendable) -> Int? {
        (identifier as? SectionID).flatMap(section(of:))
    }
}
