import AviaryText

// /* palette: Sky */
// :root {
//   --deep-sky-blue: #00bfff;
//   --deep-sky-blue-2: #00bffe; /* name: Deep sky blue */
// }

/// Returns true if a text has a custom property of CSS, a variable of Sass, or a color as a variable of Less.
func declaresVariables(_ head: String) -> Bool {
    var text = PaletteText(Array(head.utf8))
    while !text.isAtEnd {
        skipIgnored(&text)
        let start = text.index
        if let variable = variable(at: &text), !variable.name.isEmpty {
            if variable.sigil != "@" { return true }
            // Ordinary text may contain `@word:`, so a variable of Less counts only if its value is a color.
            let value = variable.value.map { StyleValues.plainText(text, $0) } ?? ""
            if (try? exactColor(value)) != nil { return true }
        }
        if text.index == start { text.index += 1 }
    }
    return false
}

func readCSS(_ bytes: [UInt8], while isWanted: @escaping () -> Bool) -> PaletteContents {
    var (text, contents) = (PaletteText(bytes, while: isWanted), PaletteContents())
    contents.report(encodingOf: text)
    /// The name of the next palette, from a comment.
    var (name, columns) = (nil as String?, 0)
    let whole = text
    let isIndented = StyleValues.isIndented(text)
    var values = StyleValues { allVariables(of: whole, isIndented: isIndented) }
    reading: while text.goesOn(contents), !text.isAtEnd {
        let start = text.index
        let variable: Variable
        switch part(at: &text, isIndented: isIndented) {
        case .other: continue
        case .variable(let read): variable = read
        case .comment(let comment):
            guard comment.isClosed else {
                contents.report(.line(text.line(of: start)), "the file ends within a comment")
                break reading
            }
            if let said = comment.text.said(after: "palette:") {
                // If `name` is still set, the previous palette has no colors, and is added empty.
                if let begun = name { contents.begin(begun, columns: columns) }
                contents.close()
                (name, columns) = (said, 0)
            }
            if let said = comment.text.said(after: "columns:") { columns = number(said) }
            continue
        }
        guard let value = variable.value else {
            contents.report(.line(text.line(of: start)), "the file ends within a variable")
            break
        }
        let colors = values.colors(of: variable.name, variable.sigil, value, in: &text)
        let said = commentBehind(&text)?.said(after: "name:")
        for part in colors {
            let place = PaletteProblem.Place.line(part.line)
            if part.isOther { continue }
            do throws(ColorError) {
                if part.lacksMark { throw .unknown(part.typed) }
                let color = try exactColor(part.typed)
                if let begun = name {
                    contents.begin(begun, columns: columns)
                    name = nil
                }
                if !contents.add(said ?? part.name.titled, color, at: place) { break reading }
            } catch { contents.report(place, error.reason) }
        }
    }
    if let begun = name { contents.begin(begun, columns: columns) }
    return contents
}

/// The values of all variables, by sigil and name. If several custom properties have one name, the first counts. If
/// several variables of Sass or Less have one name, the last counts.
private func allVariables(of whole: PaletteText, isIndented: Bool) -> [String: String] {
    var (text, contents, texts) = (whole, PaletteContents(), [String: String]())
    while text.goesOn(contents), !text.isAtEnd {
        guard case .variable(let variable) = part(at: &text, isIndented: isIndented) else { continue }
        guard let value = variable.value else { break }
        let key = variable.sigil + StyleValues.plain(variable.name)
        if variable.sigil != "--" || texts[key] == nil { texts[key] = StyleValues.plainText(text, value) }
    }
    return texts
}

private enum StylePart {
    case comment(Comment)
    case variable(Variable)
    case other
}

/// Reads a comment or a declaration. Otherwise skips a line comment, a string, a name, or one byte.
private func part(at text: inout PaletteText, isIndented: Bool) -> StylePart {
    let start = text.index
    if let comment = comment(at: &text) { return .comment(comment) }
    if isAtLineComment(text) {
        _ = text.nextLine()
    } else if text.current == UInt8(ascii: "\"") || text.current == UInt8(ascii: "'") {
        skipString(&text)
    } else if let variable = settings(at: &text) ?? variable(at: &text, isIndented: isIndented) {
        return .variable(variable)
    } else if text.index == start {
        text.index += 1
    }
    return .other
}

private struct Variable {
    /// `--`, `$` or `@`.
    var sigil: String
    var name: String
    /// `nil` if the file ends within the value. A complete value of Sass or Less may end with the file.
    var value: Range<Int>?
}

/// At-rules of CSS and Sass. A colon may follow their names, but they declare no variable.
private let rulesBeforeColons: Set = ["page", "media", "import", "namespace", "else", "include"]

