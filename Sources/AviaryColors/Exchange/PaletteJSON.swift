import AviaryText

// {"palettes": [{"name": "Sky", "columns": 2, "colors": [{"name": "Deep sky blue", "color": "#00bfff"}]}]}
//
// The reader also accepts lists of texts, {"sky": "#00bfff"}, design tokens ({"sky": {"$value": "#00bfff"}}), and other
// values around them. An object that has such a list gives the palette its name.

func readJSON(_ bytes: [UInt8], while isWanted: @escaping () -> Bool) -> PaletteContents {
    var reader = PaletteJSONReader(PaletteText(bytes, while: isWanted))
    return reader.read()
}

private let nameKeys = ["name", "title", "label"]
private let colorKeys = ["color", "hex", "$value", "value"]

/// Reads the colors of JSON in their order, and keeps nothing else. Colors before a syntax error are kept.
///
/// The kind of an object may only be known at its end. So each object is scanned first, and then read. A byte is read
/// once for each object around it.
private struct PaletteJSONReader {
    private var text: PaletteText
    private var contents = PaletteContents()
    private var failure: (index: Int, reason: String)?
    /// The largest depth. Deeper values are refused, because each level takes some of the stack.
    private static let maximumDepth = 64
    /// The largest size of a color's text, in bytes.
    private static let longestColor = 1_000

    init(_ text: PaletteText) { self.text = text }

    mutating func read() -> PaletteContents {
        contents.report(encodingOf: text)
        take("", depth: 0)
        text.skipSpace()
        if failure == nil, !text.isAtEnd { fail("the JSON has ended, and more follows") }
        if let failure { contents.report(.line(text.line(of: failure.index)), failure.reason) }
        return contents
    }

    private mutating func fail(_ reason: String) {
        if failure == nil { failure = (min(text.index, text.bytes.count), reason) }
    }

    // MARK: Taking colors

    /// Reads a value, and takes the colors in it.
    ///
    /// - Parameter name: The name for a color without another name; `nil` if a text here is not a color.
    private mutating func take(_ name: String?, depth: Int) {
        text.skipSpace()
        let start = text.index
        guard mayBegin(at: depth) else { return }
        switch text.current {
        case UInt8(ascii: "{"): takeObject(name ?? "", depth)
        case UInt8(ascii: "["): forEachValue { reader in reader.take("", depth: depth + 1) }
        case UInt8(ascii: "\""):
            guard let typed = string(), let name else { return }
            add(name, typed, at: start)
        default: _ = word()
        }
    }

    private mutating func takeObject(_ name: String, _ depth: Int) {
        let start = text.index
        let object = lookOver(depth)
        if let color = object.color {
            let end = (text.index, failure)
            (text.index, failure) = (color, nil)
            if let typed = string() { add(object.name ?? name, typed, at: color) }
            (text.index, failure) = end
            return
        }
        (text.index, failure) = (start, nil)
        if object.isPalette { contents.begin(object.name ?? name, columns: object.columns ?? 0) }
        forEachPair { reader, key in
            // Such a text of a palette or a token is not a color, but for example a description.
            let isOther = object.isPalette || key.hasPrefix("$") || nameKeys.contains(key)
            reader.text.skipSpace()
            let isText = reader.text.current == UInt8(ascii: "\"")
            reader.take(isText && isOther ? nil : key, depth: depth + 1)
        }
        if object.isPalette { contents.close() }
    }

    private mutating func add(_ name: String, _ typed: String, at index: Int) {
        let place = PaletteProblem.Place.line(text.line(of: index))
        let typed = typed.utf8.count > Self.longestColor ? String(typed.prefix(Self.longestColor)) : typed
        do throws(ColorError) { contents.add(name, try exactColor(typed), at: place) } catch {
            contents.report(place, error.reason)
        }
    }

    // MARK: Looking over

    /// The facts about an object that are needed before its colors are read.
    private struct Object {
        /// The index of its color's text, if the object is a color.
        var color: Int?
        var name: String?
        var isPalette = false
        var columns: Int?
    }

    private mutating func lookOver(_ depth: Int) -> Object {
        var object = Object()
        forEachPair { reader, key in
            reader.text.skipSpace()
            let start = reader.text.index
            if reader.text.current == UInt8(ascii: "\""), object.name == nil, nameKeys.contains(key) {
                object.name = reader.mayBegin(at: depth + 1) ? reader.string() : nil
                return
            }
            let skipped = reader.skip(depth: depth + 1)
            // The part of a value before a syntax error may be enough.
            guard reader.failure == nil || skipped.hasContent else { return }
            if skipped.isText, object.color == nil, colorKeys.contains(key) { object.color = start }
            if key == "colors" || key == "swatches" { object.isPalette = true }
            if key == "columns", object.columns == nil { object.columns = skipped.number ?? 0 }
        }
        return object
    }

