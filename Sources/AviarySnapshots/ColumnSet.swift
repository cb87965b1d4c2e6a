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

extension ColumnSet: Codable {
    private static let unknown = "all"

    /// Reads a list of positions, or `"all"`.
    ///
    /// - Throws: `DecodingError` for another text, and for a position outside of `0...63`.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            guard text == Self.unknown else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "Columns are a list or \"all\".")
            }
            self = .all
            return
        }
        let positions = try value.decode([Int].self)
        guard positions.allSatisfy((0...63).contains) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "A column is a number from 0 to 63.")
        }
        self = positions.reduce(into: []) { $0.formUnion(ColumnSet(column: $1)) }
    }

    /// Writes a list of positions in ascending order. All columns are `"all"`, because 63 bits would be no number that
    /// every reader of JSON can hold.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        if self == .all { return try value.encode(Self.unknown) }
        try value.encode((0...63).filter(contains(column:)))
    }
}
