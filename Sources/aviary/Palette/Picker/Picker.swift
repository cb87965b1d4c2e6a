import AviaryColors

/// The colour a person is choosing, in every space they may choose it in.
///
/// It is one value; the spaces follow whichever was touched last. A hue that means nothing for the colour, since it is
/// grey, is kept: who drags chroma down to nothing and up again gets the same hue back.
struct Picker: Hashable, Sendable {
    private(set) var color: SRGB
    private(set) var hsl: HSL
    /// As it was chosen, and so perhaps beyond what a screen can show; `color` is what it shows then.
    private(set) var oklch: OKLCH

    init(_ color: SRGB) {
        self.color = color
        hsl = HSL(color)
        oklch = OKLCH(color)
    }

    /// Whether `oklch` is one that no sRGB screen can show.
    var isMapped: Bool { !oklch.isInGamut }

    /// Takes another colour.
    mutating func set(_ color: SRGB) {
        self.color = color
        follow(hsl: true, oklch: true)
    }

    mutating func set(_ part: WritableKeyPath<HSL, Double>, to value: Double) {
        hsl[keyPath: part] = value
        color = SRGB(hsl)
        follow(oklch: true)
    }

    mutating func set(_ part: WritableKeyPath<OKLCH, Double>, to value: Double) {
        oklch[keyPath: part] = value
        color = oklch.mapped
        follow(hsl: true)
    }

    private mutating func follow(hsl isHSL: Bool = false, oklch isOKLCH: Bool = false) {
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
