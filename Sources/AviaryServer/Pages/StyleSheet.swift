/// Joins the style sheets of an app.
enum StyleSheet {
    /// - Parameter sheets: In the order of their rules. A rule that must come first, such as `@import`, works only in
    ///   the first sheet.
    static func joined(_ sheets: some Sequence<[UInt8]>) -> [UInt8] {
        var text: [UInt8] = []
        for sheet in sheets {
            text += compact(sheet)
            if text.last != newline { text.append(newline) }
        }
        return text
    }

    /// Removes comments and redundant spaces.
    ///
    /// A comment also separates tokens. If nothing else separates its neighbours, an empty comment remains. One of
    /// several spaces remains, and none beside a character that separates tokens itself. The last semicolon of a block goes.
    private static func compact(_ sheet: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(sheet.count)
        var rest = sheet[...]
        while let byte = rest.first {
            if rest.starts(with: opening) {
                let end = rest.dropFirst(2).firstRange(of: closing)?.upperBound ?? rest.endIndex
                rest = rest[end...]
                let isApart = text.last.map(spaces.contains) ?? true || rest.first.map(spaces.contains) ?? true
                if !isApart { text += opening + closing }
                continue
            }
            let end =
                switch byte {
                case _ where quotes.contains(byte): endOfString(rest, byte)
                // A URL without quotes.
                case UInt8(ascii: "(")
                where text.endsInURL && !rest.dropFirst().prefix(1).contains(where: quotes.contains):
                    endOfString(rest, UInt8(ascii: ")"))
                default: rest.startIndex + 1
                }
            let isRun = spaces.contains(byte) && text.last.map(ends.contains) == true
            let needless = byte == UInt8(ascii: "{") ? spaces : byte == UInt8(ascii: "}") ? [UInt8(ascii: ";")] : []
            if text.last.map(needless.contains) == true, !text.suffix(8).contains(backslash) { text.removeLast() }
            // The first space after a hexadecimal escape belongs to the escape, so it is kept.
            if !isRun || text.suffix(8).contains(backslash) { text += rest[..<end] }
            rest = rest[end...]
        }
        return text
    }

    /// - Parameter mark: The character that ends the string, unless a backslash precedes it.
    private static func endOfString(_ text: ArraySlice<UInt8>, _ mark: UInt8) -> Int {
        var index = text.startIndex + 1
        while index < text.endIndex, text[index] != mark { index += text[index] == backslash ? 2 : 1 }
        return min(index + 1, text.endIndex)
    }
}

private let opening = Array("/*".utf8)
private let closing = Array("*/".utf8)
private let spaces = Array(" \t\r\n\u{c}".utf8)
private let ends = spaces + Array("{};:,".utf8)
private let quotes = Array("\"'".utf8)
private let newline = UInt8(ascii: "\n")
private let backslash = UInt8(ascii: "\\")

extension [UInt8] {
    fileprivate var endsInURL: Bool { String(decoding: suffix(3), as: UTF8.self).lowercased() == "url" }
}
