import AviaryText

// {"palettes": [{"name": "Sky", "columns": 2, "colors": [{"name": "Deep sky blue", "color": "#00bfff"}]}]}
//
// Read is much more: lists of texts, {"sky": "#00bfff"}, the tokens of design systems ({"sky": {"$value": "#00bfff"}}),
// and what stands around them. An object that has such a list gives the palette its name.

func readJSON(_ bytes: [UInt8]) -> PaletteContents {
    var (text, contents) = (PaletteText(bytes), PaletteContents())
    contents.report(encodingOf: text)
    var parser = JSONTree(text)
    let value = parser.parse()
    collect(value, name: "", in: &contents, &text)
    if let failure = parser.failure {
        contents.report(.line(text.line(of: failure.index)), failure.reason)
    }
    return contents
}

private let nameKeys = ["name", "title", "label"]
private let colorKeys = ["color", "hex", "$value", "value"]

/// Takes the colors of a value, in their order.
private func collect(
    _ tree: JSONTree.Value, name: String, in contents: inout PaletteContents, _ text: inout PaletteText
) {
    switch tree.content {
    case .text(let typed):
        let place = PaletteProblem.Place.line(text.line(of: tree.index))
        do throws(ColorError) { contents.add(name, try exactColor(typed), at: place) } catch {
            contents.report(place, error.reason)
        }
    case .list(let values): for value in values { collect(value, name: "", in: &contents, &text) }
    case .object(let pairs):
        if let color = pairs.first(where: { pair in colorKeys.contains(pair.key) && pair.value.isText }) {
            return collect(color.value, name: pairs.text(nameKeys) ?? name, in: &contents, &text)
        }
        let isPalette = pairs.contains { $0.key == "colors" || $0.key == "swatches" }
        if isPalette {
            let columns = pairs.first { $0.key == "columns" }?.value.number ?? 0
            contents.begin(pairs.text(nameKeys) ?? name, columns: columns)
        }
        for (key, value) in pairs {
            switch value.content {
            case .text:
                // Of a palette or a token it is something else, a description for one.
                if isPalette || key.hasPrefix("$") || nameKeys.contains(key) { continue }
                collect(value, name: key, in: &contents, &text)
            case .list, .object: collect(value, name: key, in: &contents, &text)
            case .other: break
            }
        }
        if isPalette { contents.close() }
    case .other: break
    }
}

extension [(key: String, value: JSONTree.Value)] {
    fileprivate func text(_ keys: [String]) -> String? {
        for (key, value) in self where keys.contains(key) {
            if case .text(let text) = value.content { return text }
        }
        return nil
    }
}

/// JSON as a tree in which objects keep their order; of what is broken, what stands before that.
struct JSONTree {
    struct Value {
        indirect enum Content {
            case text(String)
            case list([Value])
            case object([(key: String, value: Value)])
            /// A number, or a word.
            case other(Int?)
        }

        var content: Content
        /// Where it begins.
        var index: Int

        var isText: Bool { if case .text = content { true } else { false } }
        var number: Int? { if case .other(let number) = content { number } else { nil } }
    }

    private var text: PaletteText
    private(set) var failure: (index: Int, reason: String)?
    /// Deeper ones are refused: each takes some of the stack.
    private static let maximumDepth = 64

    init(_ text: PaletteText) { self.text = text }

    mutating func parse() -> Value {
        let value = value(depth: 0)
        text.skipSpace()
        if failure == nil, !text.isAtEnd { fail("the JSON has ended, and more follows") }
        return value
    }

    private mutating func fail(_ reason: String) {
        if failure == nil { failure = (min(text.index, text.bytes.count), reason) }
    }

