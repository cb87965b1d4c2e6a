/// The position of an item in one snapshot: a section, and a position inside it.
///
/// An index path is valid for that snapshot only. Hold an identifier instead where something must outlive a change.
/// Index paths are ordered by section, then by item.
public struct ItemIndexPath: Hashable, Sendable {
    /// The index of the section, from 0.
    public var section: Int
    /// The position in the section, from 0.
    public var item: Int

    /// An index path; in the first section unless another one is named.
    @inlinable
    public init(section: Int = 0, item: Int) {
        self.section = section
        self.item = item
    }
}

extension ItemIndexPath: Comparable {
    @inlinable
    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.section, lhs.item) < (rhs.section, rhs.item)
    }
}

extension ItemIndexPath: CustomStringConvertible {
    public var description: String { "[\(section), \(item)]" }
}
