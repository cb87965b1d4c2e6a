import AviaryServerTesting
import AviarySnapshots
import AviaryTesting
import AviaryViews
import Logging
import Testing

@testable import AviaryServer

/// A list in a box that nobody sees.
@Suite(.timeLimit(.minutes(1))) struct HeightTests {
    private let clock = ManualClock()
    private let log = CollectedLog(level: .error)

    private func app(items: [Int64]) -> LiveApp {
        let log = log
        let app = LiveApp(
            name: "Lines", rooms: [Route("/", title: "Lines") { LinesController(items) }],
            logger: Logger(label: "test") { _ in log })
        return LiveApp(app, keeper: SceneKeeper(clock: clock))
    }

    /// Lets a second pass, and waits for a turn behind it.
    private func pass(_ tab: FakeBrowser, sleepers: Int) async throws {
        await clock.waitForSleepers(sleepers)
        clock.advance(by: .seconds(1))
        for _ in 1...3 { try await tab.perform("look") }
    }

    @Test func aCollectionWithoutHeightIsLoggedOnce() async throws {
        let app = app(items: [1])
        let tabs = [try await FakeBrowser(app, height: 0), try await FakeBrowser(app, height: 0)]
        while log.lines.isEmpty {
            if clock.sleepers > 0 { clock.advance(by: .seconds(1)) }
            await Task.yield()
        }
        for tab in tabs {
            try await tab.perform("look")
            await tab.close()
        }
        #expect(log.lines.map { String($0.message.prefix { $0 != "," }) } == ["The collection list has no height"])
    }

    @Test func aListThatIsEmptyMayHaveNoHeight() async throws {
        let tab = try await FakeBrowser(app(items: []), height: 0)
        try await pass(tab, sleepers: 1)
        #expect(log.lines.isEmpty)
        await tab.close()
    }

    @Test func aBoxThatGetsItsHeightBehindItsContentIsNoMistake() async throws {
        let tab = try await FakeBrowser(app(items: [1]), height: 0)
        await tab.scroll("list", y: 0, height: 300)
        try await pass(tab, sleepers: 1)
        #expect(log.lines.isEmpty)
        await tab.close()
    }
}

private final class LinesController: ViewController {
    static let storyboard = Storyboard(
        "Lines",
        Array(
            "<div data-collection=\"list\"></div><template data-cell=\"Line\"><p data-outlet=\"text\"></p></template><button data-action=\"look\">Look</button>"
                .utf8))
    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(20)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["look": { _ in }] }
    private let items: [Int64]

    init(_ items: [Int64]) { self.items = items }

    func viewDidLoad() {
        list.dataSource = DiffableDataSource(ListSnapshot(uniqueSections: [(0, items)])) { id, cell in
            cell["text"] = "\(id)"
        }
    }
}
