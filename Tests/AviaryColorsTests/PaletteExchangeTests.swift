import AviaryTesting
import AviaryText
import AviaryViews
import Foundation
import Testing

@testable import AviaryColors

/// Files of palettes: what is written is read again, and whatever is read ends no program.
struct PaletteExchangeTests {
    // MARK: Golden bytes

    private let sky = ColorPalette(
        name: "Sky", columns: 2,
        entries: [
            ColorPalette.Entry(name: "Deep sky blue", color: SRGB(hex: 0x00bfff)),
            ColorPalette.Entry(name: "Δύση <&*/>", color: SRGB(hex: 0xff6347)),
        ])

    @Test func textsAreWrittenAsTheirProgramsWriteThem() throws {
        #expect(
            String(decoding: try PaletteFormat.gpl.write([sky]), as: UTF8.self)
                == "GIMP Palette\nName: Sky\nColumns: 2\n#\n  0 191 255\tDeep sky blue\n255  99  71\tΔύση <&*/>\n")
        #expect(
            String(decoding: try PaletteFormat.css.write([sky]), as: UTF8.self) == """
                /* palette: Sky */
                /* columns: 2 */
                :root {
                  --deep-sky-blue: #00bfff;
                  --δύση: #ff6347; /* name: Δύση <&\\2a /> */
                }

                """)
        #expect(
            String(decoding: try PaletteFormat.json.write([sky]), as: UTF8.self) == """
                {
                  "palettes": [
                    {
                      "name": "Sky",
                      "columns": 2,
                      "colors": [
                        {"name": "Deep sky blue", "color": "#00bfff"},
                        {"name": "Δύση <&*/>", "color": "#ff6347"}
                      ]
                    }
                  ]
                }

                """)
        #expect(
            String(decoding: try PaletteFormat.tokens.write([sky]), as: UTF8.self) == """
                {
                  "$schema": "https://www.designtokens.org/schemas/2025.10/format.json",
                  "Sky": {
                    "$type": "color",
                    "$extensions": {"aviary": {"palette": "Sky", "columns": 2}},
                    "Deep sky blue": {"$value": {"colorSpace": "srgb", "components": [0, 0.7490196078431373, 1], \
                "hex": "#00bfff"}},
                    "Δύση <&*/>": {"$value": {"colorSpace": "srgb", "components": [1, 0.38823529411764707, \
                0.2784313725490196], "hex": "#ff6347"}}
                  }
                }

                """)
        #expect(
            String(decoding: try PaletteFormat.svg.write([sky]), as: UTF8.self) == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 64">
                <title>Sky</title>
                <g data-palette="Sky" data-columns="2">
                <rect x="0" y="0" width="64" height="64" fill="#00bfff"><title>Deep sky blue</title></rect>
                <rect x="64" y="0" width="64" height="64" fill="#ff6347"><title>Δύση &lt;&amp;*/&gt;</title></rect>
                </g>
                </svg>

                """)
    }

    @Test func binariesAreWrittenAsTheirProgramsWriteThem() throws {
        let red = ColorPalette(name: "A", entries: [ColorPalette.Entry(name: "R", color: SRGB(hex: 0xff0000))])
        #expect(
            hex(try PaletteFormat.ase.write([red]))
                == """
                41534546 0001 0000 00000003 \
                c001 00000006 0002 0041 0000 \
                0001 00000018 0002 0052 0000 52474220 3f800000 00000000 00000000 0002 \
                c002 00000000
                """.filter { $0 != " " })
        #expect(
            hex(try PaletteFormat.aco.write([red]))
                == """
                0001 0001 0000 ffff 0000 0000 0000 \
                0002 0001 0000 ffff 0000 0000 0000 00000002 0052 0000
                """.filter { $0 != " " })
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    // MARK: Round trips

    @Test(arguments: PaletteFormat.allCases, [1, 2, 3, 4] as [UInt64])
    func whatIsWrittenIsReadAgain(format: PaletteFormat, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<draws(150, long: 20_000) {
            let palettes = random.palettes(of: format)
            let bytes = try format.write(palettes)
            #expect(palettes.allSatisfy(\.entries.isEmpty) || PaletteFormat(contentOf: bytes) == format)
            let contents = format.read(bytes)
            // A palette without colors is known by its name.
            let expected = palettes.map { $0.held(by: format) }.filter { !$0.entries.isEmpty || !$0.name.isEmpty }
            guard exactly(contents.palettes) == exactly(expected), contents.problems.isEmpty else {
                Issue.record("\(format), seed \(seed), draw \(number): \(palettes) came back as \(contents)")
                return
            }
        }
    }

    @Test(arguments: PaletteFormat.allCases.filter(\.allowsSeveral))
    func palettesWithoutColorsKeepTheirPlace(format: PaletteFormat) throws {
        let red = ColorPalette.Entry(name: "Red", color: SRGB(hex: 0xff0000))
        let palettes = [
            ColorPalette(name: "First"), ColorPalette(name: "Full", entries: [red]), ColorPalette(name: "Between"),
            ColorPalette(name: "Full too", entries: [red]), ColorPalette(name: "Last"),
        ]
        let bytes = try format.write(palettes)
        #expect(PaletteFormat(contentOf: bytes) == format)
        #expect(format.read(bytes).palettes == palettes)
        #expect(PaletteFormat.read(try format.write([ColorPalette(name: "Alone")])).palettes.map(\.name) == ["Alone"])
    }

    @Test func whatOnlyHoldsPalettesIsNone() {
        let json = """
            {"name": "Library", "swatches": [{"name": "Set", "colors": ["red"]}, {"name": "Empty", "colors": []}]}
            """
        #expect(PaletteFormat.json.read(Array(json.utf8)).palettes.map(\.name) == ["Set", "Empty"])
    }

    /// Unlike `==`, which takes two spellings of a letter for the same.
    private func exactly(_ palettes: [ColorPalette]) -> [[[UInt8]]] {
        palettes.map { palette in
            [Array(palette.name.utf8), Array("\(palette.columns)".utf8)]
                + [Array(palette.details.utf8)]
                + palette.entries.map { Array("\($0.color) \($0.name)\($0.details)".utf8) }
        }
    }

    // MARK: Fuzz

    /// Files that are nearly right: each reader takes any bytes, and what it reads can be written.
    @Test(arguments: PaletteFormat.allCases, [1, 2, 3, 4] as [UInt64])
    func whateverIsReadEndsNoProgram(format: PaletteFormat, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (read, refused) = (0, 0)
        let count = draws(5_000, long: 250_000)
        for _ in 0..<count {
            var bytes = try format.write(random.palettes(of: format))
            for _ in 0..<random.skewed(upTo: 12) { random.mutate(&bytes) }
            let contents = random.chance(20) ? PaletteFormat.read(bytes) : format.read(bytes)
            read += contents.isEmpty ? 0 : 1
            refused += contents.problemCount > 0 ? 1 : 0
            contents.expectOrder()
        }
        #expect(read > count / 10 && refused > count / 10, "\(read) were read, \(refused) had problems")
    }

    @Test(arguments: PaletteFormat.allCases)
    func anyBytesAreRead(format: PaletteFormat) {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<draws(2_000, long: 200_000) {
            let bytes = (0..<random.skewed(upTo: 300)).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
            _ = format.read(bytes)
            _ = PaletteFormat.read(bytes, named: "x.\(format)")
        }
        for word in [
            "", "{", "[[", "<svg", "--a:", "$", "\\", "--\\", "/*", "'\\", "ASEF", "\u{FEFF}", "<g ", "<!--", "\"\\u",
        ] {
            _ = format.read(Array(word.utf8))
        }
        _ = format.read(Array(String(repeating: "[", count: 100_000).utf8))
        _ = format.read(Array(String(repeating: "{\"a\":", count: 100_000).utf8))
        _ = format.read(Array(String(repeating: "--a:(", count: 100_000).utf8))
        _ = format.read(Array(String(repeating: "<g a=", count: 100_000).utf8))
        _ = format.read(Array(String(repeating: "/*", count: 100_000).utf8))
        _ = format.read([0xff, 0xfe, 0x41])
    }

    // MARK: Bad input

    @Test func whatIsWrongIsNamedAndTheRestComesIn() throws {
        let gpl = PaletteFormat.gpl.read(
            Array("GIMP Palette\r\nName: X\r\n1 2 3 a\r\n1 2\r\n300 0 0\r\nhello\r\n\r\n# c\r\n255 0 0\r\n".utf8))
        #expect(
            gpl.palettes.map(\.entries) == [
                [.init(name: "a", color: SRGB(hex: 0x010203)), .init(color: SRGB(hex: 0xff0000))]
            ])
        #expect(
            gpl.problems.map(\.description) == [
                "Line 4: \("1 2".quoted) isn't a color.", "Line 5: a channel is a number from 0 to 255.",
                "Line 6: \("hello".quoted) isn't a color.",
            ])
        let css =
            ":root{--a:#f00;--b:nice;--w:4px;\n/* --c: red; */ --d: RGB(0 0 255)}\n.x{$e: hsl(0 0% 50%);--f: calc("
        let read = PaletteFormat.css.read(Array(css.utf8))
        #expect(read.palettes.flatMap(\.entries).map(\.name) == ["A", "D", "E"])
        #expect(
            read.problems.map(\.description) == [
                "Line 1: \("nice".quoted) isn't a color.", "Line 3: the file ends within a variable.",
            ])
        let json =
            ##"{"sky": {"$value": "#00bfff", "$type": "color"}, "no": "nothing", "list": ["red", "#0f0"], "end": "#fff"##
        let tokens = PaletteFormat.json.read(Array(json.utf8))
        #expect(tokens.palettes.flatMap(\.entries).map(\.name) == ["sky", "", ""])
        #expect(
            tokens.problems.map(\.description) == [
                "Line 1: \("nothing".quoted) isn't a color.", "Line 1: the JSON ends within a text.",
            ])
        let svg =
            """
            <svg><!-- <rect fill='red'/> --><rect fill='red'/><path style='fill:#ff0000;stroke:none'/>
            <rect fill='none'/><stop stop-color='#0f0'/><circle fill='nice'/><a fill='blue
            """
        let drawn = PaletteFormat.svg.read(Array(svg.utf8))
        #expect(drawn.palettes.flatMap(\.entries).map(\.color.displayColor.hex) == ["#ff0000", "#00ff00"])
        #expect(
            drawn.problems.map(\.description) == [
                "Line 2: \("nice".quoted) isn't a color.", "Line 2: the file ends within a tag.",
            ])
    }

    @Test func binariesThatAreCutShortGiveWhatTheyHave() throws {
        let palette = ColorPalette(
            name: "P",
            entries: (0..<50).map { ColorPalette.Entry(name: "n\($0)", color: SRGB(hex: UInt32($0 * 1_000))) })
        let ase = try PaletteFormat.ase.write([palette])
        let aco = try PaletteFormat.aco.write([palette])
        for length in 0..<ase.count {
            let contents = PaletteFormat.ase.read(Array(ase[..<length]))
            #expect(contents.problemCount > 0)
            #expect(
                contents.palettes.flatMap(\.entries)
                    == Array(palette.entries.prefix(contents.palettes.first?.entries.count ?? 0)))
        }
        for length in 4..<aco.count {
            let contents = PaletteFormat.aco.read(Array(aco[..<length]))
            let colors = contents.palettes.flatMap(\.entries).map(\.color)
            #expect(colors == Array(palette.entries.map(\.color).prefix(colors.count)))
            #expect(length < 504 || colors.count == 50, "the first list was whole")
        }
        // Counts and lengths that no file has.
        var absurd = ase
        absurd.replaceSubrange(8..<12, with: [0xff, 0xff, 0xff, 0xff])
        #expect(PaletteFormat.ase.read(absurd).palettes == [palette])
        #expect(
            PaletteFormat.ase.read(absurd).problems.map(\.description)
                == ["Byte 8: the file says that it has 4,294,967,295 blocks, and it has 52."])
        absurd = ase
        absurd.replaceSubrange(14..<18, with: [0x7f, 0xff, 0xff, 0xff])
        #expect(PaletteFormat.ase.read(absurd).isEmpty)
        #expect(
            PaletteFormat.ase.read(absurd).problems.first?.description
                == "Byte 12: the block has 2,147,483,647 bytes, and the file ends after \((ase.count - 18).formatted())."
        )
    }

    @Test func textIsReadInWhateverEncodingItIs() {
        let text = "GIMP Palette\nName: Bücher\n1 2 3\tGrün\n"
        let expected = [ColorPalette(name: "Bücher", entries: [.init(name: "Grün", color: SRGB(hex: 0x010203))])]
        let utf16 = Array(text.utf16)
        let little = utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
        let big = utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 255)] }
        let all: [[UInt8]] = [
            Array(text.utf8), [0xef, 0xbb, 0xbf] + Array(text.utf8), [0xff, 0xfe] + little, [0xfe, 0xff] + big,
        ]
        for bytes in all {
            #expect(PaletteFormat.read(bytes).palettes == expected)
            #expect(PaletteFormat.read(bytes).problems.isEmpty)
        }
        let latin1 = PaletteFormat.read(text.unicodeScalars.map { UInt8($0.value) })
        #expect(latin1.palettes == expected)
        #expect(latin1.problems.map(\.description) == ["The text isn't UTF-8, so it was read as Latin-1."])
    }

    @Test func colorsOfOtherSpacesAreConverted() {
        func ase(_ model: String, _ values: Float...) -> String? {
            var block: [UInt8] = []
            block.append(utf16: "x")
            block += Array(model.utf8)
            for value in values { block.append(big: value.bitPattern) }
            block.append(big: UInt16(2))
            var file = Array("ASEF".utf8)
            for number in [1, 0, 0, 1, 1] as [UInt16] { file.append(big: number) }
            file.append(big: UInt32(block.count))
            return PaletteFormat.ase.read(file + block).palettes.first?.entries.first?.color.displayColor.hex
        }
        #expect(ase("RGB ", 1, 0.5, 0) == "#ff8000")
        #expect(ase("CMYK", 0, 1, 1, 0) == "#ff0000")
        #expect(ase("CMYK", 0, 0, 0, 1) == "#000000")
        #expect(ase("Gray", 0.5) == "#808080")
        #expect(ase("LAB ", 1, 0, 0) == "#ffffff")
        #expect(ase("LAB ", 0.5429, 80.81, 69.89) == "#ff0000")
        #expect(ase("HSB ", 0.5, 1, 1) == "#00ffff")
        #expect(ase("RGB ", .nan, 0, 0) == nil)
        func aco(_ numbers: UInt16...) -> String? {
            var file: [UInt8] = [0, 1, 0, 1]
            for number in numbers { file.append(big: number) }
            return PaletteFormat.aco.read(file).palettes.first?.entries.first?.color.displayColor.hex
        }
        #expect(aco(0, 65_535, 32_896, 0, 0) == "#ff8000")
        #expect(aco(1, 32_768, 65_535, 65_535, 0) == "#00ffff")
        #expect(aco(2, 65_535, 0, 0, 65_535) == "#ff0000")
        #expect(aco(7, 10_000, 0, 0, 0) == "#ffffff")
        #expect(aco(8, 10_000, 0, 0, 0) == "#ffffff")
        #expect(aco(9, 0, 10_000, 10_000, 0) == "#ff0000")
        #expect(aco(3, 1, 2, 3, 4) == nil)
    }

    @Test func moreThanAFormHoldsIsRefused() throws {
        let many = ColorPalette(entries: Array(repeating: .init(color: .black), count: 65_536))
        #expect(throws: PaletteFormatError.tooManyColors(.aco, count: 65_536, limit: 65_535)) {
            try PaletteFormat.aco.write([many])
        }
        #expect(throws: PaletteFormatError.onePalette(.gpl)) { try PaletteFormat.gpl.write([many, many]) }
    }

    /// 50,000 colors in each form; a reader that is not linear would take hours.
    @Test(arguments: PaletteFormat.allCases.filter { $0 != .aco })
    func largePalettesAreRead(format: PaletteFormat) throws {
        let count = 50_000
        let entries = (0..<count).map { ColorPalette.Entry(name: "color", color: SRGB(hex: UInt32($0))) }
        let contents = format.read(try format.write([ColorPalette(name: "Many", entries: entries)]))
        #expect(contents.palettes.map(\.entries) == [entries])
        let lines = Array(String(repeating: "--a: nothing;\n1 2\n", count: count).utf8)
        #expect(format.read(lines).isEmpty)
    }
}

extension SeededGenerator {
    fileprivate mutating func palettes(of format: PaletteFormat) -> [ColorPalette] {
        let count = format == .gpl || format == .aco ? 1 : Int.random(in: 0...3, using: &self)
        return (0..<count).map { _ in
            ColorPalette(
                name: name(), columns: chance(50) ? 0 : Int.random(in: 1...256, using: &self),
                entries: (0..<skewed(upTo: 9) - 1).map { _ in
                    ColorPalette.Entry(name: name(), color: color(), details: details())
                }, details: details())
        }
    }

    /// The parts of a design token that are no color.
    private mutating func details() -> String {
        if chance(80) { return "" }
        let words = [name(), name()].map { quoted($0.onOneLine) }
        let members = [
            "\"$extensions\": {\"com.example\": {\(words[0]): [-1e3, true, \(words[1])]}, \(words[1]): null}",
            "\"$description\": \(words[0])", "\"$deprecated\": \(chance(50) ? "true" : words[1])",
        ]
        return "{\(members.filter { _ in chance(60) }.joined(separator: ", "))}"
    }

    fileprivate mutating func color() -> SRGB {
        switch Int.random(in: 0..<4, using: &self) {
        case 0: SRGB(hex: UInt32.random(in: 0...0xffffff, using: &self))
        case 1: .random(using: &self)
        case 2: SRGB(red: .leastNonzeroMagnitude, green: 1e-9, blue: 1.0.nextDown)
        default: NamedColor.all.randomElement(using: &self)?.color ?? .black
        }
    }

    /// Mostly what would end a string, a comment, a tag, or a line.
    fileprivate mutating func name() -> String {
        if chance(10) { return "" }
        if chance(30) { return NamedColor.all.randomElement(using: &self)?.title ?? "" }
        var name = String.UnicodeScalarView()
        for _ in 0..<skewed(upTo: 12) {
            if chance(70) {
                name.append(contentsOf: (Self.words.randomElement(using: &self) ?? "").unicodeScalars)
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &self)) {
                name.append(scalar)
            }
        }
        return String(name)
    }
}

extension SRGB {
    fileprivate static func random(using random: inout SeededGenerator) -> SRGB {
        SRGB(
            red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
            blue: .random(in: 0...1, using: &random))
    }
}

extension ColorPalette {
    /// The part of the palette that a file of this format can hold.
    fileprivate func held(by format: PaletteFormat) -> ColorPalette {
        ColorPalette(
            name: format == .aco ? "" : format == .svg ? name.withoutNoncharacters : name,
            columns: format == .aco || format == .ase ? 0 : columns,
            entries: entries.map { entry in
                Entry(
                    name: format == .svg ? entry.name.withoutNoncharacters : entry.name,
                    color: entry.color.held(by: format), details: format == .tokens ? entry.details : "")
            }, details: format == .tokens ? details : "")
    }
}

extension SRGB {
    fileprivate func held(by format: PaletteFormat) -> SRGB {
        switch format {
        case .gpl: SRGB(displayColor)
        case .aco: each { ($0 * 65_535).rounded() / 65_535 }
        case .ase: each { channel in SRGB(displayColor) == self ? channel : Double(Float(channel)) }
        case .css, .json, .tokens, .svg: self
        }
    }

    private func each(_ change: (Double) -> Double) -> SRGB {
        SRGB(red: change(red), green: change(green), blue: change(blue))
    }
}

extension String {
    fileprivate var withoutNoncharacters: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\u{FFFE}" && $0 != "\u{FFFF}" })).onOneLine
    }
}
