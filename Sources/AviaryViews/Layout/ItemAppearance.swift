/// The layout attributes of an item besides its frame: opacity, order in depth, rotation and scale.
///
///     ItemAppearance(opacity: 0.5, zIndex: 2, rotation: -8, scale: 0.9)
public struct ItemAppearance: Hashable, Sendable {
    /// The opacity, from 0, invisible, to 1, opaque.
    package var opacity: Double
    /// The order in depth, from -1,000 to 1,000. Where tiles overlap, the tile with the higher number is in front.
    package var zIndex: Int
    /// The clockwise rotation about the middle of the frame, in degrees, from -3,600 to 3,600.
    package var rotation: Double
    /// The scale factor about the middle of the frame, from 0 to 100.
    package var scale: Double

    /// An appearance with the given values. The defaults change nothing. A screen gets the nearest values within the
    /// ranges.
    public init(opacity: Double = 1, zIndex: Int = 0, rotation: Double = 0, scale: Double = 1) {
        self.opacity = opacity
        self.zIndex = zIndex
        self.rotation = rotation
        self.scale = scale
    }

    /// The appearance with numbers that a screen can show.
    var bounded: ItemAppearance {
        func bound(_ value: Double, _ range: ClosedRange<Double>, or other: Double) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : other
        }
        return ItemAppearance(
            opacity: bound(opacity, 0...1, or: 1), zIndex: min(max(zIndex, -1_000), 1_000),
            rotation: bound(rotation, -3_600...3_600, or: 0), scale: bound(scale, 0...100, or: 1))
    }
}
