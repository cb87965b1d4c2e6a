import Foundation

/// A colour by lightness, chroma and hue, as people distinguish colours: OKLab in polar form. In CSS: `oklch()`.
public struct OKLCH: Hashable, Sendable {
    /// The lightness, from 0, black, to 1, white.
    public var lightness: Double
    /// The chroma, from 0, grey; sRGB ends below 0.33.
    public var chroma: Double
    /// The hue in degrees, from 0 up to 360; 0 for greys.
    public var hue: Double

    /// A colour with these values, which are stored unchanged. Conversions accept a hue of any number of degrees.
    public init(lightness: Double, chroma: Double, hue: Double) {
        self.lightness = lightness
        self.chroma = chroma
        self.hue = hue
    }
}

extension OKLCH {
    /// The same colour in polar form. A chroma of 0.000004 and less becomes 0, with hue 0.
    public init(_ lab: OKLab) {
        lightness = lab.lightness
        chroma = hypot(lab.a, lab.b)
        // Below this, a hue is only a rounding error; CSS Color 4 calls it powerless.
        if chroma <= 0.000_004 { (chroma, hue) = (0, 0) } else { hue = degrees(atan2(lab.b, lab.a) * 180 / .pi) }
    }

    /// The same colour by lightness, chroma and hue.
    public init(_ color: SRGB) { self.init(OKLab(color)) }
}

extension OKLab {
    /// The same colour in rectangular form.
    public init(_ color: OKLCH) {
        let angle = degrees(color.hue) * .pi / 180
        self.init(lightness: color.lightness, a: color.chroma * cos(angle), b: color.chroma * sin(angle))
    }
}

/// The same angle, from 0 up to 360.
func degrees(_ angle: Double) -> Double {
    let rest = angle.truncatingRemainder(dividingBy: 360)
    let positive = rest < 0 ? rest + 360 : rest
    return positive < 360 ? positive : 0
}
