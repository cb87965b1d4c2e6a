/// The position and the size of a supplementary view over its anchor, which is a cell, a header or a footer.
///
///     SupplementaryPlacement(.topTrailing, offset: (x: 6, y: -6), width: .points(20), height: .points(20))
///
/// The anchor does not grow. Without an offset, a corner of the view meets the same corner of the anchor, and the
/// middle of an edge meets the middle of the same edge.
public struct SupplementaryPlacement: Hashable, Sendable {
    /// The corner, edge or middle of the anchor where the view is placed. Leading is the side where a line of text
    /// begins.
    public enum Edge: Hashable, Sendable, CaseIterable {
        /// At the top edge. For a section, this is its header.
        case topLeading, top, topTrailing
        /// Halfway down.
        case leading, center, trailing
        /// At the bottom edge. For a section, this is its footer.
        case bottomLeading, bottom, bottomTrailing
    }

    /// The width or the height of the view.
    public enum Length: Hashable, Sendable {
        /// As long as the content needs.
        case ofContent
        /// A length in points. A negative length counts as 0.
        case points(Double)
        /// A share of the width or the height of the anchor; 1 is as long as the anchor. A negative share counts as 0.
        case fraction(Double)
    }

    /// The part of the anchor that the view is aligned with.
    package var edge: Edge
    /// The distance that the view is moved from there, in points: `x` to the trailing edge, `y` down.
    package var offset: (x: Double, y: Double) {
        get { (offsetX, offsetY) }
        set { (offsetX, offsetY) = newValue }
    }
    /// The width, which may be relative to the width of the anchor.
    package var width: Length
    /// The height, which may be relative to the height of the anchor.
    package var height: Length
    private var offsetX: Double
    private var offsetY: Double

    /// A placement that takes the size of the view's content, unless a length is given. The offset is in points: `x` to
    /// the trailing edge, `y` down.
    public init(
        _ edge: Edge, offset: (x: Double, y: Double) = (0, 0), width: Length = .ofContent, height: Length = .ofContent
    ) {
        self.edge = edge
        self.width = width
        self.height = height
        (offsetX, offsetY) = offset
    }

    /// True if the view is placed at the end of a section, in its footer.
    package var isAtBottom: Bool { [.bottomLeading, .bottom, .bottomTrailing].contains(edge) }
}
