import Foundation

/// A color space of CSS Color 4. Each component has the value that CSS writes as a number. Only the channels of `rgb()`
/// differ: they go from 0 to 255 in CSS and from 0 to 1 here.
enum CSSSpace: String, CaseIterable {
    case srgb, hsl, hwb, lab, lch, oklab, oklch, rec2020, xyz
    case srgbLinear = "srgb-linear"
    case displayP3 = "display-p3"
    case displayP3Linear = "display-p3-linear"
    case a98RGB = "a98-rgb"
    case prophotoRGB = "prophoto-rgb"
    case xyzD50 = "xyz-d50"
    case xyzD65 = "xyz-d65"

    /// The meaning of a component. When a color with a missing component (`none`) is converted, the component with the
    /// same meaning is missing, too.
    enum Meaning {
        case red, green, blue, lightness, colorfulness, hue, a, b, other
    }

    var meanings: [Meaning] {
        switch self {
        case .hsl: [.hue, .colorfulness, .lightness]
        case .hwb: [.hue, .other, .other]
        case .lab, .oklab: [.lightness, .a, .b]
        case .lch, .oklch: [.lightness, .colorfulness, .hue]
        default: [.red, .green, .blue]
        }
    }

    /// The words for the components in relative colors.
    var keywords: [String] {
        switch self {
        case .hsl: ["h", "s", "l"]
        case .hwb: ["h", "w", "b"]
        case .lab, .oklab: ["l", "a", "b"]
        case .lch, .oklch: ["l", "c", "h"]
        case .xyz, .xyzD50, .xyzD65: ["x", "y", "z"]
        default: ["r", "g", "b"]
        }
    }

    /// The index of the hue; `nil` for a rectangular space.
    var hueIndex: Int? {
        switch self {
        case .hsl, .hwb: 0
        case .lch, .oklch: 2
        default: nil
        }
    }

    /// True for the spaces of `color()`.
    var isPredefined: Bool {
        switch self {
        case .hsl, .hwb, .lab, .lch, .oklab, .oklch: false
        default: true
        }
    }

    /// The number that 100 % stands for, for each component. A hue has no percentages.
    var wholes: SIMD3<Double> {
        switch self {
        case .hsl, .hwb: SIMD3(360, 100, 100)
        case .lab: SIMD3(100, 125, 125)
        case .lch: SIMD3(100, 150, 360)
        case .oklab: SIMD3(1, 0.4, 0.4)
        case .oklch: SIMD3(1, 0.4, 360)
        default: SIMD3(1, 1, 1)
        }
    }

    /// The range to which CSS clamps each component. It clamps the lightness, the chroma from below, the saturation of
    /// HSL, and the whiteness and blackness of HWB.
    var limits: (least: SIMD3<Double>, most: SIMD3<Double>) {
        var (least, most) = (SIMD3(repeating: -Double.infinity), SIMD3(repeating: Double.infinity))
        switch self {
        case .lab, .oklab: (least.x, most.x) = (0, wholes.x)
        case .lch, .oklch: (least.x, most.x, least.y) = (0, wholes.x, 0)
        case .hsl, .hwb: (least.y, least.z, most.y, most.z) = (0, 0, 100, 100)
        default: break
        }
        return (least, most)
    }

    /// Returns true if a color has no hue, because it is gray. The thresholds are those of CSS Color 4.
    func isGray(_ color: SIMD3<Double>) -> Bool {
        switch self {
        case .hsl: abs(color.y) <= 0.001
        case .hwb: color.y + color.z >= 99.999
        case .lch: color.y <= 0.0015
        case .oklch: color.y <= 0.000_004
        default: false
        }
    }

    // MARK: Conversions

    /// Converts a color to another space without clipping it.
    ///
    /// - Parameter color: Components without NaN.
    func convert(_ color: SIMD3<Double>, to other: CSSSpace) -> SIMD3<Double> {
        if self == other { return color }
        // HSL and HWB are other coordinates of sRGB, so they are converted without XYZ.
        switch (isFormOfSRGB, other.isFormOfSRGB) {
        case (true, true): return other.fromSRGB(toSRGB(color))
        case (true, false): return other.fromXYZ(Self.srgb.toXYZ(toSRGB(color)))
        case (false, true): return other.fromSRGB(Self.srgb.fromXYZ(toXYZ(color)))
        case (false, false): return other.fromXYZ(toXYZ(color))
        }
    }

    private var isFormOfSRGB: Bool { self == .srgb || self == .hsl || self == .hwb }

