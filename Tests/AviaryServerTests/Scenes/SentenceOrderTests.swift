import AviaryServer
import AviaryServerTesting
import AviarySnapshots
import AviaryViews
import Logging
import Testing

struct SentenceOrderTests {
    /// Otherwise an empty sentence, which an action says before it writes, would remove the notice about what was
    /// written.
    @Test(.timeLimit(.minutes(1))) func aSentenceOfALaterTurnDoesNotOvertakeThoseOfAnAction() async throws {
        let app = LiveApp(
            name: "Talk", rooms: [Route("/", title: "Talk") { Talker() }],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let tab = try await FakeBrowser(app)
        async let performed: Void = tab.perform("talk")
        await tab.waitUntilAsked()
        await tab.scroll("list", y: 5_000)
        try await performed
        await tab.wait { $0.sentences.count == 2 }
        #expect(await tab.sentences == ["of the action", "of the turn"])
        await tab.close()
        #expect(await tab.faults == [])
    }
}

/// A room with an action that ends in the middle of a turn.
private final class Talker: ViewController {
    static let storyboard = Storyboard(
        "Talker",
        Array(
            """
            <button data-action="talk">Talk</button>
            <div data-collection="list"></div><template data-cell="Line"><p></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(20)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["talk": talk] }
    private var isShown = false
    private var hasTalked = false
    private var isTurn = false

    func viewDidLoad() {
        list.dataSource = SlowSource { [unowned self] in
            guard isShown, !isTurn else { return }
            isTurn = true
            while !hasTalked { await Task.yield() }
            // The action ends while this turn goes on.
            for _ in 0..<1_000 { await Task.yield() }
            page.say("of the turn")
        }
    }

    func viewDidAppear() { isShown = true }

    private func talk(_ event: ActionEvent) async {
        page.say("of the action")
        while !isTurn { await Task.yield() }
        hasTalked = true
    }
}

/// A data source that reads content slowly.
private final class SlowSource: CollectionViewDataSource {
    private(set) var snapshot: any Snapshot<Int> = ListSnapshot(uniqueSections: [(0, Array(0..<500))])
    private let read: () async -> Void

    init(read: @escaping () async -> Void) { self.read = read }

    func nextUpdate() async -> CollectionUpdate<Int>? { nil }
    func prepare(_ items: [Int]) async { await read() }
    func didApply(_ snapshot: any Snapshot<Int>) { self.snapshot = snapshot }
    func reuseIdentifier(for item: Int) -> String? { nil }
    func configure(_ cell: Cell, for item: Int) -> Bool { true }
    func attach(to view: CollectionView<Int>) {}
}
