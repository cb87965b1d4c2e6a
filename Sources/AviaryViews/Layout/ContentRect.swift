/// A rectangle in content coordinates: points, from the top left corner of the content, whatever the scroll position.
public struct ContentRect: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle made taller by `margin` at both ends.
    func expanded(by margin: Double) -> ContentRect {
        ContentRect(x: x, y: y - margin, width: width, height: height + 2 * margin)
    }
}
