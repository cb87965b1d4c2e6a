import AviaryText
import Foundation

/// The text of a file, in UTF-8 whatever it was in, and how far it is read.
struct PaletteText {
    let bytes: [UInt8]
    var index = 0
    /// Whether it was neither UTF-8 nor UTF-16.
    let isLatin1: Bool
    /// Lines before `index`: counted as far as somebody asked.
    private var (countedIndex, lines) = (0, 1)

    init(_ raw: [UInt8]) {
        if raw.starts(with: [0xef, 0xbb, 0xbf]) {
            self.init(utf8: Array(raw.dropFirst(3)))
        } else if raw.starts(with: [0xff, 0xfe]) || raw.starts(with: [0xfe, 0xff]) {
            let isLittle = raw[0] == 0xff
            let units = stride(from: 2, to: raw.count - 1, by: 2).map { index in
                let (one, other) = (UInt16(raw[index]), UInt16(raw[index + 1]))
                return isLittle ? other << 8 | one : one << 8 | other
            }
            self.init(utf8: Array(String(decoding: units, as: UTF16.self).utf8))
        } else {
            self.init(utf8: raw)
        }
    }

    private init(utf8 raw: [UInt8]) {
        isLatin1 = !isUTF8(raw)
        bytes = isLatin1 ? raw.flatMap { $0 < 0x80 ? [$0] : [0xc0 | $0 >> 6, 0x80 | $0 & 0x3f] } : raw
    }

    var isAtEnd: Bool { index >= bytes.count }
    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Without white space of ASCII at either end.
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
    /// - Returns: Whether it is there.
    @discardableResult
    mutating func skip(to word: StaticString) -> Bool {
        while index < bytes.count {
            if bytes[index] == word.utf8Start.pointee, isAt(word) { return true }
            index += 1
        }
        return false
    }

    /// The line that a place is on; asked in ascending order. A file is read through once for all of them.
    mutating func line(of place: Int) -> Int {
        while countedIndex < min(place, bytes.count) {
            let byte = bytes[countedIndex]
            let isPair = byte == 0x0d && countedIndex + 1 < bytes.count && bytes[countedIndex + 1] == 0x0a
            if byte == 0x0a || (byte == 0x0d && !isPair) { lines += 1 }
            countedIndex += 1
        }
        return lines
    }

    /// The next line without its end; `nil` behind the last.
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

/// Whether bytes are UTF-8.
private func isUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
}

extension PaletteContents {
    mutating func report(encodingOf text: PaletteText) {
        if text.isLatin1 { report(.file, "the text isn't UTF-8, so it was read as Latin-1") }
    }
}

/// A number that stands for itself, with spaces around it; else 0.
func number(_ text: String) -> Int { Int(text.filter { $0 != " " && $0 != "\t" }) ?? 0 }

/// Lines with a color each, or with several and commas between them.
func readLines(_ bytes: [UInt8]) -> PaletteContents {
    var (text, contents, line) = (PaletteText(bytes), PaletteContents(), 0)
    reading: while let range = text.nextLine() {
        line += 1
        let typed = text.text(range)
        if typed.isBlank { continue }
        do throws(ColorError) {
            if !contents.add("", try exactColor(typed), at: .line(line)) { break }
        } catch {
            let several = TypedColors(typed)
            for color in several.colors {
                if !contents.add("", color.color, at: .line(line)) { break reading }
            }
            if several.colors.isEmpty {
                contents.report(.line(line), error.reason)
            } else if several.unread > 0 {
                let count = several.colors.count + several.unread
                contents.report(
                    .line(line), "\(several.unread.formatted()) of \(count.formatted()) colors can't be read")
            }
        }
    }
    contents.close()
    return contents
}
