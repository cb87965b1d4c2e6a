/// Parses JSON text from outside in one pass, within limits.
///
/// Foundation's decoder tries one type after the other for each value, and each failed attempt creates an error with a
/// description. So that decoder needs half a second for 32 KB of `[]`. This reader takes O(*n*) for *n* bytes, whatever
/// they contain.
package struct JSONReader {
    /// The reason why text was rejected.
    package enum Failure: Error, Hashable {
        case malformed
        case tooDeep
        case tooManyValues
    }

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0
    private var valuesLeft: Int
    private let maximumDepth: Int

    private init(_ text: String, maximumDepth: Int, maximumValues: Int) {
        bytes = Array(text.utf8)
        self.maximumDepth = maximumDepth
        valuesLeft = maximumValues
    }

    /// - Parameters:
    ///   - maximumDepth: The most arrays and objects inside of each other.
    ///   - maximumValues: The most values, including those in arrays and objects.
    package static func read(
        _ text: String, maximumDepth: Int = JSON.depth, maximumValues: Int = .max
    ) throws(Failure) -> JSON {
        var reader = JSONReader(text, maximumDepth: maximumDepth, maximumValues: maximumValues)
        let value = try reader.value()
        reader.skipSpace()
        guard reader.index == reader.bytes.count else { throw .malformed }
        return value
    }

    private mutating func value() throws(Failure) -> JSON {
        guard valuesLeft > 0 else { throw .tooManyValues }
        valuesLeft -= 1
        skipSpace()
        switch peek {
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    // MARK: Arrays and objects

    private mutating func array() throws(Failure) -> JSON {
        try open()
        var elements: [JSON] = []
        if !skip(UInt8(ascii: "]")) {
            repeat { elements.append(try value()) } while skip(UInt8(ascii: ","))
            try require(UInt8(ascii: "]"))
        }
        depth -= 1
        return .array(elements)
    }

    /// If a name occurs several times, the last member counts, as in the browser.
    private mutating func object() throws(Failure) -> JSON {
        try open()
        var members: [String: JSON] = [:]
        if !skip(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                guard peek == UInt8(ascii: "\"") else { throw .malformed }
                let name = try string()
                try require(UInt8(ascii: ":"))
                members[name] = try value()
            } while skip(UInt8(ascii: ","))
            try require(UInt8(ascii: "}"))
        }
        depth -= 1
        return .object(members)
    }

    private mutating func open() throws(Failure) {
        index += 1
        depth += 1
        if depth > maximumDepth { throw .tooDeep }
    }

    // MARK: Strings

    private mutating func string() throws(Failure) -> String {
        index += 1
        let start = index
        var isPlain = true
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw .malformed }
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                index += 1
            }
            index += 1
        }
        guard index < bytes.count else { throw .malformed }
        defer { index += 1 }
        return isPlain
            ? String(decoding: bytes[start..<index], as: UTF8.self) : try unescaped(bytes[start..<index])
    }

    /// Resolves escapes. The browser writes half of a surrogate pair as an escape. This method turns such a half into
    /// U+FFFD.
    private func unescaped(_ escaped: ArraySlice<UInt8>) throws(Failure) -> String {
        var units: [UInt8] = []
        units.reserveCapacity(escaped.count)
        var rest = escaped
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                units.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "\""): units.append(UInt8(ascii: "\""))
            case UInt8(ascii: "\\"): units.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "/"): units.append(UInt8(ascii: "/"))
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "u"):
                var pair = [try Self.unit(&rest)]
                if UTF16.isLeadSurrogate(pair[0]), rest.starts(with: #"\u"#.utf8) {
                    var next = rest.dropFirst(2)
                    let low = try Self.unit(&next)
                    if UTF16.isTrailSurrogate(low) {
                        pair.append(low)
                        rest = next
                    }
                }
                units += String(decoding: pair, as: UTF16.self).utf8
            default: throw .malformed
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    /// The value of an escape's four digits.
    private static func unit(_ rest: inout ArraySlice<UInt8>) throws(Failure) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = rest.popFirst().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw .malformed
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    // MARK: Numbers and words

    /// Reads a number. A number beyond a double's range is rejected, because JSON has no infinity.
    private mutating func number() throws(Failure) -> Double {
        let start = index
        _ = skipByte(UInt8(ascii: "-"))
        let first = index
        try digits()
        if index > first + 1, bytes[first] == UInt8(ascii: "0") { throw .malformed }
        var isWhole = true
        if skipByte(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if skipByte(UInt8(ascii: "e")) || skipByte(UInt8(ascii: "E")) {
            isWhole = false
            if !skipByte(UInt8(ascii: "+")) { _ = skipByte(UInt8(ascii: "-")) }
            try digits()
        }
        // A fast path, because most numbers are short and whole.
        if isWhole, index - start <= 15 {
            let magnitude = bytes[first..<index].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            if magnitude > 0 { return Double(first > start ? -magnitude : magnitude) }
        }
        guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)), number.isFinite else {
            throw .malformed
        }
        return number
    }

    private mutating func digits() throws(Failure) {
        let start = index
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        if index == start { throw .malformed }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(Failure) -> JSON {
        let isThere = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        guard isThere else { throw .malformed }
        index += word.utf8CodeUnitCount
        return value
    }

    // MARK: Bytes

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B && byte != 0x0C {
            index += 1
        }
    }

    private mutating func skipByte(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    /// Skips space. Then skips `byte` if it comes next, and returns whether it did.
    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        return skipByte(byte)
    }

    private mutating func require(_ byte: UInt8) throws(Failure) {
        guard skip(byte) else { throw .malformed }
    }
}

extension JSON {
    /// The most arrays and objects inside of each other that are read unless it is said otherwise.
    package static let depth = 8

    /// Parses JSON text from outside; `nil` when the text is malformed, or has more than eight arrays and objects inside
    /// of each other.
    ///
    /// - Complexity: O(*n*) for *n* bytes, whatever they contain.
    public init?(parsing text: String) {
        guard let value = try? JSONReader.read(text) else { return nil }
        self = value
    }
}
