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

extension ItemIndexPath: Codable {
    /// Reads `[section, item]`.
    ///
    /// - Throws: `DecodingError` when there are not two numbers, or when one is negative.
    public init(from decoder: any Decoder) throws {
        var numbers = try decoder.unkeyedContainer()
        self.init(section: try numbers.decode(Int.self), item: try numbers.decode(Int.self))
        guard numbers.isAtEnd, section >= 0, item >= 0 else {
            throw DecodingError.dataCorruptedError(
                in: numbers, debugDescription: "An index path is two numbers, and none is negative.")
        }
    }

    /// Writes `[section, item]`.
    public func encode(to encoder: any Encoder) throws {
        var numbers = encoder.unkeyedContainer()
        try numbers.encode(section)
        try numbers.encode(item)
    }
}
