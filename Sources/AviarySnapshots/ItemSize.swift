/// The size of an item as its list states it, for layouts that need sizes. The unit is points, or any unit if a layout
/// needs the ratio only.
public struct ItemSize: Hashable, Sendable {
    /// The width in points, or in the unit of `height`.
    public var width: Float
    /// The height in points, or in the unit of `width`.
    public var height: Float

    /// A square: the size of an item when its list states no sizes, or does not know this size yet.
    public static let unknown = ItemSize(width: 1, height: 1)

    /// Creates a size in points, or in any unit for both. The values are stored unchanged.
    @inlinable
    public init(width: Float, height: Float) { (self.width, self.height) = (width, height) }

    /// Creates a size with a height of 1 in no particular unit.
    ///
    /// - Parameter ratio: Width divided by height.
    @inlinable
    public init(ratio: Float) { self.init(width: ratio, height: 1) }
}
