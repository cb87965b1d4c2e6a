import AviaryColors
import AviaryTesting
import AviaryViews
import Foundation
import Testing

/// Conversions between the spaces, against values that others published, and against each other.
struct ColorSpaceTests {
    /// From the tests that browsers share, web-platform-tests `css/css-color/oklab-001` to `-008` and `oklch-001` to
    /// `-008`: a colour, and red, green and blue in percent.
    @Test(arguments: [
        (OKLCH(lightness: 0.51975, chroma: 0.17686, hue: 142.495), [0, 50.196, 0]),
        (OKLCH(lightness: 0, chroma: 0, hue: 0), [0, 0, 0]),
        (OKLCH(lightness: 1, chroma: 0, hue: 0), [100, 100, 100]),
        (OKLCH(lightness: 0.5, chroma: 0.2, hue: 0), [70.492, 2.351, 37.073]),
        (OKLCH(lightness: 0.5, chroma: 0.2, hue: 270), [23.056, 31.73, 82.628]),
        (OKLCH(lightness: 0.8, chroma: 0.15, hue: 160), [32.022, 85.805, 61.147]),
        (OKLCH(lightness: 0.55, chroma: 0.15, hue: 345), [67.293, 27.791, 52.28]),
        (OKLCH(OKLab(lightness: 0.5, a: 0.05, b: 0)), [48.477, 34.29, 38.412]),
        (OKLCH(OKLab(lightness: 0.7, a: -0.1, b: 0)), [29.264, 70.096, 63.017]),
        (OKLCH(OKLab(lightness: 0.7, a: 0, b: 0.125)), [73.942, 60.484, 19.65]),
        (OKLCH(OKLab(lightness: 0.55, a: 0, b: -0.2)), [27.888, 38.072, 89.414]),
    ])
    func oklchIsAsTheSharedTestsOfBrowsersHaveIt(color: OKLCH, percent: [Double]) {
        #expect(distance(color.mapped, SRGB(percent)) < 0.000_04)
        #expect(color.isInGamut)
    }

    /// The corners of sRGB in OKLCH, as CSS Color 4 and ColorAide, which is written by others, have them.
    @Test(arguments: [
        ("red", 0.6279554, 0.2576833, 29.2338803), ("lime", 0.8664396, 0.2948272, 142.495345),
        ("blue", 0.4520137, 0.3132144, 264.0520226), ("rebeccapurple", 0.4402718, 0.160296, 303.3729885),
        ("tomato", 0.6962193, 0.1955246, 32.3214339), ("white", 1, 0, 0), ("black", 0, 0, 0),
    ])
    func sRGBIsInOKLCHWhereOthersHaveIt(name: String, lightness: Double, chroma: Double, hue: Double) throws {
        let color = try OKLCH(TypedColor(name).color)
        #expect(abs(color.lightness - lightness) < 0.000_001)
        #expect(abs(color.chroma - chroma) < 0.000_001)
        #expect(abs(color.hue - hue) < 0.000_1)
    }

    /// From web-platform-tests `css/css-color/parsing/color-computed-hsl`, and CSS Color 4.
    @Test(arguments: [
        ("hsl(120 30% 50%)", "#59a659"), ("hsl(120 none 50%)", "#808080"), ("hsl(none 100% 50%)", "#ff0000"),
        ("hsl(60, 100%, 37.5%)", "#bfbf00"), ("hsl(780, 100%, 37.5%)", "#bfbf00"),
        ("hsl(-300, 100%, 37.5%)", "#bfbf00"), ("hsl(300, 50%, 50%)", "#bf40bf"), ("hsl(30deg, 100%, 100%)", "#ffffff"),
        ("hsl(0.5turn 100% 50%)", "#00ffff"), ("hsl(39 100% 50%)", "#ffa600"),
    ])
    func hslIsAsTheSharedTestsOfBrowsersHaveIt(typed: String, hex: String) throws {
        #expect(try TypedColor(typed).color.displayColor.hex == hex)
    }

