import AviaryServer
import AviaryServerTesting
import AviaryTesting
import AviaryViews
import Logging
import Testing

/// Controllers that are presented: their life, and what an app gets wrong.
struct PresentTests {
    private let log = CollectedLog()

    private func app(_ leaf: @escaping @Sendable () -> Leaf = { Leaf() }, diary: Diary = Diary()) -> LiveApp {
        LiveApp(
            name: "Tree", rooms: [Route("/", title: "Trunk") { Trunk(leaf(), diary) }],
            logger: Logger(label: "test") { [log] _ in log })
    }

    @Test func aControllerIsLoadedShownAndEndedWithItsTasksAndMayComeAgain() async throws {
        let diary = Diary()
        let tab = try await FakeBrowser(app({ Leaf(diary) }, diary: diary))
        for _ in 0..<2 {
            try await tab.perform("show")
            let sheet = try #require(await tab.sheets.keys.first)
            await tab.wait { $0.outlets["\(sheet)/ticks"] == "\"1\"" }
            try await tab.dismiss(sheet)
            await tab.wait { $0.outlets["said"] == "\"task ended\"" }
        }
        await tab.close()
        #expect(diary.lines.prefix { $0 != "task begins" }.contains("leaf appears"))
        let life = ["leaf loaded", "leaf appears", "leaf appeared", "leaf disappears", "leaf disappeared"]
        #expect(diary.lines.filter { $0.hasPrefix("leaf") } == life + life)
        #expect(diary.lines.filter { $0 == "dismissed" }.count == 2)
        #expect(await tab.faults == [])
    }

    @Test func aControllerThatIsThereAlreadyIsAMistake() async throws {
        let diary = Diary()
        let tab = try await FakeBrowser(app(diary: diary))
        try await tab.perform("show")
        try await tab.perform("show")
        #expect(await tab.sheets.count == 1)
        #expect(diary.lines == ["dismissed"])
        #expect(log.lines.contains { $0.message.contains("A controller is presented that is there already.") })
        await tab.close()
    }

    @Test func anAddressWithoutARouteIsAMistake() async throws {
        let tab = try await FakeBrowser(app())
        try await tab.perform("wander")
        #expect(await tab.sheets.count == 1)
        #expect(log.lines.contains { $0.message.contains("The address /nowhere of a sheet has no route.") })
        await tab.close()
    }

    @Test func aSheetMovesToAnotherAddressAndIsOpenedAnewThere() async throws {
        let diary = Diary()
        let app = LiveApp(
            name: "Tree",
            rooms: [
                Route("/", title: "Trunk") { Trunk(Leaf(), diary) }, Route("/leaf/1", title: "Leaf") { Leaf() },
                Route("/leaf/2", title: "Leaf") { Leaf() },
            ], logger: Logger(label: "test") { [log] _ in log })
        let tab = try await FakeBrowser(app)
        try await tab.perform("open")
        let sheet = try #require(await tab.sheets.keys.first)
        #expect(await tab.addresses == [sheet: "/leaf/1"])
        try await tab.perform("\(sheet)/go")
        #expect(await tab.addresses == [sheet: "/leaf/2"])
        #expect(await tab.sheets[sheet]?.isEmpty == false, "its content stays")
        try await tab.dismiss(sheet)
        try await tab.perform("@present", fields: ["address": "/leaf/2"])
        #expect(await tab.sheets.count == 1)
        #expect(await Set(tab.addresses.values) == ["/leaf/2"])
        #expect(await tab.faults == [])
        #expect(log.lines.isEmpty)
        await tab.close()
        // A page of its own goes there, and a sheet that has no address gets none.
        let page = try await FakeBrowser(app, path: "/leaf/1")
        try await page.perform("go")
        #expect(await page.destination == "/leaf/2")
        await page.close()
        let other = try await FakeBrowser(app)
        try await other.perform("show")
        let bare = try #require(await other.sheets.keys.first)
        try await other.perform("\(bare)/go")
        #expect(await other.addresses == [:])
        #expect(log.lines.contains { $0.message.contains("without an address") })
        await other.close()
    }

    @Test func whatAStoryboardWithoutARouteNamesInVainIsAMistake() async throws {
        let tab = try await FakeBrowser(app())
        try await tab.perform("flaw")
        let mistakes = log.lines.map(\.message)
        #expect(mistakes.contains { $0.contains("the app has no upload scans") })
        await tab.close()
    }

