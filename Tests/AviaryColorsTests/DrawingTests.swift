import AviaryColors
import AviaryTesting
import AviaryText
import AviaryViews
import Testing

/// The colors of drawings that other programs save.
struct DrawingTests {
    private func colors(_ text: String) -> String {
        let contents = PaletteFormat.read(Array(text.utf8), named: "x.svg")
        contents.expectOrder()
        let colors = contents.palettes.flatMap(\.entries).map { entry in
            entry.color.displayColor.hex + (entry.name.isEmpty ? "" : "=\(entry.name)")
        }
        return (colors + contents.problems.map(\.description)).joined(separator: " ")
    }

    @Test(arguments: [
        ("<style>.cls-1{fill:#e03c28}</style><path class='cls-1'/>", "#e03c28"),
        (
            "<defs><style>.a, .b{fill:#f00} .b{fill:#00f}</style></defs><path class='a'/><path class='b'/>",
            "#ff0000 #0000ff"
        ),
        ("<path class='a'/><style type='text/css'><![CDATA[ .a { fill : #f00 ; } ]]></style>", "#ff0000"),
        ("<style>/* .a{fill:blue} */ .a{fill:red}</style><rect class='x a y'/>", "#ff0000"),
        (
            "<style>#i{fill:#0f0}.a{fill:#f00}rect{fill:#00f}*{fill:#fff}</style><rect id='i' class='a'/><rect class='a'/>"
                + "<rect/><path/>", "#00ff00 #ff0000 #0000ff #ffffff"
        ),
        (
            "<style>rect.a{fill:#010101}.a{fill:#020202}.a.b{fill:#030303}</style><rect class='a'/><path class='a'/>"
                + "<path class='b a'/>", "#010101 #020202 #030303"
        ),
        (
            "<style>.dark .a{fill:#111}g>.a{fill:#222}.a{fill:#333}</style><path class='a'/><g><path class='a'/></g>"
                + "<g class='dark'><svg><path class='a'/></svg></g>", "#333333 #222222 #111111"
        ),
        (
            "<style>.a{fill:#111!important}</style><path class='a' style='fill:#222'/><path style='fill:#222' fill='#333'/>",
            "#111111 #222222"
        ),
        (
            "<style>.a:hover{fill:#111}.a[x]{fill:#222}@media print{.a{fill:#333}}@import 'x';.a{fill:#444}</style>"
                + "<path class='a'/>", "#444444"
        ),
        (
            "<style>:root{--main:#f00}.a{fill:var(--main)}.b{fill:var(--no, #00f)}</style><path class='a'/><path class='b'/>",
            "#ff0000 #0000ff"
        ),
        ("<style>.a { fill: #f00; .c { stroke: #0f0; } &:hover { fill: #00f } }</style><path class='a'/>", "#ff0000"),
        ("<style>.a { .c { fill: #0f0 } fill: #f00 }</style><path class='a'/>", "#ff0000"),
        ("<style>.a{fill:none;stroke:#f00}.b{fill:url(#g)}</style><path class='a'/><path class='b'/>", "#ff0000"),
    ])
    func styleSheetsGiveTheirColors(inside: String, expected: String) {
        #expect(colors("<svg xmlns='http://www.w3.org/2000/svg'>\(inside)</svg>") == expected)
    }

