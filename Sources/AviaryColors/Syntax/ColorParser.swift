import AviaryText

/// A reader of one color in the notations of CSS Color 4, with the mixtures and relative colors of CSS Color 5.
///
/// - Complexity: O(*n*) for *n* bytes. It goes at most 64 parentheses deep.
struct ColorParser {
    /// The first function with a number outside of its range.
    private(set) var clamped: String?
    private let text: ColorTokens
    private var index = 0
    private var depth = 0
    /// The components of the origin of a relative color, by their CSS keywords. A missing component is NaN.
    private var keywords: [String: Double] = [:]

    private static let maximumDepth = 64

    /// The names of the functions that give a color.
    static let functions: Set = [
        "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix",
    ]

    /// - Throws: `ColorError.unclosed` if a closing parenthesis is missing.
    init(_ text: String) throws(ColorError) {
        self.text = ColorTokens(text)
        var open: [String] = []
        for token in self.text.tokens {
            switch token.kind {
            case .function(let name): open.append(name)
            case .open: open.append("")
            case .close: _ = open.popLast()
            default: break
            }
        }
        if let first = open.first {
            throw .unclosed(first == "rgba" || first == "hsla" ? String(first.prefix(3)) : first)
        }
    }

    /// Reads the color, which must be all of the text.
    mutating func parse() throws(ColorError) -> CSSColor {
        let color = try color()
        guard let rest = token else { return color }
        throw .trailing(String(decoding: text.bytes[rest.range.lowerBound...], as: UTF8.self))
    }

    /// The quantity that a calculation gives, also without `calc()`; `nil` for any other text.
    static func quantity(_ text: String) -> ColorQuantity? {
        guard text.utf8.count <= 1_000, var parser = try? ColorParser(text),
            let quantity = try? parser.sum(), parser.token == nil, quantity.number.isFinite
        else { return nil }
        return quantity.usable
    }

    private var token: ColorToken? { index < text.tokens.count ? text.tokens[index] : nil }
    private var kind: ColorToken.Kind? { token?.kind }

    private mutating func skip(_ kind: ColorToken.Kind) -> Bool {
        guard self.kind == kind else { return false }
        index += 1
        return true
    }

    /// Moves into parentheses.
    private mutating func enter() throws(ColorError) {
        guard depth < Self.maximumDepth else { throw .tooDeep(Self.maximumDepth) }
        depth += 1
        index += 1
    }

    // MARK: Colors

    private mutating func color() throws(ColorError) -> CSSColor {
        guard let token else { throw .empty }
        let word = text.word(around: token)
        switch token.kind {
        case .hash:
            index += 1
            let hex = try HexColor(word)
            return CSSColor(hex.color, alpha: hex.alpha)
        case .word:
            index += 1
            return try Self.named(word, of: word)
        case .function(let name):
            try enter()
            defer { depth -= 1 }
            return try function(name)
        default: throw .unknown(word)
        }
    }

    /// The color of a name, in upper or lower case, and perhaps with spaces.
    ///
    /// - Parameter typed: The text around the name, which an error quotes.
    static func named(_ text: String, of typed: String) throws(ColorError) -> CSSColor {
        // Refuses all letters outside of ASCII, because some of them become ASCII in lower case.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .unknown(typed.onOneLine) }
        if let named = NamedColor.named(text) { return CSSColor(named.color) }
        let name = text.lowercased()
        if name == "transparent" { return CSSColor(.srgb, .zero, alpha: 0) }
        if wordsWithoutColor.contains(name) { throw .changing(text) }
        throw .unknown(typed.onOneLine)
    }

    /// Words of CSS whose color depends on the page or on the system.
    private static let wordsWithoutColor: Set = [
        "currentcolor", "inherit", "initial", "unset", "revert", "revert-layer", "accentcolor", "accentcolortext",
        "activetext", "buttonborder", "buttonface", "buttontext", "canvas", "canvastext", "field", "fieldtext",
        "graytext", "highlight", "highlighttext", "linktext", "mark", "marktext", "selecteditem", "selecteditemtext",
        "visitedtext",
    ]

    private mutating func function(_ name: String) throws(ColorError) -> CSSColor {
        switch name {
        case "rgb", "rgba": return try components(of: "rgb", .srgb)
        case "hsl", "hsla": return try components(of: "hsl", .hsl)
        case "hwb": return try components(of: name, .hwb)
        case "lab": return try components(of: name, .lab)
        case "lch": return try components(of: name, .lch)
        case "oklab": return try components(of: name, .oklab)
        case "oklch": return try components(of: name, .oklch)
        case "color": return try components(of: name, nil)
        case "color-mix": return try mix()
        default: throw .unknownFunction(name)
        }
    }

