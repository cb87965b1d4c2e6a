import AviaryText
import AviaryViews

// <svg …><title>Sky</title>
// <g data-palette="Sky" data-columns="2"><title>Sky</title>
// <rect x="0" y="0" width="60" height="60" fill="#00bfff"><title>Deep sky blue</title></rect>
// </g></svg>
//
// In other drawings, every shape with a title is a color. Every other color of a shape or a gradient is taken once.

func readSVG(_ bytes: [UInt8], while isWanted: @escaping () -> Bool) -> PaletteContents {
    var (text, contents) = (PaletteText(bytes, while: isWanted), PaletteContents())
    contents.report(encodingOf: text)
    /// The colors of shapes without a title.
    var seen: Set<SRGB> = []
    /// The previous shape, until its title is known.
    var shape: SVGShape?
    var depth = 0

    func finish(_ title: String? = nil) {
        guard let done = shape else { return }
        shape = nil
        if title != nil || seen.insert(done.color).inserted { contents.add(title ?? "", done.color, at: done.place) }
    }

    while text.goesOn(contents), text.skip(to: "<") {
        let start = text.index
        if text.isAt("<!--") {
            if text.skip(to: "-->") { text.index += 3 }
            continue
        }
        guard let tag = SVGTag(&text) else {
            contents.report(.line(text.line(of: start)), "the file ends within a tag")
            break
        }
        switch tag.name {
        case "title", "title/":
            guard shape != nil else { continue }
            if tag.isClosed {
                finish("")
                continue
            }
            let begin = text.index
            text.skip(to: "<")
            finish(decoded(text.text(text.trimmed(begin..<text.index))))
        case "/g":
            finish()
            if depth > 0 { depth -= 1 }
            if depth == 0 { contents.close() }
        case "g":
            finish()
            guard !tag.isClosed else { continue }
            if depth > 0 {
                depth += 1
            } else if let name = tag["data-palette"] {
                contents.begin(name, columns: number(tag["data-columns"] ?? ""))
                depth = 1
            }
        default:
            // The end of a shape is the end of its title, too.
            finish()
            let place = PaletteProblem.Place.line(text.line(of: start))
            guard let typed = tag["data-color"] ?? tag.paint, !isNoColor(typed) else { continue }
            do throws(ColorError) {
                shape = SVGShape(color: try exactColor(typed), place: place)
                if tag.isClosed { finish() }
            } catch { contents.report(place, error.reason) }
        }
    }
    finish()
    return contents
}

private struct SVGShape {
    var color: SRGB
    var place: PaletteProblem.Place
}

/// Returns true for a paint without a color of its own.
private func isNoColor(_ paint: String) -> Bool {
    let paint = paint.lowercased()
    return ["", "none", "currentcolor", "inherit", "transparent", "context-fill", "context-stroke", "initial", "unset"]
        .contains(paint) || paint.hasPrefix("url(") || paint.hasPrefix("var(")
}

private struct SVGTag {
    /// The name; for an end tag with the slash before it.
    private(set) var name = ""
    private(set) var isClosed = false
    private var attributes: [(name: String, value: String)] = []

    /// Reads a tag.
    init?(_ text: inout PaletteText) {
        text.index += 1
        let start = text.index
        while let byte = text.current, !isSpace(byte), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<"),
            byte != UInt8(ascii: "/") || text.index == start
        { text.index += 1 }
        let qualified = text.text((start..<text.index).prefix(200))
        name = qualified.last { $0 == ":" } == nil ? qualified : String(qualified.split(separator: ":").last ?? "")
        while true {
            text.skipSpace()
            guard let byte = text.current else { return nil }
            if byte == UInt8(ascii: "<") { return }
            if byte == UInt8(ascii: ">") {
                text.index += 1
                return
            }
            let begin = text.index
            while let byte = text.current, !isSpace(byte), byte != UInt8(ascii: "="), byte != UInt8(ascii: ">"),
                byte != UInt8(ascii: "<"), byte != UInt8(ascii: "/")
            { text.index += 1 }
            let attribute = begin..<text.index
            text.skipSpace()
            if text.current == UInt8(ascii: "=") {
                text.index += 1
                text.skipSpace()
                guard let quote = text.current else { return nil }
                guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
                text.index += 1
                let valueStart = text.index
                while let byte = text.current, byte != quote { text.index += 1 }
                guard !text.isAtEnd else { return nil }
                let name = text.text(attribute.prefix(200))
                if Self.read.contains(name) {
                    attributes.append((name, decoded(text.text(valueStart..<text.index))))
                }
                text.index += 1
            } else if text.current == UInt8(ascii: "/") {
                isClosed = true
                text.index += 1
            } else if text.index == begin {
                text.index += 1
            }
        }
    }