    private mutating func value(depth: Int) -> Value {
        text.skipSpace()
        let start = text.index
        func made(_ content: Value.Content) -> Value { Value(content: content, index: start) }
        guard depth < Self.maximumDepth else {
            fail("the JSON is nested more than \(Self.maximumDepth) deep")
            return made(.other(nil))
        }
        switch text.current {
        case UInt8(ascii: "{"): return made(.object(object(depth)))
        case UInt8(ascii: "["): return made(.list(list(depth)))
        case UInt8(ascii: "\""): return made(string().map { .text($0) } ?? .other(nil))
        default:
            while let byte = text.current, isWordByte(byte) { text.index += 1 }
            if text.index == start { fail(text.isAtEnd ? "the JSON ends too early" : "the JSON is broken") }
            return made(.other(Int(text.text(start..<text.index))))
        }
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: false
        }
    }

    private mutating func list(_ depth: Int) -> [Value] {
        var values: [Value] = []
        text.index += 1
        text.skipSpace()
        if take("]") { return values }
        while true {
            let next = value(depth: depth + 1)
            // What is broken may have begun well.
            if failure == nil || !next.isEmpty { values.append(next) }
            guard failure == nil, goesOn(to: "]") else { return values }
        }
    }

    private mutating func object(_ depth: Int) -> [(key: String, value: Value)] {
        var pairs: [(key: String, value: Value)] = []
        text.index += 1
        text.skipSpace()
        if take("}") { return pairs }
        while true {
            text.skipSpace()
            guard text.current == UInt8(ascii: "\""), let key = string() else {
                fail(text.isAtEnd ? "the JSON ends too early" : "a name in quotes was expected")
                return pairs
            }
            text.skipSpace()
            guard take(":") else {
                fail(text.isAtEnd ? "the JSON ends too early" : "a colon was expected")
                return pairs
            }
            let next = value(depth: depth + 1)
            if failure == nil || !next.isEmpty { pairs.append((key, next)) }
            guard failure == nil, goesOn(to: "}") else { return pairs }
        }
    }

    private mutating func goesOn(to end: Unicode.Scalar) -> Bool {
        text.skipSpace()
        if take(",") { return true }
        if !take(end) { fail(text.isAtEnd ? "the JSON ends too early" : "a comma or \(end) was expected") }
        return false
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard text.current == UInt8(ascii: scalar) else { return false }
        text.index += 1
        return true
    }

    private mutating func string() -> String? {
        text.index += 1
        let start = text.index
        while let byte = text.current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { text.index += 1 }
        if text.current == UInt8(ascii: "\"") {
            defer { text.index += 1 }
            return text.text(start..<text.index)
        }
        var units = Array(text.text(start..<text.index).utf16)
        while let byte = text.current {
            guard byte == UInt8(ascii: "\\") else {
                let begin = text.index
                while let byte = text.current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                    text.index += 1
                }
                if begin == text.index {
                    text.index += 1
                    return String(decoding: units, as: UTF16.self)
                }
                units += Array(text.text(begin..<text.index).utf16)
                continue
            }
            text.index += 1
            guard let escape = text.current else { break }
            text.index += 1
            switch escape {
            case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"):
                units.append(0x20)
            case UInt8(ascii: "u"):
                let end = min(text.index + 4, text.bytes.count)
                guard let unit = UInt16(text.text(text.index..<end), radix: 16), end == text.index + 4 else {
                    fail("\\u wants four hexadecimal digits")
                    return nil
                }
                text.index = end
                units.append(unit)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(UInt16(escape))
            default:
                fail("the JSON has an unknown escape")
                return nil
            }
        }
        fail("the JSON ends within a text")
        return nil
    }
}

extension JSONTree.Value {
    fileprivate var isEmpty: Bool {
        switch content {
        case .text: false
        case .list(let values): values.isEmpty
        case .object(let pairs): pairs.isEmpty
        case .other: true
        }
    }
}

func writeJSON(_ palettes: [ColorPalette]) -> [UInt8] {
    var json = "{\n  \"palettes\": ["
    for (index, palette) in palettes.enumerated() {
        json += index == 0 ? "\n    {\n" : ",\n    {\n"
        json += "      \"name\": \(quoted(palette.name)),\n"
        if palette.columns > 0 { json += "      \"columns\": \(palette.columns),\n" }
        json += "      \"colors\": ["
        for (index, entry) in palette.entries.enumerated() {
            json += index == 0 ? "\n" : ",\n"
            json += "        {\"name\": \(quoted(entry.name)), \"color\": \"\(exactText(of: entry.color))\"}"
        }
        json += palette.entries.isEmpty ? "]\n    }" : "\n      ]\n    }"
    }
    json += palettes.isEmpty ? "]\n}\n" : "\n  ]\n}\n"
    return Array(json.utf8)
}

/// Names have no control characters.
private func quoted(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
    }
    return text + "\""
}
