import AviaryServerTesting
import AviarySnapshots
import AviaryViews
import Testing

@testable import AviaryServer

/// The version of a page, and the server's answer to a page of another version.
struct VersionTests {
    private func app(
        styles: String = "", module: String = "", roomStyles: String = "", asset: String = ""
    ) -> LiveApp {
        LiveApp(
            name: "Desk",
            rooms: [
                Route(
                    "/", title: "Desk", styles: [Asset("own.css", Array(roomStyles.utf8))],
                    module: Asset("own.js", Array(module.utf8))
                ) { Desk() }
            ],
            assets: [Asset("desk.css", Array(styles.utf8)), Asset("desk.svg", Array(asset.utf8))])
    }

    private func version(of app: LiveApp) async throws -> String {
        try await #require(app.scene(at: "/")).paint().version
    }

    @Test func itChangesWithAllThatAPageIsMadeOf() async throws {
        let first = try await version(of: app())
        #expect(try await version(of: app()) == first, "the same in every process")
        let others = try await [
            version(of: app(styles: "p{}")), version(of: app(module: "export default 1")),
            version(of: app(roomStyles: "p{}")),
        ]
        #expect(Set(others + [first]).count == 4)
        #expect(try await version(of: app(asset: "<svg>")) == first, "a picture is asked for anew each time")
        let one = Storyboard("A", Array("<p>1</p>".utf8))
        let other = Storyboard("A", Array("<p>2</p>".utf8))
        #expect(try one.content().fingerprint != other.content().fingerprint)
    }

    @Test(.timeLimit(.minutes(1))) func aPageOfAnotherVersionIsToldAndServedAllTheSame() async throws {
        let app = app()
        let now = try await version(of: app)
        let old = try await FakeBrowser(app, path: "/", version: "another")
        #expect(await old.newVersion == now)
        #expect(await old.collection("list").items == ["1", "2"])
        for version in [now, nil] {
            let page = try await FakeBrowser(app, path: "/", version: version)
            #expect(await page.newVersion == nil)
            try await page.reconnect()
            #expect(await page.newVersion == nil)
        }
        // A server of the next version takes its place.
        let page = try await FakeBrowser(app, path: "/", version: now)
        let next = self.app(styles: "p{}")
        try await page.reconnect(to: next)
        #expect(await page.newVersion == (try await version(of: next)))
    }

    @Test(.timeLimit(.minutes(1))) func aSheetWithAnAddressStaysForAPageThatIsLoadedAnew() async throws {
        func app(_ styles: String) -> LiveApp {
            LiveApp(
                name: "Sheets",
                rooms: [Route("/", title: "Sheets") { Opener() }, Route("/leaf", title: "Leaf") { Leaflet() }],
                assets: [Asset("sheets.css", Array(styles.utf8))])
        }
        let now = try await version(of: app(""))
        let page = try await FakeBrowser(app(""), path: "/", version: now)
        for action in ["open", "openWithout"] { try await page.perform(action) }
        #expect(await page.sheets.count == 2)
        try await page.reconnect(to: app("p{}"))
        await page.wait { $0.sheets.count == 1 }
        #expect(await page.addresses.count == 1, "the other one is not there again")
        #expect(await page.newVersion != nil)
        // A server of the page's own version does not have it either.
        try await page.reconnect(to: app(""))
        await page.wait { $0.sheets.isEmpty }
        await page.close()
    }

    @Test(.timeLimit(.minutes(1))) func aControllersScrollingIsToldWithTheTilesThere() async throws {
        let app = LiveApp(name: "Far", rooms: [Route("/", title: "Far") { Far() }])
        let paint = try await #require(app.scene(at: "/")).paint()
        #expect(paint.body.contains("data-returning"))
        let tab = try await FakeBrowser(app, path: "/")
        var grid = await tab.collection("grid")
        #expect(grid.scrolledTo == ContentRect(y: 50_000, width: 0, height: 100))
        #expect(grid.items.contains("500"))
        try await tab.perform("go", fields: ["to": "900"])
        grid = await tab.collection("grid")
        #expect(grid.scrolledTo?.y == 90_000 && grid.items.contains("900"))
        // While nobody is there it waits.
        try await tab.perform("later", fields: ["to": "100"])
        try await tab.reconnect()
        await tab.wait { $0.collection("grid").scrolledTo?.y == 10_000 }
    }
}

private final class Far: ViewController {
    static let storyboard = Storyboard(
        "Far",
        Array("<div data-collection=\"grid\"></div><template data-cell=\"C\"><p data-outlet=\"n\"></p></template>".utf8)
    )
    let page = Page()
    let grid = CollectionView<Int>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(100)))
    var collections: [String: any ScreenCollection] { ["grid": grid] }
    var actions: Actions { ["go": go, "later": later] }
    private var due: Int?

    func viewDidLoad() {
        grid.dataSource = DiffableDataSource(ListSnapshot(uniqueSections: [(0, Array(0..<1_000))])) { item, cell in
            cell["n"] = "\(item)"
        }
        grid.scrollToItem(500, at: .top)
    }

    func viewDidDisappear() { if let due { grid.scrollToItem(due, at: .top) } }

    private func go(_ event: ActionEvent) {
        grid.scrollToItem(event.fields["to"].flatMap { Int($0) } ?? 0, at: .top)
    }

    private func later(_ event: ActionEvent) { due = event.fields["to"].flatMap { Int($0) } }
}

private final class Leaflet: ViewController {
    static let storyboard = Storyboard("Leaflet", Array("<p>Leaf</p>".utf8))
    let page = Page()
}

private final class Opener: ViewController {
    static let storyboard = Storyboard("Opener", Array("<p>Page</p>".utf8))
    let page = Page()
    var actions: Actions { ["open": open, "openWithout": openWithout] }

    private func open(_ event: ActionEvent) async throws {
        try await page.present(at: Address(path: ["leaf"])) { Leaflet() }
    }

    private func openWithout(_ event: ActionEvent) async throws { try await page.present(Leaflet()) }
}
