import AviaryTesting
import AviaryViews
import Testing

@testable import AviaryColors

struct HarmonyTests {
    private func draw(_ random: inout SeededGenerator) -> SRGB {
        SRGB(hex: .random(in: 0...0xffffff, using: &random))
    }

    /// The shorter way around the circle.
    private func distance(_ one: Double, _ other: Double) -> Double {
        min(degrees(one - other), degrees(other - one))
    }

    @Test(arguments: [1, 2] as [UInt64])
    func harmoniesKeepLightnessAndTurnTheHue(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let color = draw(&random)
            let own = OKLCH(color)
            for harmony in Harmony.allCases {
                let colors = harmony.colors(with: color)
                #expect(colors.count == harmony.angles.count + 1 && colors[0] == color)
                for (angle, other) in zip(harmony.angles, colors.dropFirst()) {
                    let other = OKLCH(other)
                    #expect(abs(other.lightness - own.lightness) < 0.002)
                    #expect(other.chroma < own.chroma + 0.002)
                    if other.chroma > 0.02 { #expect(distance(other.hue, degrees(own.hue + angle)) < 0.5) }
                }
            }
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func rampsHaveEvenSteps(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let (one, other) = (draw(&random), draw(&random))
            let count = Int.random(in: ColorRamp.steps, using: &random)
            let (from, to) = (OKLCH(one), OKLCH(other))
            let ramp = ColorRamp.between(one, other, steps: count)
            #expect(ramp.count == count && ramp.first == one && ramp.last == other)
            for (step, color) in ramp.enumerated() {
                let share = Double(step) / Double(count - 1)
                let expected = from.lightness + (to.lightness - from.lightness) * share
                #expect(abs(OKLCH(color).lightness - expected) < 0.002)
            }
            let shades = ColorRamp.shades(of: one, steps: count).map { OKLCH($0).lightness }
            for (step, lightness) in shades.enumerated() {
                #expect(abs(lightness - (0.96 - 0.8 * Double(step) / Double(count - 1))) < 0.002)
            }
            let tones = ColorRamp.tones(of: one, steps: count).map { OKLCH($0) }
            #expect(tones[0].chroma < 0.001)
            for (step, tone) in tones.enumerated() {
                let share = Double(step) / Double(count - 1)
                #expect(abs(tone.chroma - tones[count - 1].chroma * share) < 0.002)
                #expect(abs(tone.lightness - from.lightness) < 0.002)
            }
        }
    }

    @Test func aRampTakesTheShorterWayAndTheHueOfTheOtherFromGrey() {
        let hues = ColorRamp.between(
            OKLCH(lightness: 0.6, chroma: 0.08, hue: 350).reduced, OKLCH(lightness: 0.6, chroma: 0.08, hue: 20).reduced,
            steps: 4
        ).map { OKLCH($0).hue }
        #expect(zip(hues, [350, 0, 10, 20]).allSatisfy { distance($0, $1) < 0.1 }, "\(hues)")
        let fromGrey = ColorRamp.between(.white, SRGB(hex: 0x1971c2), steps: 3)[1]
        #expect(distance(OKLCH(fromGrey).hue, OKLCH(SRGB(hex: 0x1971c2)).hue) < 0.5)
    }

    @Test(arguments: [Int.min, -1, 0, 1, 2, 12, 13, .max])
    func anyNumberOfStepsIsBroughtIntoItsRange(steps: Int) {
        for ramp in [
            ColorRamp.shades(of: .black, steps: steps), ColorRamp.tones(of: .white, steps: steps),
            ColorRamp.between(.black, .white, steps: steps),
        ] { #expect(ColorRamp.steps.contains(ramp.count)) }
    }
}
