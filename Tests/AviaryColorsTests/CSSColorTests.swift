import AviaryTesting
import AviaryViews
import Foundation
import Testing

@testable import AviaryColors

/// The notations of CSS Color 4, with mixtures and relative colors, against values of others and against slow models.
struct CSSColorTests {
    /// `Tests/Golden/colors/css.tsv` has drawn colors as ColorAide, which is written by others, converts them: a text,
    /// the channels of sRGB before gamut mapping, and alpha.
    @Test func colorsAreAsOthersConvertThem() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden/colors/css.tsv")
        let lines = try String(contentsOf: file.standardized, encoding: .utf8).split(separator: "\n")
        #expect(lines.count >= 300)
        for line in lines {
            let fields = line.split(separator: "\t").map(String.init)
            let numbers = fields.dropFirst().compactMap { Double($0) }
            try #require(numbers.count == 4)
            // A name or hex is a part of a function.
            let function = fields[0].contains("(") ? fields[0] : "rgb(from \(fields[0]) r g b)"
            var parser = try ColorParser(function)
            let color = try parser.parse()
            // As much as others round in between.
            let slack = fields[0].contains("from ") || fields[0].contains("-mix") ? 0.001 : 0.0001
            let channels = color.channels
            let difference = (0..<3).map { abs(channels[$0] - numbers[$0]) }.max() ?? 0
            #expect(difference <= slack, "\(line): \(channels)")
            #expect(abs((color.alpha.isNaN ? 0 : color.alpha) - numbers[3]) <= slack, "\(line): \(color.alpha)")
            // The color field and the files read the same.
            let typed = try TypedColor(fields[0])
            #expect(try exactColor(fields[0]) == typed.color)
            #expect(try TypedColor(fields[0] + " !important ; ").color == typed.color)
        }
    }

    @Test(arguments: [
        ("transparent", "#000000"), ("hwb(194 0% 0%)", "#00c3ff"), ("hwb(0 60% 80%)", "#6d6d6d"),
        ("lab(50% 0 0)", "#777777"), ("lch(52.2345% 72.2 56.2)", "#c65d06"),
        ("oklab(59.686% 0.1009 0.1192)", "#c65d07"),
        ("color(srgb .5 50% none)", "#808000"), ("color(display-p3 0.6 0.6 0.6)", "#999999"),
        ("color(xyz 0.9505 1 1.089)", "#ffffff"), ("color(xyz-d50 0.9643 1 0.8251)", "#ffffff"),
        ("rgb(calc(255 * (1 - 0.5)) calc(64 + 64) 50%)", "#808080"),
        ("rgb(calc(infinity) calc(-infinity) calc(NaN))", "#ff0000"),
        ("hsl(calc(pi * 1rad) 100% 50%)", "#00ffff"),
        ("rgb(calc(100% / 2) min(1, 2) clamp(0, 300, max(7, 9)))", "#800109"),
        ("color-mix(in srgb, red, blue)", "#800080"), ("color-mix(in srgb, red 25%, blue)", "#4000bf"),
        // Both have the hue 210.
        ("color-mix(in hwb increasing hue, #abc, #14395e)", "#5f7a95"),
        ("color-mix(in hwb decreasing hue, #14395e, #abc)", "#5f7a95"),
        ("color-mix(in hsl longer hue, red, lime)", "#0000ff"), ("color-mix(in oklch, white, #000)", "#636363"),
        ("rgb(from red g r b)", "#00ff00"), ("RGB(FROM Red R calc(G + 128) B / 50%)", "#ff8000"),
        ("rgb(255,99,71);", "#ff6347"), ("color: tomato !important;", "#ff6347"), ("--x : #f00;", "#ff0000"),
        ("background-color:hsl(0 100% 50%)", "#ff0000"), ("red ! IMPORTANT", "#ff0000"),
        ("/* a */ rgb(/**/255 99/* b */71)/**/;", "#ff6347"), ("rgb(255\n\t99\r\n71)", "#ff6347"),
        ("rgb(10%20%30%)", "#1a334d"), ("rgb(1-2+3)", "#010003"), ("rgb(.5.5.5)", "#010101"),
        ("rgb (1 2 3)", "#010203"),
        ("rgb(1e999 0 0)", "#ff0000"), ("color(rec2020 0 0 0/calc(1/0))", "#000000"),
    ])
    func whatCSSReadsIsRead(typed: String, hex: String) throws {
        #expect(try TypedColor(typed).color.displayColor.hex == hex)
    }

    @Test(
        arguments: [
            ("lab(120 0 0)", [.clamped(function: "lab")]), ("hwb(0 -5% 0%)", [.clamped(function: "hwb")]),
            ("color(display-p3 0 1 0)", [.mapped]), ("transparent", [.opaque]),
            ("lch(50 150 200 / 20%)", [.mapped, .opaque]),
            ("color-mix(in srgb, red, transparent)", [.opaque]), ("rgb(from red 300 g b)", [.mapped]),
            ("color(srgb 1 0 0 / 1)", []), ("rgb(from #f00c r g b)", [.opaque]), ("rgb(from #f00c r g b / 1)", []),
        ] as [(String, [ColorRemark])])
    func whatWasNotTakenAsTypedIsSaid(typed: String, remarks: [ColorRemark]) throws {
        #expect(try TypedColor(typed).remarks == remarks)
    }

    @Test(
        arguments: [
            ("rgb(255,0,0", .unclosed("rgb")), ("rgb(calc(1 + 2) 0 0", .unclosed("rgb")),
            ("rgba(1 2 3", .unclosed("rgb")),
            ("rgb(1 2 3) red", .trailing("red")), ("rgb(1 2 3))", .trailing(")")), ("red /* x", .unclosedComment),
            ("/**/", .empty), (";", .empty), ("color:", .empty), ("CurrentColor", .changing("CurrentColor")),
            ("var(--x)", .unknownFunction("var")), ("device-cmyk(0 0 0 0)", .unknownFunction("device-cmyk")),
            ("o\u{212A}lch(0 0 0)", .unknownFunction("o\u{212A}lch")), ("blac\u{212A}", .unknown("blac\u{212A}")),
            ("rgb(1, 2 3)", .separators(function: "rgb")), ("rgb(1, 2, 3 / 4)", .separators(function: "rgb")),
            ("rgb(1 2 / 3)", .count(function: "rgb", 2)), ("rgb(1 2 3 4 / 5)", .count(function: "rgb", 4)),
            ("rgb(from red, g, b)", .emptyPart(function: "rgb")), ("rgb(from red r, g, b)", .commas(function: "rgb")),
            ("color(srgb 1, 0, 0)", .commas(function: "color")), ("color(1 0 0)", .space(function: "color", "1")),
            ("color(oklch 1 0 0)", .space(function: "color", "oklch")), ("color()", .space(function: "color", "")),
            ("color(--mine 1 0 0)", .space(function: "color", "--mine")),
            ("rgb(r g b)", .notNumber(function: "rgb", "r")),
            ("rgb(from red x g b)", .notNumber(function: "rgb", "x")), ("rgb(from nored r g b)", .unknown("nored")),
            ("rgb(calc(1+2) 0 0)", .apart), ("rgb(calc(1 +2) 0 0)", .apart), ("rgb(calc(1 2) 0 0)", .noOperator("2")),
            ("rgb(calc() 0 0)", .emptyPart(function: "calc")), ("rgb(calc(1 * * 2) 0 0)", .emptyPart(function: "calc")),
            ("rgb(calc(1 + 2%) 0 0)", .kinds("a number", "a percentage")),
            ("rgb(sin(1) 0 0)", .notNumber(function: "rgb", "sin()")),
            ("hsl(calc(1deg * 1deg) 0 0)", .product("an angle", "an angle")),
            ("rgb(calc(1 / 5%) 0 0)", .quotient("a number", "a percentage")),
            ("lab(calc(1deg) 0 0)", .unit(function: "lab", "calc(1deg)")),
            ("color-mix(in srgb, red)", .colors(1)), ("color-mix(in srgb, red, lime, blue)", .colors(3)),
            ("color-mix(in srgb, red 0%, blue 0%)", .shares), ("color-mix(in srgb, red 120%, blue)", .shares),
            ("color-mix(in srgb, red 5, blue)", .shares), ("color-mix(in srgb red, blue)", .noComma("red")),
            ("color-mix(in hsl long hue, red, blue)", .hueMethod("long")),
            ("color-mix(in srgb longer hue, red, blue)", .noHue("srgb")),
            ("color-mix(in srgb, red blue)", .noComma("blue")),
            ("color-mix(in srgb, , blue)", .missingColor),
            ("color-mix(in cmyk, red, blue)", .space(function: "color-mix", "cmyk")),
            (
                "rgb(" + String(repeating: "calc(", count: 70) + "1" + String(repeating: ")", count: 70) + " 0 0)",
                .tooDeep(64)
            ),
            (
                String(repeating: "rgb(from ", count: 90) + "red" + String(repeating: " r g b)", count: 25),
                .unclosed("rgb")
            ),
            (String(repeating: " ", count: 1 << 20) + "red", .tooLong),
        ] as [(String, ColorError)])
    func whatIsWrongIsNamed(typed: String, error: ColorError) {
        #expect(throws: error) { try TypedColor(typed) }
        #expect(error.description.hasSuffix("."))
    }

    /// A calculation is as the tree says from which it is written.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func calculationsAreAsATreeHasThem(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<draws(1_000, long: 50_000) {
            let trees = (0..<3).map { _ in random.tree(depth: 4) }
            let text = trees.map { "calc(\($0.text))" }.joined(separator: random.space())
            let limited = trees.map { $0.value.isNaN ? 0 : min(max($0.value, -1e9), 1e9) }
            var parser = try ColorParser(ColorDeclaration("color(xyz \(text))").value)
            let color = try parser.parse()
            for index in 0..<3 {
                let tolerance = 1e-9 * max(1, abs(limited[index]))
                #expect(abs(color.components[index] - limited[index]) <= tolerance, "\(trees[index].text)")
            }
        }
    }

    /// Case, spaces, comments and surroundings make no difference.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func theLooksOfATextMakeNoDifference(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<draws(1_000, long: 50_000) {
            let pieces = random.pieces()
            let plain = pieces.joined(separator: " ")
            let other = pieces.map { random.chance(50) ? $0.uppercased() : $0 }
                .reduce("") { $0 + ($0.isEmpty ? "" : random.space()) + $1 }
            let dressed = random.space() + other + random.space()
            guard dressed.utf8.count < 900 else { continue }
            #expect(try TypedColor(dressed) == TypedColor(plain), "\(dressed)")
            #expect(try TypedColor("color:" + dressed + ";") == TypedColor(plain), "\(dressed)")
            #expect(TypedColors(dressed).colors == [try TypedColor(plain)], "\(dressed)")
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func anyTextIsReadOrRefusedWithASentence(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = [
            "rgb(", "color(", "color-mix(", "in", "oklch", "from", "red", "calc(", "(", ")", ",", "/", "+", "-", "*",
            " ",
            "none", "infinity", "nan", "1e999", "50%", "1turn", "#f00", "\u{0}", "é", "🟥", "/*", "*/", ";",
            "!important",
            "longer hue", "display-p3", "r", "l", "alpha", "\\", "\u{FFFD}", "\u{202E}", "min(", "color:",
        ]
        for _ in 0..<draws(10_000, long: 500_000) {
            var pieces = random.pieces()
            for _ in 0..<random.skewed(upTo: 6) {
                let place = Int.random(in: 0..<pieces.count, using: &random)
                if random.chance(30), pieces.count > 1 {
                    pieces.remove(at: place)
                } else {
                    pieces.insert(words.randomElement(using: &random) ?? "", at: place)
                }
            }
            let text = pieces.joined(separator: random.chance(70) ? " " : "")
            do throws(ColorError) {
                let color = try TypedColor(text).color
                #expect([color.red, color.green, color.blue].allSatisfy { (0...1).contains($0) }, "\(text)")
            } catch {
                #expect(error.description.hasSuffix("."), "\(text)")
                #expect(error.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            }
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func whatTheGalleryWritesIsReadBackExactly(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let color = SRGB(
                red: .random(in: 0...1, using: &random), green: pow(.random(in: 0...1, using: &random), 40),
                blue: random.chance(20) ? 0 : .random(in: 0...1, using: &random))
            #expect(try TypedColor(exactText(of: color)) == TypedColor(exactText(of: color) + ";"))
            #expect(try exactColor(exactText(of: color)) == color)
            #expect(try TypedColor(exactText(of: color)).remarks == [])
        }
    }

    @Test func oneColorMayHaveSeveralLinesAndCommentsHaveNoSeparators() {
        let mix = TypedColors("color-mix(\n  in srgb,\n  red,\n  blue\n);\n")
        #expect(mix.colors.map(\.color.displayColor.hex) == ["#800080"] && mix.unread == 0)
        let list = TypedColors("red /* a, b; c */, color-mix(in srgb, red, blue); color: rgb(1, 2, 3)")
        #expect(list.colors.map(\.color.displayColor.hex) == ["#ff0000", "#800080", "#010203"] && list.unread == 0)
        #expect(TypedColors("orange\nred").colors.count == 2)
        let long = String(repeating: "/* a, */", count: 1 << 17)
        #expect(TypedColors(long + "red").unread == 1)
    }
}

/// A calculation and its value.
private struct CalculationTree {
    var text: String
    var value: Double
}

extension SeededGenerator {
    fileprivate mutating func space() -> String {
        [" ", "  ", "\n", " /* , */ ", "\t"].randomElement(using: &self) ?? " "
    }

    fileprivate mutating func tree(depth: Int) -> CalculationTree {
        if depth == 0 || chance(20) {
            let leaves = [
                ("pi", Double.pi), ("E", M_E), ("infinity", .infinity), ("-infinity", -.infinity), ("NaN", .nan),
            ]
            if chance(8), let leaf = leaves.randomElement(using: &self) {
                return CalculationTree(text: leaf.0, value: leaf.1)
            }
            let number = Double(Int.random(in: -900...900, using: &self)) / 100
            return CalculationTree(text: "\(number)", value: number)
        }
        let (one, other) = (tree(depth: depth - 1), tree(depth: depth - 1))
        // Parentheses everywhere, so that the tree decides on the order.
        let sides = ("(\(one.text))", "\(chance(30) ? "calc" : "")(\(other.text))")
        switch Int.random(in: 0..<5, using: &self) {
        case 0:
            return CalculationTree(text: "\(sides.0)\(space())+\(space())\(sides.1)", value: one.value + other.value)
        case 1:
            return CalculationTree(text: "\(sides.0)\(space())-\(space())\(sides.1)", value: one.value - other.value)
        case 2: return CalculationTree(text: "\(sides.0)*\(sides.1)", value: one.value * other.value)
        case 3: return CalculationTree(text: "\(sides.0) / \(sides.1)", value: one.value / other.value)
        default:
            // Without parentheses, * goes before +, and both go from left to right.
            let numbers = (0..<4).map { _ in Double(Int.random(in: 1...99, using: &self)) / 10 }
            return CalculationTree(
                text: "\(numbers[0]) - \(numbers[1]) * \(numbers[2]) - \(numbers[3])",
                value: numbers[0] - numbers[1] * numbers[2] - numbers[3])
        }
    }

    /// The pieces of a color, between which a space makes no difference.
    fileprivate mutating func pieces(depth: Int = 2) -> [String] {
        func number(_ range: ClosedRange<Double>) -> String {
            "\((Double.random(in: range, using: &self) * 100).rounded() / 100)"
        }
        func share() -> String { number(0...100) + "%" }
        func hue() -> String { number(-400...400) + (["", "deg", "grad"].randomElement(using: &self) ?? "") }
        func alpha() -> [String] { chance(30) ? ["/", share()] : [] }
        switch Int.random(in: 0..<(depth > 0 ? 11 : 8), using: &self) {
        case 0: return [["red", "teal", "transparent", "rebeccapurple"].randomElement(using: &self) ?? ""]
        case 1: return ["#" + String(Int.random(in: 0x100000...0xffffff, using: &self), radix: 16)]
        case 2: return ["rgb(", number(0...255), share(), number(0...255)] + alpha() + [")"]
        case 3: return ["hsl(", hue(), share(), share()] + alpha() + [")"]
        case 4: return ["rgb(", number(0...255), ",", number(0...255), ",", number(0...255), ")"]
        case 5: return ["lab(", share(), number(-100...100), "none"] + alpha() + [")"]
        case 6: return ["oklch(", share(), number(0...0.4), hue()] + alpha() + [")"]
        case 7: return ["color(", "display-p3", number(0...1), share(), "calc(", number(0...1), "+", "0.1", ")", ")"]
        case 8:
            return ["color-mix(", "in", "oklch", "longer", "hue", ","] + pieces(depth: depth - 1) + [share(), ","]
                + pieces(depth: depth - 1) + [")"]
        case 9:
            return ["color-mix(", "in", "xyz", ","] + pieces(depth: depth - 1) + [","] + pieces(depth: depth - 1) + [
                ")"
            ]
        default: return ["oklch(", "from"] + pieces(depth: depth - 1) + ["calc(", "l", "*", "0.9", ")", "c", "h", ")"]
        }
    }
}
