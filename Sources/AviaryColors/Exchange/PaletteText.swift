import AviaryText
import Foundation

/// The text of a file, with a reading position.
struct PaletteText {
    /// The text in UTF-8 or in Latin-1. ASCII characters are the same in both.
    let bytes: [UInt8]
    var index = 0
    /// True if the file was neither UTF-8 nor UTF-16.
    let isLatin1: Bool
    /// The lines counted so far, and the index up to which they were counted.
    private var (countedIndex, lines) = (0, 1)
    private let isWanted: () -> Bool
    private var steps = 0

    /// - Parameter isWanted: Called from time to time. When it returns false, the text ends at the present position.
    init(_ raw: [UInt8], while isWanted: @escaping () -> Bool = { true }) {
        if raw.starts(with: [0xef, 0xbb, 0xbf]) {
            self.init(raw: Array(raw.dropFirst(3)), isWanted)
        } else if raw.starts(with: [0xff, 0xfe]) || raw.starts(with: [0xfe, 0xff]) {
            self.init(raw: utf8(ofUTF16: raw), isWanted)
        } else {
            self.init(raw: raw, isWanted)
        }
    }

    private init(raw: [UInt8], _ isWanted: @escaping () -> Bool) {
        isLatin1 = !isUTF8(raw)
        bytes = raw
        self.isWanted = isWanted
    }

    /// Returns true if reading should go on. A reader calls it at each step.
    mutating func goesOn(_ contents: PaletteContents) -> Bool {
        steps &+= 1
        if steps % 256 != 0 || (isWanted() && !contents.isHopeless) { return true }
        index = bytes.count
        return false
    }

    var isAtEnd: Bool { index >= bytes.count }
    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// The text of a range. A text that is far too long for a name or a color is truncated.
    func text(_ range: Range<Int>) -> String {
        let range = range.prefix(Self.longestText)
        if !isLatin1 { return String(decoding: bytes[range], as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes[range].map { Unicode.Scalar($0) }))
    }

    static let longestText = 1 << 20

    /// The range without ASCII white space at either end.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        func isSpace(_ index: Int) -> Bool { bytes[index] == 0x20 || (0x09...0x0d).contains(bytes[index]) }
        var range = range
        while let first = range.first, isSpace(first) { range = range.dropFirst() }
        while let last = range.last, isSpace(last) { range = range.dropLast() }
        return range
    }

    func isAt(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            bytes.count - index >= word.count && word.indices.allSatisfy { bytes[index + $0] == word[$0] }
        }
    }

    mutating func skipSpace() {
        while index < bytes.count, bytes[index] == 0x20 || (0x09...0x0d).contains(bytes[index]) { index += 1 }
    }

    /// Moves to the next occurrence of a word, or to the end.
    ///
    /// - Returns: True if the word was found.
    @discardableResult
    mutating func skip(to word: StaticString) -> Bool {
        while index < bytes.count {
            if bytes[index] == word.utf8Start.pointee, isAt(word) { return true }
            index += 1
        }
        return false
    }

    /// The line of an index. Call it with ascending indices, so that a file is read only once for all of them.
    mutating func line(of place: Int) -> Int {
        while countedIndex < min(place, bytes.count) {
            let byte = bytes[countedIndex]
            let isPair = byte == 0x0d && countedIndex + 1 < bytes.count && bytes[countedIndex + 1] == 0x0a
            if byte == 0x0a || (byte == 0x0d && !isPair) { lines += 1 }
            countedIndex += 1
        }
        return lines
    }

    /// The next line without its end; `nil` after the last line.
    mutating func nextLine() -> Range<Int>? {
        guard index < bytes.count else { return nil }
        let start = index
        while index < bytes.count, bytes[index] != 0x0a, bytes[index] != 0x0d { index += 1 }
        let end = index
        if index < bytes.count {
            index += bytes[index] == 0x0d && index + 1 < bytes.count && bytes[index + 1] == 0x0a ? 2 : 1
        }
        return start..<end
    }
}

/// Returns true if bytes are UTF-8. Checks them in parts, because each check copies its part.
private func isUTF8(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
        var end = min(start + 1 << 16, bytes.count)
        // Moves the end of the part, so that no character is split.
        for _ in 0..<3 where end < bytes.count && bytes[end] & 0xc0 == 0x80 { end -= 1 }
        let part = bytes[start..<end]
        guard part.allSatisfy({ $0 < 0x80 }) || String(validating: part, as: UTF8.self) != nil else { return false }
        start = end
    }
    return true
}

/// Converts a file that begins with a byte order mark of UTF-16 to UTF-8.
private func utf8(ofUTF16 raw: [UInt8]) -> [UInt8] {
    let isLittle = raw[0] == 0xff
    func unit(_ index: Int) -> UInt16 {
        let (one, other) = (UInt16(raw[index]), UInt16(raw[index + 1]))
        return isLittle ? other << 8 | one : one << 8 | other
    }
    let end = raw.count & ~1
    var (bytes, start) = ([UInt8](), 2)
    bytes.reserveCapacity(raw.count / 2)
    while start < end {
        var next = min(start + 1 << 16, end)
        // Does not split a pair of surrogates.
        if next < end, UTF16.isTrailSurrogate(unit(next)) { next -= 2 }
        let units = stride(from: start, to: next, by: 2).map(unit)
        bytes += String(decoding: units, as: UTF16.self).utf8
        start = next
    }
    return bytes
}

