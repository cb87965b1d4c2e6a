import AviaryColors
import AviaryTesting
import AviaryViews
import Testing

/// Colours as people type them, and as they are written down.
struct TypedColorTests {
    @Test(arguments: [
        ("#ff6347", "#ff6347"), ("#F64", "#ff6644"), (" #Ff6347 ", "#ff6347"), ("ff6347", "#ff6347"),
        ("#f64f", "#ff6644"), ("#ff6347ff", "#ff6347"), ("tomato", "#ff6347"), ("Rebecca Purple", "#663399"),
        ("GREY", "#808080"), ("rgb(255 99 71)", "#ff6347"), ("rgb(255, 99, 71)", "#ff6347"),
        ("RGBA( 255 , 99,71,1)", "#ff6347"), ("rgb(100% 38.8% 27.8%)", "#ff6347"), ("rgb(100% 99 none)", "#ff6300"),
        ("rgb(1e2 .5e1 +71.4 / 100%)", "#640547"), ("hsl(9.13 100% 63.92%)", "#ff6347"),
        ("hsl(9.13,100%,63.92%)", "#ff6347"), ("hsl(9.13 100 63.92)", "#ff6347"), ("hsl(-0.5turn 100% 50%)", "#00ffff"),
        ("hsl(200grad 100% 50%)", "#00ffff"), ("hsl(3.14159265rad 100% 50%)", "#00ffff"),
        ("oklch(69.62% 0.1955 32.32)", "#ff6347"), ("oklch(0.6962 48.88% 32.32deg)", "#ff6347"),
        ("oklch(none none none)", "#000000"),
    ])
    func whatCSSReadsIsRead(typed: String, hex: String) throws {
        let read = try TypedColor(typed)
        #expect(read.color.displayColor.hex == hex)
        #expect(read.remarks.isEmpty)
    }

    @Test(
        arguments: [
            ("rgb(300 0 0)", "#ff0000", [.clamped(function: "rgb")]),
            ("rgb(-1%, 50%, 120%)", "#0080ff", [.clamped(function: "rgb")]),
            ("hsl(0 120% 50%)", "#ff0000", [.clamped(function: "hsl")]),
            ("oklch(200% 9 9)", "#ffffff", [.clamped(function: "oklch")]),
            ("oklch(50% -1 9)", "#636363", [.clamped(function: "oklch")]),
            ("oklch(70% 0.4 150)", "#00c248", [.mapped]),
            ("rgb(1e300 0 0)", "#ff0000", [.clamped(function: "rgb")]),
            ("rgb(1e999 2 3)", "#ff0203", [.clamped(function: "rgb")]),
            ("#f648", "#ff6644", [.opaque]), ("#ff634780", "#ff6347", [.opaque]),
            ("rgb(255 99 71 / 0.5)", "#ff6347", [.opaque]), ("rgb(255 99 71 / none)", "#ff6347", [.opaque]),
            ("hsla(0, 100%, 50%, 50%)", "#ff0000", [.opaque]),
            ("rgb(300 0 0 / 50%)", "#ff0000", [.clamped(function: "rgb"), .opaque]),
        ] as [(String, String, [ColorRemark])])
    func whatWasNotTakenAsTypedIsSaid(typed: String, hex: String, remarks: [ColorRemark]) throws {
        let read = try TypedColor(typed)
        #expect(read.color.displayColor.hex == hex)
        #expect(read.remarks == remarks)
    }

    @Test func whatIsNoNumberIsNamed() {
        #expect(throws: ColorError.notNumber(function: "rgb", "a")) { try TypedColor("rgb(a 2 3)") }
        #expect("\(ColorError.notNumber(function: "rgb", "a"))" == "rgb() can't use “\u{2068}a\u{2069}” as a number.")
    }

