/// The sort position of a row: the first eight bytes of its key, and the full key when these bytes do not suffice.
///
/// Prefixes compare as unsigned integers, in SQLite's order of the values:
///
///     0                        NULL
///     000FFFFF… to FFF00000…   numbers: the bits of the double, mapped so that they ascend from -∞ to +∞
///     FFF8 and six bytes       text
///     FFF9 and six bytes       blobs
///
/// All bits are flipped when the first sort key descends. Full keys compare byte by byte. An exact prefix can be turned
/// into its full key. So rows with and without a full key can be compared.
struct RowKey: Hashable, Sendable {
    var prefix: UInt64
    /// The full key; `nil` when the prefix is exact. This needs one sort key at most, with NULL, a double, an integer
    /// that a double holds, or a text or blob of at most six bytes without NUL.
    var full: FullKey?

    /// - Parameter values: As many values as `orders`. With none, rows are ordered by their rowids.
    init(_ values: some Sequence<SortValue>, orders: [KeyOrder]) {
        var isExact = orders.count <= 1
        var prefix: UInt64 = 0
        var first = true
        var bytes: [UInt8]? = isExact ? nil : []
        for (value, order) in zip(values, orders) {
            if first {
                let (bits, exact) = Self.prefix(of: value, collation: order.collation)
                prefix = order.isDescending ? ~bits : bits
                if !exact, isExact {
                    isExact = false
                    bytes = []
                }
                first = false
            }
            bytes?.appendKey(value, order)
        }
        self.prefix = prefix
        full = bytes.map { FullKey($0[...]) }
    }

    init(prefix: UInt64, full: FullKey?) {
        self.prefix = prefix
        self.full = full
    }

    private static func prefix(of value: SortValue, collation: KeyCollation) -> (bits: UInt64, isExact: Bool) {
        switch value {
        case .null: (0, true)
        case .integer(let integer): (ascending(Double(integer)), integer.magnitude <= 1 << 53)
        case .real(let double): (ascending(double), true)
        case .text(let text): prefix(of: collation.folded(text), tag: 0xFFF8)
        case .blob(let blob): prefix(of: blob, tag: 0xFFF9)
        }
    }

    private static func prefix(of bytes: some Collection<UInt8>, tag: UInt64) -> (bits: UInt64, isExact: Bool) {
        var bits = tag
        var isExact = true
        var taken = 0
        for byte in bytes {
            if byte == 0 || taken == 6 { isExact = false }
            if taken == 6 { break }
            bits = bits << 8 | UInt64(byte)
            taken += 1
        }
        return (bits << UInt64(8 * (6 - taken)), isExact)
    }

    /// Returns the bits of a double as an integer. The integers ascend with the doubles. SQLite stores no NaN.
    static func ascending(_ double: Double) -> UInt64 {
        let bits = (double + 0.0).bitPattern  // -0.0 + 0.0 is 0.0
        return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }
}

/// All sort keys of a row in one byte string. Two byte strings compare as the rows do.
struct FullKey: Hashable, Sendable, Comparable {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Creates the key that identifies a section: the bytes of its value, whatever the sort order is.
    init(section value: SortValue) {
        var bytes: [UInt8] = []
        bytes.appendKey(value, KeyOrder())
        self.bytes = bytes[...]
    }

    /// Creates the full key of an exact prefix.
    init(prefix: UInt64, isDescending: Bool) {
        let bits = isDescending ? ~prefix : prefix
        var bytes: [UInt8] = []
        let order = KeyOrder(isDescending: isDescending)
        if bits == 0 {
            bytes.appendKey(.null, order)
        } else if bits >> 48 >= 0xFFF8 {
            var text = (0..<6).map { UInt8(truncatingIfNeeded: bits >> UInt64(40 - 8 * $0)) }
            while text.last == 0 { text.removeLast() }
            text.withUnsafeBytes { bytes.appendKey(bits >> 48 == 0xFFF8 ? .text($0) : .blob($0), order) }
        } else {
            bytes.appendKey(.real(Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)), order)
        }
        self.bytes = bytes[...]
    }

    /// The bytes of the text, if this key identifies a section whose value is a text; otherwise `nil`.
    var text: [UInt8]? {
        guard bytes.first == 3 else { return nil }
        var text: [UInt8] = []
        var isEscape = false
        for byte in bytes.dropFirst().dropLast(2) {
            if !isEscape { text.append(byte) }
            isEscape = !isEscape && byte == 0
        }
        return text
    }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.bytes.lexicographicallyPrecedes(rhs.bytes) }
}

extension [UInt8] {
    /// Appends a value so that byte strings compare as the values do. No appended value is a prefix of another one.
    fileprivate mutating func appendKey(_ value: SortValue, _ order: KeyOrder) {
        let start = count
        switch value {
        case .null: append(1)
        case .integer(let integer):
            let double = Double(integer)
            // The remainder that the conversion to a double loses. 2^63 is the only possible double that no Int64
            // holds.
            let rounded = double == 0x1p63 ? Int64.min : Int64(double)
            appendNumber(double, remainder: integer &- rounded)
        case .real(let double): appendNumber(double, remainder: 0)
        case .text(let text): appendEscaped(order.collation.folded(text), tag: 3)
        case .blob(let blob): appendEscaped(blob, tag: 4)
        }
        if order.isDescending {
            for index in start..<count { self[index] = ~self[index] }
        }
    }

    private mutating func appendNumber(_ double: Double, remainder: Int64) {
        append(2)
        let bits = RowKey.ascending(double)
        for shift in stride(from: UInt64(56), through: 0, by: -8) { append(UInt8(truncatingIfNeeded: bits >> shift)) }
        let rest = UInt16(truncatingIfNeeded: remainder + 0x8000)
        append(UInt8(truncatingIfNeeded: rest >> 8))
        append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func appendEscaped(_ bytes: some Collection<UInt8>, tag: UInt8) {
        append(tag)
        for byte in bytes {
            append(byte)
            if byte == 0 { append(0xFF) }
        }
        append(0)
        append(0)
    }
}

extension KeyCollation {
    /// Returns bytes whose order is the order of the texts in this collation.
    fileprivate func folded(_ text: UnsafeRawBufferPointer) -> ArraySlice<UInt8> {
        switch self {
        case .binary: return ArraySlice(text)
        case .rightTrim:
            var text = ArraySlice(text)
            while text.last == UInt8(ascii: " ") { text.removeLast() }
            return text
        case .noCase:
            // SQLite compares two texts up to the first NUL. If both are equal so far, the longer text is greater.
            var folded = text.prefix { $0 != 0 }.map { (65...90).contains($0) ? $0 + 32 : $0 }
            if folded.count < text.count {
                folded.append(0)
                let length = UInt64(text.count)
                for shift in stride(from: UInt64(56), through: 0, by: -8) {
                    folded.append(UInt8(truncatingIfNeeded: length >> shift))
                }
            }
            return folded[...]
        }
    }
}

/// A sort value as SQLite returns it. Text and blobs are borrowed from the statement.
enum SortValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)
}

/// A collation that is built into SQLite. The raw value is its name in EXPLAIN.
enum KeyCollation: String, Sendable {
    case binary = "B"
    case noCase = "NOCASE"
    case rightTrim = "RTRIM"
}

/// The direction and the collation of one sort key.
struct KeyOrder: Hashable, Sendable {
    var isDescending = false
    var collation = KeyCollation.binary
}
