import AviaryServerTesting
import AviarySnapshots
import AviaryViews
import Testing

@testable import AviaryServer

/// A list whose cells are as high as their content: the browser measures them, and the scene follows.
struct SelfSizingSceneTests {
    private func tab(_ count: Int) async throws -> FakeBrowser {
        let app = LiveApp(name: "Texts", rooms: [Route("/", title: "Texts") { TextRoom(count: count) }])
        let tab = try await FakeBrowser(app)
        await tab.scroll("list", y: 0, width: 300, height: 500)
        return tab
    }

    @Test func measuredCellsMoveTheOthers() async throws {
        let tab = try await tab(1_000)
        #expect(await tab.collection("list").frames.prefix(3).map(\.y) == [0, 100, 200])
        await tab.measure(["0": 30, "2": 170], in: "list")
        let list = await tab.collection("list")
        #expect(list.frames.prefix(5).map(\.y) == [0, 30, 130, 300, 400])
        #expect(list.contentHeight == 1_000 * 100)
        #expect(list.isStill)
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aJumpEndsAtItsItem() async throws {
        let tab = try await tab(1_000)
        await tab.scroll("list", y: 5_000, width: 300, height: 500)
        await tab.measure(["50": 300], in: "list")
        #expect(await tab.collection("list").contentHeight == 1_000 * 100 + 200)
        try await tab.perform("jump", fields: ["to": "700"])
        let list = await tab.collection("list")
        #expect(list.contentHeight == 1_000 * 300)
        #expect(list.scrolledTo?.y == 210_000)
        #expect(list.items.contains("700"))
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func heightsOfAnotherLayoutOrOfNoItemsAreIgnored() async throws {
        let tab = try await tab(1_000)
        let before = await tab.collection("list").frames
        await tab.send(#"[["measured","list",99,{"0":30}]]"#)
        await tab.send(#"[["measured","list",0,{"0":30}]]"#)
        await tab.measure(["1000": 30, "": 30, "x": 30], in: "list")
        #expect(await tab.collection("list").frames == before)
        #expect(await tab.faults == [])
        await tab.close()
    }

    /// However many heights a tab sends, the scene stores those of the cells that the tab has.
    @Test func aFloodOfHeightsCostsWhatIsVisible() async throws {
        let tab = try await tab(1_000_000)
        for round in 0..<200 {
            let heights = Dictionary(
                uniqueKeysWithValues: (0..<256).map { ("\($0 + round * 7)", Double(1 + ($0 * 31 + round) % 500)) })
            await tab.measure(heights, in: "list")
        }
        let list = await tab.collection("list")
        #expect(list.tiles.count < 4_096 && list.base == 0)
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aTabThatReturnsFindsTheHeights() async throws {
        let tab = try await tab(1_000)
        await tab.measure(["0": 30, "2": 170], in: "list")
        await tab.vanish()
        try await tab.reconnect()
        #expect(await tab.collection("list").frames.prefix(5).map(\.y) == [0, 30, 130, 300, 400])
        await tab.close()
    }

    @Test func theFirstPaintHasCellsAsHighAsTheirContent() async throws {
        let sheet = ListLayout(estimatedHeight: 60, minimumLineSpacing: 8).firstPaintRules(for: ".content")
        #expect(sheet.contains(".content>.tile{width:100%}"))
        #expect(!sheet.contains("height:"))
    }
}

private final class TextRoom: ViewController {
    static let storyboard = Storyboard(
        "Texts",
        Array(
            """
            <button data-action="jump"></button><div data-collection="list"></div>
            <template data-cell="Text"><p data-outlet="text"></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int>(layout: ListLayout(estimatedHeight: 100))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["jump": jump] }
    private let source: DiffableDataSource<Int>

    init(count: Int) {
        source = DiffableDataSource(ListSnapshot(uniqueSections: [(0, Array(0..<count))])) { item, cell in
            cell["text"] = "\(item)"
        }
    }

    func viewDidLoad() { list.dataSource = source }

    private func jump(_ event: ActionEvent) {
        if let item = event.fields["to"].flatMap({ Int($0) }) { list.scrollToItem(item, at: .top, animated: true) }
    }
}