    @Test(
        arguments: [
            ("", .empty), (" \n ", .empty), ("\u{202E}", .empty), ("#12345", .hexLength("#12345", digits: 5)),
            ("#", .hexLength("#", digits: 0)), ("#ggg", .hexDigits("#ggg")), ("#１２３", .hexDigits("#１２３")),
            ("tomatoe", .unknown("tomatoe")), ("12345", .unknown("12345")), ("<b>", .unknown("<b>")),
            ("device-cmyk(0 0 0 0)", .unknownFunction("device-cmyk")), ("(1 2 3)", .unknownFunction("")),
            ("rgb(1 2 3", .unclosed("rgb")), ("rgb()", .count(function: "rgb", 0)),
            ("rgb(1 2)", .count(function: "rgb", 2)),
            ("rgb(1 2 3 4)", .count(function: "rgb", 4)), ("rgb(1,2)", .count(function: "rgb", 2)),
            ("rgb(1 2 3 / 4 / 5)", .count(function: "rgb", 5)), ("rgb(1,,3)", .emptyPart(function: "rgb")),
            ("rgb(1 2 3 / )", .emptyPart(function: "rgb")), ("rgb(1 nan 3)", .notNumber(function: "rgb", "nan")),
            ("rgb(0x1 2 3)", .notNumber(function: "rgb", "0x1")), ("rgb(1. 2 3)", .notNumber(function: "rgb", "1.")),
            ("rgb(1px 2 3)", .notNumber(function: "rgb", "1px")),
            ("rgb(1deg 2 3)", .unit(function: "rgb", "1deg")), ("hsl(5% 2% 3%)", .unit(function: "hsl", "5%")),
            ("rgb(10%, 2, 3)", .mixed(function: "rgb")), ("rgb(none, 2, 3)", .unit(function: "rgb", "none")),
            (String(repeating: "(", count: 2_000), .tooLong),
        ] as [(String, ColorError)])
    func whatIsNoColorIsRefusedWithASentence(typed: String, error: ColorError) {
        #expect(throws: error) { try TypedColor(typed) }
        #expect(error.description.hasSuffix("."))
        #expect(error.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func whatIsWrittenReadsBackAsTheSameOnAScreen(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let corners = [
            0x000000, 0xffffff, 0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0x010101, 0xfefefe, 0x010000, 0xfffffe,
        ]
        let others = (0..<3_000).map { _ in UInt32.random(in: 0...0xff_ffff, using: &random) }
        for color in (corners.map(UInt32.init) + others).map(SRGB.init(hex:)) {
            for notation in ColorNotation.allCases {
                let text = notation.text(of: color)
                let read = try TypedColor(text)
                #expect(read.color.displayColor == color.displayColor, "\(text)")
                #expect(read.remarks.isEmpty, "\(text)")
            }
        }
    }

    @Test(
        arguments: [
            (.hex, "#ff6347"), (.rgb, "rgb(255 99 71)"), (.hsl, "hsl(9 100% 64%)"), (.oklch, "oklch(69.6% 0.196 32.3)"),
        ] as [(ColorNotation, String)])
    func aColorIsWrittenShortly(notation: ColorNotation, text: String) {
        #expect(notation.text(of: SRGB(hex: 0xff6347)) == text)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func anyTextIsReadOrRefused(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "rgb", "hsl", "oklch", "(", ")", ",", "/", " ", "%", "deg", "turn", "none", "#", "f", "0", "9", ".", "-",
            "e",
            "1e9", "\u{202E}", "\u{0}", "é", "🟥", "tomato",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...14, using: &random))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            guard let read = try? TypedColor(text) else { continue }
            #expect([read.color.red, read.color.green, read.color.blue].allSatisfy { (0...1).contains($0) }, "\(text)")
        }
    }

    // MARK: Several

    @Test(
        arguments: [
            ("tomato\r\nteal\n\n#fff", ["#ff6347", "#008080", "#ffffff"], 0),
            ("tomato, teal;#fff,", ["#ff6347", "#008080", "#ffffff"], 0),
            ("rgb(1, 2, 3), hsl(0,100%,50%)", ["#010203", "#ff0000"], 0), ("rgb(1, 2, 3)", ["#010203"], 0),
            ("deep sky blue, navy", ["#00bfff", "#000080"], 0),
            ("tomato, sky high, navy\nDear reader, hello", ["#ff6347", "#000080"], 2),
            ("", [], 0), (" \n,;\n", [], 1), ("rgb(1, 2, 3, tomato", [], 1), (")tomato, teal", ["#008080"], 1),
        ])
    func severalColorsAreReadOfOneText(text: String, hexes: [String], unread: Int) {
        let several = TypedColors(text)
        #expect(several.colors.map(\.color.displayColor.hex) == hexes)
        #expect(several.unread == unread)
    }

    @Test func manyColorsOnOneLineAreRead() {
        let text = (0..<20_000).map { SRGB(hex: $0).displayColor.hex }.joined(separator: ", ")
        #expect(TypedColors(text).colors.count == 20_000)
        #expect(TypedColors(String(repeating: "(,", count: 100_000)).unread == 1)
    }
}
