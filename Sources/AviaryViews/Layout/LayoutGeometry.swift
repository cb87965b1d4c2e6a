/// The frames of a list at a width, in content coordinates, in points. A layout makes it for a collection view.
///
/// A geometry is a value: an edit of the list, another width or another layout makes another geometry. Positions and
/// sections refer to the list that it was made for. If the layout scrolls to the right, all rects are transposed, as
/// `ScrollDirection` shows.
///
/// The client has an equivalent geometry for a lattice, `geometry.js`, which computes the same whole points. For other
/// geometries it gets the frames.
public protocol LayoutGeometry: Sendable {
    /// The height of the content, with insets, headers and footers.
    var contentHeight: Double { get }

    /// The frame of the item at a position.
    ///
    /// - Parameter position: In `0..<n` for *n* items.
    /// - Complexity: Must be O(log *n*) or less; called for each item near the visible rect.
    func frame(at position: Int) -> ContentRect

    /// The layout attributes of an item besides its frame; `nil`, the default, for an item that fills its frame.
    ///
    /// It is called for the items whose frames are sent to a screen. The attributes do not change the place where
    /// `positions(in:)` finds an item.
    ///
    /// - Complexity: Must be O(log *n*) or less; called for each item near the visible rect.
    func appearance(at position: Int) -> ItemAppearance?

    /// The range from the first to the last item that touches a rectangle.
    ///
    /// All items in the range have cells. So items that are close together in the content should be close together in
    /// the list, too.
    ///
    /// - Parameter rect: May lie outside of the content. Return an empty range then.
    /// - Complexity: Must be O(log *n*) or less; called on every scroll report.
    func positions(in rect: ContentRect) -> Range<Int>

    /// The position in the middle of the line that begins at `position`; by default `position` itself.
    ///
    /// The result may be beyond the last item of the line. After an update, the items from this position on are tried
    /// first as an anchor. These items mostly stay in their line when a few items come or go above.
    ///
    /// - Complexity: Must be O(log *n*) or less; called once for each update.
    func middle(ofLineAt position: Int) -> Int

    /// The item next to another, for arrow keys; `nil` at the edge of the content.
    ///
    /// Left and right follow the order of the list, from line to line. Up and down lead to the previous and the next
    /// line, to the item there that is nearest to the column of the present item.
    ///
    /// A screen without frames of its own calls it. The client of the server finds the same item by the frames, without a
    /// round trip.
    ///
    /// - Complexity: Must be O(log *n* + *k*) or less for lines of *k* items.
    func neighbour(_ direction: LayoutDirection, of position: Int) -> Int?

    /// True if sections have headers. False by default.
    var hasHeaders: Bool { get }

    /// True if sections have footers. False by default. A geometry with footers has headers, too, whose height may be
    /// 0.
    var hasFooters: Bool { get }

    /// True if a header stays in view for as long as its section is in view. True by default.
    var pinsHeaders: Bool { get }

    /// True if a footer stays in view for as long as its section is in view. False by default.
    var pinsFooters: Bool { get }

    /// True if sections may be narrower than the content, and stand beside each other. False by default. Then a screen gets
    /// the x and the width of each section, too.
    var hasSectionsSideBySide: Bool { get }

    /// The sections that touch a rectangle; none, the default, if sections have no headers.
    ///
    /// - Complexity: Must be O(log *s*) or less for *s* sections; called on every scroll report.
    func sections(in rect: ContentRect) -> Range<Int>

    /// The frame of a section with its header and its footer; of zero size, the default, if sections have no headers.
    ///
    /// A pinned header moves within this frame at the top of the visible rect, and a pinned footer at the bottom.
    ///
    /// - Complexity: Must be O(log *s*) or less for *s* sections; called for each section near the visible rect.
    func sectionFrame(at section: Int) -> ContentRect

    /// The frame of a section's header when it is not pinned.
    ///
    /// - Complexity: Must be O(log *s*) or less; as `sectionFrame(at:)`.
    func headerFrame(at section: Int) -> ContentRect

    /// The frame of a section's footer when it is not pinned: at the end of the section.
    ///
    /// - Complexity: Must be O(log *s*) or less; as `sectionFrame(at:)`.
    func footerFrame(at section: Int) -> ContentRect
}

/// The direction of an arrow key, within a geometry.
public enum LayoutDirection: CaseIterable, Sendable {
    /// To the previous line.
    case up
    /// To the next line.
    case down
    /// To the previous item, in the order of the list.
    case left
    /// To the next item, in the order of the list.
    case right
}

extension LayoutGeometry {
    /// `nil`: every item fills its frame.
    public func appearance(at position: Int) -> ItemAppearance? { nil }

    /// The position itself.
    public func middle(ofLineAt position: Int) -> Int { position }
    /// `false`, so all sections form one run of lines.
    public var hasHeaders: Bool { false }
    /// `false`.
    public var hasFooters: Bool { false }
    /// `true`.
    public var pinsHeaders: Bool { true }
    /// `false`.
    public var pinsFooters: Bool { false }
    /// `false`, so each section is as wide as the content.
    public var hasSectionsSideBySide: Bool { false }

    /// Returns an empty range, because there are no headers.
    public func sections(in rect: ContentRect) -> Range<Int> { 0..<0 }

    /// Returns a rectangle of zero size, because there are no headers.
    public func sectionFrame(at section: Int) -> ContentRect { ContentRect(width: 0, height: 0) }

    /// Returns a rectangle of zero size, because sections have no headers.
    public func headerFrame(at section: Int) -> ContentRect { ContentRect(width: 0, height: 0) }

    /// Returns a rectangle of zero size, because sections have no footers.
    public func footerFrame(at section: Int) -> ContentRect { ContentRect(width: 0, height: 0) }
}
