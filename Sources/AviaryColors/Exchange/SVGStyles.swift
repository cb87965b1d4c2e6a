import AviaryText

/// The paint of a shape, as an attribute or a style sheet says it.
enum SVGPaint: Hashable {
    /// Not a color: `none`, `transparent`, a gradient, or a variable without a value.
    case none
    /// `currentcolor`: the value of the property `color`.
    case current
    case inherit
    case color(SRGB)
}

/// The properties of a drawing that have colors.
enum SVGProperty: String, CaseIterable {
    case fill, stroke, color
    case stopColor = "stop-color"
}

/// The declarations of an element or a rule. For each property only the one with the highest rank is kept.
struct SVGDeclarations {
    struct Rank: Comparable {
        var isImportant = false
        var specificity: Int
        var order = 0

        static func < (one: Rank, other: Rank) -> Bool {
            (one.isImportant ? 1 : 0, one.specificity, one.order)
                < (other.isImportant ? 1 : 0, other.specificity, other.order)
        }
    }

    private var winners: [SVGProperty: (paint: SVGPaint, rank: Rank)] = [:]

    subscript(_ property: SVGProperty) -> SVGPaint? { winners[property]?.paint }

    var isEmpty: Bool { winners.isEmpty }

    mutating func declare(_ property: SVGProperty, _ paint: SVGPaint, _ rank: Rank) {
        if let winner = winners[property], winner.rank > rank { return }
        winners[property] = (paint, rank)
    }

    mutating func add(_ others: SVGDeclarations) {
        for (property, winner) in others.winners { declare(property, winner.paint, winner.rank) }
    }

    func with(specificity: Int) -> SVGDeclarations {
        var others = self
        for property in winners.keys { others.winners[property]?.rank.specificity = specificity }
        return others
    }

    /// All paints that are colors.
    var colors: [SRGB] {
        SVGProperty.allCases.compactMap { if case .color(let color)? = self[$0] { color } else { nil } }
    }
}

/// The name, the identifier and the classes of an element, or those that a selector requires.
struct SVGIdentity {
    var name: String?
    var id: String?
    var classes: [String] = []

    /// The largest number of classes of an element. Further classes are ignored.
    static let mostClasses = 32

    func matches(_ element: SVGIdentity) -> Bool {
        (name == nil || name == element.name) && (id == nil || id == element.id)
            && classes.allSatisfy { element.classes.contains($0) }
    }

    /// The specificity of CSS: identifiers count most, then classes, then the name.
    var specificity: Int { (id == nil ? 0 : 1_000_000) + min(classes.count, 900) * 1_000 + (name == nil ? 0 : 1) }
}

/// The style sheets of a drawing: rules with selectors of names, classes and identifiers.
struct SVGStyles {
    private struct Rule {
        var element: SVGIdentity
        /// The elements that must surround the element, the outermost first. `isParent` is true for one that must be
        /// the parent of the next.
        var around: [(element: SVGIdentity, isParent: Bool)]
        var declarations: SVGDeclarations
    }

    /// The rules whose selector ends with a key: `rect`, `.a`, `#b` or `*`.
    private struct Bucket {
        /// The declarations of all rules whose selector is only the key.
        var plain = SVGDeclarations()
        var others: [Rule] = []
    }

    private var buckets: [String: Bucket] = [:]
    private var variables: [String: String] = [:]
    private var order = 0
    /// The colors of all rules. They are used only if nothing else has given a color.
    private(set) var colors: [(color: SRGB, line: Int)] = []

    /// How many comparisons are left for selectors with several parts. The limit keeps the reading time linear.
    private var comparisons = 20_000_000
    /// The largest number of rules in `others` of a bucket. Further rules are ignored.
    private static let mostOthers = 16
    private static let mostParts = 16
    private static let mostColors = 10_000

    // MARK: Reading

    /// Reads all style sheets of a drawing.
    init(_ text: PaletteText, _ entities: SVGEntities, _ contents: inout PaletteContents) {
        var text = text
        var blocks: [(selector: String, body: [SVGDeclaration], line: Int)] = []
        while text.goesOn(contents), text.skip(to: "<") {
            if text.isAt("<!--") {
                if text.skip(to: "-->") { text.index += 3 }
                continue
            }
            guard text.isAt("<style") || text.isAt("<svg:style"), let tag = SVGTag(&text, entities), !tag.isClosed
            else {
                text.index += 1
                continue
            }
            let start = text.index
            text.skip(to: "</")
            let line = text.line(of: start)
            let sheet = entities.decoded(String(decoding: text.bytes[start..<text.index], as: UTF8.self))
            blocks += Self.blocks(of: Array(sheet.utf8), from: line)
        }
        for block in blocks {
            for declaration in block.body where declaration.name.hasPrefix("--") {
                variables[declaration.name] = declaration.value
            }
        }
        for block in blocks { add(block.selector, block.body, at: block.line, &contents) }
    }

