import AviaryText
import AviaryViews

// GIMP Palette
// Name: Sky
// Columns: 2
// Channels: RGBA
// #
//   0 191 255	Deep sky blue

func readGPL(_ bytes: [UInt8], while isWanted: @escaping () -> Bool) -> PaletteContents {
    var (text, contents, line) = (PaletteText(bytes, while: isWanted), PaletteContents(), 0)
    contents.report(encodingOf: text)
    contents.begin("")
    var hasAlpha = false
    while text.goesOn(contents), let range = text.nextLine() {
        line += 1
        if line == 1 {
            if text.text(text.trimmed(range)) == "GIMP Palette" { continue }
            contents.report(.line(1), "a GIMP palette begins with “GIMP Palette”, and this file doesn't")
        }
        guard let first = range.first(where: { text.bytes[$0] != 0x20 && text.bytes[$0] != 0x09 }) else { continue }
        if text.bytes[first] == UInt8(ascii: "#") { continue }
        if let row = ColorRow(text.bytes, first..<range.upperBound, hasAlpha: hasAlpha) {
            guard let color = row.color else {
                contents.report(.line(line), ColorRow.limits)
                continue
            }
            if !contents.add(text.text(row.name), color, at: .line(line)) { break }
        } else if let name = field("Name", of: text.text(first..<range.upperBound)) {
            contents.describe(name: name)
        } else if let columns = field("Columns", of: text.text((first..<range.upperBound).prefix(40))) {
            contents.describe(columns: number(columns))
        } else if let channels = field("Channels", of: text.text((first..<range.upperBound).prefix(40))) {
            hasAlpha = channels.onOneLine.uppercased() == "RGBA"
        } else if line > 1 {
            contents.report(.line(line), "\(text.text(range.prefix(400)).quoted) isn't a color")
        }
    }
    return contents
}

/// The text after a key and a colon; `nil` for a line without this key. There may be spaces before the colon, and upper
/// or lower case makes no difference.
private func field(_ key: String, of line: String) -> String? {
    guard line.utf8.count > key.utf8.count, line.prefix(key.count).lowercased() == key.lowercased() else { return nil }
    let rest = line.dropFirst(key.count).drop { $0 == " " || $0 == "\t" }
    return rest.first == ":" ? String(rest.dropFirst()) : nil
}

/// A line with three numbers, or four if the last is alpha, and a name that may be empty.
struct ColorRow {
    private let (red, green, blue): (Int, Int, Int)
    let name: Range<Int>

    /// The problem with a row whose numbers are no color. The text is the rest of a sentence.
    static let limits = "a channel is a number from 0 to 255"

    /// `nil` if a number is too large.
    var color: SRGB? {
        guard let red = UInt8(exactly: red), let green = UInt8(exactly: green), let blue = UInt8(exactly: blue) else {
            return nil
        }
        return SRGB(DisplayColor(red: red, green: green, blue: blue))
    }

    init?(_ bytes: [UInt8], _ line: Range<Int>, hasAlpha: Bool = false) {
        var index = line.lowerBound
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        func number() -> Int? {
            while index < line.upperBound, isSpace(bytes[index]) { index += 1 }
            var (number, digits) = (0, 0)
            while index < line.upperBound, (0x30...0x39).contains(bytes[index]) {
                number = min(number * 10 + Int(bytes[index] - 0x30), 1_000)
                digits += 1
                index += 1
            }
            let isEnded = index == line.upperBound || isSpace(bytes[index])
            return digits > 0 && isEnded ? number : nil
        }
        guard let red = number(), let green = number(), let blue = number() else { return nil }
        (self.red, self.green, self.blue) = (red, green, blue)
        if hasAlpha {
            let end = index
            if number() == nil { index = end }
        }
        name = index..<line.upperBound
    }
}

struct GPLParts: PaletteParts {
    init(_ outlines: [PaletteOutline]) {}

    mutating func begin(_ palette: PaletteOutline, in file: inout [UInt8]) {
        file += "GIMP Palette\nName: \(palette.name)\n".utf8
        if palette.columns > 0 { file += "Columns: \(palette.columns)\n".utf8 }
        file += "#\n".utf8
    }

    mutating func add(_ entry: ColorPalette.Entry, to file: inout [UInt8]) {
        let shown = entry.color.displayColor
        file += "\(padded(shown.red)) \(padded(shown.green)) \(padded(shown.blue))\t\(entry.name)\n".utf8
    }
}

private func padded(_ channel: UInt8) -> String {
    let digits = "\(channel)"
    return String(repeating: " ", count: 3 - digits.utf8.count) + digits
}
