import AviaryColors

/// The picked color, in every color space of the picker.
///
/// When a person changes the color in one space, the other spaces follow. A gray has no hue, so the picker keeps the
/// last hue. If a person drags the chroma down to 0 and up again, the hue is the same as before.
struct Picker: Hashable, Sendable {
    private(set) var color: SRGB
    private(set) var hsl: HSL
    /// The color as it was chosen, perhaps outside the gamut of sRGB. `color` is the nearest color in the gamut.
    private(set) var oklch: OKLCH

    init(_ color: SRGB) {
        self.color = color
        hsl = HSL(color)
        oklch = OKLCH(color)
    }

    /// Whether `oklch` is outside the gamut of sRGB.
    var isMapped: Bool { !oklch.isInGamut }

    /// Picks another color.
    mutating func set(_ color: SRGB) {
        self.color = color
        derive(hsl: true, oklch: true)
    }

    mutating func set(_ part: WritableKeyPath<HSL, Double>, to value: Double) {
        hsl[keyPath: part] = value
        color = SRGB(hsl)
        derive(oklch: true)
    }

    mutating func set(_ part: WritableKeyPath<OKLCH, Double>, to value: Double) {
        oklch[keyPath: part] = value
        color = oklch.mapped
        derive(hsl: true)
    }

    private mutating func derive(hsl isHSL: Bool = false, oklch isOKLCH: Bool = false) {
        if isHSL {
            var next = HSL(color)
            if next.saturation == 0 { next.hue = hsl.hue }
            hsl = next
        }
        if isOKLCH {
            var next = OKLCH(color)
            if next.chroma == 0 { next.hue = oklch.hue }
            oklch = next
        }
    }
}
