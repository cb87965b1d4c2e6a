import AviaryText

/// The text of a color without its surroundings in a style sheet: comments, the property, `!important` and semicolons.
struct ColorDeclaration {
    /// The color's text, on one line; empty if there is none.
    let value: String

    /// - Complexity: O(*n*) for *n* bytes.
    /// - Throws: `ColorError.unclosedComment` if a comment does not end.
    init(_ text: String) throws(ColorError) {
        var value = try Self.withoutComments(text.onOneLine)[...]
        if let colon = value.firstIndex(of: ":"), Self.isProperty(value[..<colon].trimmed) {
            value = value[value.index(after: colon)...]
        }
        while value.last == " " || value.last == ";" { value.removeLast() }
        if value.utf8.count >= 9, value.suffix(9).lowercased() == "important" {
            let rest = value.dropLast(9).trimmed
            if rest.last == "!" { value = rest.dropLast() }
        }
        self.value = String(value.trimmed)
    }

    /// The text with a space for each comment.
    private static func withoutComments(_ text: String) throws(ColorError) -> String {
        guard text.utf8.contains(UInt8(ascii: "*")) else { return text }
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        func isAt(_ first: Character, _ second: Character) -> Bool {
            rest.count > 1 && rest[rest.startIndex] == first.asciiValue
                && rest[rest.startIndex + 1] == second.asciiValue
        }
        while let byte = rest.first {
            guard isAt("/", "*") else {
                bytes.append(byte)
                rest.removeFirst()
                continue
            }
            rest.removeFirst(2)
            while !isAt("*", "/") {
                guard !rest.isEmpty else { throw .unclosedComment }
                rest.removeFirst()
            }
            rest.removeFirst(2)
            bytes.append(0x20)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns true for properties whose value is a color, and for custom properties.
    private static func isProperty(_ name: Substring) -> Bool {
        let name = name.lowercased()
        guard name.utf8.allSatisfy({ isNamePart($0) }) else { return false }
        return ["color", "fill", "stroke", "background"].contains(name) || name.hasSuffix("-color")
            || name.hasPrefix("--")
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7a, 0x80...0xff, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

extension Substring {
    /// The text without spaces at its ends.
    fileprivate var trimmed: Substring {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
