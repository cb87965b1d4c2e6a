import AviaryServer
import AviaryServerTesting
import AviarySnapshots
import AviaryTesting
import AviaryViews
import Logging
import Testing

/// An app whose names do not agree with its storyboard.
private final class MisspeltController: ViewController {
    static let storyboard = Storyboard(
        "Misspelt",
        Array(
            """
            <h1 data-outlet="title"></h1><div data-collection="list"></div>
            <template data-cell="BookCell"><p data-outlet="name"></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(50)))
    var collections: [String: any ScreenCollection] { ["list": list] }

    init() {
        page["title"] = "Set before the page is loaded"
        page["subtitle"] = "No such outlet"
    }

    func viewDidLoad() throws {
        var books = ListSnapshot<Int, Int>()
        try books.appendSections([0])
        try books.appendItems([1, 2, 3], toSection: 0)
        page["author"] = "No such outlet"
        list.dataSource = DiffableDataSource(books) { book, cell in
            cell["nmae"] = "Emma"
            cell["name"] = "Emma"
        }
    }
}

struct MisspeltTests {
    @Test func anUnknownOutletIsLoggedOnceAndEndsNothing() async throws {
        let log = CollectedLog(level: .error)
        let app = LiveApp(
            name: "Misspelt", rooms: [Route("/", title: "Misspelt") { MisspeltController() }],
            logger: Logger(label: "test") { _ in log })
        for _ in 1...3 {
            let tab = try await FakeBrowser(app)
            #expect(await tab.collection("list").tiles.map(\.values) == Array(repeating: ["\"Emma\""], count: 3))
            #expect(await tab.outlets == ["title": "\"Set before the page is loaded\""])
            await tab.close()
        }
        let told = log.lines.map { String($0.message.prefix { $0 != "." }) }
        #expect(
            told.sorted() == [
                "The storyboard has no outlet named author", "The storyboard has no outlet named subtitle",
                "The template BookCell has no outlet named nmae",
            ])
    }
}
