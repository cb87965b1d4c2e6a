import AviarySnapshots
import AviaryViews
import Testing

@testable import AviaryServer

struct StoryboardTests {
    static func board(_ html: String) -> Storyboard { Storyboard("TestView", Array(html.utf8)) }

    @Test func whatTheMarkupDeclaresIsFound() throws {
        let content = try Self.board(
            """
            <!-- a comment --><main><h1 data-outlet="title">Hi</h1>
              <button data-action='add' data-outlet="label busy:flag(disabled)">+</button>
              <div data-collection="grid"></div><p data-empty="grid">Nothing<br></p></main>
            <template data-cell="Cell"><div data-outlet="fill:color"><b data-outlet="label"></b><a data-outlet="home:url"></a></div></template>
            """
        ).content()
        #expect(content.outlets.keys.sorted() == ["busy", "label", "title"])
        #expect(content.actions == ["add"])
        #expect(content.collections == ["grid"])
        #expect(
            content.templates.map(\.cell)
                == [CellTemplate("Cell", outlets: [.init("fill", .color), .init("label"), .init("home", .url)])])
    }

    @Test func aPartIsReadWhereItIsNamed() throws {
        let part = Array("<button data-action=\"undo\" data-outlet=\"undo:text(title)\">Undo</button>".utf8)
        let html = Array("<main><div class=\"history\" data-part=\"history\"></div></main>".utf8)
        let content = try Storyboard("TestView", html, parts: ["history": part]).content()
        #expect(content.actions == ["undo"])
        #expect(content.outlets.keys.sorted() == ["undo"])
        #expect(
            PageRenderer.render(["": .init(content: content)], collections: [:]).body.contains(
                "<button data-action=\"undo\""))
    }

    @Test func theFirstPaintHasThePrefixBeforeEachAddressOfTheApp() throws {
        let markup = """
            <a href="/">Home</a><a href="#end">End</a><a href="//other.example/">Other</a><img src="next.png" \
            srcset="/one.png 1x,/two.png 2x"><form action="/send"></form><a data-outlet="file:url">File</a>
            """
        let scope = PageRenderer.Scope(content: try Self.board(markup).content(), values: ["file": .url("/file")])
        let body = PageRenderer.render(["": scope], collections: [:], under: PathPrefix("/app/")).body
        let expected = [
            "href=\"/app/\"", "href=\"#end\"", "href=\"//other.example/\"", "src=\"next.png\"",
            "srcset=\"/app/one.png 1x, /app/two.png 2x\"", "action=\"/app/send\"", "href=\"/app/file\"",
        ]
        #expect(expected.filter { !body.contains($0) } == [])
    }

    /// Data in Base64 may begin with a slash behind a comma.
    @Test(arguments: [
        ("", "data:image/jpeg;base64,/9j/4A 1x,/two.png 2x", "data:image/jpeg;base64,/9j/4A 1x,/two.png 2x"),
        ("/app", "data:image/jpeg;base64,/9j/4A 1x,/two.png 2x", "data:image/jpeg;base64,/9j/4A 1x, /app/two.png 2x"),
        ("/app", " /a,b.png, /c.png 100w ,, //other/d.png", "/app/a,b.png, /app/c.png 100w , //other/d.png"),
        ("/app", " , ", ""),
    ])
    func onlyTheAddressesOfASourceSetGetThePrefix(prefix: String, set: String, expected: String) throws {
        let scope = PageRenderer.Scope(content: try Self.board("<img srcset=\"\(set)\">").content())
        let body = PageRenderer.render(["": scope], collections: [:], under: PathPrefix(prefix)).body
        #expect(body.contains("srcset=\"\(expected)\""), "\(body)")
    }

    @Test func anOutletOfACellMaySetTwoThings() throws {
        let content = try Self.board(
            """
            <div data-collection="list"></div><template data-cell="C">\
            <div data-outlet="name:text(title)"><b data-outlet="name"></b><i data-outlet="level:number"></i></div></template>
            """
        ).content()
        #expect(
            content.templates.map(\.cell) == [CellTemplate("C", outlets: [.init("name"), .init("level", .number)])])
        let tile = CollectionTile(
            identifier: "1", index: 0,
            content: Cell(template: content.templates[0].cell, values: [.text("Tea"), .number(2)]))
        let body = PageRenderer.render(
            ["": .init(content: content)],
            collections: [
                "list": .init(
                    layout: FlowLayout(columns: .fixed(1)), count: 1, tiles: [tile])
            ]
        ).body
        #expect(body.contains("title=\"Tea\"") && body.contains(">Tea</b>"))
    }

    @Test func aFlagOfThePageMayStandOnSeveralElements() throws {
        let html = Array(
            "<p data-outlet=\"busy:flag(hidden)\"></p><button data-outlet=\"busy:flag(disabled)\"></button>".utf8)
        let content = try Storyboard("TestView", html).content()
        #expect(content.outlets.keys.sorted() == ["busy"])
        let body = PageRenderer.render(["": .init(content: content, values: ["busy": .flag(true)])], collections: [:])
            .body
        #expect(body.contains("hidden") && body.contains("disabled"))
    }

    @Test func aPartMayHoldOthersButNotItself() throws {
        let html = Array("<main><div data-part=\"outer\"></div></main>".utf8)
        let outer = Array("<p data-part=\"inner\"></p>".utf8)
        let inner = Array("<b data-outlet=\"name\"></b>".utf8)
        let content = try Storyboard("TestView", html, parts: ["outer": outer, "inner": inner]).content()
        #expect(content.outlets.keys.sorted() == ["name"])
        let error = #expect(throws: StoryboardError.self) {
            try Storyboard("TestView", html, parts: ["outer": outer, "inner": outer]).content()
        }
        #expect(error?.description.contains("there is no part named inner") == true)
    }

    @Test(
        arguments: [
            ("<p>\n<b></p>", 2, "</p> closes nothing; <b> of line 2 is open"), ("<p>", 1, "<p> is never closed"),
            ("</p>", 1, "</p> closes nothing"), ("<p class=a></p>", 1, "the value of class is not in quotation marks"),
            (
                "<p style=\"x\"></p>", 1,
                "style is not allowed: the page's security policy forbids inline styles and scripts"
            ),
            (
                "\n\n<p onclick=\"x\"></p>", 3,
                "onclick is not allowed: the page's security policy forbids inline styles and scripts"
            ),
            ("<script></script>", 1, "<script> is not allowed: scripts and styles are files of their own"),
            ("<p a=\"1\" a=\"2\"></p>", 1, "a is there twice"), ("<p a=\"1", 1, "the value of a has no end"),
            ("<!-- ", 1, "a comment has no end"), ("< p></p>", 1, "a name is missing after <"),
            (
                "<p data-outlet=\"a:colour\"></p>", 1,
                "colour is no kind of outlet: text, color, number, url, flag and date are"
            ),
            ("<p data-outlet=\"a:flag(onclick)\"></p>", 1, "a flag outlet cannot set (onclick)"),
            ("<p data-outlet=\"a a\"></p>", 1, "a is there twice"),
            ("<p data-outlet=\"a:date\"></p>", 1, "the date a needs a <time> without a datetime of its own"),
            (
                "<time datetime=\"2026\" data-outlet=\"a:date\"></time>", 1,
                "the date a needs a <time> without a datetime of its own"
            ),
            (
                "<p data-outlet=\"a:flag\"></p>\n<p data-outlet=\"a\"></p>", 2,
                "the outlet a is a text here, and a flag before"
            ),
            (
                "<template data-cell=\"C\"><p><b data-outlet=\"a:flag\"></b><i data-outlet=\"a\"></i></p></template>",
                1, "the outlet a is a text here, and a flag before"
            ),
            ("<p data-outlet=\"a{}\"></p>", 1, "a{} is no name for an outlet: letters, digits and - are"),
            ("<template></template>", 1, "a template has neither data-cell nor data-header nor data-footer"),
            (
                "<template data-footer=\"F\"><p></p></template>", 1,
                "a template for footers comes behind one for headers"
            ),
            (
                "<template data-header=\"H\"><p></p></template><template data-footer=\"F\"><p></p></template>"
                    + "\n<template data-footer=\"G\"><p></p></template>", 2,
                "a second template for footers, where there can be one"
            ),
            (
                "<template data-header=\"H\"><p></p></template>\n<template data-header=\"I\"><p></p></template>", 2,
                "a second template for headers, where there can be one"
            ),
            ("<template data-cell=\"C\">text</template>", 1, "the template C must have one element at its root"),
            ("<b>\n<input data-action=\"pick\"></b>", 2, "the input that calls pick has no name"),
            (
                "<button data-action=\"a\" data-dismiss></button>", 1,
                "the button that dismisses calls a, which can dismiss by itself"
            ),
            ("<p data-outlet=\"a:url(value)\"></p>", 1, "a url outlet cannot set (value)"),
            ("<p>\n<b data-part=\"x\"></b></p>", 2, "there is no part named x"),
            ("<p data-empty=\"x\"></p>", 1, "data-empty names x, which is no collection here"),
            ("<p data-pull=\"x\" data-action=\"a\"></p>", 1, "data-pull names x, which is no collection here"),
            ("<p>\n<i data-pull=\"x\"></i></p>", 2, "the mark of a pull of x calls no action"),
        ])
    func whatWouldNotWorkIsRefusedWithItsLine(html: String, line: Int, what: String) {
        let error = #expect(throws: StoryboardError.self) { try Self.board(html).content() }
        #expect(error?.line == line)
        #expect(error?.what == what)
        #expect(error?.storyboard == "TestView")
    }

    @Test func theFirstPaintHasEachFooterBehindTheItemsOfItsSection() throws {
        let content = try Self.board(
            """
            <div data-collection="list"></div><template data-cell="Cell"><i></i></template>
            <template data-header="Head"><h2 data-outlet="name"></h2></template>
            <template data-footer="Foot"><p data-outlet="sum"></p></template>
            """
        ).content()
        func tile(_ id: String, _ index: Int) -> CollectionTile {
            CollectionTile(identifier: id, index: index, content: Cell(template: content.templates[0].cell))
        }
        func header(_ id: String, _ index: Int) throws -> CollectionTile {
            let cell = Cell(template: try #require(content.header).cell, values: [.text("+\(id)")])
            return CollectionTile(element: .header, identifier: id, index: index, content: cell)
        }
        func footer(_ id: String, _ index: Int) throws -> CollectionTile {
            let cell = Cell(template: try #require(content.footer).cell, values: [.text("-\(id)")])
            return CollectionTile(element: .footer, identifier: id, index: index, content: cell)
        }
        let (body, sheet) = PageRenderer.render(
            ["": .init(content: content)],
            collections: [
                "list": .init(
                    layout: FlowLayout(columns: .fixed(1), headerHeight: 30, footerHeight: 20), count: 9,
                    sections: [2, 0, 7],
                    hasFooters: true,
                    tiles: try [
                        header("A", 0), tile("a", 0), tile("b", 1), footer("A", 0), header("B", 1), footer("B", 1),
                        header("C", 2), tile("c", 2),
                    ])
            ])
        let read = body.matches(of: /data-item="(\w)"|>([+-]\w)</).map { String($0.output.1 ?? $0.output.2 ?? "") }
        #expect(read == ["+A", "a", "b", "-A", "+B", "-B", "+C", "c"])
        #expect(body.matches(of: /aria-rowindex="(\d+)"/).map { Int($0.output.1) } == Array(1...8))
        #expect(body.contains("aria-rowcount=\"15\""))
        #expect(body.contains("<p data-outlet=\"sum\" data-footer=\"\" role=\"rowheader\" data-section=\"A\">-A</p>"))
        #expect(body.contains("<template data-header=\"Foot\"><p data-outlet=\"sum\" data-footer=\"\"></p></template>"))
        #expect(sheet.contains(".section:has(>[data-footer]){height:20px;"))
    }

    @Test func theFirstPaintEndsWhereItemsHaveNoCells() async throws {
        let layout = FlowLayout(columns: .fixed(1), headerHeight: 30, footerHeight: 20)
        let view = CollectionView<Int>(layout: layout)
        view.register(CellTemplate("Cell", outlets: []))
        view.register(header: CellTemplate("Head", outlets: []))
        view.register(footer: CellTemplate("Foot", outlets: []))
        let list = ListSnapshot(uniqueSections: [("A", [1, 2]), ("B", []), ("C", Array(3...9))])
        view.dataSource = DiffableDataSource<Int>(list) { _, _ in }
        try await view.paintFirst(3)
        let painted = PageRenderer.Collection(view)
        #expect(painted.count == 9 && painted.sections == [2, 0, 7] && painted.hasFooters && painted.needsFrames)
        #expect(painted.tiles.map(\.identifier) == ["A", "1", "2", "A", "B", "B", "C", "3"])
        #expect(painted.tiles.map(\.index) == [0, 0, 1, 0, 1, 1, 2, 2])
        #expect(painted.tiles[7].content.reuseIdentifier == "Cell")
    }

    @Test func theFirstPaintEscapesWhatDataBrings() throws {
        let content = try Self.board(
            """
            <h1 data-outlet="title">Hi</h1><div data-collection="list"></div>
            <template data-cell="Cell"><div class="c" data-outlet="fill:color"><a data-outlet="home:url label tip:text(title)"></a></div></template>
            """
        ).content()
        let hostile = "<b onclick=\"x\">&'"
        func tile(_ id: String, _ index: Int, url: String) -> CollectionTile {
            let values: [CellValue?] = [.color(.black), .url(url), .text(hostile), .text(hostile)]
            return CollectionTile(
                identifier: id, index: index, content: Cell(template: content.templates[0].cell, values: values))
        }
        let (body, sheet) = PageRenderer.render(
            ["": .init(content: content, values: ["title": .text(hostile)])],
            collections: [
                "list": .init(
                    layout: FlowLayout(columns: .fixed(1)), count: 2,
                    tiles: [tile("1\"", 0, url: "javascript:alert(1)"), tile("2", 1, url: "https://a.example/?\"")])
            ])
        #expect(body.contains("<h1 data-outlet=\"title\">&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;</h1>"))
        #expect(body.contains("title=\"&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;\""))
        #expect(body.contains("data-item=\"1&quot;\""))
        #expect(!body.contains("javascript:"))
        #expect(body.contains("href=\"https://a.example/?&quot;\""))
        #expect(sheet.hasSuffix(".p0{--fill:#000000;}"))
        #expect(body.ranges(of: "class=\"c p0\">").count == 2, "at the end of each tag")
        #expect(!body.contains("p1"))
    }

    @Test func theFirstPaintHasTheValuesOfControls() throws {
        let content = try Self.board(
            """
            <input name="a" data-outlet="a:number(value)"><input data-outlet="b:color(value)"><textarea data-outlet="c:text(value)">own</textarea>\
            <select data-outlet="d:text(value)"><option selected>x</option><optgroup><option value="y&amp;">Y</option></optgroup></select>
            """
        ).content()
        let values: [String: CellValue] = [
            "a": .number(0.5), "b": .color(.white), "c": .text("</textarea>"), "d": .text("y&"),
        ]
        let (body, _) = PageRenderer.render(["": .init(content: content, values: values)], collections: [:])
        #expect(body.contains("<input name=\"a\" data-outlet=\"a:number(value)\" value=\"0.5\">"))
        #expect(body.contains("value=\"#ffffff\""))
        #expect(body.contains(">&lt;/textarea&gt;</textarea>"))
        #expect(
            body.contains("<option>x</option><optgroup><option value=\"y&amp;\" selected=\"\">Y</option></optgroup>"))
    }

    @Test func controllerAndStoryboardMustSpeakOfTheSameThings() async throws {
        await #expect(throws: StoryboardError.self) { try await Route("/", title: "") { Stranger() }.check() }
    }
}

/// A controller that knows nothing of what its storyboard asks for.
final class Stranger: ViewController {
    static let storyboard = StoryboardTests.board("<button data-action=\"add\">+</button>")
    let page = Page()
}