    private func toSRGB(_ color: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .hsl: return rgb(hue: color.x, saturation: color.y / 100, lightness: color.z / 100)
        case .hwb:
            let (white, black) = (color.y / 100, color.z / 100)
            if white + black >= 1 { return SIMD3(repeating: white / (white + black)) }
            return rgb(hue: color.x, saturation: 1, lightness: 0.5) * (1 - white - black) + white
        default: return color
        }
    }

    private func fromSRGB(_ color: SIMD3<Double>) -> SIMD3<Double> {
        guard self != .srgb else { return color }
        let (least, most) = (color.min(), color.max())
        let range = most - least
        var hue = 0.0
        if range > 0 {
            let sixth =
                switch most {
                case color.x: (color.y - color.z) / range
                case color.y: (color.z - color.x) / range + 2
                default: (color.x - color.y) / range + 4
                }
            hue = sixth * 60
        }
        if self == .hwb { return SIMD3(degrees(hue), least * 100, (1 - most) * 100) }
        let lightness = (least + most) / 2
        let reach = min(lightness, 1 - lightness)
        var saturation = range > 0 && reach != 0 ? (most - lightness) / reach : 0
        // Far outside of the gamut the saturation is negative. A positive one with the opposite hue is the same color.
        if saturation < 0 { (hue, saturation) = (hue + 180, -saturation) }
        return SIMD3(degrees(hue), saturation * 100, lightness * 100)
    }

    /// CIE XYZ with white point D65.
    private func toXYZ(_ color: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .lch: return Self.lab.toXYZ(rectangular(color))
        case .oklch: return Self.oklab.toXYZ(rectangular(color))
        case .lab:
            let y = (color.x + 16) / 116
            let f = SIMD3(y + color.y / 500, y, y - color.z / 200)
            func inverse(_ t: Double) -> Double { t > 6.0 / 29 ? t * t * t : (t - 16.0 / 116) * 108 / 841 }
            return Matrix.d50ToD65 * (Matrix.d50White * each(f, inverse))
        case .oklab:
            return Matrix.lmsToXYZ * each(Matrix.okLabToLMS * color) { $0 * $0 * $0 }
        case .xyz, .xyzD65: return color
        case .xyzD50: return Matrix.d50ToD65 * color
        case .prophotoRGB: return Matrix.d50ToD65 * (Matrix.prophoto * each(color, light))
        default: return matrix * each(color, light)
        }
    }

    private func fromXYZ(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .lch: return polar(Self.lab.fromXYZ(xyz))
        case .oklch: return polar(Self.oklab.fromXYZ(xyz))
        case .lab:
            let f = each((Matrix.d65ToD50 * xyz) / Matrix.d50White) { t in
                t > 216.0 / 24389 ? cbrt(t) : t * 841 / 108 + 16.0 / 116
            }
            return SIMD3(116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z))
        case .oklab: return Matrix.lmsToOKLab * each(Matrix.xyzToLMS * xyz, cbrt)
        case .xyz, .xyzD65: return xyz
        case .xyzD50: return Matrix.d65ToD50 * xyz
        case .prophotoRGB: return each(Matrix.prophoto.inverse * (Matrix.d65ToD50 * xyz), channel)
        default: return each(matrix.inverse * xyz, channel)
        }
    }

    private var matrix: Matrix {
        switch self {
        case .displayP3, .displayP3Linear: .displayP3
        case .a98RGB: .a98
        case .rec2020: .rec2020
        default: .srgb
        }
    }

    /// Decodes a channel to linear light, by the transfer function of its space. A negative channel is the mirror image
    /// of a positive one.
    private func light(_ channel: Double) -> Double {
        let size = abs(channel)
        let light: Double =
            switch self {
            case .srgbLinear, .displayP3Linear: size
            case .a98RGB: pow(size, 563.0 / 256)
            case .prophotoRGB: size <= 1.0 / 32 ? size / 16 : pow(size, 1.8)
            case .rec2020: pow(size, 2.4)
            default: LinearSRGB.computedLight(size)
            }
        return channel < 0 ? -light : light
    }

    /// Encodes linear light as a channel, the inverse of `light`.
    private func channel(_ light: Double) -> Double {
        let size = abs(light)
        let channel: Double =
            switch self {
            case .srgbLinear, .displayP3Linear: size
            case .a98RGB: pow(size, 256.0 / 563)
            case .prophotoRGB: size < 1.0 / 512 ? size * 16 : pow(size, 1 / 1.8)
            case .rec2020: pow(size, 1 / 2.4)
            default: SRGB.channel(of: size)
            }
        return light < 0 ? -channel : channel
    }
}

private func rgb(hue: Double, saturation: Double, lightness: Double) -> SIMD3<Double> {
    let amount = saturation * min(lightness, 1 - lightness)
    let start = degrees(hue) / 30
    return each(SIMD3(0, 8, 4)) { offset in
        let step = (offset + start).truncatingRemainder(dividingBy: 12)
        return lightness - amount * max(-1, min(step - 3, 9 - step, 1))
    }
}

private func rectangular(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let angle = degrees(color.z) * .pi / 180
    return SIMD3(color.x, color.y * cos(angle), color.y * sin(angle))
}

