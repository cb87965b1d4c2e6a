/// Which columns of a row changed, by their position in the table, as one word.
///
/// Position 63 stands for itself and every column after it: a wide table loses precision there, never a change.
public struct ColumnSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The set that holds one column.
    public init(column position: Int) { rawValue = 1 << UInt64(min(position, 63)) }

    /// Every column: what is said when nobody knows better.
    public static let all = ColumnSet(rawValue: .max)

    public func contains(column position: Int) -> Bool { !isDisjoint(with: ColumnSet(column: position)) }
}
