/// How large an item is, as its list has it: in points, or in any unit where a layout asks for the ratio alone.
public struct ItemSize: Hashable, Sendable {
    public var width: Float
    public var height: Float

    /// What an item has that says nothing of its size.
    public static let unknown = ItemSize(width: 1, height: 1)

    @inlinable
    public init(width: Float, height: Float) { (self.width, self.height) = (width, height) }

    /// Width divided by height.
    @inlinable
    public init(ratio: Float) { self.init(width: ratio, height: 1) }
}