private func polar(_ color: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(color.x, hypot(color.y, color.z), degrees(atan2(color.z, color.y) * 180 / .pi))
}

private func each(_ color: SIMD3<Double>, _ change: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(change(color.x), change(color.y), change(color.z))
}

/// A linear map of colors.
private struct Matrix {
    var rows: [SIMD3<Double>]
    private(set) var inverted: [SIMD3<Double>]

    init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
        rows = [x, y, z]
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let columns = [cross(y, z), cross(z, x), cross(x, y)]
        let determinant = (x * columns[0]).sum()
        inverted = (0..<3).map { SIMD3(columns[0][$0], columns[1][$0], columns[2][$0]) / determinant }
    }

    private init(rows: [SIMD3<Double>], inverted: [SIMD3<Double>]) { (self.rows, self.inverted) = (rows, inverted) }

    var inverse: Matrix { Matrix(rows: inverted, inverted: rows) }

    static func * (matrix: Matrix, color: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((matrix.rows[0] * color).sum(), (matrix.rows[1] * color).sum(), (matrix.rows[2] * color).sum())
    }

    // CSS Color 4, "Sample code for color conversions", has the numbers. The RGB matrices convert linear light to XYZ.
    // Each vector is a row.

    static let srgb = Matrix(
        SIMD3(506_752.0 / 1_228_815, 87881.0 / 245_763, 12673.0 / 70_218),
        SIMD3(87098.0 / 409_605, 175_762.0 / 245_763, 12673.0 / 175_545),
        SIMD3(7918.0 / 409_605, 87881.0 / 737_289, 1_001_167.0 / 1_053_270))
    static let displayP3 = Matrix(
        SIMD3(608_311.0 / 1_250_200, 189_793.0 / 714_400, 198_249.0 / 1_000_160),
        SIMD3(35783.0 / 156_275, 247_089.0 / 357_200, 198_249.0 / 2_500_400),
        SIMD3(0, 32229.0 / 714_400, 5_220_557.0 / 5_000_800))
    static let rec2020 = Matrix(
        SIMD3(63_426_534.0 / 99_577_255, 20_160_776.0 / 139_408_157, 47_086_771.0 / 278_816_314),
        SIMD3(26_158_966.0 / 99_577_255, 472_592_308.0 / 697_040_785, 8_267_143.0 / 139_408_157),
        SIMD3(0, 19_567_812.0 / 697_040_785, 295_819_943.0 / 278_816_314))
    static let a98 = Matrix(
        SIMD3(573_536.0 / 994_567, 263_643.0 / 1_420_810, 187_206.0 / 994_567),
        SIMD3(591_459.0 / 1_989_134, 6_239_551.0 / 9_945_670, 374_412.0 / 4_972_835),
        SIMD3(53769.0 / 1_989_134, 351_524.0 / 4_972_835, 4_929_758.0 / 4_972_835))
    static let prophoto = Matrix(
        SIMD3(0.797_760_489_672_302_60, 0.135_185_837_175_740_31, 0.031_349_349_581_524_81),
        SIMD3(0.288_071_128_229_293_37, 0.711_843_217_810_101_40, 0.000_085_653_960_605_259),
        SIMD3(0, 0, 0.825_104_602_510_460_20))
    /// The Bradford chromatic adaptation from D65 to D50.
    static let d65ToD50 = Matrix(
        SIMD3(1.047_929_792_408_411_1, 0.022_946_870_601_609_65, -0.050_192_266_289_205_24),
        SIMD3(0.029_627_808_772_270_05, 0.990_434_429_519_886_5, -0.017_073_799_063_418_826),
        SIMD3(-0.009_243_040_646_204_504, 0.015_055_191_490_298_176, 0.751_874_281_897_177_6))
    static let d50ToD65 = d65ToD50.inverse
    static let d50White = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
    static let xyzToLMS = Matrix(
        SIMD3(0.819_022_437_996_703_0, 0.361_906_260_052_890_4, -0.128_873_781_520_987_9),
        SIMD3(0.032_983_653_932_388_5, 0.929_286_861_586_343_4, 0.036_144_666_350_642_4),
        SIMD3(0.048_177_189_359_624_2, 0.264_239_531_752_730_8, 0.633_547_828_469_430_9))
    static let lmsToXYZ = xyzToLMS.inverse
    static let lmsToOKLab = Matrix(
        SIMD3(0.210_454_268_309_314_0, 0.793_617_774_702_305_4, -0.004_072_043_011_619_3),
        SIMD3(1.977_998_532_431_168_4, -2.428_592_242_048_579_9, 0.450_593_709_617_411_0),
        SIMD3(0.025_904_042_465_547_8, 0.782_771_712_457_529_6, -0.808_675_754_923_077_4))
    static let okLabToLMS = lmsToOKLab.inverse
}
