/// The position of an item in one snapshot: a section, and a position inside it.
///
/// An index path is valid for that snapshot only. Store an identifier instead if it should survive changes.
/// Index paths are ordered by section, then by item.
public struct ItemIndexPath: Hashable, Sendable {
    /// The index of the section, from 0.
    public var section: Int
    /// The position in the section, from 0.
    public var item: Int

    /// Creates an index path. The default is the first section.
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