extension PaletteContents {
    mutating func report(encodingOf text: PaletteText) {
        if text.isLatin1 { report(.file, "the text isn't UTF-8, so it was read as Latin-1") }
    }
}

/// Reads a whole number, and ignores spaces and tabs; 0 for any other text.
func number(_ text: String) -> Int { Int(text.filter { $0 != " " && $0 != "\t" }) ?? 0 }

/// Reads lines with one color each, with several colors separated by commas, or with the cells of a table separated by
/// tabs. A line may also be a setting of another program; see `ColorLine`. A line that begins with a semicolon or an
/// exclamation mark is a comment, as in palettes of Paint.NET and in X resources.
///
/// - Parameter isCSV: True for a table whose cells are separated by commas or semicolons.
func readLines(_ bytes: [UInt8], isCSV: Bool = false, while isWanted: @escaping () -> Bool) -> PaletteContents {
    var (text, contents, line) = (PaletteText(bytes, while: isWanted), PaletteContents(), 0)
    let head = text.bytes.prefix { $0 != 0x0a && $0 != 0x0d }
    let separator: Character = !isCSV ? "\t" : head.contains(UInt8(ascii: ";")) ? ";" : ","
    var table = ColorTable(separator: separator)
    let isPaintNET = head.prefix(40).starts(with: ";".utf8)
    reading: while text.goesOn(contents), let range = text.nextLine() {
        line += 1
        if range.count > longestColor * 4 {
            if !readParts(of: range, line, &text, &contents) { break }
            continue
        }
        let typed = text.text(range)
        if typed.isBlank { continue }
        if typed.utf8.first == UInt8(ascii: ";") {
            if let colon = typed.firstRange(of: "Palette Name:") {
                contents.describe(name: String(typed[colon.upperBound...]))
            }
            continue
        }
        if typed.utf8.first == UInt8(ascii: "!") { continue }
        // In a list of X11, spaces stand between the numbers, and tabs before the name.
        let isRow = typed.utf8.prefix { $0 != 0x09 }.contains(0x20) && ColorRow(text.bytes, range) != nil
        if typed.contains(separator), !isRow {
            do throws(ColorTable.Problem) {
                for (name, color) in try table.read(typed) {
                    if !contents.add(name, color, at: .line(line)) { break reading }
                }
            } catch { contents.report(.line(line), error.reason) }
            continue
        }
        if let color = programHex(typed, mayEndWithAlpha: !isPaintNET) {
            if !contents.add("", color, at: .line(line)) { break }
            continue
        }
        do throws(ColorError) {
            if !contents.add("", try exactColor(typed), at: .line(line)) { break }
        } catch {
            let named = ColorLine(typed).colors
            for (name, color) in named {
                if !contents.add(name, color, at: .line(line)) { break reading }
            }
            guard named.isEmpty else { continue }
            let several = TypedColors(typed)
            for color in several.colors {
                if !contents.add("", color.color, at: .line(line)) { break reading }
            }
            contents.report(several.colors.count, unread: several.unread, of: line, error)
        }
    }
    contents.close()
    return contents
}

/// The largest size of a color's text, in bytes.
private let longestColor = 1_000

/// Reads the parts of a long line between commas and semicolons. Separators in parentheses belong to a color.
///
/// - Returns: True if more colors can be read.
private func readParts(
    of line: Range<Int>, _ number: Int, _ text: inout PaletteText, _ contents: inout PaletteContents
) -> Bool {
    var (read, unread, depth, start) = (0, 0, 0, line.lowerBound)
    for index in line.lowerBound...line.upperBound {
        let byte = index < line.upperBound ? text.bytes[index] : UInt8(ascii: ";")
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth = max(depth - 1, 0) }
        let isSeparator = byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
        guard isSeparator && depth == 0 || index == line.upperBound else { continue }
        let part = text.text(text.trimmed(start..<index).prefix(longestColor))
        start = index + 1
        if part.isBlank { continue }
        if let color = try? TypedColor(part) {
            read += 1
            if !contents.add("", color.color, at: .line(number)) { return false }
        } else {
            unread += 1
        }
        guard text.goesOn(contents) else { return false }
        if unread == PaletteContents.mostProblems { break }
    }
    contents.report(read, unread: unread, of: number, .unknown(text.text(line.prefix(longestColor))))
    return unread < PaletteContents.mostProblems
}

extension PaletteContents {
    /// Reports how many parts of a line could not be read as colors.
    ///
    /// - Parameter error: The reason why the line as a whole is not a color.
    fileprivate mutating func report(_ read: Int, unread: Int, of line: Int, _ error: ColorError) {
        if read == 0 {
            report(.line(line), error.reason)
        } else if unread > 0 {
            report(.line(line), "\(unread.formatted()) of \((read + unread).formatted()) colors can't be read")
        }
    }
}
