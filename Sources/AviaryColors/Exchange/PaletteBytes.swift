/// A reader of big-endian numbers from a binary file. It never reads beyond its end.
struct PaletteBytes {
    let bytes: [UInt8]
    var index: Int
    let end: Int

    init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

    private init(_ bytes: [UInt8], _ range: Range<Int>) {
        (self.bytes, index, end) = (bytes, range.lowerBound, range.upperBound)
    }

    var rest: Int { end - index }

    mutating func uint16() -> UInt16? {
        guard rest >= 2 else { return nil }
        defer { index += 2 }
        return UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }

    mutating func uint32() -> UInt32? {
        guard rest >= 4 else { return nil }
        defer { index += 4 }
        return bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func float() -> Float? { uint32().map(Float.init(bitPattern:)) }

    /// Skips `count` bytes, and returns a reader of only these; `nil` if fewer bytes are left.
    mutating func part(_ count: Int) -> PaletteBytes? {
        guard count >= 0, count <= rest else { return nil }
        defer { index += count }
        return PaletteBytes(bytes, index..<index + count)
    }

    /// Reads `count` UTF-16 units, and returns the text before the first NUL; `nil` if fewer units are left.
    mutating func utf16(_ count: Int) -> String? {
        guard var part = part(2 * count) else { return nil }
        var units: [UInt16] = []
        while let unit = part.uint16(), unit != 0 { units.append(unit) }
        return String(decoding: units, as: UTF16.self)
    }
}

extension [UInt8] {
    mutating func append(big number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends the number of UTF-16 units, including a NUL at the end, and the units.
    ///
    /// - Parameter isWide: True for a length of 32 bits instead of 16.
    mutating func append(utf16 name: String, isWide: Bool = false) {
        var units = [UInt16](name.utf16.prefix(65_534))
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        units.append(0)
        if isWide { append(big: UInt32(units.count)) } else { append(big: UInt16(units.count)) }
        for unit in units { append(big: unit) }
    }
}