    /// Colors outside the gamut, as ColorAide's "oklch-chroma" maps them. Both stop within the same just noticeable
    /// difference.
    @Test(arguments: [
        (OKLCH(lightness: 0.96476, chroma: 0.24503, hue: 110.23), [99.623, 99.901, 0]),
        (OKLCH(lightness: 0.7, chroma: 0.4, hue: 30), [100, 34.514, 26.458]),
        (OKLCH(lightness: 0.5, chroma: 0.4, hue: 150), [0, 48.476, 14.623]),
        (OKLCH(lightness: 0.3, chroma: 0.3, hue: 264), [1.121, 0, 61.812]),
        (OKLCH(lightness: 0.9, chroma: 0.3, hue: 330), [100, 75.802, 100]),
        (OKLCH(lightness: 0.65, chroma: 0.35, hue: 200), [0, 65.006, 68.304]),
        (OKLCH(lightness: 0.95, chroma: 0.2, hue: 60), [100, 90.228, 78.286]),
        (OKLCH(lightness: 0.1, chroma: 0.2, hue: 100), [2.201, 1.207, 0]),
    ])
    func whatCannotBeShownIsMapped(color: OKLCH, percent: [Double]) {
        #expect(OKLab(color.mapped).difference(from: OKLab(SRGB(percent))) < 0.02, "\(color.mapped)")
        #expect(!color.isInGamut)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func everySpaceLeadsBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10_000 {
            let color = SRGB(
                red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
                blue: .random(in: 0...1, using: &random))
            #expect(distance(OKLCH(OKLab(color)).mapped, color) < 0.000_001)
            #expect(distance(OKLCH(color).mapped, color) < 0.000_001)
            #expect(distance(SRGB(HSL(color)), color) < 0.000_001)
            #expect(OKLCH(color).isInGamut)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func whatIsMappedKeepsHueAndLightnessForTheEye(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10_000 {
            let color = OKLCH(
                lightness: .random(in: 0...1, using: &random), chroma: .random(in: 0...0.5, using: &random),
                hue: .random(in: 0..<360, using: &random))
            for shown in [color.mapped, color.reduced] {
                let lab = OKLab(shown)
                #expect(abs(lab.lightness - color.lightness) < 0.0201)
                // How far beside the ray of the hue it lies.
                let turned = OKLab(OKLCH(lightness: 0, chroma: OKLCH(lab).chroma, hue: OKLCH(lab).hue - color.hue))
                #expect(abs(turned.b) < 0.0201 && turned.a > -0.0201, "\(color)")
            }
        }
    }

    @Test(arguments: [0, -0.0, 1, -1, 359.999, 360, 1e300, -1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    func nothingFiniteMakesNoNumber(number: Double) {
        for other in [0, 0.5, 1, -1e300, 1e300, number] {
            let colors = [
                OKLCH(lightness: number, chroma: other, hue: other).mapped,
                OKLCH(lightness: 0.5, chroma: number, hue: other).mapped,
                OKLCH(lightness: 0.5, chroma: other, hue: number).reduced,
                OKLCH(lightness: other, chroma: 0.1, hue: number).reduced,
                SRGB(HSL(hue: number, saturation: other, lightness: 0.5)),
                SRGB(HSL(hue: other, saturation: number, lightness: other)),
                SRGB(red: number, green: other, blue: .nan),
            ]
            for color in colors {
                let channels = [color.red, color.green, color.blue]
                #expect(channels.allSatisfy { (0...1).contains($0) })
            }
        }
    }
}

extension SRGB {
    fileprivate init(_ percent: [Double]) {
        self.init(red: percent[0] / 100, green: percent[1] / 100, blue: percent[2] / 100)
    }
}

/// The greatest difference of a channel.
func distance(_ one: SRGB, _ other: SRGB) -> Double {
    max(abs(one.red - other.red), abs(one.green - other.green), abs(one.blue - other.blue))
}
