import AviaryText
import AviaryViews

// <svg …><title>Sky</title>
// <g data-palette="Sky" data-columns="2"><title>Sky</title>
// <rect x="0" y="0" width="60" height="60" fill="#00bfff"><title>Deep sky blue</title></rect>
// </g></svg>
//
// Of other drawings every shape with a title is a color, and every other color that a shape or a gradient has, once.

func readSVG(_ bytes: [UInt8]) -> PaletteContents {
    var (text, contents) = (PaletteText(bytes), PaletteContents())
    contents.report(encodingOf: text)
    /// Colors that some shape without a title had.
    var seen: Set<SRGB> = []
    /// The shape before, until it is known whether it has a title.
    var shape: SVGShape?
    var depth = 0

    func finish(_ title: String? = nil) {
        guard let done = shape else { return }
        shape = nil
        if title != nil || seen.insert(done.color).inserted { contents.add(title ?? "", done.color, at: done.place) }
    }

    while text.skip(to: "<") {
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

/// What a paint may be that has no color of its own.
private func isNoColor(_ paint: String) -> Bool {
    let paint = paint.lowercased()
    return ["", "none", "currentcolor", "inherit", "transparent", "context-fill", "context-stroke", "initial", "unset"]
        .contains(paint) || paint.hasPrefix("url(") || paint.hasPrefix("var(")
}

private struct SVGTag {
    /// Of an end, with the slash before it.
    private(set) var name = ""
    private(set) var isClosed = false
    private var attributes: [(name: String, value: String)] = []

    /// Reads a tag, and moves behind it.
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

    /// What it is filled with, as its attributes or its style say.
    var paint: String? {
        for declaration in (self["style"] ?? "").split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { String($0).onOneLine }
            if parts.count == 2, parts[0] == "fill" || parts[0] == "stop-color" { return parts[1] }
        }
        return (self["fill"] ?? self["stop-color"])?.onOneLine
    }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

/// Text with XML's entities.
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

func writeSVG(_ palettes: [ColorPalette]) -> [UInt8] {
    let (side, gap, usual) = (64, 8, 12)
    let widest = palettes.map { min($0.columns > 0 ? $0.columns : usual, max($0.entries.count, 1)) }.max() ?? 1
    let rows = palettes.map { palette in
        let columns = palette.columns > 0 ? palette.columns : usual
        return (palette.entries.count + columns - 1) / columns
    }
    let height = rows.reduce(0) { $0 + $1 * side } + gap * max(palettes.count - 1, 0)
    let title = palettes.count == 1 ? palettes[0].name : "Palettes"
    var svg = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(widest * side) \(max(height, side))">
        <title>\(encoded(title))</title>

        """
    var top = 0
    for (palette, rows) in zip(palettes, rows) {
        let columns = palette.columns > 0 ? palette.columns : usual
        svg += "<g data-palette=\"\(encoded(palette.name))\""
        if palette.columns > 0 { svg += " data-columns=\"\(palette.columns)\"" }
        svg += ">\n"
        for (index, entry) in palette.entries.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            let shown = entry.color.displayColor
            svg += "<rect x=\"\(column * side)\" y=\"\(top + row * side)\" width=\"\(side)\" height=\"\(side)\""
            svg += " fill=\"\(shown.hex)\""
            if SRGB(shown) != entry.color { svg += " data-color=\"\(exactText(of: entry.color))\"" }
            svg += "><title>\(encoded(entry.name))</title></rect>\n"
        }
        svg += "</g>\n"
        top += rows * side + gap
    }
    return Array((svg + "</svg>\n").utf8)
}

private func encoded(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        // XML has no way to write these.
        case "\u{FFFE}", "\u{FFFF}": break
        default: text.unicodeScalars.append(scalar)
        }
    }
    return text
}