    private static func blocks(
        of sheet: [UInt8], from first: Int
    ) -> [(selector: String, body: [SVGDeclaration], line: Int)] {
        var (blocks, index, line) = ([(selector: String, body: [SVGDeclaration], line: Int)](), 0, first)
        func isAt(_ word: StaticString) -> Bool {
            word.withUTF8Buffer { word in
                sheet.count - index >= word.count && word.indices.allSatisfy { sheet[index + $0] == word[$0] }
            }
        }
        /// Moves to the first of these bytes outside of strings and comments, or to the end. Returns the text on the
        /// way, with a space for each comment.
        func take(to ends: StaticString) -> String {
            var bytes: [UInt8] = []
            var quote: UInt8?
            while index < sheet.count {
                let byte = sheet[index]
                if byte == 0x0a { line += 1 }
                if let open = quote {
                    if byte == open || byte == 0x0a { quote = nil }
                } else if isAt("/*") {
                    index += 2
                    while index < sheet.count, !isAt("*/") {
                        if sheet[index] == 0x0a { line += 1 }
                        index += 1
                    }
                    index = min(index + 2, sheet.count)
                    bytes.append(0x20)
                    continue
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                } else if ends.withUTF8Buffer({ $0.contains(byte) }) {
                    break
                }
                bytes.append(byte)
                index += 1
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        while index < sheet.count {
            var selector = take(to: "{};")
            if selector.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "]") }) {
                for mark in ["<![CDATA[", "]]>", "<!--", "-->"] { selector = selector.replacing(mark, with: " ") }
            }
            guard index < sheet.count else { break }
            let isBlock = sheet[index] == UInt8(ascii: "{")
            index += 1
            guard isBlock else { continue }
            let begin = line
            let isRule = selector.onOneLine.first != "@"
            var (body, depth) = (take(to: "{}"), 1)
            // Skips blocks within this one, such as the rules of a media query.
            while index < sheet.count, depth > 0 {
                if sheet[index] == UInt8(ascii: "{") {
                    if depth == 1 { body = String(body[..<(body.lastIndex(of: ";") ?? body.startIndex)]) + ";" }
                    depth += 1
                } else {
                    depth -= 1
                }
                index += 1
                guard depth > 0 else { break }
                let text = take(to: "{}")
                if depth == 1 { body += text }
            }
            if isRule { blocks.append((selector, SVGDeclaration.all(in: body), begin)) }
        }
        return blocks
    }

    private mutating func add(
        _ selectors: String, _ body: [SVGDeclaration], at line: Int, _ contents: inout PaletteContents
    ) {
        order += 1
        var declarations = SVGDeclarations()
        declare(body, specificity: 0, in: &declarations, .line(line), &contents)
        for color in declarations.colors where colors.count < Self.mostColors { colors.append((color, line)) }
        guard !declarations.isEmpty else { return }
        for selector in selectors.split(separator: ",") {
            guard let (around, element) = Self.parts(of: String(selector)) else { continue }
            let specificity = around.reduce(element.specificity) { $0 + $1.element.specificity }
            let ranked = declarations.with(specificity: specificity)
            let key = element.id.map { "#\($0)" } ?? element.classes.last.map { ".\($0)" } ?? element.name ?? "*"
            let isPlain =
                around.isEmpty
                && (element.id == nil ? 0 : 1) + element.classes.count + (element.name == nil ? 0 : 1) <= 1
            if isPlain {
                buckets[key, default: Bucket()].plain.add(ranked)
            } else if buckets[key, default: Bucket()].others.count < Self.mostOthers {
                buckets[key, default: Bucket()].others.append(
                    Rule(element: element, around: around, declarations: ranked))
            }
        }
    }

    /// The parts of a selector. `nil` if it has too many parts, or others than names, classes and identifiers.
    private static func parts(of selector: String) -> (around: [(element: SVGIdentity, isParent: Bool)], SVGIdentity)? {
        var parts: [(element: SVGIdentity, isParent: Bool)] = []
        var isParent = false
        let spaced = selector.utf8.contains(UInt8(ascii: ">")) ? selector.replacing(">", with: " > ") : selector
        for word in spaced.split(whereSeparator: \.isWhitespace) {
            if word == ">" {
                guard !parts.isEmpty, !isParent else { return nil }
                isParent = true
                parts[parts.count - 1].isParent = true
                continue
            }
            isParent = false
            guard parts.count < mostParts, let element = identity(of: word) else { return nil }
            parts.append((element, false))
        }
        guard !isParent, let last = parts.popLast() else { return nil }
        return (parts, last.element)
    }

    private static func identity(of word: Substring) -> SVGIdentity? {
        var element = SVGIdentity()
        var rest = word == ":root" ? "svg" : word
        if rest.first == "*" { rest = rest.dropFirst() }
        while let first = rest.first {
            let isName = first != "." && first != "#"
            if !isName { rest = rest.dropFirst() }
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            guard !name.isEmpty, element.classes.count < mostParts else { return nil }
            rest = rest.dropFirst(name.count)
            switch first {
            case ".": element.classes.append(String(name))
            case "#": element.id = String(name)
            default:
                guard element.name == nil, element.id == nil, element.classes.isEmpty else { return nil }
                element.name = String(name)
            }
        }
        return element
    }

    // MARK: Applying

    /// Adds declarations of a rule or of an attribute.
    ///
    /// - Parameter place: The place to report for a paint that cannot be read.
    func declare(
        _ body: [SVGDeclaration], specificity: Int, in declarations: inout SVGDeclarations,
        _ place: PaletteProblem.Place, _ contents: inout PaletteContents
    ) {
        for declaration in body {
            guard let property = SVGProperty(rawValue: declaration.name) else { continue }
            do throws(ColorError) {
                guard let paint = try paint(declaration.value) else { continue }
                declarations.declare(
                    property, paint, .init(isImportant: declaration.isImportant, specificity: specificity, order: order)
                )
            } catch { contents.report(place, error.reason) }
        }
    }

    /// Adds the declarations of all rules for an element.
    ///
    /// - Parameter around: The elements around it, the outermost first.
    mutating func apply(to element: SVGIdentity, in around: [SVGElement], _ declarations: inout SVGDeclarations) {
        guard !buckets.isEmpty else { return }
        var keys = ["*"]
        if let name = element.name { keys.append(name) }
        if let id = element.id { keys.append("#\(id)") }
        keys += element.classes.map { ".\($0)" }
        for key in keys {
            guard let bucket = buckets[key] else { continue }
            declarations.add(bucket.plain)
            for rule in bucket.others where comparisons > 0 {
                comparisons -= 1
                if rule.element.matches(element), surrounds(rule, around) { declarations.add(rule.declarations) }
            }
        }
    }

    private mutating func surrounds(_ rule: Rule, _ around: [SVGElement]) -> Bool {
        var depth = around.count
        for (element, isParent) in rule.around.reversed() {
            var isFound = false
            while depth > 0, !isFound, comparisons > 0 {
                depth -= 1
                comparisons -= 1
                isFound = element.matches(around[depth].identity)
                if isParent { break }
            }
            guard isFound else { return false }
        }
        return true
    }

    /// True if the limit of comparisons was reached. Then some selectors were not compared.
    var isExhausted: Bool { comparisons <= 0 }

    /// Reads a paint; `nil` for an empty text.
    private func paint(_ text: String, depth: Int = 0) throws(ColorError) -> SVGPaint? {
        let text = text.utf8.count > 1_000 ? String(text.prefix(1_000)) : text
        let word = text.onOneLine.lowercased()
        switch word {
        case "": return nil
        case "none", "transparent", "context-fill", "context-stroke", "initial", "revert": return SVGPaint.none
        case "currentcolor": return .current
        case "inherit", "unset": return .inherit
        default: break
        }
        if word.hasPrefix("url(") { return SVGPaint.none }
        if word.hasPrefix("var(") {
            guard depth < 8, let (name, fallback) = StyleValues.customProperty(in: text.onOneLine),
                let value = variables[name] ?? fallback
            else { return SVGPaint.none }
            return try paint(value, depth: depth + 1)
        }
        // In SVG 1.1 a color of a profile, `icc-color(…)`, may follow the sRGB color. It is ignored.
        let color = text.firstRange(of: " icc-color(").map { String(text[..<$0.lowerBound]) } ?? text
        return .color(try exactColor(color.onOneLine))
    }
}

