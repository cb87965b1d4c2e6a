// Other programs store colors in spaces that exceed the gamut of sRGB. Colors outside of the gamut are clipped, channel
// by channel, because these programs do the same without a color profile.

extension SRGB {
    /// Ink without a profile. Each ink dims the light of its complement, and black dims all light.
    ///
    /// - Parameter cyan: The amount of ink, from 0 to 1, like the others.
    init(cyan: Double, magenta: Double, yellow: Double, black: Double) {
        func light(_ ink: Double) -> Double { (1 - Self.nearest(ink)) * (1 - Self.nearest(black)) }
        self.init(red: light(cyan), green: light(magenta), blue: light(yellow))
    }

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
        let y = (lightness + 16) / 116
        func inverse(_ t: Double) -> Double { t > 6.0 / 29 ? t * t * t : (t - 16.0 / 116) * 108 / 841 }
        let x50 = 0.964_295_676_429_567_6 * inverse(y + a / 500)
        let y50 = inverse(y)
        let z50 = 0.825_104_602_510_460_3 * inverse(y - b / 200)
        // CSS Color 4, "Sample code for color conversions": Bradford to D65, then to linear light.
        let x = 0.955_473_452_704_218 * x50 - 0.023_098_536_874_261_423 * y50 + 0.063_259_308_661_021_7 * z50
        let y65 = -0.028_369_706_963_208_136 * x50 + 1.009_995_458_005_822_6 * y50 + 0.021_041_398_966_943_008 * z50
        let z = 0.012_314_001_688_319_899 * x50 - 0.020_507_696_433_477_912 * y50 + 1.330_365_936_608_075_3 * z50
        self.init(
            clipping: LinearSRGB(
                red: 12831.0 / 3959 * x - 329.0 / 214 * y65 - 1974.0 / 3959 * z,
                green: -851_781.0 / 878_810 * x + 1_648_619.0 / 878_810 * y65 + 36519.0 / 878_810 * z,
                blue: 705.0 / 12673 * x - 2585.0 / 12673 * y65 + 705.0 / 667 * z))
    }
}
