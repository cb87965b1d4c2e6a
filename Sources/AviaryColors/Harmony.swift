/// Colors that go with a given color. They have its lightness, and their hues differ from its hue by fixed angles of
/// OKLCH.
public enum Harmony: String, CaseIterable, Sendable {
    /// A rule by which the hues are chosen; see `angles`.
    case complement, analogous, splitComplement, triad, square

    /// The angles from the hue of the given color to the hues of the others, in degrees.
    var angles: [Double] {
        switch self {
        case .complement: [180]
        case .analogous: [-60, -30, 30, 60]
        case .splitComplement: [150, 210]
        case .triad: [120, 240]
        case .square: [90, 180, 270]
        }
    }

    /// The name of the rule for a person, in English: "Split complement".
    public var title: String {
        switch self {
        case .splitComplement: "Split complement"
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        }
    }

    /// The given color, then the colors that go with it, in the order of `angles`. Chroma is reduced where sRGB has no
    /// such color.
    public func colors(with color: SRGB) -> [SRGB] {
        let own = OKLCH(color)
        return [color]
            + angles.map {
                OKLCH(lightness: own.lightness, chroma: own.chroma, hue: degrees(own.hue + $0)).reduced
            }
    }
}

/// Rows of colors at even steps of OKLCH. Chroma is reduced where sRGB has no such color.
public enum ColorRamp {
    /// The numbers of colors that a ramp may have. Other numbers are clamped to this range.
    public static let steps = 2...12

    /// Colors from light to dark, with the hue of a color, and its chroma.
    ///
    /// - Parameters:
    ///   - color: The color with this hue and chroma. Its lightness has no effect.
    ///   - count: The number of colors, clamped to `steps`.
    public static func shades(of color: SRGB, steps count: Int) -> [SRGB] {
        let own = OKLCH(color)
        return shares(count).map {
            OKLCH(lightness: 0.96 - 0.8 * $0, chroma: own.chroma, hue: own.hue).reduced
        }
    }

    /// Colors from grey to the highest chroma in sRGB, with the lightness and hue of a color.
    ///
    /// - Parameters:
    ///   - color: The color with this lightness and hue. Its chroma has no effect.
    ///   - count: The number of colors, clamped to `steps`.
    public static func tones(of color: SRGB, steps count: Int) -> [SRGB] {
        let own = OKLCH(color)
        let most = OKLCH(OKLCH(lightness: own.lightness, chroma: 1, hue: own.hue).reduced).chroma
        return shares(count).map {
            OKLCH(lightness: own.lightness, chroma: most * $0, hue: own.hue).reduced
        }
    }

    /// Colors from one color to another, both included, on the shorter way around the hues. A grey takes the hue of the
    /// other color.
    ///
    /// - Parameters:
    ///   - one: The first color.
    ///   - other: The last color.
    ///   - count: The number of colors, clamped to `steps`.
    public static func between(_ one: SRGB, _ other: SRGB, steps count: Int) -> [SRGB] {
        var (from, to) = (OKLCH(one), OKLCH(other))
        if from.chroma == 0 { from.hue = to.hue }
        if to.chroma == 0 { to.hue = from.hue }
        let turn = degrees(to.hue - from.hue + 180) - 180
        return shares(count).map { share in
            if share == 0 { return one }
            if share == 1 { return other }
            return OKLCH(
                lightness: from.lightness + (to.lightness - from.lightness) * share,
                chroma: from.chroma + (to.chroma - from.chroma) * share, hue: degrees(from.hue + turn * share)
            ).reduced
        }
    }

    /// Evenly spaced numbers from 0 to 1.
    private static func shares(_ count: Int) -> [Double] {
        let count = min(max(count, steps.lowerBound), steps.upperBound)
        return (0..<count).map { Double($0) / Double(count - 1) }
    }
}
