extension OKLCH {
    /// The amount by which the lightness of white may exceed 1 when it is computed from sRGB.
    private static let rounding = 1e-6

    /// True if an sRGB screen can show this colour, with a tolerance of half a step of 8 bits.
    public var isInGamut: Bool {
        guard (-Self.rounding...1 + Self.rounding).contains(lightness), chroma <= Self.chromaLimit else { return false }
        return LinearSRGB(OKLab(self)).isInGamut(slack: 0.5 / 255)
    }

    /// The colour that an sRGB screen shows for this one: the same colour if it can, or else one with less chroma.
    ///
    /// This is the algorithm of CSS Color 4, "Binary Search Gamut Mapping with Local MINDE". It searches for the
    /// largest chroma at which the clipped colour looks the same as the unclipped one. So hue and lightness do not
    /// change noticeably, either.
    ///
    /// - Complexity: A bisection of 14 steps at most.
    public var mapped: SRGB {
        if lightness >= 1 { return .white }
        if !(lightness > 0) { return .black }
        let noticeable = 0.02
        let precision = 0.0001
        var current = self
        current.chroma = min(max(chroma, 0), Self.chromaLimit)

        func clip() -> (color: SRGB, difference: Double) {
            let color = SRGB(clipping: LinearSRGB(OKLab(current)))
            return (color, OKLab(color).difference(from: OKLab(current)))
        }
        let clipped = clip()
        if clipped.difference < noticeable { return clipped.color }
        var (low, high) = (0.0, current.chroma)
        var lowIsInGamut = true
        while high - low > precision {
            current.chroma = (low + high) / 2
            if lowIsInGamut, LinearSRGB(OKLab(current)).isInGamut() {
                low = current.chroma
                continue
            }
            let (color, difference) = clip()
            if difference < noticeable {
                if noticeable - difference < precision { return color }
                lowIsInGamut = false
                low = current.chroma
            } else {
                high = current.chroma
            }
        }
        current.chroma = low
        return clip().color
    }

    /// The most colourful colour of exactly this lightness and hue that an sRGB screen can show, up to this chroma.
    ///
    /// - Complexity: A bisection of 17 steps at most.
    public var reduced: SRGB {
        if lightness >= 1 { return .white }
        if !(lightness > 0) { return .black }
        var current = self
        current.chroma = min(max(chroma, 0), Self.chromaLimit)
        if !LinearSRGB(OKLab(current)).isInGamut() {
            var (low, high) = (0.0, current.chroma)
            while high - low > 0.000_01 {
                current.chroma = (low + high) / 2
                if LinearSRGB(OKLab(current)).isInGamut() { low = current.chroma } else { high = current.chroma }
            }
            current.chroma = low
        }
        return SRGB(clipping: LinearSRGB(OKLab(current)))
    }

    /// A chroma beyond any colour, but small enough for calculations.
    private static let chromaLimit = 1.0
}