    @Test(arguments: [
        ("<g fill='#f00'><path/><g><circle/><path fill='#0f0'/></g></g><path/>", "#ff0000 #00ff00"),
        ("<g fill='#f00'><path fill='inherit'/><path fill='none'/></g>", "#ff0000"),
        (
            "<g color='#f00'><path fill='currentColor'/><path color='#00f' style='fill:currentcolor'/></g>",
            "#ff0000 #0000ff"
        ),
        (
            "<style>.ColorScheme-Text{color:#232629;}</style><path style='fill:currentColor' class='ColorScheme-Text'/>",
            "#232629"
        ),
        ("<path fill='currentColor'/><path fill='#f00'/>", "#ff0000"),
        (
            "<linearGradient><stop stop-color='#f00' stop-opacity='.5'/><stop style='stop-color:#0f0;stop-opacity:0'/>"
                + "<stop/><stop stop-color='currentColor' color='#00f'/></linearGradient>", "#ff0000 #00ff00 #0000ff"
        ),
        ("<path style='fill:url(#a;b);stroke:#f00'/><path style=\"fill: #0f0 ; x:'}'\"/>", "#ff0000 #00ff00"),
        ("<path fill='#f00'><title>Sun &amp; moon</title></path><path fill='#f00'/>", "#ff0000=Sun & moon #ff0000"),
        ("<path fill='#cd853f icc-color(x, 0.1)'/><path fill='url(#g) #f00'/>", "#cd853f"),
        ("<path stroke='#f00'/><path fill='#0f0' stroke='#00f'/>", "#ff0000 #00ff00"),
        ("<use fill='#f00'/><text fill='#0f0'>x</text><foo fill='#00f'/>", "#ff0000 #00ff00 #0000ff"),
        ("<svg:g fill='#f00'><svg:path/></svg:g><svg:path/><svg:rect fill='#0f0'/>", "#ff0000 #00ff00"),
        ("</g></g><g fill='#f00'></path><path/></g>", "#ff0000"),
        // Colors that nothing shows are better than none.
        ("<style>.a{fill:#f00;stroke:#0f0}</style>", "#ff0000 #00ff00"), ("<g fill='#f00'/>", "#ff0000"),
        ("<path fill='none'/><path fill='url(#g)'/><path stroke='transparent'/>", ""),
    ])
    func shapesHaveThePaintsOfTheirGroups(inside: String, expected: String) {
        #expect(colors("<svg>\(inside)</svg>") == expected)
    }

    @Test func entitiesOfTheDrawingAreReplaced() {
        let text = """
            <?xml version="1.0"?>
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [
              <!ENTITY ns_svg "http://www.w3.org/2000/svg"> <!ENTITY sun '#ff&#48;000'> <!ENTITY lol "&sun;&sun;">
            ]>
            <svg xmlns="&ns_svg;"><path fill="&sun;"/><path style="fill:&#x23;00ff00"/><path fill="&no;"/></svg>
            """
        #expect(colors(text) == "#ff0000 #00ff00 Line 5: \("&no;".quoted) isn't a color.")
    }

    @Test func whatIsWrongInAStyleSheetHasItsLine() {
        let text = "<svg><style>\n.a{fill:red}\n\n.b{fill:nice}</style><path class='a'/><path class='b'/></svg>"
        #expect(colors(text) == "#ff0000 Line 4: \("nice".quoted) isn't a color.")
    }

    /// Selectors, groups and rules in such numbers that a reader which is not linear would take hours.
    @Test func largeDrawingsAreRead() {
        let count = 3_000
        let rules = (0..<count).map { ".c\($0),.a.b,g .a{fill:#f00}" }.joined()
        let paths = String(repeating: "<path class='a b c7'/>", count: count)
        #expect(colors("<svg><style>\(rules)</style>\(paths)</svg>") == "#ff0000")
        let deep =
            String(repeating: "<g fill='#f00'>", count: count) + "<path/>" + String(repeating: "</g>", count: count)
        #expect(colors("<svg>\(deep)<path fill='#00f'/></svg>") == "#ff0000 #0000ff")
        let selectors = String(repeating: ".a,", count: 4 * count) + ".a"
        #expect(
            colors(
                "<svg><style>\(selectors){\(String(repeating: "fill:#0f0;", count: count))}</style><path class='a'/></svg>"
            )
                == "#00ff00")
        // Each shape would be compared with each group around it for each of many rules.
        let longer = (0..<16).map { "g .x\($0) .a{fill:#f00}" }.joined()
        let nested =
            String(repeating: "<g class='b'>", count: 200) + String(repeating: "<path class='a'/>", count: 7_000)
        #expect(colors("<svg><style>\(longer)</style>\(nested)").hasSuffix("some were not compared."))
        _ = colors("<svg><style>" + String(repeating: "{", count: 20_000))
        _ = colors(String(repeating: "<svg><style>/*", count: 20_000))
        _ = colors("<svg><path class='" + String(repeating: "a ", count: 20_000) + "'/>")
        _ = colors("<!DOCTYPE [" + String(repeating: "<!ENTITY a ", count: 20_000) + "<svg>")
        _ = colors("<svg><style>.a{fill:" + String(repeating: "var(--a,", count: 20_000))
    }
}
