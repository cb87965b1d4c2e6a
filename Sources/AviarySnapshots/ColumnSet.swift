/// The columns of a row that changed, by their positions in the table, as bits of one word.
///
/// Position 63 stands for itself and every later column. So a table with more than 64 columns loses precision there,
/// but never a change.
public struct ColumnSet: OptionSet, Hashable, Sendable {
    /// Bit *p* is set when the column at position *p* changed; bit 63 when any column from position 63 on changed.
    public let rawValue: UInt64

    /// A set with these bits; see `rawValue`.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The set that holds one column.
    ///
    /// - Parameter position: The position in the table, from 0.
    public init(column position: Int) { rawValue = 1 << UInt64(min(position, 63)) }

    /// Every column. Also used for changes with unknown columns.
    public static let all = ColumnSet(rawValue: .max)

    /// Returns whether a column may have changed.
    ///
    /// - Parameter position: The position in the table, from 0. All positions from 63 on give the same answer.
    /// - Complexity: O(1).
    public func contains(column position: Int) -> Bool { !isDisjoint(with: ColumnSet(column: position)) }
}
