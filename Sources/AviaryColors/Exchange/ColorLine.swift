import AviaryText

// base00: "2b303b"              YAML, JSON and other settings
// red = "0xcc6666"              TOML
// *.color0: #1d1f21             X resources
// foreground #c5c8c6            terminals
// 255 250 250   snow            X11
// https://coolors.co/264653-2a9d8f

/// The colors of a line in the settings of other programs.
struct ColorLine {
    /// The colors with their names; empty if the line has none.
    private(set) var colors: [(name: String, color: SRGB)] = []

    /// - Complexity: O(*n*) for *n* bytes.
    init(_ line: String) {
        let bytes = Array(line.utf8)
        let text = line.onOneLine
        if let row = ColorRow(bytes, bytes.indices), let color = row.color {
            colors = [(String(decoding: bytes[row.name], as: UTF8.self).onOneLine, color)]
        } else if let sign = text.firstIndex(where: { ":=".contains($0) }) {
            if text[..<sign].hasPrefix("http") {
                colors = Self.address(text)
            } else {
                take(Self.plain(text[..<sign]), Self.plain(text[text.index(after: sign)...]))
            }
        } else if let space = text.lastIndex(of: " ") {
            take(Self.plain(text[..<space]), String(text[text.index(after: space)...]), hasMark: true)
        }
        if colors.isEmpty, text.first == "#", let space = text.firstIndex(of: " ") {
            take(Self.plain(text[space...]), String(text[..<space]), hasMark: true)
        }
    }

    /// - Parameter hasMark: True if a color needs a #, because it stands beside other words.
    private mutating func take(_ name: String, _ value: String, hasMark: Bool = false) {
        guard !name.isEmpty, value.utf8.count <= 1_000, !hasMark || value.first == "#",
            let color = (try? exactColor(value)) ?? programHex(value)
        else { return }
        colors = [(name, color)]
    }

    /// The text without white space, quotation marks, and the signs between settings.
    private static func plain(_ text: Substring) -> String {
        func isSign(_ character: Character) -> Bool { "\"' ,;*.-".contains(character) }
        var rest = text.drop(while: isSign)
        while let last = rest.last, isSign(last) { rest.removeLast() }
        return String(rest)
    }

    /// The colors of an address such as `https://coolors.co/264653-2a9d8f`; empty if its last part has anything else.
    private static func address(_ text: String) -> [(name: String, color: SRGB)] {
        let last = text.split(separator: "/").last?.prefix { $0 != "?" && $0 != "#" } ?? ""
        let parts = last.split(separator: "-", omittingEmptySubsequences: false)
        let colors = parts.compactMap { part in
            part.utf8.count == 6 && part.utf8.allSatisfy(isHexDigit) ? try? exactColor("#\(part)") : nil
        }
        return colors.count == parts.count ? colors.map { ("", $0) } : []
    }
}

/// Reads the digits of a color as programs write them: `0xRRGGBB`, or eight digits with the alpha first, as in
/// Paint.NET.
///
/// - Parameter mayEndWithAlpha: True if an opaque alpha may also come last.
func programHex(_ text: String, mayEndWithAlpha: Bool = true) -> SRGB? {
    let text = text.onOneLine
    let isPrefixed = text.hasPrefix("0x") || text.hasPrefix("0X")
    let digits = isPrefixed ? text.dropFirst(2) : text[...]
    guard digits.utf8.allSatisfy(isHexDigit), let number = UInt32(digits, radix: 16) else { return nil }
    switch digits.utf8.count {
    case 6 where isPrefixed: return SRGB(hex: number)
    case 8:
        let endsWithAlpha = mayEndWithAlpha && number >> 24 != 0xff && number & 0xff == 0xff
        return SRGB(hex: endsWithAlpha ? number >> 8 : number & 0xff_ffff)
    default: return nil
    }
}
