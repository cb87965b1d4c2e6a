/// Where an item stands in one snapshot: a section, and a position inside it.
///
/// An index path means nothing in any other snapshot. What must outlive a change is held by identifier.
public struct ItemIndexPath: Hashable, Sendable {
    public var section: Int
    public var item: Int

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
