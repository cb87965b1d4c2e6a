/// The grades that WCAG 2 has for contrast: the least ratio for each use.
public enum ContrastGrade: Double, CaseIterable, Sendable {
    /// Graphics, parts of controls, and large text: 24 points, or 18.66 in bold. Level AA.
    case graphics = 3
    /// Text of any size. Level AA.
    case text = 4.5
    /// Text of any size. Level AAA.
    case enhanced = 7
}

/// Two colors, one of which is read on the other.
///
/// Both are colors as a screen shows them, of 8 bits a channel, so that a ratio holds for what is copied as hex.
public struct ContrastPair: Hashable, Sendable {
    public let foreground: SRGB
    public let background: SRGB

    public init(_ foreground: SRGB, on background: SRGB) {
        self.foreground = SRGB(foreground.displayColor)
        self.background = SRGB(background.displayColor)
    }

    /// From 1 to 21.
    public var ratio: Double { foreground.contrast(with: background) }

    public func passes(_ grade: ContrastGrade) -> Bool { ratio >= grade.rawValue }

    /// The ratio with two digits. It is never rounded up, so that what does not reach a grade does not look like it.
    public var ratioText: String { "\(Self.text(ratio)) : 1" }

    /// A ratio with two digits at most, rounded down.
    public static func text(_ ratio: Double, digits: Int = 2) -> String {
        let scale = digits == 1 ? 10 : 100
        // Ratios such as 21 come out a hair below themselves.
        let whole = Int((ratio * Double(scale) + 1e-9).rounded(.down))
        let rest = "\(scale + whole % scale)".dropFirst()
        return "\(whole / scale).\(rest)"
    }

    /// The foreground that differs least in lightness and passes.
    ///
    /// Hue stays, and chroma as far as sRGB has it at that lightness. Both directions are tried; the one that looks less
    /// different wins.
    ///
    /// - Returns: The foreground itself where it passes; `nil` where neither direction leads to one that does.
    public func nearestForeground(for grade: ContrastGrade) -> SRGB? {
        if passes(grade) { return foreground }
        let own = OKLab(foreground)
        return [0.0, 1.0].compactMap { firstForeground(towards: $0, for: grade) }
            .min { OKLab($0).difference(from: own) < OKLab($1).difference(from: own) }
    }

    /// Contrast rises from the present color to the end, or falls to 1 and rises then; so one bisection finds the border.
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

/// The contrast of each of some colors with each other one.
public struct ContrastMatrix: Hashable, Sendable {
    public let colors: [SRGB]
    private let ratios: [Double]

    public init(_ colors: [SRGB]) {
        self.colors = colors.map { SRGB($0.displayColor) }
        let light = self.colors.map { LinearSRGB($0).luminance }
        ratios = light.flatMap { one in
            light.map { (max(one, $0) + 0.05) / (min(one, $0) + 0.05) }
        }
    }

    public subscript(row: Int, column: Int) -> Double { ratios[row * colors.count + column] }

    /// How many pairs of different places pass, each counted once.
    public func count(passing grade: ContrastGrade) -> Int {
        colors.indices.reduce(0) { count, row in
            count + colors.indices.lazy.filter { $0 > row && self[row, $0] >= grade.rawValue }.count
        }
    }
}
