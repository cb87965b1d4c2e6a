import Foundation

/// A colour in a perceptual space: colours at equal distances look equally different. In CSS: `oklab()`.
public struct OKLab: Hashable, Sendable {
    /// The lightness, from 0, black, to 1, white.
    public var lightness: Double
    /// The axis from green to red; within sRGB at most 0.28 either way.
    public var a: Double
    /// The axis from blue to yellow; within sRGB at most 0.32 either way.
    public var b: Double

    /// A colour with these values, which are stored unchanged.
    public init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    /// The distance of two colours. Colours with a distance of 0.02 or more can be told apart. CSS Color 4 calls it
    /// deltaEOK.
    public func difference(from other: OKLab) -> Double {
        let (l, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
        return (l * l + a * a + b * b).squareRoot()
    }
}

// The matrices come from CSS Color 4, "Sample code for color conversions", written row by row.

extension OKLab {
    /// The colour of light, also of light that sRGB cannot show.
    init(_ light: LinearSRGB) {
        let (red, green, blue) = (light.red, light.green, light.blue)
        let x = 506752.0 / 1_228_815 * red + 87881.0 / 245_763 * green + 12673.0 / 70_218 * blue
        let y = 87098.0 / 409_605 * red + 175_762.0 / 245_763 * green + 12673.0 / 175_545 * blue
        let z = 7918.0 / 409_605 * red + 87881.0 / 737_289 * green + 1_001_167.0 / 1_053_270 * blue
        // The responses of the three kinds of cones in the eye.
        let long = cbrt(0.819_022_437_996_703_0 * x + 0.361_906_260_052_890_4 * y - 0.128_873_781_520_987_9 * z)
        let medium = cbrt(0.032_983_653_932_388_5 * x + 0.929_286_861_586_343_4 * y + 0.036_144_666_350_642_4 * z)
        let short = cbrt(0.048_177_189_359_624_2 * x + 0.264_239_531_752_730_8 * y + 0.633_547_828_469_430_9 * z)
        lightness = 0.210_454_268_309_314_0 * long + 0.793_617_774_702_305_4 * medium - 0.004_072_043_011_619_3 * short
        a = 1.977_998_532_431_168_4 * long - 2.428_592_242_048_579_9 * medium + 0.450_593_709_617_411_0 * short
        b = 0.025_904_042_465_547_8 * long + 0.782_771_712_457_529_6 * medium - 0.808_675_754_923_077_4 * short
    }

    /// The same colour in the perceptual space.
    public init(_ color: SRGB) { self.init(LinearSRGB(color)) }
}

extension LinearSRGB {
    /// The light of a colour. Amounts are outside 0 to 1 if sRGB cannot show it.
    init(_ lab: OKLab) {
        func cubed(_ x: Double) -> Double { x * x * x }
        let long = cubed(lab.lightness + 0.396_337_777_376_174_9 * lab.a + 0.215_803_757_309_913_6 * lab.b)
        let medium = cubed(lab.lightness - 0.105_561_345_815_658_6 * lab.a - 0.063_854_172_825_813_3 * lab.b)
        let short = cubed(lab.lightness - 0.089_484_177_529_811_9 * lab.a - 1.291_485_548_019_409_2 * lab.b)
        let x = 1.226_879_875_845_924_3 * long - 0.557_814_994_460_217_1 * medium + 0.281_391_045_665_964_7 * short
        let y = -0.040_575_745_214_800_8 * long + 1.112_286_803_280_317_0 * medium - 0.071_711_058_065_516_4 * short
        let z = -0.076_372_936_674_660_1 * long - 0.421_493_332_402_243_2 * medium + 1.586_924_019_836_781_6 * short
        red = 12831.0 / 3959 * x - 329.0 / 214 * y - 1974.0 / 3959 * z
        green = -851_781.0 / 878_810 * x + 1_648_619.0 / 878_810 * y + 36519.0 / 878_810 * z
        blue = 705.0 / 12673 * x - 2585.0 / 12673 * y + 705.0 / 667 * z
    }
}