    /// Reads the arguments of a function with three components.
    ///
    /// - Parameter known: The space of the function; `nil` for `color()`, whose first argument is the space.
    private mutating func components(of function: String, _ known: CSSSpace?) throws(ColorError) -> CSSColor {
        // The keywords are valid only within this function.
        defer { keywords = [:] }
        var origin: CSSColor?
        if skip(.word("from")) { origin = try color() }
        let space: CSSSpace
        if let known {
            space = known
        } else {
            space = try self.space(of: function)
            guard space.isPredefined else { throw .space(function: function, space.rawValue) }
        }
        let isRGB = function == "rgb"
        if let color = origin?.converted(to: space) {
            for (word, component) in zip(space.keywords, 0..<3) {
                let value = color.components[component]
                let isHue = component == space.hueIndex && !value.isNaN
                keywords[word] = isHue ? degrees(value) : value * (isRGB ? 255 : 1)
            }
            keywords["alpha"] = color.alpha
        }
        let arguments = try arguments(of: function, isRelative: origin != nil)
        var color = CSSColor(space, .zero)
        for component in 0..<3 {
            let part = arguments.parts[component]
            let whole = isRGB ? 255 : space.wholes[component]
            let value = try self.value(part, of: function, whole: whole, isHue: space.hueIndex == component)
            color.components[component] = isRGB ? value / 255 : value
        }
        if let part = arguments.alpha {
            let value = try self.value(part, of: function, whole: 1, isHue: false)
            color.alpha = value.isNaN ? .nan : SRGB.nearest(value)
        } else if let origin {
            color.alpha = origin.alpha
        }
        clamp(&color, of: function, isRelative: origin != nil)
        return color
    }

    /// Clamps the numbers that CSS clamps, and remembers the first function for which this changed a number.
    private mutating func clamp(_ color: inout CSSColor, of function: String, isRelative: Bool) {
        var (least, most) = color.space.limits
        switch color.space {
        case .srgb where function == "rgb" && !isRelative: (least, most) = (.zero, SIMD3(1, 1, 1))
        // The result of a relative color may be outside of sRGB.
        case .hsl where isRelative: (least.z, most.y, most.z) = (-.infinity, .infinity, .infinity)
        case .hwb where isRelative: return
        default: break
        }
        for index in 0..<3 where !color.components[index].isNaN {
            let nearest = min(max(color.components[index], least[index]), most[index])
            if nearest != color.components[index] { clamped = clamped ?? function }
            color.components[index] = nearest
        }
    }

    private mutating func space(of function: String) throws(ColorError) -> CSSSpace {
        guard let token, token.kind != .close else { throw .space(function: function, "") }
        guard case .word(let name) = token.kind, let space = CSSSpace(rawValue: name) else {
            throw .space(function: function, text.word(around: token))
        }
        index += 1
        return space
    }

    // MARK: Arguments

    private struct Part {
        /// `nil` for `none`.
        var quantity: ColorQuantity?
        var text: String
    }

    /// Reads the arguments and the closing parenthesis.
    private mutating func arguments(
        of function: String, isRelative: Bool
    ) throws(ColorError) -> (parts: [Part], alpha: Part?) {
        var (parts, commas, slashes) = ([Part](), 0, 0)
        /// The number of parts before the first slash.
        var before: Int?
        var isSeparated = true
        while let token, token.kind != .close {
            switch token.kind {
            case .comma, .slash:
                // Refuses a separator that has no number before it, or that follows another separator.
                guard !parts.isEmpty, isSeparated else { throw .emptyPart(function: function) }
                isSeparated = false
                if token.kind == .comma {
                    commas += 1
                } else {
                    slashes += 1
                    before = before ?? parts.count
                }
                index += 1
            default:
                parts.append(try part(of: function))
                isSeparated = true
            }
        }
        guard isSeparated else { throw .emptyPart(function: function) }
        index += 1
        if commas > 0 {
            guard !isRelative, function != "color" else { throw .commas(function: function) }
            guard slashes == 0, commas == parts.count - 1 else { throw .separators(function: function) }
            guard parts.count == 3 || parts.count == 4 else { throw .count(function: function, parts.count) }
            try checkCommas(parts, of: function)
            return (Array(parts.prefix(3)), parts.dropFirst(3).first)
        }
        if before == 3, slashes == 1, parts.count == 4 { return (Array(parts.prefix(3)), parts[3]) }
        guard parts.count == 3, slashes == 0 else {
            throw .count(function: function, before == 3 ? parts.count : before ?? parts.count)
        }
        return (parts, nil)
    }

