import AviaryText
import Foundation

// {"palettes": [{"name": "Sky", "columns": 2, "colors": [{"name": "Deep sky blue", "color": "#00bfff"}]}]}
//
// The reader also accepts lists of color texts, objects such as {"sky": "#00bfff"}, and design tokens (see
// DesignTokens.swift), within any other values. An object with a member `colors` or `swatches` is a palette.

func readJSON(_ bytes: [UInt8], while isWanted: @escaping () -> Bool) -> PaletteContents {
    var reader = PaletteJSONReader(PaletteText(bytes, while: isWanted))
    return reader.read()
}

private let nameKeys = ["name", "title", "label"]
private let colorKeys = ["color", "hex", "value"]
/// Members of a token or a group that are neither tokens nor groups.
private let otherKeys: Set = [
    "$type", "$description", "$extensions", "$extends", "$ref", "$deprecated", "$schema", "$themes", "$metadata",
]
/// Names of groups that say nothing about the colors in them.
private let plainNames: Set = ["color", "colors", "swatches", "palette", "palettes"]

/// A reader of the colors in JSON, in their order. It keeps the colors before a syntax error.
///
/// The member that shows the kind of an object may be the last one. So each object is scanned first, and then read. A
/// byte is read once for each object around it.
private struct PaletteJSONReader {
    private var text: PaletteText
    private var contents = PaletteContents()
    private var tokens = DesignTokens()
    /// The parts of the present token that are no color; see `TokenDetails`.
    private var details = ""
    /// The member `$deprecated` of the nearest group around the present value that has one; empty without one.
    private var deprecation = ""
    /// False if the present token has a name of its own besides its key.
    private var isNamedByKey = true
    private var failure: (index: Int, reason: String)?
    /// The groups of the file; `nil` until a group extends another one.
    private var groups: TokenGroups?
    /// The groups that the next object extends, because a group around it extends one with a group of the same name.
    private var bases: [Int] = []
    /// The objects around the present value, and those that they extend.
    private var open: [Int] = []
    /// The work for groups that extend others: the number of bytes that were read again, and more for each group.
    private var repeated = 0
    /// The largest depth. Deeper values are refused, because each level uses stack memory.
    private static let maximumDepth = 64
    /// The largest size of a color's text, in bytes.
    private static let longestColor = 1_000
    /// The largest size of a group's name that becomes a part of other names, in bytes. A longer one is shortened.
    private static let longestGroup = 200
    private static let mostRepeated = 32 << 20
    private static let workOfGroup = 2_000

    init(_ text: PaletteText) { self.text = text }

    mutating func read() -> PaletteContents {
        contents.report(encodingOf: text)
        take("", .unknown, depth: 0)
        text.skipSpace()
        if failure == nil, !text.isAtEnd { fail("the JSON has ended, and more follows") }
        if let failure { contents.report(.line(text.line(of: failure.index)), failure.reason) }
        tokens.resolve(&contents)
        return contents
    }

    private mutating func fail(_ reason: String) {
        if failure == nil { failure = (min(text.index, text.bytes.count), reason) }
    }

    // MARK: Taking colors

    /// The type of a design token. It may come from a group around the token.
    private enum Kind {
        case unknown, color
        /// The member `type`, as in older files, is not `color`. The token may still be a color, so a text that is not
        /// a color is not reported.
        case doubtful
        case other
    }

    /// Reads a value, and takes the colors in it.
    ///
    /// - Parameter name: The name for a color without its own name; `nil` if a text at this position is not a color.
    private mutating func take(_ name: String?, _ kind: Kind, depth: Int) {
        text.skipSpace()
        let start = text.index
        guard mayBegin(at: depth) else { return }
        switch text.current {
        case UInt8(ascii: "{"): takeObject(name ?? "", kind, depth)
        case UInt8(ascii: "["):
            tokens.lists += 1
            forEachValue { reader in reader.take("", kind, depth: depth + 1) }
            tokens.lists -= 1
        case UInt8(ascii: "\""):
            guard let typed = string(), let name else { return }
            add(name, typed, at: start)
        default: _ = word()
        }
    }

