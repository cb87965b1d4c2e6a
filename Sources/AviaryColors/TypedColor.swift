import AviaryText

/// A colour that a person typed, or that another program wrote, in a CSS notation.
///
/// It reads all notations of CSS Color 4: hex, names, `rgb()`, `hsl()`, `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()`
/// and `color()`. Components may be `none` or `calc()`. It also reads `color-mix()` and the relative colours of CSS
/// Color 5. Numbers that CSS clamps are clamped, and get a remark.
public struct TypedColor: Hashable, Sendable {
    /// The colour, opaque and within sRGB.
    public let color: SRGB
    /// The differences between the colour and its typed text, the most important first.
    public let remarks: [ColorRemark]

    /// Reads a text. White space around it and upper or lower case make no difference. A # may be missing before 3 or 6
    /// digits. The text may be a declaration, `color: tomato !important;`, and may have comments.
    ///
    /// - Throws: `ColorError`.
    /// - Complexity: O(*n*) for *n* bytes, at most 1,000.
    public init(_ typed: String) throws(ColorError) {
        guard typed.utf8.count <= 1_000 else { throw .tooLong }
        guard !typed.isBlank else { throw .empty }
        let text = try ColorDeclaration(typed).value
        guard !text.isBlank else { throw .empty }
        if text.hasPrefix("#") {
            let hex = try HexColor(text)
            self.init(hex.color, alpha: hex.alpha)
        } else if text.utf8.contains(UInt8(ascii: "(")) {
            try self.init(function: text)
        } else if text.utf8.count == 3 || text.utf8.count == 6, let hex = try? HexColor(text) {
            self.init(hex.color, alpha: hex.alpha)
        } else {
            let named = try ColorParser.named(text, of: typed)
            self.init(named.shown.color, alpha: named.alpha)
        }
    }

    /// Reads a text with parentheses.
    private init(function text: String) throws(ColorError) {
        let name = text.prefix { $0 != "(" }
        let trimmed = name.last == " " ? name.dropLast() : name
        // Changes only ASCII names to lower case, because some other letters become ASCII in lower case.
        let function = trimmed.utf8.allSatisfy { $0 < 0x80 } ? trimmed.lowercased() : String(trimmed)
        guard ColorParser.functions.contains(function) else { throw .unknownFunction(function) }
        // A space before the parenthesis makes no difference.
        var parser = try ColorParser(String(trimmed) + String(text[name.endIndex...]))
        let parsed = try parser.parse()
        let (color, isInGamut) = parsed.shown
        var remarks: [ColorRemark] = []
        if let function = parser.clamped {
            remarks.append(.clamped(function: function))
        } else if !isInGamut {
            remarks.append(.mapped)
        }
        self.init(color, alpha: parsed.alpha, remarks)
    }

    /// - Parameter alpha: From 0 to 1; NaN counts as 0.
    private init(_ color: SRGB, alpha: Double, _ remarks: [ColorRemark] = []) {
        self.color = color
        self.remarks = alpha >= 1 ? remarks : remarks + [.opaque]
    }
}
