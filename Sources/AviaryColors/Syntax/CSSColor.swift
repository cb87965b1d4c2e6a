/// A color of CSS before it is fitted into sRGB.
struct CSSColor {
    var space: CSSSpace
    /// The components. A missing one, `none`, is NaN.
    var components: SIMD3<Double>
    /// The alpha, from 0 to 1, or NaN if it is missing.
    var alpha = 1.0

    init(_ space: CSSSpace, _ components: SIMD3<Double>, alpha: Double = 1) {
        (self.space, self.components, self.alpha) = (space, components, alpha)
    }

    init(_ color: SRGB) { self.init(.srgb, SIMD3(color.red, color.green, color.blue)) }

    /// The components, where missing ones are 0.
    var known: SIMD3<Double> { components.replacing(with: 0, where: components .!= components) }

    /// The channels of sRGB, also outside of 0 to 1.
    var channels: SIMD3<Double> { space.convert(known, to: .srgb) }

    /// The same color in another space. The hue of a gray becomes missing. A missing component stays missing if the
    /// other space has a component of the same meaning.
    func converted(to other: CSSSpace) -> CSSColor {
        var result = CSSColor(other, space == other ? components : space.convert(known, to: other), alpha: alpha)
        let isLegacy = other == .hsl || other == .hwb
        if space != other || isLegacy, let hue = other.hueIndex, other.isGray(result.known) {
            result.components[hue] = .nan
        }
        guard space != other else { return result }
        var missing = Set((0..<3).filter { components[$0].isNaN }.map { space.meanings[$0] })
        missing.remove(.other)
        guard !missing.isEmpty else { return result }
        if components.x.isNaN, components.y.isNaN, components.z.isNaN { result.components = SIMD3(repeating: .nan) }
        if missing.isSuperset(of: [.colorfulness, .hue]) { missing.formUnion([.a, .b]) }
        if missing.isSuperset(of: [.a, .b]) { missing.formUnion([.colorfulness, .hue]) }
        for index in 0..<3 where missing.contains(other.meanings[index]) { result.components[index] = .nan }
        return result
    }

    /// The color for an sRGB screen, and whether the screen can show it. If not, the color is mapped as `OKLCH.mapped`
    /// says.
    var shown: (color: SRGB, isInGamut: Bool) {
        let known = known
        switch space {
        case .oklch: return Self.shown(OKLCH(lightness: known.x, chroma: known.y, hue: known.z))
        case .oklab: return Self.shown(OKLCH(OKLab(lightness: known.x, a: known.y, b: known.z)))
        default: break
        }
        let channels = channels
        if all(channels .>= 0 .& channels .<= 1) {
            return (SRGB(red: channels.x, green: channels.y, blue: channels.z), true)
        }
        let light = CSSSpace.srgb.convert(channels, to: .srgbLinear)
        let linear = LinearSRGB(red: light.x, green: light.y, blue: light.z)
        if linear.isInGamut(slack: 0.5 / 255) { return (SRGB(clipping: linear), true) }
        return (OKLCH(OKLab(linear)).mapped, false)
    }

    private static func shown(_ color: OKLCH) -> (color: SRGB, isInGamut: Bool) { (color.mapped, color.isInGamut) }
}

/// The way around the circle from one hue to another.
enum HueMethod: String {
    case shorter, longer, increasing, decreasing

    /// The second hue in degrees, moved by full turns so that a straight line from `first` goes this way.
    func end(_ first: Double, _ second: Double) -> Double {
        // The hues of one color are equal but for rounding, however it was written.
        let exact = degrees(second) - degrees(first)
        let difference = abs(exact.remainder(dividingBy: 360)) < 1e-9 ? 0 : exact
        let way =
            switch self {
            case .shorter: difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
            case .longer:
                0 < difference && difference < 180
                    ? difference - 360 : -180 < difference && difference <= 0 ? difference + 360 : difference
            case .increasing: difference < 0 ? difference + 360 : difference
            case .decreasing: difference > 0 ? difference - 360 : difference
            }
        return degrees(first) + way
    }
}

extension CSSColor {
    /// A mixture, as CSS Color 5 defines `color-mix()`.
    ///
    /// - Parameter share: The share of `other`, from 0 to 1.
    func mixed(_ share: Double, of other: CSSColor, in space: CSSSpace, _ method: HueMethod) -> CSSColor {
        let (one, two) = (converted(to: space), other.converted(to: space))
        func between(_ start: Double, _ end: Double) -> Double {
            // A missing number takes the value of the other color.
            start.isNaN ? end : end.isNaN ? start : start + (end - start) * share
        }
        let alpha = between(one.alpha, two.alpha)
        var result = CSSColor(space, .zero, alpha: alpha)
        for index in 0..<3 {
            let (start, end) = (one.components[index], two.components[index])
            if index == space.hueIndex {
                // Fills in a missing hue first, because the longer way between equal hues is a full turn.
                let (from, to) = (start.isNaN ? end : start, end.isNaN ? start : end)
                result.components[index] =
                    from.isNaN ? from : degrees(between(degrees(from), method.end(from, to)))
            } else {
                // Multiplies each color by its alpha. A color with a missing alpha counts in full.
                let sum = between(one.weighted(start), two.weighted(end))
                result.components[index] = alpha.isNaN ? sum : alpha == 0 ? 0 : sum / alpha
            }
        }
        return result
    }

    private func weighted(_ component: Double) -> Double { alpha.isNaN ? component : component * alpha }
}
