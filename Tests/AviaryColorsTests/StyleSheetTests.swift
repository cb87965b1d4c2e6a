import AviaryColors
import AviaryTesting
import AviaryText
import AviaryViews
import Testing

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

    /// The values are those of Sass and Less. Tests of the command line compare many more with a compiler of Sass.
    @Test(arguments: [
        ("lighten($c, 20%)", "#ddc588"), ("DARKEN($c, 20)", "#775f22"), ("darken($c, $step * 2)", "#775f22"),
        ("saturate($c, 20%)", "#e0a920"), ("desaturate($c, $amount: 20%)", "#ad9352"),
        ("adjust-hue($c, 180deg)", "#3961c6"),
        ("complement($color: $c)", "#3961c6"), ("grayscale($c)", "#808080"), ("invert($c)", "#3961c6"),
        ("invert($c, 25%)", "#a38f5c"), ("mix($c, white)", "#e3cf9c"), ("mix($c, #fff, $weight: 25%)", "#f1e7ce"),
        ("mix(rgba($c, .5), #00f)", "#3228ce"), ("rgba(lighten($c, 20%), .3)", "#ddc588"),
        ("fade-out($c, .3)", "#c69e39"),
        ("transparentize(black, .3)", "#000000"), ("lighten($c, 200%)", ""), ("mix($c)", ""), ("lighten($c)", ""),
        ("lighten($none, 5%)", ""), ("adjust-color($c, $lightness: -20%)", "#775f22"),
        ("adjust-color($c, $red: 15, $blue: -7)", "#d59e32"),
        ("color.adjust($c, $hue: 180deg, $alpha: -.3)", "#3961c6"), ("color.adjust($c, $red: 15, $hue: 3deg)", ""),
        ("c.adjust($c, $lightness: 10%, $space: oklch)", "#e7be5c"), ("scale-color($c, $lightness: 50%)", "#e3cf9c"),
        ("color.scale($c, $red: -50%, $green: 10%)", "#63a839"), ("color.scale($c, $lightness: 10)", ""),
        ("change-color($c, $lightness: 90%)", "#f4ecd7"), ("color.change($c, $blue: 100%)", "#c69eff"),
        ("color.adjust($c, $whiteness: 20%)", "#c6ac6c"), ("color.mix($c, white, 25%)", "#f1e7ce"),
        ("color.mix($c, white, $method: oklch)", ""), ("tint-color($c, 80%)", "#f4ecd7"),
        ("shade-color($c, 80%)", "#28200b"),
        ("shift-color($c, -80%)", "#f4ecd7"), ("shift-color($c, 80%)", "#28200b"), ("tint($c, 80%)", "#f4ecd7"),
        ("map-get($m, a)", "#c69e39"), ("map.get($m, 'b', \"c\")", "#ff0000"), ("map-get($m, nothing)", ""),
        ("nth($list, 2)", "#00ff00"), ("hsl(42, #{$step}, 50%)", "#8c8573"), ("hsl(42, $step, 50%)", "#8c8573"),
        ("rgb(from $c r g b)", "#c69e39"), ("math.div(1, 2)", "other"), ("hue($c)", "other"), ("$m", "other"),
        ("scale(1.5)", "other"),
        ("unknown($c, 10%)", ""), ("lighten(\"#fff\", 10%)", "other"), ("lighten($c, 10%", ""),
    ])
    func functionsOfSassMakeColors(typed: String, expected: String) {
        let head = "$c: #c69e39; $step: 10%; $m: (a: $c, b: (c: red)); $list: (red, lime); "
        let before = read(head)
        let outcome = read("\(head)$x: \(typed);").dropFirst(before.count)
        switch expected {
        case "": #expect(outcome.contains("ine 1: ") && !outcome.contains("X="), "\(outcome)")
        case "other": #expect(outcome.isEmpty, "\(outcome)")
        default: #expect(outcome == " X=\(expected)")
        }
    }

    @Test(arguments: [
        ("@a: #c69e39; @x: lighten(@a, 20%);", "#ddc588"), ("@x: spin(@a, 180); @a: #c69e39;", "#3961c6"),
        ("@a: #c69e39; @x: tint(@a, 80%);", "#f4ecd7"), ("@a: #c69e39; @x: shade(@a, 80%);", "#28200b"),
        ("@a: #c69e39; @x: greyscale(@a);", "#808080"), ("@a: #c69e39; @x: lighten(@a, 20%, relative);", "#d1b161"),
        ("@m: { a: #c69e39 }; @x: @m[a];", "#c69e39"), ("@m: { a: #c69e39 }; @x: darken(@m[@a], 20%);", "#775f22"),
        ("@a: #c69e39; @x: fade(darken(@a, 20%), 10%);", "#775f22"),
    ])
    func functionsOfLessMakeColors(text: String, expected: String) {
        #expect(read(text, "x.less").split(separator: " ").contains("X=\(expected)"))
    }

    @Test(arguments: [
        ("$a: red; $a: blue !default; $b: $a;", "A=#ff0000 B=#ff0000"), ("$a: null; $a: blue !default;", "A=#0000ff"),
        ("$a: (k: red); $a: (k: blue) !default;", "K=#ff0000"), ("$a: blue !default; $a: red;", "A=#0000ff A=#ff0000"),
        (
            "@use \"sass:map\"; @use 'bootstrap' as b with ($primary: red, $dark: lighten(#000, 20%) !default); $a: b.$primary;",
            "Primary=#ff0000 Dark=#333333 A=#ff0000"
        ),
        ("@forward \"x\" show $c with ($primary: red);$a: $primary;", "Primary=#ff0000 A=#ff0000"),
        ("@use \"x\"\n@use \"y\" with (\n  $a: red,\n  $b: blue)\n$c: $b", "A=#ff0000 B=#0000ff C=#0000ff"),
        ("@use \"x\" with ($a: red", "Line 1: the file ends within a variable."), ("@use", ""), ("@use \"x", ""),
    ])
    func modulesOfSassAreSet(text: String, expected: String) {
        #expect(read(text, text.contains("\n") ? "x.sass" : "x.scss") == expected)
    }

    /// The way of Tailwind 4 and shadcn: components in a variable, and a function around it.
    @Test func componentsMayBeInVariables() {
        let text = """
            :root { --back: 0 0% 100%; --main: 222.2 47.4% 11.2%; --rgb: 255, 99, 71 }
            @theme inline {
              --color-back: hsl(var(--back)); --color-main: hsl(var(--main) / 0.5); --color-top: rgb(var(--rgb));
              --color-late: color-mix(in srgb, var(--end), white); --end: black;
              --color-fall: oklch(from var(--none, red) l c h); --color-lost: hsl(var(--none));
            }
            """
        #expect(
            read(text, "x.css")
                == "Back=#ffffff Main=#0f172a Top=#ff6347 Late=#808080 End=#000000 Fall=#ff0000 "
                + "Line 5: hsl() can't use \("var()".quoted) as a number.")
    }

    @Test func chainsAndTreesOfFunctionsEnd() {
        let count = 2_000
        for (first, rest) in [("@a0: red;", "mix"), ("", "mix")] {
            let tree = (1..<count).reversed().map { "@a\($0): \(rest)(@a\($0 - 1), @a\($0 - 1));" }.joined()
            _ = PaletteFormat.read(Array((tree + first).utf8), named: "x.less")
        }
        let falls = (1..<count).map { "--a\($0): var(--a\($0 + 1), var(--a\($0 + 2)));" }.joined()
        _ = PaletteFormat.css.read(Array("a{\(falls)}".utf8))
        for part in ["lighten(", "map-get($a,", "@use \"x\" with (", "@use", "#{", "rgb(var(--a),", "mix($a, $a), "] {
            _ = PaletteFormat.css.read(Array(("$a: red; $b: " + String(repeating: part, count: 5_000)).utf8))
            _ = PaletteFormat.css.read(Array(String(repeating: "$b: \(part);", count: 2_000).utf8))
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
        ("$list: (#f00, #0f0);", "List 1=#ff0000 List 2=#00ff00"), ("$theme: map-merge((a: #f00), $x);", "A=#ff0000"),
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
