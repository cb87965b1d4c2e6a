import AviaryColors
import AviaryViews
import Testing

/// Names of colours, and steps of lightness.
struct ColorNameTests {
    @Test func cssKnowsAHundredAndFortyEightNames() {
        #expect(NamedColor.all.count == 148)
        #expect(Set(NamedColor.all.map { $0.name.filter { $0 != " " } }).count == 148)
        #expect(Set(NamedColor.all.map(\.color)).count == 139, "nine have two names")
    }

    @Test func aNamedColorIsNearestToItself() {
        for named in NamedColor.all {
            #expect(NamedColor.nearest(to: named.color).color == named.color)
            #expect(NamedColor.named(named.name)?.color == named.color)
        }
        #expect(NamedColor.nearest(to: SRGB(hex: 0x00ffff)).name == "cyan")
        #expect(NamedColor.nearest(to: SRGB(hex: 0x808080)).name == "gray")
    }

    /// By distance in sRGB, the last two would be dark olive green and medium purple.
    @Test(
        arguments: [
            (0x0a2040, "midnight blue"), (0xfe6448, "tomato"), (0x010101, "black"), (0x9070d8, "medium purple"),
            (0x7a5c3e, "dim gray"), (0xb57edc, "orchid"),
        ] as [(UInt32, String)])
    func aColorIsCalledByTheNameThatLooksMostLikeIt(hex: UInt32, name: String) {
        #expect(NamedColor.nearest(to: SRGB(hex: hex)).name == name)
    }

    @Test(arguments: [0x000000, 0xffffff, 0xff0000, 0x0000ff, 0xffff00, 0x336699] as [UInt32])
    func lighterAndDarkerAreEvenSteps(hex: UInt32) {
        for (next, direction) in [(\SRGB.lighter, 1.0), (\SRGB.darker, -1.0)] {
            var color = SRGB(hex: hex)
            let end: SRGB = direction > 0 ? .white : .black
            for _ in 0..<12 where color != end {
                let before = OKLCH(color)
                color = color[keyPath: next]
                let expected = min(max(before.lightness + direction * SRGB.lightnessStep, 0), 1)
                #expect(abs(OKLCH(color).lightness - expected) < 0.001)
            }
            #expect(color.displayColor == end.displayColor, "twelve steps lead from one end to the other")
        }
    }

    @Test func blackAndWhiteCanBeTweaked() {
        #expect(SRGB.black.lighter.displayColor != .black)
        #expect(SRGB.white.darker.displayColor != .white)
        #expect(SRGB.white.lighter == .white)
        #expect(SRGB.black.darker == .black)
    }

    @Test func aTweakedColorKeepsItsHue() {
        let blue = SRGB(hex: 0x336699)
        for tweaked in [blue.lighter, blue.darker, blue.lighter.lighter.lighter] {
            #expect(abs(OKLCH(tweaked).hue - OKLCH(blue).hue) < 1)
        }
    }

    /// The last two are the greys between which WCAG's 4.5 : 1 on white lies, as others' checkers have them.
    @Test(
        arguments: [
            (0x000000, 0xffffff, 21), (0xff0000, 0xff0000, 1), (0x767676, 0xffffff, 4.5422),
            (0x777777, 0xffffff, 4.4781),
        ] as [(UInt32, UInt32, Double)])
    func contrastIsAsWCAGHasIt(one: UInt32, other: UInt32, contrast: Double) {
        #expect(abs(SRGB(hex: one).contrast(with: SRGB(hex: other)) - contrast) < 0.0001)
        #expect(abs(SRGB(hex: other).contrast(with: SRGB(hex: one)) - contrast) < 0.0001)
    }
}
