/// A grade of contrast in WCAG 2. The raw value is the lowest contrast ratio that passes.
public enum ContrastGrade: Double, CaseIterable, Sendable {
    /// Graphics, parts of controls, and large text: 24 points, or 18.66 in bold. Level AA.
    case graphics = 3
    /// Text of any size. Level AA.
    case text = 4.5
    /// Text of any size. Level AAA.
    case enhanced = 7
}

/// A color of text or graphics on a background color.
///
/// Both are rounded to 8 bits a channel, as a screen shows them. So a ratio holds for colors that are copied as hex.
public struct ContrastPair: Hashable, Sendable {
    /// The color of text or graphics, rounded to 8 bits a channel.
    public let foreground: SRGB
    /// The background color, rounded to 8 bits a channel.
    public let background: SRGB

    /// Makes a pair of two colors, and rounds both to 8 bits a channel.
    public init(_ foreground: SRGB, on background: SRGB) {
        self.foreground = SRGB(foreground.displayColor)
        self.background = SRGB(background.displayColor)
    }

    /// The contrast ratio of WCAG 2.2, from 1 to 21. It is the same with both colors exchanged.
    public var ratio: Double { foreground.contrast(with: background) }

    /// Returns true if the ratio is high enough for a grade.
    public func passes(_ grade: ContrastGrade) -> Bool { ratio >= grade.rawValue }

    /// The ratio with two decimal places, "4.49 : 1". It is rounded down, so a ratio just below a grade does not seem
    /// to pass.
    public var ratioText: String { "\(Self.text(ratio)) : 1" }

    /// A ratio as text, rounded down.
    ///
    /// - Parameters:
    ///   - ratio: The ratio, not negative.
    ///   - digits: The number of decimal places: 1, or 2 for any other value.
    public static func text(_ ratio: Double, digits: Int = 2) -> String {
        let scale = digits == 1 ? 10 : 100
        // Adds a little, because a rounding error may put a ratio such as 21 slightly below its value.
        let whole = Int((ratio * Double(scale) + 1e-9).rounded(.down))
        let rest = "\(scale + whole % scale)".dropFirst()
        return "\(whole / scale).\(rest)"
    }

    /// Finds a foreground color that passes a grade and looks most like the present foreground.
    ///
    /// The hue stays. The chroma stays, too, unless sRGB has less chroma at the new lightness. One bisection finds the
    /// nearest lighter color that passes, another finds the nearest darker one. The result is the color with the
    /// smaller OKLab difference.
    ///
    /// - Returns: The foreground itself if it passes; `nil` if no lighter or darker color passes.
    /// - Complexity: Two bisections of 13 steps, each of which computes `OKLCH.reduced`.
    public func nearestForeground(for grade: ContrastGrade) -> SRGB? {
        if passes(grade) { return foreground }
        let own = OKLab(foreground)
        return [0.0, 1.0].compactMap { firstForeground(towards: $0, for: grade) }
            .min { OKLab($0).difference(from: own) < OKLab($1).difference(from: own) }
    }

    /// Finds the color nearest to the present lightness that passes, between that lightness and `end`.
    ///
    /// On the way to `end`, the contrast rises, or it falls to 1 and then rises. So one bisection is enough. `nil` if
    /// even `end` fails.
    private func firstForeground(towards end: Double, for grade: ContrastGrade) -> SRGB? {
        let color = OKLCH(foreground)
        func shown(_ lightness: Double) -> SRGB {
            SRGB(OKLCH(lightness: lightness, chroma: color.chroma, hue: color.hue).reduced.displayColor)
        }
        func passes(_ color: SRGB) -> Bool { color.contrast(with: background) >= grade.rawValue }
        var (failing, passing) = (color.lightness, end)
        var found = shown(passing)
        guard passes(found) else { return nil }
        while abs(passing - failing) > 1.0 / 8192 {
            let middle = (failing + passing) / 2
            let color = shown(middle)
            if passes(color) { (passing, found) = (middle, color) } else { failing = middle }
        }
        return found
    }
}

/// The contrast of each pair of a list of colors. A contrast is computed when it is read, from the stored luminances.
public struct ContrastMatrix: Hashable, Sendable {
    /// The colors of the rows and of the columns, rounded to 8 bits a channel.
    let colors: [SRGB]
    /// The relative luminance of each color, from 0 to 1, as WCAG 2.2 defines it.
    public let luminances: [Double]

    /// Computes the luminance of each color, rounded to 8 bits a channel.
    ///
    /// - Complexity: O(*n*) for *n* colors.
    public init(_ colors: [SRGB]) {
        self.colors = colors.map { SRGB($0.displayColor) }
        luminances = self.colors.map { LinearSRGB($0).luminance }
    }

    /// The contrast of two colors, by their indices in `colors`: a ratio from 1 to 21.
    public subscript(row: Int, column: Int) -> Double {
        let (one, other) = (luminances[row], luminances[column])
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    /// The number of pairs of two colors that pass a grade. Each pair counts once.
    ///
    /// - Complexity: O(*n*²) for *n* colors.
    public func count(passing grade: ContrastGrade) -> Int {
        colors.indices.reduce(0) { count, row in
            count + colors.indices.lazy.filter { $0 > row && self[row, $0] >= grade.rawValue }.count
        }
    }
}
