import AviaryColors
import AviaryTesting
import AviaryText
import Testing

/// Files that are nearly right.
extension SeededGenerator {
    /// Mostly what would end a string, a comment, a tag, or a line.
    static let words = [
        "*/", "/*", "*", "\\", "\\2a ", "\"", "'", "<", ">", "</title>", "&amp;", "&", "]]>", ";", "}", "{", "name:",
        "palette:", "#", "0 0 0", "\t", "\n", "\r", "Name: x", "Columns: 3", "\u{301}", "\u{202E}", "\u{FEFF}", "👩‍👩‍👧‍👦",
        "é", "e\u{301}", "ß", "İ", "-", "_", "--a: red;", "a", "B", "2", " ", "\u{FFFE}", "\u{FFFF}", "\0", "\u{85}",
        "\u{2028}", "\u{200B}", "½", "#fff", "عربى", "日本語", "$", "\u{1F3FB}",
    ]

    /// Changes a byte or a few, cuts the end off, or repeats a part.
    mutating func mutate(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &self)
        switch Int.random(in: 0..<6, using: &self) {
        case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0 ... .max, using: &self)
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2: bytes.insert(UInt8.random(in: 0 ... .max, using: &self), at: place)
        case 3: bytes.insert(contentsOf: Array((Self.words.randomElement(using: &self) ?? "").utf8), at: place)
        case 4 where chance(30): bytes.removeSubrange(place...)
        default:
            let end = min(place + skewed(upTo: 40), bytes.count)
            bytes.insert(contentsOf: Array(bytes[place..<end]), at: Int.random(in: 0...bytes.count, using: &self))
        }
    }
}

extension PaletteContents {
    /// Checks the invariants of the contents of any file.
    func expectOrder() {
        #expect(problems.count <= 20 && problemCount >= problems.count)
        #expect(palettes.allSatisfy { !$0.entries.isEmpty || !$0.name.isEmpty })
        #expect(palettes.allSatisfy { $0.name == $0.name.onOneLine })
        #expect(problems.allSatisfy { $0.description.hasSuffix(".") && !$0.description.contains("\n") })
    }
}
