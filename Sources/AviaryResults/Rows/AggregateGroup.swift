/// A function of SQLite over the values of a group.
enum AggregateFunction: String, Sendable {
    /// `count(*)`
    case rows
    case count, countDistinct, sum, average, min, max
}

/// The rows of one group: how many there are, and the values of the aggregates.
struct AggregateGroup: Hashable, Sendable {
    private(set) var rows: Int
    private(set) var cells: [AggregateCell]

    init(rows: Int, cells: [AggregateCell]) { (self.rows, self.cells) = (rows, cells) }

    /// Takes in the values of a row, or takes them out.
    ///
    /// - Parameters:
    ///   - values: One value for each aggregate; NULL where the aggregate has no expression.
    ///   - sign: 1 to take the values in, -1 to take them out.
    ///   - columns: The aggregates.
    /// - Returns: `false` when only SQLite can tell the new values. Then the group has to be read again.
    mutating func count(_ values: [RowValue], sign: Int, by columns: [AggregateColumn]) -> Bool {
        rows &+= sign
        var isKnown = rows >= 0
        for index in cells.indices {
            isKnown = cells[index].count(values[index], sign: Int64(sign), by: columns[index]) && isKnown
        }
        return isKnown
    }
}

/// An aggregate, and whether the order of its values is known.
struct AggregateColumn: Hashable, Sendable {
    var function: AggregateFunction
    /// `true` when texts compare byte by byte.
    var isBinary: Bool
}

/// The value of one aggregate in one group.
struct AggregateCell: Hashable, Sendable {
    /// Facts about values that are all integers, so that their sum is exact as an integer and as a double.
    struct Tally: Hashable, Sendable {
        var count: Int64 = 0
        var sum: Int64 = 0
        /// The sum of the absolute values.
        var magnitude: Int64 = 0

        /// Up to this number, each integer is a double.
        static let mostMagnitude: Int64 = 1 << 53
    }

    /// The value, with the type that SQLite gives it.
    private(set) var value: RowValue
    /// `nil` when the values are not all integers, or too large. Only sums and averages have a tally.
    private var tally: Tally?

    init(_ value: RowValue, tally: Tally? = nil) { (self.value, self.tally) = (value, tally) }

    /// The value over no rows.
    init(ofNoRowsBy function: AggregateFunction) {
        switch function {
        case .rows, .count, .countDistinct: self.init(.integer(0))
        case .sum, .average: self.init(.null, tally: Tally())
        case .min, .max: self.init(.null)
        }
    }

    /// Takes in a value, or takes it out.
    ///
    /// - Returns: `false` when only SQLite can tell the new value of the aggregate.
    fileprivate mutating func count(_ other: RowValue, sign: Int64, by column: AggregateColumn) -> Bool {
        if other == .null, column.function != .rows { return true }
        switch column.function {
        case .rows, .count:
            guard case .integer(let count) = value, count &+ sign >= 0 else { return false }
            value = .integer(count &+ sign)
            return true
        case .countDistinct: return false
        case .sum, .average: return add(other, sign: sign, by: column.function)
        case .min, .max:
            guard column.isBinary else { return false }
            return sign > 0
                ? reach(other, isMin: column.function == .min) : leave(other, isMin: column.function == .min)
        }
    }

    private mutating func add(_ other: RowValue, sign: Int64, by function: AggregateFunction) -> Bool {
        let most = Tally.mostMagnitude
        guard case .integer(let integer) = other, var tally, integer.magnitude <= most else { return false }
        tally.count += sign
        tally.sum += sign * integer
        tally.magnitude += sign * abs(integer)
        guard tally.count >= 0, (0...most).contains(tally.magnitude) else { return false }
        self.tally = tally
        if tally.count == 0 {
            value = .null
        } else {
            value =
                function == .sum ? .integer(tally.sum) : .real(Double(tally.sum) / Double(tally.count))
        }
        return true
    }

    /// Takes in a value. Equal values of different types have no order, so SQLite chooses one of them.
    private mutating func reach(_ other: RowValue, isMin: Bool) -> Bool {
        if value == .null || value == other {
            value = other
            return true
        }
        let (key, own) = (FullKey(of: other), FullKey(of: value))
        guard key != own else { return false }
        if (key < own) == isMin { value = other }
        return true
    }

    /// Takes out a value. The next value is unknown if it was the smallest or the largest.
    private func leave(_ other: RowValue, isMin: Bool) -> Bool {
        let (key, own) = (FullKey(of: other), FullKey(of: value))
        return key != own && (own < key) == isMin
    }
}

extension FullKey {
    /// The bytes by which SQLite's collation BINARY orders values.
    fileprivate init(of value: RowValue) {
        self =
            switch value {
            case .null: FullKey(section: .null)
            case .integer(let integer): FullKey(section: .integer(integer))
            case .real(let bits): FullKey(section: .real(Double(bitPattern: bits)))
            case .text(let bytes): bytes.withUnsafeBytes { FullKey(section: .text($0)) }
            case .blob(let bytes): bytes.withUnsafeBytes { FullKey(section: .blob($0)) }
            }
    }
}