    /// Checks the rules of the older syntax with commas: no `none`, and in `rgb()` not both numbers and percentages.
    private func checkCommas(_ parts: [Part], of function: String) throws(ColorError) {
        if let none = parts.first(where: { $0.quantity == nil }) { throw .unit(function: function, none.text) }
        let kinds = parts.prefix(3).compactMap(\.quantity?.kind)
        if function == "rgb", kinds.contains(.number), kinds.contains(.percentage) { throw .mixed(function: function) }
    }

    private mutating func part(of function: String) throws(ColorError) -> Part {
        guard let token else { throw .unclosed(function) }
        let word = text.word(around: token)
        switch token.kind {
        case .word("none"):
            index += 1
            return Part(quantity: nil, text: word)
        case .word(let name):
            guard let component = keywords[name] else { throw .notNumber(function: function, word) }
            index += 1
            return Part(quantity: component.isNaN ? nil : ColorQuantity(component), text: word)
        case .function:
            let start = token.range.lowerBound
            let quantity = try quantity(in: function)
            let end = text.tokens[index - 1].range.upperBound
            return Part(
                quantity: quantity.usable, text: String(decoding: text.bytes[start..<end], as: UTF8.self))
        default:
            guard let quantity = ColorQuantity(token.kind) else { throw .notNumber(function: function, word) }
            index += 1
            return Part(quantity: quantity.usable, text: word)
        }
    }

    /// The number of an argument; NaN for `none`.
    ///
    /// - Parameter whole: The number of 100 %.
    private func value(_ part: Part, of function: String, whole: Double, isHue: Bool) throws(ColorError) -> Double {
        guard let quantity = part.quantity else { return .nan }
        switch quantity.kind {
        case .number: return quantity.number
        case .percentage where !isHue: return quantity.number / 100 * whole
        case .angle where isHue: return quantity.number
        default: throw .unit(function: function, part.text)
        }
    }

    // MARK: Calculations

    /// Reads a value of a calculation: a number, a word, a function or parentheses.
    private mutating func quantity(in function: String) throws(ColorError) -> ColorQuantity {
        guard let token else { throw .unclosed(function) }
        let word = text.word(around: token)
        switch token.kind {
        case .open, .function("calc"):
            try enter()
            let quantity = try sum()
            try leave()
            return quantity
        case .function(let name): return try limited(name, in: function, word)
        case .word(let name):
            index += 1
            // A missing component counts as 0.
            if let component = keywords[name] { return ColorQuantity(component.isNaN ? 0 : component) }
            guard let constant = ColorQuantity(constant: name) else { throw .notNumber(function: function, word) }
            return constant
        case .close, .comma, .slash: throw .emptyPart(function: function)
        default:
            guard let quantity = ColorQuantity(token.kind) else {
                if case .other(let byte) = token.kind, "+-*".utf8.contains(byte) {
                    throw .emptyPart(function: function)
                }
                throw .notNumber(function: function, word)
            }
            index += 1
            return quantity
        }
    }

    /// Reads `min()`, `max()` or `clamp()`.
    private mutating func limited(
        _ name: String, in function: String, _ word: String
    ) throws(ColorError) -> ColorQuantity {
        guard ["min", "max", "clamp"].contains(name) else { throw .notNumber(function: function, "\(word)()") }
        try enter()
        var amounts = [try sum()]
        while skip(.comma) { amounts.append(try sum()) }
        try leave()
        if let other = amounts.first(where: { $0.kind != amounts[0].kind }) {
            throw .kinds(amounts[0].kind.words, other.kind.words)
        }
        let numbers = amounts.map(\.number)
        if numbers.contains(where: \.isNaN) { return ColorQuantity(.nan, amounts[0].kind) }
        switch name {
        case "min": return ColorQuantity(numbers.reduce(.infinity) { min($0, $1) }, amounts[0].kind)
        case "max": return ColorQuantity(numbers.reduce(-.infinity) { max($0, $1) }, amounts[0].kind)
        default:
            guard numbers.count == 3 else { throw .count(function: name, numbers.count) }
            return ColorQuantity(max(numbers[0], min(numbers[1], numbers[2])), amounts[0].kind)
        }
    }