/// A declaration of a style: `fill: #00bfff`.
struct SVGDeclaration {
    var name: String
    var value: String
    var isImportant = false

    /// The declarations of a style. Semicolons in strings and parentheses belong to a value.
    static func all(in style: String) -> [SVGDeclaration] {
        guard style.utf8.contains(UInt8(ascii: ":")) else { return [] }
        var declarations: [SVGDeclaration] = []
        var (part, depth, quote) = ([UInt8](), 0, nil as UInt8?)
        func finish() {
            defer { part = [] }
            guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else { return }
            let name = String(decoding: part[..<colon], as: UTF8.self).onOneLine
            var value = String(decoding: part[(colon + 1)...], as: UTF8.self).onOneLine
            var isImportant = false
            if let mark = value.utf8.lastIndex(of: UInt8(ascii: "!")),
                String(value[mark...].filter { $0 != " " }).lowercased() == "!important"
            {
                isImportant = true
                value = String(value[..<mark]).onOneLine
            }
            declarations.append(
                SVGDeclaration(
                    name: name.hasPrefix("--") ? name : name.lowercased(), value: value, isImportant: isImportant))
        }
        for byte in style.utf8 {
            if let open = quote {
                if byte == open { quote = nil }
            } else {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth = max(depth - 1, 0)
                case UInt8(ascii: ";") where depth == 0:
                    finish()
                    continue
                default: break
                }
            }
            part.append(byte)
        }
        finish()
        return declarations
    }
}
