import AviaryText
import AviaryViews

// <svg …><title>Sky</title>
// <g data-palette="Sky" data-columns="2"><title>Sky</title>
// <rect x="0" y="0" width="60" height="60" fill="#00bfff"><title>Deep sky blue</title></rect>
// </g></svg>
//
// In other drawings, every shape with a title is a color. Every other color of a shape or a gradient is taken once. The
// color of a shape is its fill, or its stroke if it has no fill. The fill or stroke comes from the attribute `style`, a
// style sheet, the attribute `fill` or `stroke`, or an element around the shape, in this order.

func readSVG(_ bytes: [UInt8], while isWanted: @escaping () -> Bool) -> PaletteContents {
    var (text, contents) = (PaletteText(bytes, while: isWanted), PaletteContents())
    contents.report(encodingOf: text)
    let entities = SVGEntities(text)
    var reader = SVGReader(styles: SVGStyles(text, entities, &contents))
    var depth = 0

    while text.goesOn(contents), text.skip(to: "<") {
        let start = text.index
        if text.isAt("<!--") {
            if text.skip(to: "-->") { text.index += 3 }
            continue
        }
        guard let tag = SVGTag(&text, entities) else {
            contents.report(.line(text.line(of: start)), "the file ends within a tag")
            break
        }
        switch tag.name {
        case "title":
            guard reader.hasShape else { continue }
            if tag.isClosed {
                reader.finish("", &contents)
                continue
            }
            let begin = text.index
            text.skip(to: "<")
            reader.finish(entities.decoded(text.text(text.trimmed(begin..<text.index))), &contents)
        case "style":
            if !tag.isClosed { text.skip(to: "</") }
        case "/g":
            reader.close(tag.name, &contents)
            if depth > 0 { depth -= 1 }
            if depth == 0 { contents.close() }
        case _ where tag.name.utf8.first == UInt8(ascii: "/"): reader.close(tag.name, &contents)
        default:
            reader.open(tag, at: .line(text.line(of: start)), &contents)
            guard tag.name == "g", !tag.isClosed else { continue }
            if depth > 0 {
                depth += 1
            } else if let name = tag["data-palette"] {
                contents.begin(name, columns: number(tag["data-columns"] ?? ""))
                depth = 1
            }
        }
    }
    reader.end(&contents)
    return contents
}

/// An open element, with the paints that its children inherit.
struct SVGElement {
    var identity: SVGIdentity
    var fill: SVGPaint?
    var stroke: SVGPaint?
    var color: SVGPaint?
}

/// The state of the reader from one tag to the next.
private struct SVGReader {
    private var styles: SVGStyles
    /// The open elements, the outermost first.
    private var elements: [SVGElement] = []
    /// The number of open elements that are too deep for `elements`.
    private var deeper = 0
    /// The colors that were added without a title. None of them is added without a title again.
    private var seen: Set<SRGB> = []
    /// The last shape that was read, until its title is known.
    private var shape: (color: SRGB, place: PaletteProblem.Place)?
    /// The colors of groups. They are used only if nothing else has given a color.
    private var spare: [(color: SRGB, place: PaletteProblem.Place)] = []

    private static let maximumDepth = 256
    private static let mostSpare = 10_000
    private static let shapes: Set = [
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath", "use",
    ]
    private static let groups: Set = [
        "svg", "g", "a", "defs", "symbol", "marker", "mask", "pattern", "clipPath", "switch", "linearGradient",
        "radialGradient", "filter", "metadata", "desc", "script", "foreignObject", "view",
    ]

    init(styles: SVGStyles) { self.styles = styles }

    var hasShape: Bool { shape != nil }

    mutating func finish(_ title: String? = nil, _ contents: inout PaletteContents) {
        guard let done = shape else { return }
        shape = nil
        if title != nil || seen.insert(done.color).inserted { contents.add(title ?? "", done.color, at: done.place) }
    }

    mutating func open(_ tag: SVGTag, at place: PaletteProblem.Place, _ contents: inout PaletteContents) {
        finish(nil, &contents)
        let identity = SVGIdentity(
            name: tag.name, id: tag["id"],
            classes: (tag["class"] ?? "").split(whereSeparator: \.isWhitespace).prefix(SVGIdentity.mostClasses).map(
                String.init))
        var own = SVGDeclarations()
        for property in SVGProperty.allCases {
            guard let value = tag[property.rawValue] else { continue }
            let declaration = SVGDeclaration(name: property.rawValue, value: value)
            styles.declare([declaration], specificity: -1, in: &own, place, &contents)
        }
        styles.apply(to: identity, in: elements, &own)
        if let style = tag["style"] {
            styles.declare(SVGDeclaration.all(in: style), specificity: .max, in: &own, place, &contents)
        }
        let outer = elements.last
        func inherited(_ property: SVGProperty, _ outer: SVGPaint?) -> SVGPaint? {
            own[property].flatMap { $0 == .inherit ? nil : $0 } ?? outer
        }
        let color = own[.color] == .current ? outer?.color : inherited(.color, outer?.color)
        let element = SVGElement(
            identity: identity, fill: inherited(.fill, outer?.fill), stroke: inherited(.stroke, outer?.stroke),
            color: color)
        func shown(_ paint: SVGPaint?) -> SRGB? {
            switch paint == .current ? color : paint {
            case .color(let color): color
            default: nil
            }
        }
        let found: SRGB?
        if let typed = tag["data-color"], let exact = try? exactColor(typed) {
            found = exact
        } else if Self.groups.contains(tag.name) {
            found = nil
            for color in own.colors where spare.count < Self.mostSpare { spare.append((color, place)) }
        } else if Self.shapes.contains(tag.name) {
            found = shown(element.fill) ?? shown(element.stroke)
        } else {
            found = shown(own[.stopColor]) ?? shown(own[.fill]) ?? shown(own[.stroke])
        }
        shape = found.map { ($0, place) }
        if tag.isClosed {
            finish(nil, &contents)
        } else if elements.count < Self.maximumDepth {
            elements.append(element)
        } else {
            deeper += 1
        }
    }

