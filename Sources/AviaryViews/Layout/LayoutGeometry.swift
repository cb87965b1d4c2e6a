/// Where everything of a list stands at a width, in content coordinates: what a layout makes, and a collection view asks.
///
/// A value: an edit of the list, another width and another layout make another one. The client asks the same questions of a
/// geometry of its own, `geometry.js`, and comes to the same whole points.
public protocol LayoutGeometry: Sendable {
    /// How high the content is, insets included.
    var contentHeight: Double { get }

    /// The frame of the item at a position.
    ///
    /// - Complexity: O(log *n*).
    func frame(at position: Int) -> ContentRect

    /// How the item at a position stands in its frame; `nil`, the default, when it just fills it.
    ///
    /// Asked for the frames that a screen is told. It changes nothing of where an item is found.
    func appearance(at position: Int) -> ItemAppearance?

    /// The items that touch a rectangle, which may lie outside of the content: from the first to the last of them.
    ///
    /// Those between have cells, too. So near items should have near positions.
    ///
    /// - Complexity: O(log *n*).
    func positions(in rect: ContentRect) -> Range<Int>

    /// The item in the middle of the line that an item begins; it may be beyond the line's last one. The item itself by
    /// default.
    ///
    /// The middle of a line stays on it when a few items come or go above.
    func middle(ofLineAt position: Int) -> Int

    /// The item next to another; `nil` at the edge of the content.
    ///
    /// Left and right follow the order of the list, from line to line. Up and down lead to the line next to that of the
    /// item, as near to its column as that line allows.
    func neighbour(_ direction: LayoutDirection, of position: Int) -> Int?

    /// Whether sections have headers. They have none by default.
    var hasHeaders: Bool { get }

    /// Whether sections with headers, which may be of no height, have footers as well. They have none by default.
    var hasFooters: Bool { get }

    /// Whether a header stays in view for as long as its section is. By default it does.
    var pinsHeaders: Bool { get }

    /// Whether a footer does. By default it does not.
    var pinsFooters: Bool { get }

    /// The sections that touch a rectangle, where sections have headers.
    func sections(in rect: ContentRect) -> Range<Int>

    /// All of a section, its header and its footer included, where sections have headers. A header that is pinned stays at
    /// the top in it, and a footer at the bottom.
    func sectionFrame(at section: Int) -> ContentRect

    /// The header of a section, where it stands when it is not pinned.
    func headerFrame(at section: Int) -> ContentRect

    /// The footer of a section, where sections have footers: at the end of the section.
    func footerFrame(at section: Int) -> ContentRect
}

/// Where an arrow key leads.
public enum LayoutDirection: CaseIterable, Sendable {
    case up
    case down
    case left
    case right
}

extension LayoutGeometry {
    public func appearance(at position: Int) -> ItemAppearance? { nil }
    public func middle(ofLineAt position: Int) -> Int { position }
    public var hasHeaders: Bool { false }
    public var hasFooters: Bool { false }
    public var pinsHeaders: Bool { true }
    public var pinsFooters: Bool { false }
    public func sections(in rect: ContentRect) -> Range<Int> { 0..<0 }
    public func sectionFrame(at section: Int) -> ContentRect { ContentRect(width: 0, height: 0) }
    public func headerFrame(at section: Int) -> ContentRect { ContentRect(width: 0, height: 0) }
    public func footerFrame(at section: Int) -> ContentRect { ContentRect(width: 0, height: 0) }
}