    private static let read: Set = ["fill", "stop-color", "style", "data-color", "data-palette", "data-columns"]

    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The fill from its attributes or its style.
    var paint: String? {
        for declaration in (self["style"] ?? "").split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { String($0).onOneLine }
            if parts.count == 2, parts[0] == "fill" || parts[0] == "stop-color" { return parts[1] }
        }
        return (self["fill"] ?? self["stop-color"])?.onOneLine
    }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

/// Decodes XML's entities in a text.
private func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.first {
        rest = rest.dropFirst()
        guard byte == UInt8(ascii: "&"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            bytes.append(byte)
            continue
        }
        let entity = String(decoding: rest[..<end], as: UTF8.self)
        let scalar: Unicode.Scalar? =
            switch entity {
            case "amp": "&"
            case "lt": "<"
            case "gt": ">"
            case "quot": "\""
            case "apos": "'"
            default:
                if entity.hasPrefix("#x") {
                    UInt32(entity.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
                } else if entity.hasPrefix("#") {
                    UInt32(entity.dropFirst()).flatMap(Unicode.Scalar.init)
                } else {
                    nil
                }
            }
        guard let scalar else {
            bytes.append(byte)
            continue
        }
        bytes += Array(String(scalar).utf8)
        rest = rest[rest.index(after: end)...]
    }
    return String(decoding: bytes, as: UTF8.self)
}

private let (side, gap, usualColumns) = (64, 8, 12)

struct SVGParts: PaletteParts {
    let head: [UInt8]
    let foot = Array("</svg>\n".utf8)
    /// The top of the palette, its columns, and its number of colors so far.
    private var (top, columns, index) = (0, usualColumns, 0)
    private var rows = 0

    init(_ outlines: [PaletteOutline]) {
        let widest = outlines.map { min($0.columnsShown, max($0.count, 1)) }.max() ?? 1
        let height = outlines.reduce(0) { $0 + $1.rows * side } + gap * max(outlines.count - 1, 0)
        let title = outlines.count == 1 ? outlines[0].name : "Palettes"
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(widest * side) \(max(height, side))">
            <title>\(encoded(title))</title>

            """
        head = Array(text.utf8)
    }

    mutating func begin(_ palette: PaletteOutline, in file: inout [UInt8]) {
        (columns, index, rows) = (palette.columnsShown, 0, palette.rows)
        file += "<g data-palette=\"\(encoded(palette.name))\"".utf8
        if palette.columns > 0 { file += " data-columns=\"\(palette.columns)\"".utf8 }
        file += ">\n".utf8
    }

    mutating func add(_ entry: ColorPalette.Entry, to file: inout [UInt8]) {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        index += 1
        let shown = entry.color.displayColor
        file += "<rect x=\"\(column * side)\" y=\"\(top + row * side)\" width=\"\(side)\" height=\"\(side)\"".utf8
        file += " fill=\"\(shown.hex)\"".utf8
        if SRGB(shown) != entry.color { file += " data-color=\"\(exactText(of: entry.color))\"".utf8 }
        file += "><title>\(encoded(entry.name))</title></rect>\n".utf8
    }

    mutating func end(in file: inout [UInt8]) {
        file += "</g>\n".utf8
        top += rows * side + gap
    }
}

extension PaletteOutline {
    fileprivate var columnsShown: Int { columns > 0 ? columns : usualColumns }
    fileprivate var rows: Int { (count + columnsShown - 1) / columnsShown }
}

private func encoded(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        // XML cannot represent these.
        case "\u{FFFE}", "\u{FFFF}": break
        default: text.unicodeScalars.append(scalar)
        }
    }
    return text
}
