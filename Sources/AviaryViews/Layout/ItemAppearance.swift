/// How an item stands in its frame: what layout attributes have beyond the frame.
///
///     ItemAppearance(opacity: 0.5, zIndex: 2, rotation: -8, scale: 0.9)
public struct ItemAppearance: Hashable, Sendable {
    /// From 0 to 1.
    public var opacity: Double
    /// Of tiles that overlap the one with the higher number is in front.
    public var zIndex: Int
    /// About the middle of the frame: clockwise, in degrees.
    public var rotation: Double
    /// About the middle of the frame.
    public var scale: Double

    public init(opacity: Double = 1, zIndex: Int = 0, rotation: Double = 0, scale: Double = 1) {
        self.opacity = opacity
        self.zIndex = zIndex
        self.rotation = rotation
        self.scale = scale
    }

    /// With numbers that a screen can show.
    var bounded: ItemAppearance {
        func bound(_ value: Double, _ range: ClosedRange<Double>, or other: Double) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : other
        }
        return ItemAppearance(
            opacity: bound(opacity, 0...1, or: 1), zIndex: min(max(zIndex, -1_000), 1_000),
            rotation: bound(rotation, -3_600...3_600, or: 0), scale: bound(scale, 0...100, or: 1))
    }
}
