/// A color of `#` with 3, 4, 6 or 8 hexadecimal digits.
struct HexColor {
    var color: SRGB
    /// The alpha, from 0 to 1; 1 if the text has no alpha.
    var alpha: Double

    /// - Parameter text: The digits, usually with a # before them.
    init(_ text: String) throws(ColorError) {
        var values: [UInt32] = []
        for digit in text.first == "#" ? text.dropFirst() : text[...] {
            guard digit.isASCII, let value = digit.hexDigitValue else { throw .hexDigits(text) }
            values.append(UInt32(value))
        }
        let isShort = values.count < 6
        guard [3, 4, 6, 8].contains(values.count) else { throw .hexLength(text, digits: values.count) }
        func channel(_ index: Int) -> UInt32 {
            isShort ? values[index] * 17 : values[2 * index] << 4 | values[2 * index + 1]
        }
        color = SRGB(hex: channel(0) << 16 | channel(1) << 8 | channel(2))
        alpha = values.count % 4 == 0 ? Double(channel(3)) / 255 : 1
    }
}
