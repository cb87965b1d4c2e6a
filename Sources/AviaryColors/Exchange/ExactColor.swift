import AviaryViews

/// A color as CSS text that is read back exactly: hex if that is exact, or else `color(srgb …)`.
func exactText(of color: SRGB) -> String {
    let shown = color.displayColor
    if SRGB(shown) == color { return shown.hex }
    return "color(srgb \(color.red) \(color.green) \(color.blue))"
}

/// Reads the texts that `exactText` writes, and the texts that a person may type.
func exactColor(_ typed: String) throws(ColorError) -> SRGB {
    if let color = plainHex(typed) { return color }
    return try TypedColor(typed).color
}

/// Reads `#rrggbb` fast, because a file may have 100,000 of them.
private func plainHex(_ text: String) -> SRGB? {
    guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#") else { return nil }
    var hex: UInt32 = 0
    for byte in text.utf8.dropFirst() {
        switch byte {
        case 0x30...0x39: hex = hex << 4 | UInt32(byte - 0x30)
        case 0x41...0x46: hex = hex << 4 | UInt32(byte - 0x41 + 10)
        case 0x61...0x66: hex = hex << 4 | UInt32(byte - 0x61 + 10)
        default: return nil
        }
    }
    return SRGB(hex: hex)
}

extension ColorError {
    /// The first sentence of the description, without its full stop.
    var reason: String {
        let sentence = description.prefix { $0 != "\n" }
        let first = sentence.firstRange(of: ". ").map { sentence[..<$0.lowerBound] } ?? sentence
        return String(first.last == "." ? first.dropLast() : first)
    }
}
