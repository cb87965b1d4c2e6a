import AviaryColors
import AviaryTesting
import AviaryText
import AviaryViews
import Foundation
import Testing

/// Palettes as lists and tables of text, and binary ones that are only read.
struct PaletteTextTests {
    private func read(_ bytes: [UInt8], _ name: String) -> String {
        let contents = PaletteFormat.read(bytes, named: name)
        contents.expectOrder()
        let palettes = contents.palettes.map { palette in
            palette.name + (palette.columns > 0 ? "/\(palette.columns)" : "") + ":"
                + palette.entries.map { " \($0.color.displayColor.hex)\($0.name.isEmpty ? "" : "=\($0.name)")" }
                .joined()
        }
        return (palettes + contents.problems.map(\.description)).joined(separator: "|")
    }

    private func read(_ text: String, _ name: String) -> String { read(Array(text.utf8), name) }

    @Test(arguments: [
        ("GIMP Palette\nName: A\nChannels: RGBA\n#\n255 0 0 255\tRed\n0 0 255 7\n", "A: #ff0000=Red #0000ff"),
        (
            "GIMP Palette\r\nName: A\r\nColumns: 4\r\n#\r\n  255\t0  0   7 up\r\n0 0 255\r\n",
            "A/4: #ff0000=7 up #0000ff"
        ),
        ("  GIMP Palette  \n name : A b\n\tCOLUMNS :3\n\n255 0 0\tx \t y  \n", "A b/3: #ff0000=x y"),
        ("GIMP Palette\nChannels: RGB\n255 0 0 12 monkeys", ": #ff0000=12 monkeys"),
        ("GIMP Palette\nChannels:RGBA\n255 0 0\tRed\n", ": #ff0000=Red"),
        ("GIMP Palette\rName: A\r255 0 0 Red\r", "A: #ff0000=Red"),
    ])
    func gplIsReadAsProgramsWriteIt(text: String, expected: String) { #expect(read(text, "x.gpl") == expected) }

    @Test(arguments: [
        ("JASC-PAL\r\n0100\r\n2\r\n255 0 0\r\n0 0 255\r\n", ": #ff0000 #0000ff"),
        ("JASC-PAL\n0100\n2\n255 0 0 255\n0 0 255 7\n", ": #ff0000 #0000ff"),
        (
            "JASC-PAL\n0100\n3\n255 0 0\n\n0 0 256\nx\n",
            ": #ff0000|Line 6: a channel is a number from 0 to 255.|Line 7: "
                + "\("x".quoted) isn't a color.|Line 3: the file says that it has 3 colors, and it has 1."
        ),
        ("JASC-PAL", ""),
        (
            "JASC-PAL\n0100\n99999999999999999999999\n1 2 3",
            ": #010203|Line 3: "
                + "\("99999999999999999999999".quoted) isn't a color."
        ),
    ])
    func jascIsRead(text: String, expected: String) { #expect(read(text, "x.pal") == expected) }

    @Test func palettesOfWindowsAreRead() {
        let head = Array("RIFF".utf8) + [24, 0, 0, 0] + Array("PAL data".utf8) + [12, 0, 0, 0, 0, 3, 2, 0]
        #expect(read(head + [255, 0, 0, 0, 0, 0, 255, 0], "x.pal") == ": #ff0000 #0000ff")
        #expect(
            read(head + [255, 0, 0, 0, 0], "x.pal").hasPrefix(": #ff0000|Byte 29: the file says that it has 2 colors"))
        for length in 0..<head.count { _ = PaletteFormat.read(Array(head[..<length]), named: "x.pal") }
    }

    @Test(arguments: [
        ("1a1c2c\n5D275D\n", "x.hex", ": #1a1c2c #5d275d"), ("#1a1c2c\r\n#5d275d", "x.hex", ": #1a1c2c #5d275d"),
        ("000000\n111111\n123456\n", "x.hex", ": #000000 #111111 #123456"),
        ("; paint.net Palette File\n; lines of AARRGGBB\nFFFF6347\n80FFFFFF\n", "x.txt", ": #ff6347 #ffffff"),
        (
            ";paint.net Palette File\n;Downloaded from somewhere\n;Palette Name: Sweet 16\n;Colors: 2\nFF1a1c2c\nFF5d275d",
            "x.txt", "Sweet 16: #1a1c2c #5d275d"
        ),
        ("#ff634780\n", "x.hex", ": #ff6347"),
    ])
    func listsOfDigitsAreRead(text: String, name: String, expected: String) { #expect(read(text, name) == expected) }

    @Test(arguments: [
        ("Tomato\t#ff6347\nSea\t#008080", ": #ff6347=Tomato #008080=Sea"),
        ("#ff6347\tTomato\n#008080\tSea", ": #ff6347=Tomato #008080=Sea"),
        ("Name\tHex\r\nTomato\tff6347\r\nSea\t008080\r\n", ": #ff6347=Tomato #008080=Sea"),
        ("Name\tR\tG\tB\nWarm\t255\t99\t71\nDark\t0\t0\t0\n", ": #ff6347=Warm #000000=Dark"),
        ("B\tG\tR\tName\n71\t99\t255\tWarm", ": #ff6347=Warm"), ("255\t99\t71\n0\t0\t0", ": #ff6347 #000000"),
        ("1\t255\t99\t71\tWarm\n2\t0\t0\t0\tDark", ": #ff6347=Warm #000000=Dark"),
        ("Warm\t255\t99\t71\t#ff6347", ": #ff6347=Warm"), ("Warm\t0\t61\t72\t0\t#ff6347\tprint", ": #ff6347=Warm"),
        ("Warm\t1.0\t0.5\t0", ": #ff8000=Warm"), ("\"Warm \"\"x\"\"\"\trgb(255, 99, 71)", ": #ff6347=Warm \"x\""),
        ("5\" pipe\t#ff6347", ": #ff6347=5\" pipe"), ("Warm (old\t#ff6347", ": #ff6347=Warm (old"),
        ("0\t255\t99\t71\tA\n1\t0\t0\t0\tB\n9\t8\t7\t6\tC", ": #ff6347=A #000000=B #090807=C"),
        ("Group\tName\tHex\nUI\tWarm\t#ff6347", ": #ff6347=Warm"), ("red\tblue\tlime", ": #ff0000 #0000ff #00ff00"),
        ("Wall\tteal", ": #008080=Wall"),
        ("a\tb\nc\td\nWarm\t#f00", ": #ff0000=Warm|Line 2: there is no color in \("c d".quoted)."),
        (
            "Warm\t300\t0\t0\nCold\t0\t0\t255\nOdd\t-1\t0\t0",
            ": #0000ff=Cold|Line 1: a channel is a number from 0 to 255.|Line 3: a channel is a number from 0 to 255."
        ),
    ])
    func aTableOfASpreadsheetIsRead(text: String, expected: String) {
        #expect(read(text, "Pasted palette") == expected)
    }

    @Test func aTableWithCommasIsReadByItsEnding() {
        #expect(
            read("Name,Hex\nTomato,#ff6347\n\"Sea, deep\",#008080\n", "x.csv") == ": #ff6347=Tomato #008080=Sea, deep")
        #expect(read("Tomato;#ff6347\nSea;rgb(0, 128, 128)\n", "x.csv") == ": #ff6347=Tomato #008080=Sea")
        #expect(read("tomato, teal", "x.txt") == ": #ff6347 #008080")
    }

    // MARK: Lists of other programs

    @Test(arguments: [
        ("264653,2a9d8f,E9C46A\n", "x.csv", ": #264653 #2a9d8f #e9c46a"),
        ("#264653;#2a9d8f\n", "x.csv", ": #264653 #2a9d8f"), ("#00bfff\trgb(0, 191, 255)\n", "x.tsv", ": #00bfff"),
        ("0xff8800\n0X00FF00\n0xFF112233\n", "x.txt", ": #ff8800 #00ff00 #112233"),
        ("1a1c2cff\n5d275dFF\nff5d275d\n805d275d\n", "x.hex", ": #1a1c2c #5d275d #5d275d #5d275d"),
        ("https://coolors.co/264653-2a9d8f\n", "", ": #264653 #2a9d8f"),
        ("https://coolors.co/palette/264653-2a9d8f?x=1", "", ": #264653 #2a9d8f"),
        (
            "scheme: #none\nbase00: \"2b303b\"\nbase01: '343d46', \n", "x.txt",
            ": #2b303b=base00 #343d46=base01|Line 1: "
        ),
        ("[colors.primary]\nred = \"#cc6666\"\nblue = \"0x81a2be\"\n", "", ": #cc6666=red #81a2be=blue|Line 1: "),
        (
            "! Tomorrow\n*.foreground: #c5c8c6\nURxvt*color1: #cc6666\n", "",
            ": #c5c8c6=foreground #cc6666=URxvt*color1"
        ),
        ("foreground   #c5c8c6\n#1d1f21 back ground\n", "", ": #c5c8c6=foreground #1d1f21=back ground"),
        (
            "! $Xorg: rgb.txt,v 1.3 $\n255 250 250\t\tsnow\n  0   0 128\t\tnavy blue\n1 2 3\n", "rgb.txt",
            ": #fffafa=snow #000080=navy blue #010203"
        ),
        ("1\t255\t0\t0\tRed\n2\t0\t0\t255\tBlue\n", "x.tsv", ": #ff0000=Red #0000ff=Blue"),
    ])
    func listsOfOtherProgramsAreRead(text: String, name: String, expected: String) {
        let outcome = read(text, name)
        #expect(expected.hasSuffix(" ") ? outcome.hasPrefix(expected) : outcome == expected)
    }

    @Test(arguments: [
        "https://example.com/264653-2a9d8x", "https://example.com", "a: b: red", "red: ", ": red", "x y red",
        "256 0 0 red",
    ])
    func otherLinesHaveNoColor(text: String) { #expect(read(text, "x.txt").hasPrefix("Line 1: ")) }

    // MARK: One list

    @Test func aFileIsKnownByItsEnding() {
        #expect(
            PaletteFormat.readEndings == [
                "gpl", "ase", "aco", "css", "scss", "sass", "less", "json", "tokens", "svg", "pal", "hex", "txt", "tsv",
                "csv",
            ])
        #expect(PaletteFormat(fileName: "a.SCSS") == .css && PaletteFormat(fileName: "a.b.less") == .css)
        #expect(PaletteFormat(fileName: "a.tokens.json") == .tokens && PaletteFormat(fileName: "a.json") == .json)
        #expect(PaletteFormat(fileName: "a.txt") == nil && PaletteFormat(fileName: "css") == nil)
    }

    /// The file picker and the document name the endings that the code has; the help is made of them.
    @Test func theRoomAndTheDocumentNameAllEndings() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let room = try String(
            contentsOf: root.appending(path: "Gallery/Pages/Palette/PaletteView.html"), encoding: .utf8)
        let accepted = PaletteFormat.readEndings.map { ".\($0)" }.joined(separator: ",")
        #expect(room.contains("accept=\"\(accepted)\" aria-label=\"Import palettes\""))
        let document = try String(contentsOf: root.appending(path: "docs/PALETTES.md"), encoding: .utf8)
        for ending in PaletteFormat.readEndings { #expect(document.contains("`.\(ending)`"), "\(ending)") }
        for format in PaletteFormat.allCases { #expect(document.contains("| `\(format)` |"), "\(format)") }
        let sheet = try String(
            contentsOf: root.appending(path: "Gallery/Pages/Palette/Exchange/Export.html"), encoding: .utf8)
        for format in PaletteFormat.allCases {
            #expect(sheet.contains("data-outlet=\"\(format):url\"><b>\(format.title)</b>"))
        }
    }

    static let files: [(String, String)] = [
        ("JASC-PAL\n0100\n2\n255 0 0 9\n0 0 255\n", "x.pal"), ("Name\tR\tG\tB\nA\t1\t2\t3\nB\t#fff\n", "x.tsv"),
        ("; paint.net Palette File\nFFFF6347\n1a1c2c\n", "x.txt"), ("Name,Hex\nA,\"#ff0000\"\n", "x.csv"),
        ("$a: #f00 !default;\n$m: (a: $a, \"b\": (c: #fff));// x\n", "x.scss"),
        ("$a: #f00\n$b: $a // x\n", "x.sass"),
        ("@a: #f00; @b: @a; @c: { d: @b; }", "x.less"),
        ("@theme { --color-a: #f00; --b: var(--color-a, red) }", "x.css"),
        (
            "<svg><!DOCTYPE [<!ENTITY a '#f00'>]><style>.a>b#c,*{fill:&a;}</style><g class='a'><path/></g></svg>",
            "x.svg"
        ),
        (
            ##"{"a":{"$type":"color","b":{"$value":{"colorSpace":"lab","components":[1,"none",{"$ref":"#/c/$value/components/1"}]}},"##
                + ##""c":{"$value":"{a.d}"},"d":{"$ref":"#/a/c"},"e":{"$value":{"hex":"#fff"}}}}"##, "x.tokens"
        ),
    ]
    static let words = [
        "(", ")", "{", "}", "\"", "'", ":", ";", ",", "\t", "$a", "@a", "var(--a)", "!default", "/*", "*/", "//",
        "\n",
        "$value", "$ref", "#/a", "{a.b}", "[", "]", "none", "1e999", "-", "<style>", "</style>", "<g>", "</g>",
        "&a;", ".a", "#a",
    ]

    /// Hostile text in each of the forms that are only read.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func whateverIsInATextEndsNoProgram(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<draws(1_000, long: 100_000) {
            let (text, name) = Self.files[Int.random(in: 0..<Self.files.count, using: &random)]
            var bytes = Array(text.utf8)
            for _ in 0..<random.skewed(upTo: 12) {
                if random.chance(50) {
                    random.mutate(&bytes)
                } else {
                    let word = Array((Self.words.randomElement(using: &random) ?? "").utf8)
                    bytes.insert(contentsOf: word, at: Int.random(in: 0...bytes.count, using: &random))
                }
            }
            PaletteFormat.read(bytes, named: name).expectOrder()
        }
    }

    @Test(arguments: words) func aWordMayComeAnyNumberOfTimes(word: String) {
        let bytes = Array(String(repeating: word, count: 1_000).utf8)
        for name in Self.files.map(\.1) + ["x.json", "x.hex"] { PaletteFormat.read(bytes, named: name).expectOrder() }
    }
}
