import AviaryViews

/// A CSS notation for colours.
public enum ColorNotation: String, CaseIterable, Sendable {
    /// `#rrggbb`, `rgb()`, `hsl()` and `oklch()`. The functions have spaces between their arguments, not commas.
    case hex, rgb, hsl, oklch

    /// The shortest text in this notation that is read back as the same colour, rounded to 8 bits a channel.
    ///
    /// - Complexity: O(1). `hsl()` and `oklch()` get more digits until the text is exact. At most seven texts are made.
    public func text(of color: SRGB) -> String {
        let shown = color.displayColor
        switch self {
        case .hex: return shown.hex
        case .rgb: return "rgb(\(shown.red) \(shown.green) \(shown.blue))"
        case .hsl:
            let hsl = HSL(SRGB(shown))
            return shortest(showing: color) { digits in
                let (saturation, lightness) = (hsl.saturation * 100, hsl.lightness * 100)
                return """
                    hsl(\(decimal(hsl.hue, digits)) \(decimal(saturation, digits))% \(decimal(lightness, digits))%)
                    """
            }
        case .oklch:
            let oklch = OKLCH(SRGB(shown))
            return shortest(showing: color) { digits in
                let (lightness, chroma) = (oklch.lightness * 100, oklch.chroma)
                return """
                    oklch(\(decimal(lightness, digits))% \(decimal(chroma, digits + 2)) \(decimal(oklch.hue, digits)))
                    """
            }
        }
    }

    private func shortest(showing color: SRGB, _ text: (_ digits: Int) -> String) -> String {
        let enough = (0..<6).first { digits in
            // Refuses a text that is read with a remark, because rounding has moved its colour out of the gamut.
            guard let read = try? TypedColor(text(digits)) else { return false }
            return read.remarks.isEmpty && read.color.displayColor == color.displayColor
        }
        return text(enough ?? 6)
    }
}

/// A number as decimal text, without an exponent and without trailing zeros.
private func decimal(_ number: Double, _ digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    let rounded = Int((number * Double(scale)).rounded())
    let (whole, rest) = rounded.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    let sign = rounded < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var places = String(String(rest + UInt(scale)).dropFirst())
    while places.last == "0" { places.removeLast() }
    return "\(sign)\(whole).\(places)"
}