    /// The facts about a skipped value.
    private struct Skipped {
        var isText = false
        var number: Int?
        /// True if it is a text, or contains a value.
        var hasContent = false
    }

    private mutating func skip(depth: Int) -> Skipped {
        text.skipSpace()
        guard mayBegin(at: depth) else { return Skipped() }
        var skipped = Skipped()
        switch text.current {
        case UInt8(ascii: "{"):
            forEachPair { reader, _ in
                let value = reader.skip(depth: depth + 1)
                if reader.failure == nil || value.hasContent { skipped.hasContent = true }
            }
        case UInt8(ascii: "["):
            forEachValue { reader in
                let value = reader.skip(depth: depth + 1)
                if reader.failure == nil || value.hasContent { skipped.hasContent = true }
            }
        case UInt8(ascii: "\""):
            let isWhole = string() != nil
            (skipped.isText, skipped.hasContent) = (isWhole, isWhole)
        default: skipped.number = Int(text.text(word()))
        }
        return skipped
    }

    // MARK: JSON

    private mutating func mayBegin(at depth: Int) -> Bool {
        guard text.goesOn(contents) else { return false }
        if depth >= Self.maximumDepth { fail("the JSON is nested more than \(Self.maximumDepth) deep") }
        return depth < Self.maximumDepth
    }

    /// Reads a number, or a word such as `true`.
    private mutating func word() -> Range<Int> {
        let start = text.index
        while let byte = text.current, isWordByte(byte) { text.index += 1 }
        if text.index == start { fail(text.isAtEnd ? "the JSON ends too early" : "the JSON is broken") }
        return start..<text.index
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Reads a list; `read` reads each value.
    private mutating func forEachValue(_ read: (inout Self) -> Void) {
        text.index += 1
        text.skipSpace()
        if take("]") { return }
        repeat { read(&self) } while failure == nil && goesOn(to: "]")
    }

    /// Reads an object; `read` reads the value of each key.
    private mutating func forEachPair(_ read: (inout Self, String) -> Void) {
        text.index += 1
        text.skipSpace()
        if take("}") { return }
        repeat {
            text.skipSpace()
            guard text.current == UInt8(ascii: "\""), let key = string() else {
                return fail(text.isAtEnd ? "the JSON ends too early" : "a name in quotes was expected")
            }
            text.skipSpace()
            guard take(":") else { return fail(text.isAtEnd ? "the JSON ends too early" : "a colon was expected") }
            read(&self, key)
        } while failure == nil && goesOn(to: "}")
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

    /// Reads a text. A text that is far too long is truncated.
    private mutating func string() -> String? {
        text.index += 1
        let start = text.index
        while let byte = text.current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { text.index += 1 }
        if text.current == UInt8(ascii: "\"") {
            defer { text.index += 1 }
            return text.text(start..<text.index)
        }
        var units = Array(text.text(start..<text.index).utf16)
        func append(_ unit: UInt16) { if units.count < PaletteText.longestText { units.append(unit) } }
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
                if units.count < PaletteText.longestText { units += Array(text.text(begin..<text.index).utf16) }
                continue
            }
            text.index += 1
            guard let escape = text.current else { break }
            text.index += 1
            switch escape {
            case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"):
                append(0x20)
            case UInt8(ascii: "u"):
                let end = min(text.index + 4, text.bytes.count)
                guard let unit = UInt16(text.text(text.index..<end), radix: 16), end == text.index + 4 else {
                    fail("\\u wants four hexadecimal digits")
                    return nil
                }
                text.index = end
                append(unit)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): append(UInt16(escape))
            default:
                fail("the JSON has an unknown escape")
                return nil
            }
        }
        fail("the JSON ends within a text")
        return nil
    }
}

struct JSONParts: PaletteParts {
    let head = Array("{\n  \"palettes\": [".utf8)
    let foot: [UInt8]
    private var (palettes, entries) = (0, 0)

    init(_ outlines: [PaletteOutline]) { foot = Array((outlines.isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8) }

    mutating func begin(_ palette: PaletteOutline, in file: inout [UInt8]) {
        file += (palettes == 0 ? "\n    {\n" : ",\n    {\n").utf8
        (palettes, entries) = (palettes + 1, 0)
        file += "      \"name\": \(quoted(palette.name)),\n".utf8
        if palette.columns > 0 { file += "      \"columns\": \(palette.columns),\n".utf8 }
        file += "      \"colors\": [".utf8
    }

    mutating func add(_ entry: ColorPalette.Entry, to file: inout [UInt8]) {
        file += (entries == 0 ? "\n" : ",\n").utf8
        entries += 1
        file += "        {\"name\": \(quoted(entry.name)), \"color\": \"\(exactText(of: entry.color))\"}".utf8
    }

    mutating func end(in file: inout [UInt8]) { file += (entries == 0 ? "]\n    }" : "\n      ]\n    }").utf8 }
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