/// Returns false within a word, as in `a--b`, and after `(` or `,`, where an argument may stand, as in `@include
/// button($color: red)`.
private func mayDeclare(_ text: PaletteText) -> Bool {
    guard text.index > 0 else { return true }
    if isNameByte(text.bytes[text.index - 1]) { return false }
    var before = text.index - 1
    while before > 0, text.bytes[before] <= 0x20 { before -= 1 }
    return text.bytes[before] != UInt8(ascii: "(") && text.bytes[before] != UInt8(ascii: ",")
}

/// Reads a declaration: `--name: value;`, `$name: value;` or `@name: value;`. If there is none, the position may be
/// after a sigil and a name.
///
/// - Parameter isIndented: True if the end of a line ends a value.
private func variable(at text: inout PaletteText, isIndented: Bool = false) -> Variable? {
    let sigil = text.isAt("--") ? "--" : text.isAt("$") ? "$" : text.isAt("@") ? "@" : ""
    if sigil.isEmpty || !mayDeclare(text) { return nil }
    text.index += sigil.utf8.count
    let nameStart = text.index
    while let byte = text.current, isNameByte(byte) {
        if byte == UInt8(ascii: "\\") { skipEscape(&text) } else { text.index += 1 }
    }
    guard text.index <= text.bytes.count else { return nil }
    let nameEnd = text.index
    let name = unescaped(text.text(nameStart..<nameEnd))
    text.skipSpace()
    guard text.current == UInt8(ascii: ":"), sigil != "@" || !rulesBeforeColons.contains(name) else {
        text.index = nameEnd
        return nil
    }
    text.index += 1
    return Variable(sigil: sigil, name: name, value: value(at: &text, of: sigil, isIndented: isIndented))
}

/// Reads the settings of a module of Sass, `@use "name" with ($name: value)`, as a map without a name. Does not move if
/// there are none.
private func settings(at text: inout PaletteText) -> Variable? {
    guard text.isAt("@use") || text.isAt("@forward"), mayDeclare(text) else { return nil }
    let start = text.index
    text.index += 1
    while let byte = text.current, !";{}@".utf8.contains(byte) {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            skipString(&text)
        } else if byte == UInt8(ascii: "(") {
            return Variable(sigil: "$", name: "", value: value(at: &text, of: "$", isIndented: true))
        } else {
            text.index += 1
        }
    }
    text.index = start
    return nil
}

/// Reads a value and the semicolon after it.
///
/// - Returns: `nil` if the file ends within the value.
private func value(at text: inout PaletteText, of sigil: String, isIndented: Bool) -> Range<Int>? {
    let valueStart = text.index
    text.skipSpace()
    // In Less, a value may be a block of rules: `@name: { … }`.
    let isBlock = text.current == UInt8(ascii: "{")
    text.index = valueStart
    var (depth, blocks) = (0, 0)
    while let byte = text.current {
        switch byte {
        case UInt8(ascii: "{") where isBlock || text.bytes[text.index - 1] == UInt8(ascii: "#"): blocks += 1
        case UInt8(ascii: "}") where blocks > 0:
            blocks -= 1
            guard isBlock, blocks == 0 else { break }
            text.index += 1
            return valueStart..<text.index
        case UInt8(ascii: ";"), UInt8(ascii: "}"):
            if depth == 0 && blocks == 0 || byte == UInt8(ascii: "}") {
                defer { if byte == UInt8(ascii: ";") { text.index += 1 } }
                return valueStart..<text.index
            }
        case 0x0a, 0x0d:
            if isIndented, depth == 0 { return valueStart..<text.index }
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth = max(depth - 1, 0)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            skipString(&text)
            continue
        case UInt8(ascii: "/"):
            if isAtLineComment(text) {
                while let byte = text.current, byte != 0x0a, byte != 0x0d { text.index += 1 }
                continue
            }
            if comment(at: &text) != nil { continue }
        default: break
        }
        text.index += 1
    }
    // The last line of Sass and Less needs no semicolon.
    let isWhole = sigil != "--" || isIndented
    return isWhole && depth == 0 && blocks == 0 ? valueStart..<text.bytes.count : nil
}

/// Skips an escape: a backslash with up to six hexadecimal digits and one optional space, or with one other character.
private func skipEscape(_ text: inout PaletteText) {
    text.index += 1
    var digits = 0
    while digits < 6, let byte = text.current, isHexDigit(byte) {
        text.index += 1
        digits += 1
    }
    if digits == 0 || text.current == 0x20 { text.index += 1 }
}

func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
}

/// Returns true if a line comment of Sass or Less begins here. Its two slashes stand at the start of the file, or after
/// white space, `;`, `{` or `}`. Elsewhere they may belong to an address: `url(//example.com)`.
private func isAtLineComment(_ text: PaletteText) -> Bool {
    guard text.isAt("//") else { return false }
    guard text.index > 0 else { return true }
    switch text.bytes[text.index - 1] {
    case 0x20, 0x09...0x0d, UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"): return true
    default: return false
    }
}

private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x80...0xff, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "\\"):
        true
    default: false
    }
}

