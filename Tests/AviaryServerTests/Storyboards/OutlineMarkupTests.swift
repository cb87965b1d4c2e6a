import AviarySnapshots
import AviaryViews
import Testing

@testable import AviaryServer

struct OutlineMarkupTests {
    private static let markup = """
        <main><div data-collection="list" data-outline></div></main>
        <template data-cell="Row"><div data-outlet="done:flag"><b data-outlet="name"></b></div></template>
        <template data-header="Head"><h2 data-outlet="name"></h2></template>
        """

    @Test func theRootsOfCellsHaveTheOutletsOfAnOutline() throws {
        let content = try StoryboardTests.board(Self.markup).content()
        #expect(
            content.templates.map(\.cell) == [
                CellTemplate(
                    "Row",
                    outlets: [
                        .init("done", .flag), .init("outline-level", .number), .init("outline-open", .flag),
                        .init("name"),
                    ])
            ])
        #expect(content.header?.cell == CellTemplate("Head", outlets: [.init("name")]))
        let other = try StoryboardTests.board(Self.markup.replacing(" data-outline", with: "")).content()
        #expect(other.templates.map(\.cell) == [CellTemplate("Row", outlets: [.init("done", .flag), .init("name")])])
    }

    @Test func theFirstPaintHasLevelsAndMarksInItsRows() async throws {
        var outline = SectionSnapshot<Int>()
        try outline.append([1, 3])
        try outline.append([2], to: 1)
        outline.expand([1])
        var snapshot = ListSnapshot<Int, Int>()
        try snapshot.appendSections([0])
        try snapshot.apply(outline, to: 0)
        let content = try StoryboardTests.board(Self.markup).content()
        let list = CollectionView<Int>(layout: ListLayout(rowHeight: .uniform(40)))
        for template in content.templates { list.register(template.cell) }
        list.dataSource = DiffableDataSource(snapshot) { item, cell in cell["name"] = "\(item)" }
        try await list.paintFirst(10)
        let page = PageRenderer.render(["": .init(content: content)], collections: ["list": .init(list)])
        #expect(page.body.contains("role=\"treegrid\""))
        let rows = page.body.matches(of: /aria-rowindex="\d"([^>]*)>/).map { String($0.output.1) }
        #expect(
            rows == [
                " aria-level=\"1\" aria-expanded=\"true\"", " aria-level=\"2\"", " aria-level=\"1\"",
            ])
    }

    @Test func onlyACollectionIsAnOutline() {
        #expect(throws: StoryboardError.self) {
            try StoryboardTests.board("<main data-outline></main>").content()
        }
    }
}