    /// - Parameter name: The name of the end tag, with its slash.
    mutating func close(_ name: String, _ contents: inout PaletteContents) {
        finish(nil, &contents)
        guard deeper == 0 else {
            deeper -= 1
            return
        }
        // Ignores an end tag without a start tag.
        let name = String(name.dropFirst())
        guard let index = elements.lastIndex(where: { $0.identity.name == name }) else { return }
        elements.removeSubrange(index...)
    }

    mutating func end(_ contents: inout PaletteContents) {
        finish(nil, &contents)
        if styles.isExhausted {
            contents.report(.file, "the style sheet has so many long selectors that some were not compared")
        }
        guard contents.isEmpty else { return }
        for (color, place) in spare + styles.colors.map({ ($0.color, .line($0.line)) })
        where seen.insert(color).inserted {
            contents.add("", color, at: place)
        }
    }
}

/// The entities that a drawing declares for its own attributes: `<!ENTITY sky "#00bfff">`.
struct SVGEntities {
    private var values: [String: String] = [:]
    private static let mostValues = 1_000
    private static let longestList = 1 << 16
    /// The largest size of a value, in bytes. A longer value is ignored, because with such values a short file could
    /// expand to a very long text.
    private static let longestValue = 64

    init(_ text: PaletteText) {
        var text = text
        // A drawing declares its entities before the first element.
        guard text.skip(to: "<!DOCTYPE"), text.skip(to: "[") else { return }
        let start = text.index
        text.skip(to: "]>")
        var rest = text.bytes[(start..<text.index).prefix(Self.longestList)].split(separator: UInt8(ascii: "<"))[...]
        while let part = rest.popFirst(), values.count < Self.mostValues {
            guard part.starts(with: "!ENTITY".utf8), let quote = part.firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
                let end = part[(quote + 1)...].firstIndex(of: part[quote])
            else { continue }
            let name = String(decoding: part[(part.startIndex + 7)..<quote], as: UTF8.self).onOneLine
            let value = String(decoding: part[(quote + 1)..<end], as: UTF8.self)
            if value.utf8.count <= Self.longestValue, values[name] == nil { values[name] = Self().decoded(value) }
        }
    }

    private init() {}

    /// Decodes the entities of XML and of the drawing in a text.
    func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var (bytes, rest) = ([UInt8](), text.utf8[...])
        while let byte = rest.first {
            rest = rest.dropFirst()
            guard byte == UInt8(ascii: "&"), let end = rest.prefix(40).firstIndex(of: UInt8(ascii: ";")) else {
                bytes.append(byte)
                continue
            }
            let entity = String(decoding: rest[..<end], as: UTF8.self)
            if let value = values[entity] {
                bytes += Array(value.utf8)
                rest = rest[rest.index(after: end)...]
                continue
            }
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
}

/// A tag of a drawing.
struct SVGTag {
    /// The name without its namespace prefix. The name of an end tag begins with `/`.
    private(set) var name = ""
    private(set) var isClosed = false
    private var attributes: [(name: String, value: String)] = []

    /// Reads a tag.
    init?(_ text: inout PaletteText, _ entities: SVGEntities) {
        text.index += 1
        let start = text.index
        while let byte = text.current, !isSpace(byte), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<"),
            byte != UInt8(ascii: "/") || text.index == start
        { text.index += 1 }
        let qualified = text.text((start..<text.index).prefix(200))
        // Drops the namespace prefix, such as `svg:`.
        let isEnd = qualified.utf8.first == UInt8(ascii: "/")
        name = (isEnd ? "/" : "") + (qualified.dropFirst(isEnd ? 1 : 0).split(separator: ":").last ?? "")
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
                    attributes.append((name, entities.decoded(text.text(valueStart..<text.index))))
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

    private static let read: Set = [
        "fill", "stroke", "color", "stop-color", "style", "class", "id", "data-color", "data-palette", "data-columns",
    ]

    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

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
        // XML does not allow these characters.
        case "\u{FFFE}", "\u{FFFF}": break
        default: text.unicodeScalars.append(scalar)
        }
    }
    return text
}
