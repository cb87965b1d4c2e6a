// Other programs store colors in spaces that exceed the gamut of sRGB. Colors outside of the gamut are clipped, channel
// by channel, because these programs do the same without a color profile.

extension SRGB {
    /// A color of four inks, converted without a color profile. Each ink darkens one channel, and black darkens all.
    ///
    /// - Parameter cyan: The amount of cyan, from 0 to 1. The amounts of the other inks have the same range.
    init(cyan: Double, magenta: Double, yellow: Double, black: Double) {
        func light(_ ink: Double) -> Double { (1 - Self.nearest(ink)) * (1 - Self.nearest(black)) }
        self.init(red: light(cyan), green: light(magenta), blue: light(yellow))
    }

    /// A color by hue, saturation and brightness.
    ///
    /// - Parameter hue: The hue, in turns.
    init(hue: Double, saturation: Double, brightness: Double) {
        let (saturation, brightness) = (Self.nearest(saturation), Self.nearest(brightness))
        let lightness = brightness * (1 - saturation / 2)
        let reach = min(lightness, 1 - lightness)
        self.init(
            HSL(
                hue: hue.truncatingRemainder(dividingBy: 1) * 360,
                saturation: reach > 0 ? (brightness - lightness) / reach : 0, lightness: lightness))
    }

    init(gray: Double) { self.init(red: gray, green: gray, blue: gray) }

    /// CIE Lab with white point D50, as used in print.
    ///
    /// - Parameter lightness: From 0 to 100.
    init(lightness: Double, a: Double, b: Double) {
        let channels = CSSSpace.lab.convert(SIMD3(lightness, a, b), to: .srgb)
        self.init(red: channels.x, green: channels.y, blue: channels.z)
    }
}
