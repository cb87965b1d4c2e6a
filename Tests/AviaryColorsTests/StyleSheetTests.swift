import AviaryTesting
import AviaryText
import AviaryViews
import Testing

@testable import AviaryColors

/// Variables of Sass, Less, CSS and Tailwind.
struct StyleSheetTests {
    private func read(_ text: String, _ name: String = "x.scss") -> String {
        let contents = PaletteFormat.read(Array(text.utf8), named: name)
        contents.expectOrder()
        let colors = contents.palettes.flatMap(\.entries).map { "\($0.name)=\($0.color.displayColor.hex)" }
        return (colors + contents.problems.map(\.description)).joined(separator: " ")
    }

    @Test(arguments: [
        ("$a: #f80; $b: rgba($a, .5); $c: RGBA(#f80, 50%); $d: $b;", "x.scss"),
        ("@b: fade(@a, 50%); @a: #f80; @c: fade(#f80, 50%); @d: @b;", "x.less"),
        ("$a: #f80\n$b: rgb($a, 0.5)\n$c: rgba($b, .5)\n$d: $b", "x.sass"),
    ])
    func aColorIsFaded(text: String, name: String) {
        // A palette has no transparency.
        let colors = read(text, name).split(separator: " ").map { $0.suffix(8) }
        #expect(colors == Array(repeating: "=#ff8800", count: 4))
        for typed in ["rgba($none, .5)", "rgba(mix($a, $b), .5)", "rgba(, .5)", "rgba($a, x)", "rgba($b, )"] {
            #expect(read("$a: #f80; $b: \(typed);").contains("Line 1: "), "\(typed)")
        }
    }

