import AviaryServerTesting
import AviarySnapshots
import AviaryViews
import Logging
import Synchronization
import Testing

@testable import AviaryServer

/// What comes late: a data source, another form of a letter, a sheet.
@Suite(.timeLimit(.minutes(1))) struct LateTests {
    private func tab() async throws -> FakeBrowser {
        try await FakeBrowser(
            LiveApp(
                name: "Late", rooms: [Route("/", title: "Late") { Late() }],
                logger: Logger(label: "late") { _ in SwiftLogNoOpLogHandler() }))
    }

    @Test func aListWhoseDataSourceComesLateIsFollowed() async throws {
        let tab = try await tab()
        for _ in 1...2 {
            try await tab.perform("fill")
            try await tab.perform("grow")
            await tab.wait { $0.collection("list").tiles.map(\.values) == [["\"1\""], ["\"2\""]] }
            try await tab.perform("empty")
        }
        await tab.close()
    }

    @Test func eachFormOfALetterIsShownAndKeptAsItIsWritten() async throws {
        let tab = try await tab()
        for text in ["\u{C5}", "A\u{30A}", "\u{212B}", "\u{C5}"] {
            try await tab.perform("note", fields: ["text": text])
            await tab.wait { tab in
                tab.outlets["note"]?.utf8.elementsEqual("\"\(text)\"".utf8) == true
                    && tab.keepsake.unicodeScalars.contains(text.unicodeScalars.last!)
            }
        }
        await tab.close()
    }
}

/// What happens while a sheet is loaded.
@Suite(.timeLimit(.minutes(1))) struct LateSheetTests {
    private let gates = Gates()

    private func tab() async throws -> FakeBrowser {
        let gates = gates
        return try await FakeBrowser(
            LiveApp(
                name: "Host", rooms: [Route("/", title: "Host") { Host(gates) }],
                logger: Logger(label: "late") { _ in SwiftLogNoOpLogHandler() }, describe: { error, _ in "\(error)" }))
    }

    /// The tab connects again meanwhile, and reads slowly.
    @Test func aSheetThatOpensWhileTheTabConnectsBeginsItsTasks() async throws {
        let tab = try await tab()
        gates.hold(.load)
        try await tab.perform("begin")
        await gates.waitUntilHeld(.load)
        gates.hold(.appear)
        await tab.vanish()
        await tab.takeOver(isNarrow: true)
        await gates.waitUntilHeld(.appear)
        await tab.stall()
        gates.open(.load)
        while await !tab.isBlocked { await Task.yield() }
        gates.open(.appear)
        while await tab.scene?.followsItsSheet != true { await Task.yield() }
        await tab.flow()
        await tab.wait { tab in tab.sheets.keys.contains { tab.outlets["\($0)/task"] == "\"1 of 1\"" } }
        await tab.close()
    }

    /// It cannot be loaded either.
    @Test func aSheetThatIsDismissedWhileItIsLoadedHasEndedOnce() async throws {
        let tab = try await tab()
        gates.hold(.load)
        gates.hold(.task)
        let opened = Task { try await tab.perform("open") }
        await gates.waitUntilHeld(.load)
        gates.open(.task)
        await tab.wait { $0.outlets["said"] == "\"ended\"" }
        gates.open(.load)
        try await opened.value
        await tab.close()
    }
}

extension Scene {
    fileprivate var followsItsSheet: Bool { stage?.sheets.first?.isFollowed == true }
}

private final class Host: ViewController {
    static let storyboard = Storyboard(
        "Host",
        Array(
            """
            <p data-outlet="said"></p><button data-action="begin"></button><button data-action="open"></button>
            """.utf8))

    let page = Page()
    var actions: Actions { ["begin": begin, "open": open] }
    private let gates: Gates

    init(_ gates: Gates) { self.gates = gates }

    func viewDidAppear() async { await gates.pass(.appear) }

    private func begin(_ event: ActionEvent) {
        task { [page, gates] in try await page.present(Guest(gates)) }
    }

    private func open(_ event: ActionEvent) async throws {
        task { [page, gates] in
            await gates.pass(.task)
            await page.dismiss()
        }
        try await page.present(Guest(gates, isFailing: true)) { [page] in page["said"] = "ended" }
    }
}

private final class Guest: ViewController {
    static let storyboard = Storyboard("Guest", Array("<p data-outlet=\"task\"></p>".utf8))

    let page = Page()
    private let gates: Gates
    private let isFailing: Bool
    private var appearances = 0
    private var tasks = 0

    init(_ gates: Gates, isFailing: Bool = false) { (self.gates, self.isFailing) = (gates, isFailing) }

    func viewDidLoad() async throws {
        task { [self] in
            tasks += 1
            while appearances == 0 { await Task.yield() }
            await page.update { self.page["task"] = "\(self.tasks) of \(self.appearances)" }
        }
        await gates.pass(.load)
        if isFailing { throw NotFound() }
    }

    func viewDidAppear() { appearances += 1 }
}

private final class Late: ViewController {
    static let storyboard = Storyboard(
        "Late",
        Array(
            """
            <p data-outlet="note"></p>
            <button data-action="note"></button><button data-action="fill"></button>
            <button data-action="grow"></button><button data-action="empty"></button>
            <div data-collection="list"></div><template data-cell="Line"><p data-outlet="text"></p></template>
            """.utf8))

    let page = Page()
    private let list = CollectionView<Int>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(40)))
    private var source = Growing()
    private var kept = ""

    var collections: [String: any ScreenCollection] { ["list": list] }
    var restorationState: String { kept }

    var actions: Actions {
        [
            "note": { event in
                self.kept = event.fields["text"] ?? ""
                self.page["note"] = self.kept
            },
            "fill": { _ in
                self.source = Growing()
                self.list.dataSource = self.source
            },
            "grow": { _ in self.source.grow() },
            "empty": { _ in self.list.dataSource = nil },
        ]
    }
}

/// A list that grows from one row to two.
private final class Growing: CollectionViewDataSource {
    private(set) var snapshot: any Snapshot<Int> = ListSnapshot(uniqueSections: [(0, [1])])
    private let growth = AsyncStream.makeStream(of: Void.self)

    func grow() { growth.continuation.yield() }
    func stopWaiting() { growth.continuation.finish() }

    func nextUpdate() async -> CollectionUpdate<Int>? {
        for await _ in growth.stream {
            let (old, new) = (ListSnapshot(uniqueSections: [(0, [1])]), ListSnapshot(uniqueSections: [(0, [1, 2])]))
            return CollectionUpdate(to: new, changeset: Changeset(from: old, to: new))
        }
        return nil
    }

    func prepare(_ items: [Int]) async throws {}
    func didApply(_ snapshot: any Snapshot<Int>) { self.snapshot = snapshot }
    func reuseIdentifier(for item: Int) -> String? { nil }

    func configure(_ cell: Cell, for item: Int) -> Bool {
        cell["text"] = "\(item)"
        return true
    }

    func attach(to view: CollectionView<Int>) {}
}
