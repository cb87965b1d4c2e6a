/// The size of an item as its list states it, for layouts that ask: in points, or in any unit where a layout needs the
/// ratio only.
public struct ItemSize: Hashable, Sendable {
    /// In points, or in the unit of `height`.
    public var width: Float
    /// In points, or in the unit of `width`.
    public var height: Float

    /// A square: the size of an item whose list states none, or does not know it yet.
    public static let unknown = ItemSize(width: 1, height: 1)

    /// A size in points, or in any unit for both. The values are stored as they are.
    @inlinable
    public init(width: Float, height: Float) { (self.width, self.height) = (width, height) }

    /// A size of height 1 in no particular unit.
    ///
    /// - Parameter ratio: Width divided by height.
    @inlinable
    public init(ratio: Float) { self.init(width: ratio, height: 1) }
}
