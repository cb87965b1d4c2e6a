import AviaryText

// $blue: #0d6efd !default;
// $theme: ("primary": $blue, dark: (text: #eee));
// @blue: #0d6efd;
// --link: var(--blue);

/// The values of the variables of a style sheet. Maps of Sass are split into their members, and references are
/// replaced.
struct StyleValues {
    private var variables: StyleVariables

    /// The largest depth of maps. Deeper maps are ignored, because each level uses stack memory.
    private static let maximumDepth = 32

    /// - Parameter readAll: Reads the values of all variables, by sigil and name.
    init(readAll: @escaping () -> [String: String]) { variables = StyleVariables(readAll: readAll) }

    /// Returns true for the indented syntax of Sass, where the end of a line ends a declaration. Such a text has
    /// neither a semicolon nor an opening brace outside of comments, strings and interpolations.
    static func isIndented(_ text: PaletteText) -> Bool {
        let bytes = text.bytes
        var (index, quote) = (0, nil as UInt8?)
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            index += 1
            if let open = quote {
                if byte == open || byte == 0x0a { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
                while index < bytes.count, bytes[index] != 0x0a { index += 1 }
            case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "/") || bytes[index - 1] != UInt8(ascii: "*") {
                    index += 1
                }
            case UInt8(ascii: "#") where next == UInt8(ascii: "{"): index += 1
            case UInt8(ascii: ";"), UInt8(ascii: "{"): return false
            default: break
            }
        }
        return true
    }

    /// The texts of the colors in a value.
    ///
    /// - Parameters:
    ///   - sigil: `$`, `@` or `--`.
    ///   - value: The range of the value.
    ///   - text: The text of the file, which counts lines.
    mutating func colors(of name: String, _ sigil: String, _ value: Range<Int>, in text: inout PaletteText)
        -> [StyleColor]
    {
        let (bytes, places) = Self.withoutComments(text, value)
        let key = sigil + Self.plain(name)
        let bare = Self.bare(bytes, bytes.indices)
        // In Sass, `!default` declares nothing if the variable has a value already.
        let flags = String(decoding: bytes[bare.upperBound...].prefix(100), as: UTF8.self).lowercased()
        if sigil == "$", flags.contains("default"), variables.isSet(key) { return [] }
        var colors: [StyleColor] = []
        take(name, [], bare, bytes, 0) { name, keys, range in
            // Takes one byte more than a color may have, so that a longer text is refused as too long.
            let range = range.prefix(StyleVariables.longestValue + 1)
            let typed =
                text.isLatin1
                ? String(String.UnicodeScalarView(bytes[range].map { Unicode.Scalar($0) }))
                : String(decoding: bytes[range], as: UTF8.self)
            let line = text.line(of: range.isEmpty ? value.lowerBound : places(range.lowerBound))
            colors.append(StyleColor(name: name, keys: keys, typed: typed, line: line))
        }
        for index in colors.indices { colors[index].typed = variables.resolved(colors[index].typed) }
        variables.learn(colors, of: key)
        return colors
    }

    /// The bytes of a value with spaces in place of comments, and a function that converts their indices to those in
    /// the file.
    private static func withoutComments(_ text: PaletteText, _ value: Range<Int>) -> ([UInt8], (Int) -> Int) {
        var bytes = Array(text.bytes[value])
        var index = 0
        var quote: UInt8?
        while index + 1 < bytes.count {
            let (byte, next) = (bytes[index], bytes[index + 1])
            let begin = index
            index += 1
            if let open = quote {
                if byte == open || byte == 0x0a { quote = nil }
                continue
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
            guard byte == UInt8(ascii: "/") else { continue }
            let isBehindSpace = begin == 0 || bytes[begin - 1] <= 0x20 || bytes[begin - 1] == UInt8(ascii: ",")
            if next == UInt8(ascii: "/"), isBehindSpace {
                while index < bytes.count, bytes[index] != 0x0a, bytes[index] != 0x0d { index += 1 }
            } else if next == UInt8(ascii: "*") {
                index += 2
                while index < bytes.count, bytes[index] != UInt8(ascii: "/") || bytes[index - 1] != UInt8(ascii: "*") {
                    index += 1
                }
                index = min(index + 1, bytes.count)
            } else {
                continue
            }
            for place in begin..<index where bytes[place] != 0x0a { bytes[place] = 0x20 }
        }
        return (bytes, { value.lowerBound + $0 })
    }

    /// The range without white space at either end, and without flags of Sass such as `!default`.
    private static func bare(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
        var range = trimmed(bytes, range)
        while let mark = range.suffix(12).last(where: { bytes[$0] == UInt8(ascii: "!") }),
            [" default", "default", "global", "important"].contains(
                String(decoding: bytes[trimmed(bytes, (mark + 1)..<range.upperBound)], as: UTF8.self).lowercased())
        { range = trimmed(bytes, range.lowerBound..<mark) }
        return range
    }

    static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high, bytes[low] <= 0x20 { low += 1 }
        while low < high, bytes[high - 1] <= 0x20 { high -= 1 }
        return low..<high
    }

    /// Calls `add` with each color of a value: the value itself, or the members of a map or a list.
    ///
    /// - Parameter keys: The keys of the maps around the range.
    private func take(
        _ name: String, _ keys: [String], _ range: Range<Int>, _ bytes: [UInt8], _ depth: Int,
        _ add: (String, [String], Range<Int>) -> Void
    ) {
        if keys.isEmpty, let rest = Self.merged(bytes, range) {
            // The maps that are written out among the arguments of `map-merge()`.
            Self.forEachPart(of: rest, in: bytes, UInt8(ascii: ",")) { part, _ in
                let part = Self.trimmed(bytes, part)
                if part.first.map({ bytes[$0] == UInt8(ascii: "(") }) == true { take(name, [], part, bytes, 1, add) }
            }
            return
        }
        let isBraced =
            range.first.map { bytes[$0] == UInt8(ascii: "{") } == true
            && bytes[range.upperBound - 1] == UInt8(ascii: "}")
        let isMap =
            range.first.map { bytes[$0] == UInt8(ascii: "(") } == true
            && bytes[range.upperBound - 1] == UInt8(ascii: ")")
        guard range.count >= 2, isBraced || isMap, depth < Self.maximumDepth else {
            if depth < Self.maximumDepth { add(title(name, keys), keys, range) }
            return
        }
        let separator = isBraced ? UInt8(ascii: ";") : UInt8(ascii: ",")
        var number = 0
        Self.forEachPart(of: range.dropFirst().dropLast(), in: bytes, separator) { part, colon in
            number += 1
            let part = Self.trimmed(bytes, part)
            guard !part.isEmpty else { return }
            guard let colon, part.contains(colon) else {
                // An element of a list has a number as its key. In braces, only declarations have colors.
                if isMap { take(name, keys + ["\(number)"], Self.bare(bytes, part), bytes, depth + 1, add) }
                return
            }
            let key = Self.trimmed(bytes, part.lowerBound..<colon).prefix(200)
            let word = String(decoding: bytes[key], as: UTF8.self).filter { $0 != "\"" && $0 != "'" }
            let plain = word.drop { "@$-".contains($0) }
            take(name, keys + [String(plain)], Self.bare(bytes, (colon + 1)..<part.upperBound), bytes, depth + 1, add)
        }
    }

    /// The arguments of `map-merge()` or `map.merge()`; `nil` for any other value.
    private static func merged(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        guard range.count > 11, bytes[range.upperBound - 1] == UInt8(ascii: ")"),
            ["map-merge(", "map.merge("].contains(String(decoding: bytes[range.prefix(10)], as: UTF8.self))
        else { return nil }
        return range.dropFirst(10).dropLast()
    }

    /// The name of a color: the name of the variable, or in a map the last four keys. If these keys have no letter, the
    /// name of the variable stands before them.
    private func title(_ name: String, _ keys: [String]) -> String {
        guard !keys.isEmpty else { return name }
        // Takes only the last keys, because each color of a map repeats them in its name.
        let last = keys.suffix(4)
        let words = last.contains(where: \.hasLetter) ? Array(last) : [String(name.prefix(200))] + last
        return words.joined(separator: "-").shortened(to: 200)
    }

    /// Calls `body` with the parts between separators, and the index of the first colon of each. Separators in strings,
    /// parentheses and braces belong to a part.
    static func forEachPart(
        of range: Range<Int>, in bytes: [UInt8], _ separator: UInt8, _ body: (Range<Int>, _ colon: Int?) -> Void
    ) {
        var (start, depth, colon, quote) = (range.lowerBound, 0, nil as Int?, nil as UInt8?)
        for index in range {
            let byte = bytes[index]
            if let open = quote {
                if byte == open || byte == 0x0a { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(depth - 1, 0)
            case UInt8(ascii: ":") where depth == 0: colon = colon ?? index
            case separator where depth == 0:
                body(start..<index, colon)
                (start, colon) = (index + 1, nil)
            default: break
            }
        }
        body(start..<range.upperBound, colon)
    }

    /// The name with its dashes and the fallback in `var(--name, fallback)`; `nil` for any other text.
    static func customProperty(in text: String) -> (name: String, fallback: String?)? {
        guard text.utf8.count > 6, text.prefix(4).lowercased() == "var(", text.last == ")" else { return nil }
        let parts = text.dropFirst(4).dropLast().split(separator: ",", maxSplits: 1).map { String($0).onOneLine }
        guard let name = parts.first, name.hasPrefix("--") else { return nil }
        return (name, parts.dropFirst().first)
    }

    private static func isName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "-" || character == "_"
    }

    /// A name as a key, with dashes for underscores. Sass treats the two as equal.
    static func plain(_ name: String) -> String {
        name.utf8.contains(UInt8(ascii: "_")) ? name.replacing("_", with: "-") : name
    }

    /// The text of a value, for references to its variable; empty if it has more than 1,000 bytes.
    static func plainText(_ text: PaletteText, _ value: Range<Int>) -> String {
        guard value.count <= StyleVariables.longestValue else { return "" }
        let (bytes, _) = withoutComments(text, value)
        return String(decoding: bytes[bare(bytes, bytes.indices)], as: UTF8.self)
    }
}