    private mutating func takeObject(_ name: String, _ inherited: Kind, _ depth: Int) {
        let start = text.index
        var object = lookOver(depth)
        let end = (text.index, failure)
        let bases = takeBases(of: start, &object, depth)
        let kind = object.kind ?? inherited
        let outer = deprecation
        defer { deprecation = outer }
        if !object.deprecation.isEmpty { deprecation = object.deprecation }
        // A palette keeps what its group says, so its colors need not.
        if object.isPalette { deprecation = "" }
        let isKept = object.value != nil || object.isPalette
        let details = isKept ? object.details(deprecation: object.isPalette ? object.deprecation : deprecation) : ""
        if isKept, details == nil {
            let limit = TokenDetails.maximumSize.formatted()
            contents.report(
                .line(text.line(of: start)),
                "its “$extensions” and “$description” are longer than \(limit) bytes, too deep, or broken, and aren't kept"
            )
        }
        if let value = object.value {
            (text.index, failure) = (value, nil)
            (self.details, isNamedByKey) = (details ?? "", object.name == nil)
            takeToken(object.name ?? name, kind, depth + 1)
            (self.details, isNamedByKey) = ("", true)
            (text.index, failure) = end
            return
        }
        (text.index, failure) = (start, nil)
        if object.isPalette {
            contents.begin(object.name ?? name, columns: object.columns ?? 0, details: details ?? "")
        }
        takeMembers(of: name, [start] + bases, isPalette: object.isPalette, kind, depth)
        if object.isPalette { contents.close() }
    }

    /// Takes the colors in an object and in those that it extends. A member of an earlier object replaces those of the
    /// same name in later ones. Groups of the same name are joined.
    private mutating func takeMembers(
        of name: String, _ layers: [Int], isPalette: Bool, _ kind: Kind, _ depth: Int
    ) {
        // Shortens the group's name, because it may become a part of many names.
        let group = name.utf8.count > Self.longestGroup ? name.shortened(to: Self.longestGroup / 2) : name
        let around = tokens.outerGroup.flatMap { plainNames.contains($0) ? nil : $0 } ?? ""
        let isClear = plainNames.contains(group) || group.isEmpty
        var names: Set<String> = []
        open += layers
        defer { open.removeLast(layers.count) }
        var end = text.index
        for (number, layer) in layers.enumerated() where failure == nil {
            text.index = layer
            forEachPair { reader, key in
                let isNew = layers.count == 1 || names.insert(key).inserted
                guard isNew, !otherKeys.contains(key) else {
                    _ = reader.skip(depth: depth + 1)
                    return
                }
                // A text is not a color but, for example, a description if it is in a palette, or if its key begins
                // with `$` or means a name.
                let isOther = isPalette || key.hasPrefix("$") || nameKeys.contains(key)
                reader.text.skipSpace()
                let isText = reader.text.current == UInt8(ascii: "\"")
                let isObject = reader.text.current == UInt8(ascii: "{")
                let isUnclear = key == "$root" || !key.hasLetter
                let title = isClear || !isUnclear ? key : key == "$root" ? group : "\(group) \(key)"
                let later = layers[(number + 1)...]
                reader.bases = isObject ? reader.groups?.groups(named: key, in: later) ?? [] : []
                reader.tokens.enter(key, in: isClear ? "" : isUnclear ? around : group)
                reader.take(isText && isOther ? nil : title, kind, depth: depth + 1)
                reader.tokens.leave()
            }
            if number == 0 { end = text.index } else { repeated += text.index - layer }
        }
        text.index = end
    }

    /// The groups that a group extends, the nearest first. The group gets their type and their `$deprecated`, unless it
    /// has its own.
    private mutating func takeBases(of start: Int, _ object: inout Object, _ depth: Int) -> [Int] {
        var layers = bases
        bases = []
        guard object.value == nil, failure == nil else { return [] }
        let end = text.index
        defer { (text.index, failure) = (end, nil) }
        if let extended = object.extended {
            let line = text.line(of: extended.index)
            do throws(TokenProblem) {
                var groups = groups ?? findGroups()
                defer { self.groups = groups }
                let own = try groups.layers(extended.reference)
                if own.contains(where: { $0 == start || open.contains($0) }) { throw .circle }
                layers = own + layers.filter { !own.contains($0) }
            } catch { contents.report(.line(line), error.reason) }
        }
        guard repeated < Self.mostRepeated else {
            if !layers.isEmpty {
                contents.report(.file, "so many groups extend others that the tokens of some are left out")
            }
            return []
        }
        for layer in layers {
            text.index = layer
            let base = lookOver(depth)
            repeated += text.index - layer + Self.workOfGroup
            object.kind = object.kind ?? base.kind
            if object.deprecation.isEmpty { object.deprecation = base.deprecation }
        }
        return layers
    }