    /// Moves out of the parentheses of a calculation.
    private mutating func leave() throws(ColorError) {
        guard let token else { throw .unclosed("calc") }
        guard token.kind == .close else {
            let word = text.word(around: token)
            // In `1+2` and in `1 +2`, the sign is a part of the second number.
            if word.contains("+") || word.contains("-") { throw .apart }
            throw .noOperator(word)
        }
        index += 1
        depth -= 1
    }

    private mutating func sum() throws(ColorError) -> ColorQuantity {
        var sum = try product()
        while let token, token.kind == .other(UInt8(ascii: "+")) || token.kind == .other(UInt8(ascii: "-")) {
            guard text.isApart(token) else { throw .apart }
            index += 1
            try sum.add(try product(), sign: token.kind == .other(UInt8(ascii: "+")) ? 1 : -1)
        }
        return sum
    }

    private mutating func product() throws(ColorError) -> ColorQuantity {
        var product = try quantity(in: "calc")
        while true {
            if skip(.other(UInt8(ascii: "*"))) {
                try product.multiply(by: try quantity(in: "calc"))
            } else if skip(.slash) {
                try product.divide(by: try quantity(in: "calc"))
            } else {
                return product
            }
        }
    }

    // MARK: Mixtures

    /// Reads the arguments of `color-mix()`.
    private mutating func mix() throws(ColorError) -> CSSColor {
        let (space, method) = try mixSpace()
        var (colors, shares) = ([CSSColor](), [Double?]())
        while kind != .close {
            if kind == .comma || (colors.isEmpty && kind == nil) { throw .missingColor }
            var share = try share()
            colors.append(try color())
            if share == nil { share = try self.share() }
            shares.append(share)
            if skip(.comma) {
                if kind == .close { throw .missingColor }
            } else if let token, token.kind != .close {
                throw .noComma(text.word(around: token))
            }
        }
        index += 1
        guard colors.count == 2 else { throw .colors(colors.count) }
        let first = shares[0] ?? shares[1].map { 100 - $0 } ?? 50
        let second = shares[1] ?? 100 - first
        guard first + second > 0 else { throw .shares }
        var mixed = colors[0].mixed(second / (first + second), of: colors[1], in: space, method)
        mixed.alpha *= min((first + second) / 100, 1)
        return mixed
    }

    /// Reads the color space and the hue method of a mixture, and the comma. Without `in`, the space is `oklab`.
    private mutating func mixSpace() throws(ColorError) -> (CSSSpace, HueMethod) {
        guard skip(.word("in")) else { return (.oklab, .shorter) }
        let space = try space(of: "color-mix")
        var method = HueMethod.shorter
        if case .word(let name) = kind, let token {
            guard let known = HueMethod(rawValue: name) else {
                let word = text.word(around: token)
                index += 1
                throw kind == .word("hue") ? .hueMethod(word) : .noComma(word)
            }
            guard space.hueIndex != nil else { throw .noHue(space.rawValue) }
            index += 1
            guard skip(.word("hue")) else { throw .hueMethod(name) }
            method = known
        }
        guard skip(.comma) else {
            if kind == .close { throw .missingColor }
            throw .noComma(token.map { text.word(around: $0) } ?? "")
        }
        return (space, method)
    }

    /// Reads a percentage of a mixture; `nil` if the next token is no number or calculation.
    private mutating func share() throws(ColorError) -> Double? {
        let quantity: ColorQuantity
        switch kind {
        case .percentage(let number):
            index += 1
            quantity = ColorQuantity(number, .percentage)
        case .function("calc"), .function("min"), .function("max"), .function("clamp"):
            quantity = try self.quantity(in: "color-mix").usable
        case .number, .dimension: throw .shares
        default: return nil
        }
        let isCalculated = kind != nil && text.tokens[index - 1].kind == .close
        guard quantity.kind == .percentage else { throw .shares }
        // CSS clamps the result of a calculation, and refuses a number outside of the range.
        if isCalculated { return min(max(quantity.number, 0), 100) }
        guard (0...100).contains(quantity.number) else { throw .shares }
        return quantity.number
    }
}

extension CSSColor {
    fileprivate init(_ color: SRGB, alpha: Double) {
        self.init(color)
        self.alpha = alpha
    }
}
