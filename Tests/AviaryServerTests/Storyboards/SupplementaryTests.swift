import AviaryViews
import Testing

@testable import AviaryServer

/// Supplementary views in storyboards and on the page that is painted first.
struct SupplementaryTests {
    private static let list = "<div data-collection=\"list\"></div>"
    private static let cell = "<template data-cell=\"Cell\"><p><b data-outlet=\"name\"></b></p></template>"
    private static let header = "<template data-header=\"Head\"><h2><b data-outlet=\"name\"></b></h2></template>"
    private static let footer = "<template data-footer=\"Foot\"><p></p></template>"
    private static let badge =
        "<template data-supplementary=\"Badge\" data-anchor=\"cell\">"
        + "<i data-outlet=\"fill:color count:number(text)\"></i></template>"
    private static let line =
        "<template data-supplementary=\"Line\" data-anchor=\"section\"><hr data-outlet=\"name:text(title)\"></template>"

    private func content(_ parts: String...) throws -> Storyboard.Content {
        try StoryboardTests.board(Self.list + parts.joined()).content()
    }

    @Test(arguments: [cell + badge, badge + cell]) func oneOfACellBecomesPartOfEachCell(html: String) throws {
        let content = try content(html)
        #expect(
            content.templates.map(\.cell) == [
                CellTemplate(
                    "Cell", outlets: [.init("name")],
                    supplementaryViews: [
                        CellTemplate("Badge", outlets: [.init("fill", .color), .init("count", .number)])
                    ])
            ])
        #expect(content.templates[0].cell.allOutlets.map(\.name) == ["name", "Badge", "Badge-fill", "Badge-count"])
        let body = PageRenderer.render(["": .init(content: content)], collections: [:]).body
        #expect(
            body.contains(
                """
                <template data-cell="Cell"><p data-anchor=""><b data-outlet="name"></b>\
                <div data-supplementary="Badge" data-outlet="Badge:flag(hidden)" hidden>\
                <i data-outlet="Badge-fill:color Badge-count:number(text)"></i></div></p></template>
                """))
        #expect(body.firstRange(of: "<template data-supplementary") == nil)
    }

    @Test func theFirstPaintHasThoseThatAreThereAndHidesTheOthers() throws {
        let content = try content(Self.cell, Self.badge)
        let values: [[CellValue?]] = [[.text("a"), .flag(false), .color(.black), .number(3)], [.text("b")]]
        let tiles = values.enumerated().map {
            CollectionTile(
                identifier: "\($0)", index: $0, content: Cell(template: content.templates[0].cell, values: $1))
        }
        let placement = SupplementaryPlacement(.topTrailing, offset: (x: 6, y: -4), width: .points(20))
        let (body, sheet) = PageRenderer.render(
            ["": .init(content: content)],
            collections: [
                "list": .init(
                    layout: FlowLayout(columns: .fixed(1)), count: 2, tiles: tiles,
                    supplementaryPlacements: ["Badge": placement])
            ])
        #expect(
            body.contains(
                """
                <b data-outlet="name">a</b><div data-supplementary="Badge" data-outlet="Badge:flag(hidden)">\
                <i data-outlet="Badge-fill:color Badge-count:number(text)" class="p0">3</i></div>
                """))
        #expect(
            body.contains(
                """
                <b data-outlet="name">b</b><div data-supplementary="Badge" data-outlet="Badge:flag(hidden)" hidden>\
                <i data-outlet="Badge-fill:color Badge-count:number(text)"></i></div>
                """))
        #expect(sheet.contains(".p0{--Badge-fill:#000000;}"))
        #expect(
            sheet.contains(
                """
                [data-collection="list"] [data-supplementary="Badge"]\
                {inset-inline-end:-6px;top:-4px;width:20px;height:fit-content}
                """))
    }

    @Test func oneOfASectionStandsInHeadersAndFooters() throws {
        let content = try content(Self.cell, Self.header, Self.line, Self.footer)
        let line = CellTemplate("Line", outlets: [.init("name")])
        #expect(
            content.header?.cell == CellTemplate("Head", outlets: [.init("name")], supplementaryViews: [line]))
        #expect(content.footer?.cell == CellTemplate("Foot", outlets: [], supplementaryViews: [line]))
        #expect(content.templates[0].cell == CellTemplate("Cell", outlets: [.init("name")]))
        let (body, _) = PageRenderer.render(
            ["": .init(content: content)],
            collections: [
                "list": .init(
                    layout: FlowLayout(columns: .fixed(1), headerHeight: 30, footerHeight: 20), count: 0,
                    sections: [0], hasFooters: true,
                    tiles: [
                        CollectionTile(
                            element: .header, identifier: "s", index: 0,
                            content: Cell(template: try #require(content.header).cell, values: [.text("S")])),
                        CollectionTile(
                            element: .footer, identifier: "s", index: 0,
                            content: Cell(
                                template: try #require(content.footer).cell, values: [.flag(false), .text("T")])),
                    ])
            ])
        let seen = body.matches(of: /data-supplementary="Line"[^>]*?( hidden)?><hr[^>]*?( title="T")?>/)
        // For the two templates, and for a row of each.
        #expect(seen.map { $0.output.1 == nil } == [false, true, false, false])
        #expect(seen.map { $0.output.2 != nil } == [false, true, false, false])
        #expect(body.contains("data-footer=\"\" role=\"rowheader\""))
    }

    @Test func theContentOfALinkStaysBesideIt() throws {
        let content = try content(
            "<template data-cell=\"Cell\"><p data-link=\"/a/:item\"><b data-outlet=\"name\"></b></p></template>",
            Self.badge)
        let body = PageRenderer.render(["": .init(content: content)], collections: [:]).body
        #expect(body.contains("</b><span class=\"reach\"></span></a><div data-supplementary=\"Badge\""))
    }

    @Test(
        arguments: [
            (cell + "\n<p data-supplementary=\"B\"></p>", 2, "data-supplementary stands on no template"),
            (
                "\n<template data-supplementary=\"a b\" data-anchor=\"cell\"><p></p></template>", 2,
                "a b is no name for a supplementary view: letters, digits and - are"
            ),
            (
                "<template data-supplementary=\"B\"><p></p></template>", 1,
                "the data-anchor of the supplementary view B is neither cell nor section"
            ),
            (
                "<template data-supplementary=\"B\" data-anchor=\"cell\"></template>", 1,
                "the template B must have one element at its root"
            ),
            (badge + "\n" + badge, 2, "a second supplementary view Badge"),
            (line, 1, "the supplementary view Line of sections needs a template for headers"),
            (
                badge + "\n<template data-cell=\"C\"><p data-outlet=\"name\"></p></template>", 2,
                "the text of a root is an outlet; put that on an element in it, where supplementary views stand (Badge)"
            ),
            (
                badge + "<template data-cell=\"C\"><img></template>", 1,
                "a root holds nothing, where supplementary views stand (Badge)"
            ),
            (
                badge + "\n<template data-cell=\"C\"><p><b data-outlet=\"Badge-fill:color\"></b></p></template>", 2,
                "the outlet Badge-fill is that of a supplementary view, too"
            ),
            (
                "<template data-supplementary=\"B\" data-anchor=\"cell\"><p data-outlet=\"x/y\"></p></template>", 1,
                "x/y is no name for an outlet: letters, digits and - are"
            ),
            (
                "<template data-supplementary=\"B\" data-anchor=\"cell\"><p data-link=\"/a\"></p></template>", 1,
                "data-link stands in a template without data-cell"
            ),
        ])
    func whatWouldNotWorkIsRefusedWithItsLine(html: String, line: Int, what: String) {
        let error = #expect(throws: StoryboardError.self) { try content(html) }
        #expect(error?.what == what)
        #expect(error?.line == line)
    }

    @Test(
        arguments: [
            (.topLeading, "inset-inline-start:3px;top:-2px"),
            (.trailing, "inset-inline-end:-3px;top:-2px;bottom:2px;margin-block:auto"),
            (.top, "inset-inline:3px -3px;margin-inline:auto;top:-2px"),
            (.bottomLeading, "inset-inline-start:3px;bottom:2px"),
            (.center, "inset-inline:3px -3px;margin-inline:auto;top:-2px;bottom:2px;margin-block:auto"),
        ] as [(SupplementaryPlacement.Edge, String)])
    func eachEdgeHasItsRule(edge: SupplementaryPlacement.Edge, rule: String) {
        let placement = SupplementaryPlacement(edge, offset: (x: 3, y: -2), width: .fraction(0.5), height: .points(-1))
        #expect(
            placement.rules(for: "B", in: "a/list")
                == "[data-collection=\"a/list\"] [data-supplementary=\"B\"]{\(rule);width:50%;height:0px}")
    }

    @Test func whatIsNoLengthIsNone() {
        let placement = SupplementaryPlacement(.topTrailing, offset: (x: .nan, y: .infinity), width: .points(.nan))
        #expect(
            placement.rules(for: "B", in: "l").hasSuffix("{inset-inline-end:0px;top:0px;width:0px;height:fit-content}"))
    }
}
