/// A rectangle in content coordinates: points, from the top left corner of the content, whatever the scroll position.
public struct ContentRect: Hashable, Sendable {
    /// The left edge, in points from the left edge of the content.
    public var x: Double
    /// The top edge, in points from the top of the content.
    public var y: Double
    /// The extent to the right of `x`, in points.
    public var width: Double
    /// The extent down from `y`, in points.
    public var height: Double

    /// A rectangle in points, at the top left corner of the content unless said otherwise.
    public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Returns true if the two rectangles have a part in common. Touching edges have none.
    func touches(_ other: ContentRect) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }

    /// The rectangle extended by `margin` at the top and at the bottom.
    func expanded(by margin: Double) -> ContentRect {
        ContentRect(x: x, y: y - margin, width: width, height: height + 2 * margin)
    }
}

extension ContentRect {
    /// The rectangle with its edges at whole points, so neighbours meet without a seam.
    package var whole: ContentRect {
        let (left, top) = (x.wholePoint, y.wholePoint)
        return ContentRect(
            x: left, y: top, width: (x + width).wholePoint - left, height: (y + height).wholePoint - top)
    }
}

extension Double {
    /// The nearest whole point. Halves round up, and so do values that a rounding error has put just below a half.
    package var wholePoint: Double { (self + 1e-6 + 0.5).rounded(.down) }
}