    /// Finds all groups of the file.
    private mutating func findGroups() -> TokenGroups {
        let present = text.index
        defer { (text.index, failure) = (present, nil) }
        text.index = 0
        text.skipSpace()
        var groups = TokenGroups(root: text.index)
        if text.current == UInt8(ascii: "{") { _ = findGroups(&groups, depth: 0) }
        return groups
    }

    /// - Returns: True if the object at the present position is a group.
    private mutating func findGroups(_ groups: inout TokenGroups, depth: Int) -> Bool {
        let start = text.index
        var isToken = false
        forEachPair { reader, key in
            reader.text.skipSpace()
            let place = reader.text.index
            switch reader.text.current {
            case UInt8(ascii: "{") where !key.hasPrefix("$"):
                guard reader.mayBegin(at: depth + 1) else { return }
                if reader.findGroups(&groups, depth: depth + 1) { groups.add(place, named: key, in: start) }
            case UInt8(ascii: "\"") where key == "$extends":
                if let reference = reader.string().map(TokenReference.init(extended:)) {
                    groups.extend(start, by: reference)
                }
            default: _ = reader.skip(depth: depth + 1)
            }
            isToken = isToken || key == "$value"
        }
        return !isToken
    }

    /// Reads the value of a token at the present position, and takes its color.
    private mutating func takeToken(_ name: String, _ kind: Kind, _ depth: Int) {
        let start = text.index
        switch text.current {
        case _ where kind == .other: tokens.setOther()
        case UInt8(ascii: "\""):
            guard let typed = string() else { return }
            let isShort = typed.utf8.count <= Self.longestColor
            if isShort, let reference = TokenReference(braces: typed) {
                wait(TokenColor(reference: reference), named: name, kind, at: start)
            } else {
                add(name, typed, kind, at: start)
            }
        case UInt8(ascii: "{"):
            let color = tokenColor(depth)
            if color.isOther {
                if kind == .color { report(start) }
                tokens.setOther()
            } else if !color.references.isEmpty {
                wait(color, named: name, kind, at: start)
            } else {
                let line = text.line(of: start)
                do throws(TokenProblem) {
                    let channels = color.channels()
                    let converted = try color.color(channels)
                    if contents.add(name, converted, details: details, at: .line(line)) {
                        tokens.set(converted, channels)
                        noteGroup()
                    }
                } catch {
                    contents.report(.line(line), error.reason)
                    tokens.setOther()
                }
            }
        default:
            if kind == .color { report(start) }
            tokens.setOther()
        }
    }

    private mutating func report(_ index: Int) {
        contents.report(.line(text.line(of: index)), "a color was expected, as in {\"hex\": \"#ff6347\"}")
    }

    /// Adds a placeholder for a color that refers to other tokens.
    private mutating func wait(_ color: TokenColor, named name: String, _ kind: Kind, at index: Int) {
        let (line, count) = (text.line(of: index), contents.count)
        guard contents.add(name, .black, details: details, at: .line(line)) else { return }
        tokens.wait(color, named: name, at: line, index: count, isColor: kind == .color)
        noteGroup()
    }

    /// Reads an object with a color space and components.
    private mutating func tokenColor(_ depth: Int) -> TokenColor {
        var color = TokenColor()
        forEachPair { reader, key in
            reader.text.skipSpace()
            switch (key, reader.text.current) {
            case ("colorSpace", UInt8(ascii: "\"")): color.space = reader.shortString()
            case ("hex", UInt8(ascii: "\"")): color.hex = reader.shortString().flatMap { try? exactColor($0) }
            case ("$ref", UInt8(ascii: "\"")): color.reference = reader.shortString().map(TokenReference.pointer)
            case ("components", UInt8(ascii: "[")):
                reader.forEachValue { reader in
                    let part = reader.tokenPart(depth + 2)
                    if let part, let count = color.parts?.count, count < 4 {
                        color.parts?.append(part)
                    } else {
                        color.parts = nil
                    }
                }
            default: _ = reader.skip(depth: depth + 1)
            }
        }
        return color
    }

