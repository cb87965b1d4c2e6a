import AviaryText

// $blue: #0d6efd !default;
// $theme: ("primary": $blue, dark: (text: #eee));
// @blue: #0d6efd;
// --link: var(--blue);

/// The text of a color in a variable, before it is read as a color.
struct StyleColor {
    /// The name with dashes: "dark-text".
    var name: String
    var typed: String
    var line: Int

    /// True for a value that is not meant as a color: a number, a text, a word such as `true`, or a function such as
    /// `calc()`. Six digits without # are meant as a color.
    var isOther: Bool {
        if typed.utf8.first == UInt8(ascii: "#") { return false }
        let digits = typed.drop { "+-.".contains($0) }.utf8
        if let first = digits.first, (0x30...0x39).contains(first) { return !lacksMark || typed.utf8.count == 3 }
        if typed.utf8.contains(UInt8(ascii: "\"")) || typed.utf8.contains(UInt8(ascii: "'")) { return true }
        let word = typed.prefix { $0 != "(" }.lowercased()
        return word.utf8.count == typed.utf8.count
            ? Self.words.contains(word) : Self.functions.contains(word) || word.hasSuffix("-gradient")
    }

    /// True for 3 or 6 hexadecimal digits without the # that a style sheet needs.
    var lacksMark: Bool {
        (typed.utf8.count == 3 || typed.utf8.count == 6) && typed.utf8.allSatisfy(isHexDigit)
    }

    private static let words: Set = ["", "null", "true", "false", "none", "inherit", "auto", "initial", "unset"]
    private static let functions: Set = [
        "calc", "min", "max", "clamp", "url", "cubic-bezier", "steps", "linear", "env", "blur", "translate", "scale",
        "rotate",
    ]
}

/// The values of the variables of a style sheet. Maps of Sass are split into their members, and references are
/// replaced.
struct StyleValues {
    /// The values of the variables so far, by sigil and name.
    private var known: [String: String] = [:]
    /// The values of all variables, read on first use. Less and CSS may use a variable before its declaration.
    private var all: [String: String]?
    private let readAll: () -> [String: String]

    /// The largest depth of maps. Deeper maps are ignored, because each level uses stack memory.
    private static let maximumDepth = 32
    /// The largest number of references from one variable to the next.
    private static let longestChain = 32

    /// - Parameter readAll: Reads the values of all variables, by sigil and name.
    init(readAll: @escaping () -> [String: String]) { self.readAll = readAll }

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
        var colors: [StyleColor] = []
        take(name, [], Self.bare(bytes, bytes.indices), bytes, 0) { name, range in
            // Takes one byte more than a color may have, so that a longer text is refused as too long.
            let range = range.prefix(1_001)
            let typed =
                text.isLatin1
                ? String(String.UnicodeScalarView(bytes[range].map { Unicode.Scalar($0) }))
                : String(decoding: bytes[range], as: UTF8.self)
            let line = text.line(of: range.isEmpty ? value.lowerBound : places(range.lowerBound))
            colors.append(StyleColor(name: name, typed: typed, line: line))
        }
        for index in colors.indices { colors[index].typed = resolved(colors[index].typed) }
        let key = sigil + Self.plain(name)
        // Keeps the first of several custom properties with one name. The later ones often belong to a dark scheme.
        if colors.count == 1, colors[0].name == name, sigil != "--" || known[key] == nil {
            known[key] = colors[0].typed
        }
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

    private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
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
        _ add: (String, Range<Int>) -> Void
    ) {
        let isBraced =
            range.first.map { bytes[$0] == UInt8(ascii: "{") } == true
            && bytes[range.upperBound - 1] == UInt8(ascii: "}")
        let isMap =
            range.first.map { bytes[$0] == UInt8(ascii: "(") } == true
            && bytes[range.upperBound - 1] == UInt8(ascii: ")")
        guard range.count >= 2, isBraced || isMap, depth < Self.maximumDepth else {
            if depth < Self.maximumDepth { add(title(name, keys), range) }
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
    private static func forEachPart(
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

    // MARK: References

    /// The value of the variable that a text refers to, or the fallback of the reference. If there is neither, it is
    /// the text itself. A call such as `fade(@color, 50%)` is converted to CSS.
    private mutating func resolved(_ typed: String) -> String {
        var text = typed
        for _ in 0..<Self.longestChain {
            guard let (name, fallback) = Self.reference(text) else { return faded(text) ?? text }
            if let value = known[name] {
                text = value
                continue
            }
            // Sass declares variables before it uses them, so `known` has them all.
            if name.utf8.first != UInt8(ascii: "$") {
                let every = all ?? readAll()
                all = every
                if let value = every[name] {
                    text = value
                    continue
                }
            }
            guard let fallback else { return typed }
            text = fallback
        }
        return typed
    }

    /// Converts `rgba($color, 0.5)` of Sass and `fade(@color, 50%)` of Less to CSS. `nil` for any other text, and for a
    /// call within another call.
    private mutating func faded(_ text: String) -> String? {
        guard text.last == ")", let open = text.firstIndex(of: "("),
            ["rgb", "rgba", "fade"].contains(text[..<open].lowercased())
        else { return nil }
        let parts = text[text.index(after: open)...].dropLast().split(separator: ",").map { String($0).onOneLine }
        guard parts.count == 2, !parts[0].contains("("), parts[0].first?.isNumber == false else { return nil }
        return "rgb(from \(resolved(parts[0])) r g b / \(parts[1]))"
    }

    /// The sigil and name in `$name`, `module.$name`, `@name` or `var(--name, fallback)`; `nil` for any other text.
    private static func reference(_ text: String) -> (name: String, fallback: String?)? {
        if let dollar = text.utf8.firstIndex(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "@") }) {
            let before = text[..<dollar]
            guard before.isEmpty || (before.last == "." && before.dropLast().allSatisfy(isName)) else { return nil }
            let name = text[text.index(after: dollar)...]
            guard !name.isEmpty, name.allSatisfy(isName) else { return nil }
            return (String(text[dollar]) + plain(String(name)), nil)
        }
        return customProperty(in: text).map { ("--" + plain(String($0.name.dropFirst(2))), $0.fallback) }
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
        guard value.count <= 1_000 else { return "" }
        let (bytes, _) = withoutComments(text, value)
        return String(decoding: bytes[bare(bytes, bytes.indices)], as: UTF8.self)
    }
}