    @Test(arguments: [
        ("$blue: #0d6efd !default;", "Blue=#0d6efd"),
        ("$blue:#0d6efd!default;$red:red !global", "Blue=#0d6efd Red=#ff0000"),
        ("$blue: #0d6efd !default !global;", "Blue=#0d6efd"), ("$blue : #00f ;", "Blue=#0000ff"),
        (
            "$blue: #00f; $primary: $blue !default; $Link_color: $primary;",
            "Blue=#0000ff Primary=#0000ff Link color=#0000ff"
        ),
        ("$my_blue: #00f; $b: $my-blue;", "My blue=#0000ff B=#0000ff"),
        ("$blue: #00f; $a: colors.$blue;", "Blue=#0000ff A=#0000ff"),
        ("$theme: (primary: #0d6efd, \"dark\": #000);", "Primary=#0d6efd Dark=#000000"),
        (
            "$blue: #00f;\n$theme: (\n  primary: $blue, // the main one; really)\n  'dark': (bg: #000, text: (on: #fff)), /* ) */\n);",
            "Blue=#0000ff Primary=#0000ff Dark bg=#000000 Dark text on=#ffffff"
        ),
        ("$grays: (\"100\": #eee, 200: rgb(221, 221, 221)) !default;", "Grays 100=#eeeeee Grays 200=#dddddd"),
        ("$list: (#f00, #0f0);", "List 1=#ff0000 List 2=#00ff00"), ("$theme: map-merge((a: #f00), $x);", ""),
        ("// $a: red;\n$b: blue; // $c: red;\n/* $d: red; */", "B=#0000ff"), ("$a: /* no */ red;", "A=#ff0000"),
        (
            "$blue: #00f\n$red: #f00 // the other\n$p: $blue !default\n\n.a\n  color: $blue",
            "Blue=#0000ff Red=#ff0000 P=#0000ff"
        ),
        ("$m: (a: #f00,\n  b: #0f0)\n$c: #00f", "A=#ff0000 B=#00ff00 C=#0000ff"), ("=mix($x)\n  --a: red", "A=#ff0000"),
        ("$self: $self;", ""), ("$a: $none;", ""), ("$map: (a: (b: (c: red)));", "A b c=#ff0000"),
        ("$e: ();$f: (,);$g: red;", "G=#ff0000"),
        (
            "@mixin button($color: red, $b: blue) { x: $color }\n@include button(\n  $color: #0f0);\n$c: #00f;",
            "C=#0000ff"
        ),
        (
            "$font: \"Inter\", serif; $size: 1rem; $on: true; $w: -.5em; $weight: 500; $ease: cubic-bezier(0, 0, 1, 1); $same: $size; $c: #00f;",
            "C=#0000ff"
        ),
    ])
    func sassIsRead(text: String, expected: String) {
        let outcome = read(text, text.contains(";") ? "x.scss" : "x.sass")
        // The sentence about a value that is none.
        if expected.isEmpty {
            #expect(
                outcome.hasPrefix("Line 1: ") && outcome.hasSuffix(" isn't a color.")
                    || outcome.contains("can't be used"))
        } else {
            #expect(outcome == expected)
        }
    }

    @Test(arguments: [
        ("@blue: #00f; @primary: @blue;", "Blue=#0000ff Primary=#0000ff"),
        ("@link: @blue;\n@blue: #00f;", "Link=#0000ff Blue=#0000ff"),
        (
            "@charset \"utf-8\"; @import url('x');@media (min-width: 2px) { a { b: c } } @page :first { x: y } @sky:#0bf;",
            "Sky=#00bbff"
        ),
        (
            "@colors: { primary: #00f; @second: green; deep: { one: #111 } }\n@red: red;",
            "Primary=#0000ff Second=#008000 Deep one=#111111 Red=#ff0000"
        ),
        (".a { @local: #f00; color: @local }", "Local=#ff0000"),
    ])
    func lessIsRead(text: String, expected: String) { #expect(read(text, "x.less") == expected) }

    @Test(arguments: [
        ("@theme { --color-red-500: oklch(63.7% 0.237 25.331); --color-*: initial; }", "Red 500=#fb2c36"),
        (
            ":root, :host { --color-sky-50: #f0f9ff; --color-7: #000; --color: #fff }",
            "Sky 50=#f0f9ff Color 7=#000000 Color=#ffffff"
        ),
        (
            "a { --link: var(--blue); --blue: #00f; --x: var(--no, red); --y: var( --x ) }",
            "Link=#0000ff Blue=#0000ff X=#ff0000 Y=#ff0000"
        ),
        (
            ":root { --back: #fff } .dark { --back: #000 } @theme inline { --color-page: var(--back); --x: var(--late) }"
                + " :root { --late: #f00 } .dark { --late: #0f0 }",
            "Back=#ffffff Back=#000000 Page=#ffffff X=#ff0000 Late=#ff0000 Late=#00ff00"
        ),
        ("a { --a: var(--b, #f00); } b { --b: #0f0 !important }", "A=#00ff00 B=#00ff00"),
    ])
    func customPropertiesAreRead(text: String, expected: String) { #expect(read(text, "x.css") == expected) }

    @Test func aNumberIsNoColor() {
        let text = "a { --weight: 500; --z: 123456; --c: #500 }"
        #expect(read(text, "x.css") == "C=#550000 Line 1: \("123456".quoted) isn't a color.")
    }

    @Test func circlesOfVariablesEnd() {
        #expect(read("a { --a: var(--b); --b: var(--a); --c: red }", "x.css").hasPrefix("C=#ff0000 Line 1: "))
        #expect(read("@a: @b; @b: @a; @c: red;", "x.less").hasPrefix("C=#ff0000 Line 1: "))
    }

    @Test func proseWithAnAtIsNoStyleSheet() {
        #expect(PaletteFormat(contentOf: Array("@anna: when do we meet?".utf8)) == nil)
        #expect(PaletteFormat(contentOf: Array("@blue: #00f;".utf8)) == .css)
    }

    @Test func largeStyleSheetsAreRead() {
        let count = 3_000
        let chain = (1..<count).map { "$a\($0): $a\($0 - 1);" }.joined()
        #expect(PaletteFormat.css.read(Array("$a0: #f00;\(chain)".utf8)).palettes.first?.entries.count == count)
        let late = (1..<count).map { "--a\($0 - 1): var(--a\($0));" }.joined()
        _ = PaletteFormat.css.read(Array("a{\(late)--a\(count - 1): red}".utf8))
        let map = "$m: (" + (0..<count).map { "k\($0): #f00" }.joined(separator: ",") + ");"
        #expect(PaletteFormat.css.read(Array(map.utf8)).palettes.first?.entries.count == count)
        for part in ["$a: (", "(a: ", "@a: {", "a: {", "$a", "/*", "//", "#{", "var(--a,", "!default"] {
            _ = PaletteFormat.css.read(Array(("$m: " + String(repeating: part, count: 5_000)).utf8))
            _ = PaletteFormat.css.read(
                Array((String(repeating: "(a: ", count: 9) + String(repeating: part, count: 5_000)).utf8))
        }
        let deep = String(repeating: "(a: ", count: 3_000) + "red" + String(repeating: ")", count: 3_000)
        #expect(
            PaletteFormat.css.read(Array("$m: \(deep); $n: blue;".utf8)).palettes.flatMap(\.entries).map(\.name) == [
                "N"
            ])
    }
}