    /// Reads a component; `nil` if it is neither a number, `none` nor a reference.
    private mutating func tokenPart(_ depth: Int) -> TokenColor.Part? {
        text.skipSpace()
        switch text.current {
        case UInt8(ascii: "\""): return shortString() == "none" ? .number(0) : nil
        case UInt8(ascii: "{"):
            var reference: TokenReference?
            forEachPair { reader, key in
                reader.text.skipSpace()
                if key == "$ref", reader.text.current == UInt8(ascii: "\"") {
                    reference = reader.shortString().map(TokenReference.pointer)
                } else {
                    _ = reader.skip(depth: depth + 1)
                }
            }
            return reference.map(TokenColor.Part.reference)
        case UInt8(ascii: "["):
            _ = skip(depth: depth)
            return nil
        default:
            let word = text.text(word().prefix(100))
            guard let number = Double(word), number.isFinite else { return nil }
            return .number(number)
        }
    }

    /// Reads a text; `nil` if it is broken or too long.
    private mutating func shortString() -> String? {
        guard let text = string(), text.utf8.count <= Self.longestColor else { return nil }
        return text
    }

    private mutating func add(_ name: String, _ typed: String, _ kind: Kind = .unknown, at index: Int) {
        let place = PaletteProblem.Place.line(text.line(of: index))
        let typed = typed.utf8.count > Self.longestColor ? String(typed.prefix(Self.longestColor)) : typed
        do throws(ColorError) {
            let color = try exactColor(typed)
            if contents.add(name, color, details: details, at: place) {
                tokens.set(color)
                noteGroup()
            }
        } catch {
            if kind != .doubtful { contents.report(place, error.reason) }
            tokens.setOther()
        }
    }

    /// Remembers the group of the color that was added last. It is needed if another color has the same key.
    private mutating func noteGroup() {
        if isNamedByKey { tokens.noteGroup(of: contents.count - 1) }
    }

    // MARK: Looking over

    /// The facts about an object that are needed before its colors are read.
    private struct Object {
        /// The position of the value in the text, if the object is a color or a token.
        var value: Int?
        var name: String?
        var kind: Kind?
        var isPalette = false
        var columns: Int?
        /// The group that a group extends, and where that stands.
        var extended: (reference: TokenReference, index: Int)?
        /// The extensions of other programs, as an object of JSON, and the values of `$description` and `$deprecated`.
        var (extensions, description, deprecation) = ("", "", "")
        /// True if these parts are too long.
        var isTooLong = false

        /// The parts that are no color, as `TokenDetails` has them; `nil` if they cannot be kept.
        func details(deprecation: String) -> String? {
            if isTooLong { return nil }
            // Most tokens have none of these parts.
            if extensions.isEmpty, description.isEmpty, deprecation.isEmpty { return "" }
            // A token may take back what its group says.
            let reason = deprecation == "false" ? "" : deprecation
            let joined = TokenDetails.joined([
                ("$extensions", extensions), ("$description", description), ("$deprecated", reason),
            ])
            if joined.isEmpty { return "" }
            let checked = TokenDetails.checked(joined)
            return checked.isEmpty ? nil : checked
        }
    }

