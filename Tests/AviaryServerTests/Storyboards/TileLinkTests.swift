import AviaryViews
import Testing

@testable import AviaryServer

struct TileLinkTests {
    private func content(_ html: String) throws -> Storyboard.Content {
        try Storyboard("TestView", Array("<div data-collection=\"grid\"></div>\(html)".utf8)).content()
    }

    private func paint(_ html: String, items: [String]) throws -> String {
        let content = try content(html)
        let tiles = items.enumerated().map {
            let cell = Cell(template: content.templates[0].cell, values: [.text("Sunset")])
            return CollectionTile(identifier: $1, index: $0, content: cell)
        }
        let grid = PageRenderer.Collection(
            layout: FlowLayout(columns: .fixed(1), itemSize: .height(50)), count: items.count,
            tiles: tiles)
        return PageRenderer.render(["": .init(content: content)], collections: ["grid": grid]).body
    }

    @Test func theContentOfATileBecomesALink() throws {
        let html = try paint(
            "<template data-cell=\"Cell\"><div class=\"photo\" data-link=\"/photos/:item\"><b data-outlet=\"name\"></b></div></template>",
            items: ["5"])
        #expect(
            html.contains(
                """
                <div class="photo" data-link="/photos/:item" role="gridcell" data-item="5" aria-selected="false" \
                tabindex="0"><a class="link" data-link="/photos/:item" href="/photos/5"><b data-outlet="name">Sunset</b><span class="reach"></span></a></div>
                """))
        // The template that the browser clones has the link, but no address yet.
        #expect(html.contains("<a class=\"link\" data-link=\"/photos/:item\"><b"))
    }

    @Test func anAnchorOfItsOwnLeavesRoomForControls() throws {
        let html = try paint(
            """
            <template data-cell="Cell"><div><a data-link="/search?q=:item&amp;from=:item" data-outlet="name"></a>
            <button data-action="delete"></button></div></template>
            """, items: ["a&b"])
        #expect(
            html.contains(
                "<a data-link=\"/search?q=:item&amp;from=:item\" data-outlet=\"name\" href=\"/search?q=a%26b&amp;from=a%26b\">Sunset</a>"
            ))
    }

    @Test(arguments: [
        ("a/b", "a%2Fb"), ("..", ".."), ("\"><script>", "%22%3E%3Cscript%3E"), ("'", "'"), ("%2f", "%252f"),
        ("é ", "%C3%A9%20"),
        (":item", "%3Aitem"), ("$&", "%24%26"), ("\n", "%0A"), ("", ""),
    ]) func anIdentifierStaysOneComponent(item: String, written: String) throws {
        #expect(TileLink.href("/photos/:item/edit", item: item) == "/photos/\(written)/edit")
    }

    @Test(arguments: [
        ("<p data-link=\"/a\"></p>", "data-link stands outside of a template with data-cell"),
        (
            "<template data-header=\"H\"><p data-link=\"/a\"></p></template>",
            "data-link stands in a template without data-cell"
        ),
        (
            "<template data-cell=\"C\"><p data-link=\"/a\"><a href=\"/\"></a></p></template>",
            "data-link is around a control; put it on an a beside that"
        ),
        (
            "<template data-cell=\"C\"><p data-link=\"/a\"><b data-action=\"x\"></b></p></template>",
            "data-link is around a control; put it on an a beside that"
        ),
        (
            "<template data-cell=\"C\"><p data-link=\"/a\" data-outlet=\"name\"></p></template>",
            "data-link stands on an element whose text is an outlet; put that on an element in it"
        ),
        (
            "<template data-cell=\"C\"><time data-link=\"/a\" data-outlet=\"added:date\"></time></template>",
            "data-link stands on an element whose text is an outlet; put that on an element in it"
        ),
        (
            "<template data-cell=\"C\"><p data-link=\"/a\" data-outlet=\"count:number(text)\"></p></template>",
            "data-link stands on an element whose text is an outlet; put that on an element in it"
        ),
        (
            "<template data-cell=\"C\"><a data-link=\"/a\"></a></template>",
            "data-link stands on an a that is the cell; make the root another element"
        ),
        (
            "<template data-cell=\"C\"><p><b data-link=\"/a\"></b></p></template>",
            "data-link stands on neither an a nor the root of a template"
        ),
        (
            "<template data-cell=\"C\"><p><a data-link=\"/a\"></a><a data-link=\"/b\"></a></p></template>",
            "data-link is there twice in a template"
        ),
        ("<template data-cell=\"C\"><p data-link=\"//a\"></p></template>", "data-link does not begin with one /"),
        (
            "<template data-cell=\"C\"><p data-link=\"photos/:item\"></p></template>",
            "data-link does not begin with one /"
        ),
        (
            "<template data-cell=\"C\"><p data-link=\"/:id\"></p></template>",
            "data-link has another parameter than :item"
        ),
    ]) func aLinkThatWouldNotWorkIsRefused(html: String, what: String) {
        let error = #expect(throws: StoryboardError.self) { try content(html) }
        #expect(error?.what == what)
    }
}