/// Skips to the end of a string. An unclosed string ends with its line.
private func skipString(_ text: inout PaletteText) {
    let quote = text.current
    text.index += 1
    while let byte = text.current, byte != 0x0a {
        text.index += byte == UInt8(ascii: "\\") ? 2 : 1
        if byte == quote { return }
    }
}

private func skipIgnored(_ text: inout PaletteText) {
    while comment(at: &text) != nil {}
}

private struct Comment {
    var text: String
    /// False if the file ends within the comment.
    var isClosed: Bool
}

/// Reads a comment.
private func comment(at text: inout PaletteText) -> Comment? {
    guard text.isAt("/*") else { return nil }
    text.index += 2
    let start = text.index
    let isClosed = text.skip(to: "*/")
    defer { if isClosed { text.index += 2 } }
    return Comment(text: text.text(text.trimmed(start..<text.index)), isClosed: isClosed)
}

/// Reads a comment `/* name: … */` on the same line. Does not move if there is none.
private func commentBehind(_ text: inout PaletteText) -> String? {
    let start = text.index
    while text.current == 0x20 || text.current == 0x09 { text.index += 1 }
    if let comment = comment(at: &text), comment.isClosed, comment.text.said(after: "name:") != nil {
        return comment.text
    }
    text.index = start
    return nil
}

extension String {
    /// The text after a key, with its escapes decoded; `nil` if the text does not begin with the key.
    fileprivate func said(after key: String) -> String? {
        guard utf8.starts(with: key.utf8) else { return nil }
        let rest = String(decoding: utf8.dropFirst(key.utf8.count), as: UTF8.self)
        return unescaped(rest)
    }

    /// The text as it is written in a comment.
    fileprivate var commented: String {
        // Escapes each scalar, not each character. An asterisk and a combining mark form one character, which does not
        // equal `*`.
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += "\\5c "
            case "*": text += "\\2a "
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The name of a variable for a color's name: "deep-sky-blue".
    fileprivate var dashed: String {
        var name = ""
        for scalar in unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                name += scalar.properties.lowercaseMapping
            } else if name.utf8.last != UInt8(ascii: "-") {
                name += "-"
            }
        }
        while name.hasSuffix("-") { name.removeLast() }
        while name.hasPrefix("-") { name.removeFirst() }
        return name.isEmpty ? "color" : name
    }

    /// The color's name for the name of a variable: "Deep sky blue". Drops the prefix "color-" of Tailwind's names.
    fileprivate var titled: String {
        let rest = hasPrefix("color-") ? String(dropFirst(6)) : ""
        return (rest.hasLetter ? rest : self).split(separator: /[-_]/).joined(separator: " ").capitalizedFirst
    }
}

/// Decodes the escapes of CSS: a backslash with up to six hexadecimal digits, or with one other character.
private func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var (scalars, rest) = (String.UnicodeScalarView(), text.unicodeScalars[...])
    while let scalar = rest.popFirst() {
        guard scalar == "\\" else {
            scalars.append(scalar)
            continue
        }
        let digits = rest.prefix(6).prefix { $0.isASCII && $0.properties.isHexDigit }
        if digits.isEmpty {
            if let next = rest.popFirst() { scalars.append(next) }
            continue
        }
        rest = rest.dropFirst(digits.count)
        if rest.first == " " { rest.removeFirst() }
        let number = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
        scalars.append(number.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
    }
    return String(scalars)
}

struct CSSParts: PaletteParts {
    /// The names of variables in use, each with the last number that was tried after it. `nil` for many colors, because
    /// their names would take much memory. Then each name ends with a number.
    private var uses: [String: Int]?
    private var count = 0

    private static let mostNames = 10_000

    init(_ outlines: [PaletteOutline]) {
        uses = outlines.reduce(0) { $0 + $1.count } > Self.mostNames ? nil : [:]
    }

    mutating func begin(_ palette: PaletteOutline, in file: inout [UInt8]) {
        file += "/* palette: \(palette.name.commented) */\n".utf8
        if palette.columns > 0 { file += "/* columns: \(palette.columns) */\n".utf8 }
        file += ":root {\n".utf8
    }

    mutating func add(_ entry: ColorPalette.Entry, to file: inout [UInt8]) {
        let variable = variable(for: entry)
        file += "  --\(variable): \(exactText(of: entry.color));".utf8
        if !variable.titled.utf8.elementsEqual(entry.name.utf8) { file += " /* name: \(entry.name.commented) */".utf8 }
        file.append(UInt8(ascii: "\n"))
    }

    mutating func end(in file: inout [UInt8]) { file += "}\n".utf8 }

    private mutating func variable(for entry: ColorPalette.Entry) -> String {
        let base = entry.name.dashed
        count += 1
        guard uses != nil else { return "\(base)-\(count)" }
        var variable = base
        // A numbered name may be taken: a color named "Sky 2" also becomes `sky-2`.
        while uses?[variable] != nil {
            let number = (uses?[base] ?? 1) + 1
            uses?[base] = number
            variable = "\(base)-\(number)"
        }
        uses?[variable] = 1
        return variable
    }
}