    private mutating func lookOver(_ depth: Int) -> Object {
        let start = text.index
        var object = Object()
        var (color, old): (Int?, Int?) = (nil, nil)
        var (isReference, isGroup, isOld) = (false, false, false)
        forEachPair { reader, key in
            reader.text.skipSpace()
            let start = reader.text.index
            let isText = reader.text.current == UInt8(ascii: "\"")
            if isText, object.name == nil, nameKeys.contains(key) {
                object.name = reader.mayBegin(at: depth + 1) ? reader.string() : nil
                return
            }
            if isText, key == "$type" || key == "type" {
                let type = reader.mayBegin(at: depth + 1) ? reader.string() : nil
                isOld = key == "type"
                if type == "color" {
                    object.kind = .color
                } else if type != nil {
                    object.kind = isOld ? .doubtful : .other
                }
                return
            }
            if key == "$extensions", reader.text.current == UInt8(ascii: "{") {
                reader.readExtensions(&object, depth)
                return
            }
            if key == "$extends", isText {
                object.extended = reader.string().map { (TokenReference(extended: $0), start) }
                return
            }
            if key == "$description" && isText || key == "$deprecated" {
                reader.readDetail(key, &object, depth)
                return
            }
            let skipped = reader.skip(depth: depth + 1)
            // A value with a syntax error is used if it has any content, because its first part may be a color.
            guard reader.failure == nil || skipped.hasContent else { return }
            if key == "$value", object.value == nil { object.value = start }
            if skipped.isText, color == nil, colorKeys.contains(key) { color = start }
            if skipped.isText, key == "$ref" { isReference = true }
            if skipped.isObject {
                if key == "value" { old = start }
                isGroup = isGroup || !key.hasPrefix("$")
            }
            if key == "colors" || key == "swatches" { object.isPalette = true }
            if key == "columns", object.columns == nil { object.columns = skipped.number ?? 0 }
        }
        object.value = object.value ?? color
        // An object with `$ref` instead of a value is read like a value itself.
        if object.value == nil, isReference, !isGroup { object.value = start }
        if object.value == nil, isOld, object.kind == .color { object.value = old }
        return object
    }

    /// Reads `$description` or `$deprecated`. A value that is neither a text, `true` nor `false` is passed over.
    private mutating func readDetail(_ key: String, _ object: inout Object, _ depth: Int) {
        let start = text.index
        let isText = skip(depth: depth + 1).isText
        guard failure == nil, text.index - start < TokenDetails.maximumSize else {
            object.isTooLong = object.isTooLong || failure == nil
            return
        }
        let value = text.text(start..<text.index)
        if key == "$description" {
            object.description = value
        } else if isText || value == "true" || value == "false" {
            object.deprecation = value
        }
    }

    /// Reads `$extensions`: the name and the columns from the member of our own files, and the members of other
    /// programs.
    private mutating func readExtensions(_ object: inout Object, _ depth: Int) {
        var (name, palette, columns): (String?, String?, Int?) = (nil, nil, nil)
        var others = ""
        forEachPair { reader, key in
            reader.text.skipSpace()
            let start = reader.text.index
            guard key == TokenDetails.ownKey, reader.text.current == UInt8(ascii: "{") else {
                _ = reader.skip(depth: depth + 2)
                guard key != TokenDetails.ownKey, !object.isTooLong else { return }
                if others.utf8.count + key.utf8.count + reader.text.index - start < TokenDetails.maximumSize {
                    others +=
                        "\(others.isEmpty ? "" : ",")\(quoted(key)):\(reader.text.text(start..<reader.text.index))"
                } else {
                    object.isTooLong = true
                }
                return
            }
            reader.forEachPair { reader, key in
                reader.text.skipSpace()
                let isText = reader.text.current == UInt8(ascii: "\"")
                switch key {
                case "name" where isText: name = reader.string()
                case "palette" where isText: palette = reader.string()
                default:
                    let skipped = reader.skip(depth: depth + 3)
                    if key == "columns" { columns = skipped.number }
                }
            }
        }
        if !others.isEmpty { object.extensions = "{\(others)}" }
        if let palette { (object.isPalette, object.name) = (true, palette) }
        if let name { object.name = name }
        if let columns { object.columns = columns }
    }

    /// The facts about a skipped value.
    private struct Skipped {
        var isText = false
        var isObject = false
        var number: Int?
        /// True for a complete text, and for a list or an object that contains a complete value.
        var hasContent = false
    }

    private mutating func skip(depth: Int) -> Skipped {
        text.skipSpace()
        guard mayBegin(at: depth) else { return Skipped() }
        var skipped = Skipped()
        switch text.current {
        case UInt8(ascii: "{"):
            skipped.isObject = true
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

    /// Reads a text; `nil` if it is broken. A text that is far too long is truncated.
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

/// A name as a string of JSON. Names have no control characters, so only quotation marks and backslashes are escaped.
func quoted(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
    }
    return text + "\""
}