    @Test func theElementsOfASheetHaveIdentifiersOfTheirOwn() async throws {
        let tab = try await FakeBrowser(app())
        for _ in 0..<2 { try await tab.perform("flaw") }
        #expect(await tab.sheets.count == 2)
        for (sheet, html) in await tab.sheets {
            #expect(html.contains("<label for=\"\(sheet)-kind\">"))
            #expect(html.contains("<input id=\"\(sheet)-kind\" aria-describedby=\"\(sheet)-kind \(sheet)-hint\""))
            #expect(html.contains("<a href=\"#\(sheet)-hint\">"))
        }
        await tab.close()
    }

    @Test func whatFailsToLoadIsNotShown() async throws {
        let diary = Diary()
        let tab = try await FakeBrowser(app({ Leaf(failing: true) }, diary: diary))
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("show") }
        #expect(await tab.sheets.isEmpty)
        // The caller of `present` got the error.
        #expect(diary.lines.isEmpty)
        await tab.close()
    }

    @Test func nothingIsPresentedBeforeThereIsATab() async throws {
        let diary = Diary()
        let app = LiveApp(
            name: "Tree", rooms: [Route("/", title: "Trunk") { Trunk(Leaf(), diary, isHasty: true) }],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let scene = try #require(app.scene(at: "/"))
        _ = try await scene.paint()
        #expect(diary.lines == ["dismissed", "no answer"])
    }
}

private final class Trunk: ViewController {
    static let storyboard = Storyboard(
        "Trunk",
        Array(
            """
            <p data-outlet="said"></p><button data-action="show"></button><button data-action="wander"></button>
            <button data-action="open"></button><button data-action="flaw"></button>
            """.utf8))
    let page = Page()
    var actions: Actions { ["show": show, "wander": wander, "open": open, "flaw": flaw] }
    private let leaf: Leaf
    private let diary: Diary
    private let isHasty: Bool

    init(_ leaf: Leaf, _ diary: Diary, isHasty: Bool = false) {
        (self.leaf, self.diary, self.isHasty) = (leaf, diary, isHasty)
        leaf.didEnd = { [page] in page["said"] = "task ended" }
    }

    func viewDidLoad() async throws {
        guard isHasty else { return }
        try await page.present(leaf) { [diary] in diary.add("dismissed") }
        if await page.ask(Alert("Ready?", choices: [Alert.Choice("Yes")])) == nil { diary.add("no answer") }
    }

    private func show(_ event: ActionEvent) async throws {
        page["said"] = nil
        try await page.present(leaf) { [diary] in diary.add("dismissed") }
    }

    private func open(_ event: ActionEvent) async throws {
        try await page.present(at: "/leaf/1") { Leaf() }
    }

    private func flaw(_ event: ActionEvent) async throws { try await page.present(Flawed()) }

    private func wander(_ event: ActionEvent) async throws {
        try await page.present(at: "/nowhere") { Leaf() }
    }
}

/// Names an upload that the app does not have.
private final class Flawed: ViewController {
    static let storyboard = Storyboard(
        "Flawed",
        Array(
            """
            <label for="kind">Kind</label><input id="kind" aria-describedby="kind hint"><p id="hint"></p>\
            <a href="#hint">Hint</a><input type="file" data-upload="scans" data-action="scan">
            """.utf8))
    let page = Page()
    var actions: Actions { ["scan": { _ in }] }
}

private final class Leaf: ViewController {
    static let storyboard = Storyboard(
        "Leaf", Array("<h2>Leaf</h2><p data-outlet=\"ticks\"></p><button data-action=\"go\"></button>".utf8))
    let page = Page()
    var actions: Actions { ["go": { _ in await self.page.move(to: "/leaf/2") { Leaf() } }] }
    var didEnd: () -> Void = {}
    private let diary: Diary
    private let isFailing: Bool

    init(_ diary: Diary = Diary(), failing: Bool = false) { (self.diary, isFailing) = (diary, failing) }

    func viewDidLoad() async throws {
        diary.add("leaf loaded")
        if isFailing { throw NotFound() }
        task { [self] in
            diary.add("task begins")
            await page.update { self.page["ticks"] = "1" }
            defer { didEnd() }
            try await Task.sleep(for: .seconds(600))
        }
        // The task would run meanwhile, if it did not wait until the sheet is shown.
        for _ in 0..<100 { await Task.yield() }
    }
    func viewWillAppear() { diary.add("leaf appears") }
    func viewDidAppear() { diary.add("leaf appeared") }
    func viewWillDisappear() { diary.add("leaf disappears") }
    func viewDidDisappear() { diary.add("leaf disappeared") }
}
