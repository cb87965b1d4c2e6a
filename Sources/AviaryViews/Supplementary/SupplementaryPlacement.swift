/// Where a supplementary view stands: at a corner or in the middle of an edge of its anchor, over it.
///
///     SupplementaryPlacement(.topTrailing, offset: (x: 6, y: -6), width: .points(20), height: .points(20))
///
/// Its anchor does not grow by it. Without an offset a corner of the view is that of its anchor, and in the middle of an edge
/// the middles of both meet.
public struct SupplementaryPlacement: Hashable, Sendable {
    /// Leading is where a line of text begins.
    public enum Edge: Hashable, Sendable, CaseIterable {
        case topLeading, top, topTrailing
        case leading, center, trailing
        case bottomLeading, bottom, bottomTrailing
    }

    public enum Length: Hashable, Sendable {
        /// As its content needs.
        case ofContent
        case points(Double)
        /// A share of that of the anchor: 1 is as long.
        case fraction(Double)
    }

    public var edge: Edge
    /// How far it is moved from there, in points: to the trailing edge, and down.
    public var offset: (x: Double, y: Double) {
        get { (offsetX, offsetY) }
        set { (offsetX, offsetY) = newValue }
    }
    public var width: Length
    public var height: Length
    private var offsetX: Double
    private var offsetY: Double

    public init(
        _ edge: Edge, offset: (x: Double, y: Double) = (0, 0), width: Length = .ofContent, height: Length = .ofContent
    ) {
        self.edge = edge
        self.width = width
        self.height = height
        (offsetX, offsetY) = offset
    }

    /// Whether it stands at the end of a section, which is where its footer is.
    package var isAtBottom: Bool { [.bottomLeading, .bottom, .bottomTrailing].contains(edge) }
}
