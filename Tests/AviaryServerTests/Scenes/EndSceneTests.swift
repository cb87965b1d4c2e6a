import AviaryServerTesting
import AviarySnapshots
import AviaryViews
import Testing

@testable import AviaryServer

/// A list that begins at its end: what the tab is told, and what it tells.
struct EndSceneTests {
    private let app = LiveApp(name: "Log", rooms: [Route("/", title: "Log") { LogRoom(count: 1_000) }])

    @Test func aPageIsMarkedAndHiddenUntilItIsScrolled() async throws {
        let paint = try await #require(app.scene(at: "/")).paint()
        #expect(paint.body.contains("data-end"))
        #expect(paint.body.contains("data-returning"))
    }

    @Test func aTabGetsTheLastRowsAndThoseThatCome() async throws {
        let tab = try await FakeBrowser(app)
        #expect(await tab.collection("list").items.last == "999")
        try await tab.perform("append", fields: ["count": "200"])
        await tab.wait { $0.collection("list").count == 1_200 }
        #expect(await tab.collection("list").items.last == "1199")
        // The tab has reported its rect before it got these rows.
        await tab.scroll("list", y: 99_300, isAtEnd: true)
        #expect(await tab.collection("list").items.last == "1199")
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aTabThatHasLeftTheEndGetsWhatIsInView() async throws {
        let tab = try await FakeBrowser(app)
        await tab.scroll("list", y: 40_000)
        try await tab.perform("append", fields: ["count": "200"])
        await tab.wait { $0.collection("list").count == 1_200 }
        #expect(await tab.collection("list").items.contains("400"))
        #expect(await !tab.collection("list").items.contains("1199"))
        try await tab.reconnect()
        #expect(await tab.collection("list").items.contains("400"))
        await tab.scroll("list", y: 0, isAtEnd: true)
        #expect(await tab.collection("list").items.last == "1199")
        #expect(await tab.faults == [])
        await tab.close()
    }
}

private final class LogRoom: ViewController {
    static let storyboard = Storyboard(
        "Log",
        Array(
            """
            <button data-action="append"></button><div data-collection="list"></div>
            <template data-cell="Line"><p data-outlet="text"></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int>(layout: ListLayout(rowHeight: .uniform(100)), anchor: .end)
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["append": append] }
    private var count: Int
    private let source = DiffableDataSource<Int> { item, cell in cell["text"] = "\(item)" }

    init(count: Int) { self.count = count }

    func viewDidLoad() {
        list.dataSource = source
        show()
    }

    private func show() { source.apply(ListSnapshot(uniqueSections: [(0, Array(0..<count))])) }

    private func append(_ event: ActionEvent) {
        count += event.fields["count"].flatMap { Int($0) } ?? 1
        show()
    }
}
