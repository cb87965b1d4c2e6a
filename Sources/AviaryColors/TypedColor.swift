import AviaryText
import Foundation

/// A colour that a person typed, or that another program wrote, in a CSS notation.
///
/// It reads hex with 3, 4, 6 or 8 digits, names, `rgb()`, `hsl()` and `oklch()`, with or without commas, as CSS Color 4
/// defines them. It does not read `calc()` and relative colours. Numbers that CSS clamps are clamped, and get a remark.
public struct TypedColor: Hashable, Sendable {
    /// The colour, opaque and within sRGB.
    public let color: SRGB
    /// The differences between the colour and its typed text, the most important first.
    public let remarks: [ColorRemark]

    /// Reads a text. White space around it and upper or lower case make no difference. A # may be missing before 3 or 6
    /// digits.
    ///
    /// - Throws: `ColorError`.
    /// - Complexity: O(*n*) for *n* bytes, at most 1,000.
    public init(_ typed: String) throws(ColorError) {
        guard typed.utf8.count <= 1_000 else { throw .tooLong }
        let text = typed.onOneLine
        guard !text.isBlank else { throw .empty }
        if text.hasPrefix("#") {
            self = try .hex(text, digits: text.dropFirst())
        } else if let open = text.firstIndex(of: "(") {
            self = try .function(text[..<open].lowercased(), of: text[text.index(after: open)...])
        } else if let named = NamedColor.named(text) {
            self.init(named.color)
        } else if text.utf8.count == 3 || text.utf8.count == 6, let hex = try? Self.hex(text, digits: text[...]) {
            self = hex
        } else {
            throw .unknown(text)
        }
    }

    private init(_ color: SRGB, _ remarks: [ColorRemark] = []) {
        self.color = color
        self.remarks = remarks
    }

    private static func hex(_ text: String, digits: Substring) throws(ColorError) -> TypedColor {
        var values: [UInt32] = []
        for digit in digits {
            guard digit.isASCII, let value = digit.hexDigitValue else { throw .hexDigits(text) }
            values.append(UInt32(value))
        }
        let isShort = values.count < 6
        guard [3, 4, 6, 8].contains(values.count) else { throw .hexLength(text, digits: values.count) }
        func channel(_ index: Int) -> UInt32 {
            isShort ? values[index] * 17 : values[2 * index] << 4 | values[2 * index + 1]
        }
        let isOpaque = values.count % 4 != 0 || channel(3) == 255
        return TypedColor(
            SRGB(hex: channel(0) << 16 | channel(1) << 8 | channel(2)), isOpaque ? [] : [.opaque])
    }

    private static func function(_ name: String, of rest: Substring) throws(ColorError) -> TypedColor {
        let function = name.trimmingCharacters(in: .whitespaces)
        switch function {
        case "rgb", "rgba": return try rgb(ColorArguments(of: "rgb", rest))
        case "hsl", "hsla": return try hsl(ColorArguments(of: "hsl", rest))
        case "oklch": return try oklch(ColorArguments(of: "oklch", rest))
        default: throw .unknownFunction(function)
        }
    }

    private static func rgb(_ arguments: ColorArguments) throws(ColorError) -> TypedColor {
        let red = try arguments.amount(0, whole: 255)
        let green = try arguments.amount(1, whole: 255)
        let blue = try arguments.amount(2, whole: 255)
        let isInside = [red, green, blue].allSatisfy { (0...1).contains($0) }
        return TypedColor(SRGB(red: red, green: green, blue: blue), arguments.remarks(isInside: isInside))
    }

    private static func hsl(_ arguments: ColorArguments) throws(ColorError) -> TypedColor {
        let hue = try arguments.angle(0)
        let saturation = try arguments.amount(1, whole: 100)
        let lightness = try arguments.amount(2, whole: 100)
        let isInside = (0...1).contains(saturation) && (0...1).contains(lightness)
        return TypedColor(
            SRGB(HSL(hue: hue, saturation: saturation, lightness: lightness)), arguments.remarks(isInside: isInside))
    }

    private static func oklch(_ arguments: ColorArguments) throws(ColorError) -> TypedColor {
        let lightness = try arguments.amount(0, whole: 1)
        // 100% is a chroma of 0.4.
        let chroma = try arguments.amount(1, whole: 0.4) * 0.4
        let hue = try arguments.angle(2)
        let isInside = (0...1).contains(lightness) && chroma >= 0
        let color = OKLCH(lightness: min(max(lightness, 0), 1), chroma: max(chroma, 0), hue: hue)
        var remarks = arguments.remarks(isInside: isInside)
        if isInside, !color.isInGamut { remarks.insert(.mapped, at: 0) }
        return TypedColor(color.mapped, remarks)
    }
}
