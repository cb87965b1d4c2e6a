import AviaryServer
import AviaryServerTesting
import AviarySnapshots
import AviaryViews
import Logging
import Testing

@testable import AviaryServer

/// Work that an app runs after the tab has displayed an update.
struct DisplayTests {
    private func app(_ diary: Diary = Diary()) -> LiveApp {
        LiveApp(
            name: "Slates", rooms: [Route("/", title: "Slate") { Slate(diary) }],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func aCompletionRunsWhenTheTabDisplaysTheSnapshot() async throws {
        let tab = try await FakeBrowser(app())
        await tab.pauseDisplay()
        try await tab.perform("put", fields: ["count": "5"])
        await tab.wait { $0.undisplayed.count == 1 }
        #expect(await tab.collection("list").items == ["0", "1", "2", "3", "4"], "it is in the same packet")
        #expect(await tab.outlets["done"] == "\"0\"")
        await tab.display()
        await tab.wait { $0.outlets["done"] == "\"5\"" }
        await tab.close()
        #expect(await tab.faults == [])
        #expect(await tab.refusals == [])
    }

    @Test func completionsOfOnePacketRunInTheirOrderAndOnce() async throws {
        let diary = Diary()
        let tab = try await FakeBrowser(app(diary))
        await tab.pauseDisplay()
        for count in 1...3 { try await tab.perform("twice", fields: ["count": "\(count)"]) }
        await tab.wait { $0.undisplayed.count == 3 }
        await tab.display()
        await tab.wait { $0.outlets["done"] == "\"3\"" }
        await tab.close()
        #expect(diary.lines == ["0", "1", "1", "2", "2", "3", "3"])
    }

    @Test func withoutAScreenACompletionRunsAtOnce() async throws {
        let diary = Diary()
        let body = try await #require(app(diary).scene(at: "/")).paint().body
        #expect(diary.lines == ["0"])
        #expect(body.contains("<output data-outlet=\"done\">0</output>"))
    }

    @Test func aTabThatIsLostHoldsUpNothing() async throws {
        let diary = Diary()
        let tab = try await FakeBrowser(app(diary))
        await tab.pauseDisplay()
        try await tab.perform("put", fields: ["count": "5"])
        try await tab.reconnect()
        #expect(diary.lines == ["0", "5"])
        #expect(await tab.outlets["done"] == "\"5\"")
        // Messages about the previous connection are ignored.
        await tab.display()
        try await tab.perform("put", fields: ["count": "6"])
        await tab.wait { $0.outlets["done"] == "\"6\"" }
        await tab.close()
        #expect(diary.lines == ["0", "5", "6"])
        #expect(await tab.refusals == [])
    }

    @Test func aTabThatSaysNothingHoldsUpTheLastOnesOnly() async throws {
        let diary = Diary()
        let tab = try await FakeBrowser(app(diary))
        await tab.pauseDisplay()
        for count in 1...66 { try await tab.perform("put", fields: ["count": "\(count)"]) }
        await tab.wait { $0.undisplayed.count == 66 }
        #expect(diary.lines == ["0", "1", "2"])
        await tab.close()
        #expect(diary.lines == (0...66).map { "\($0)" })
    }

    @Test func whatIsDisplayedWithoutHavingBeenAskedForIsLeftAlone() async throws {
        let diary = Diary()
        let tab = try await FakeBrowser(app(diary))
        await tab.pauseDisplay()
        try await tab.perform("put", fields: ["count": "5"])
        await tab.send("[[\"displayed\",0],[\"displayed\",9007199254740991]]")
        #expect(diary.lines == ["0"])
        await tab.close()
        #expect(await tab.refusals == [])
    }

    @Test func aCompletionMayShowMore() async throws {
        let diary = Diary()
        let tab = try await FakeBrowser(app(diary))
        try await tab.perform("countDown", fields: ["count": "3"])
        await tab.wait { $0.outlets["times"] == "5" }
        #expect(await tab.collection("list").items == [])
        await tab.close()
        #expect(diary.lines == ["0", "3", "2", "1", "0"])
    }

    @Test func aSheetThatIsDismissedEndsTheWait() async throws {
        let diary = Diary()
        let tab = try await FakeBrowser(app(diary))
        try await tab.perform("present")
        let sheet = try #require(await tab.sheets.keys.first)
        await tab.wait { $0.collection("\(sheet)/list").lattice.dropFirst(4).first == 390 }
        await tab.pauseDisplay()
        try await tab.perform("\(sheet)/putAndClose", fields: ["count": "4"])
        await tab.wait { $0.sheets.isEmpty }
        await tab.close()
        #expect(diary.lines == ["0", "0", "4"])
    }

    @Test func withoutAnimationNothingIsSeenMoving() async throws {
        let tab = try await FakeBrowser(app())
        try await tab.perform("put", fields: ["count": "5", "still": "true"])
        await tab.wait { $0.collection("list").items.count == 5 }
        #expect(await tab.collection("list").isStill)
        try await tab.perform("put", fields: ["count": "6"])
        await tab.wait { $0.collection("list").items.count == 6 }
        #expect(await tab.collection("list").isStill == false)
        await tab.close()
    }

    @Test func nothingIsHeldOnceACompletionHasRun() async throws {
        let diary = Diary()
        let tab = try await FakeBrowser(app(diary))
        try await tab.perform("put", fields: ["count": "5"])
        await tab.wait { $0.outlets["done"] == "\"5\"" }
        #expect(diary.held == 0)
        await tab.pauseDisplay()
        try await tab.perform("put", fields: ["count": "6"])
        #expect(diary.held == 1)
        await tab.close()
        #expect(diary.held == 0)
    }
}

/// A room that shows as many numbers as it is told to, and writes down when they are displayed.
private final class Slate: ViewController {
    static let storyboard = Storyboard(
        "Slate",
        Array(
            """
            <output data-outlet="done"></output><output data-outlet="times:number(text)"></output>
            <div data-collection="list"></div>
            <template data-cell="Line"><p data-outlet="text"></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(20)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions {
        ["put": put, "twice": twice, "countDown": countDown, "present": present, "putAndClose": putAndClose]
    }
    private let diary: Diary
    private let source = DiffableDataSource<Int> { item, cell in cell["text"] = "\(item)" }

    init(_ diary: Diary) { self.diary = diary }

    func viewDidLoad() {
        list.dataSource = source
        show(0)
    }

    private func show(_ count: Int, isStill: Bool = false, andThen next: (() -> Void)? = nil) {
        let token = Token(diary)
        source.apply(ListSnapshot(uniqueSections: [(0, Array(0..<count))]), animatingDifferences: !isStill) {
            [diary, page] in
            _ = token
            diary.add("\(count)")
            page["done"] = "\(count)"
            page["times"] = Double(diary.lines.count)
            next?()
        }
    }

    private func put(_ event: ActionEvent) { show(event.count, isStill: event.fields["still"] != nil) }

    private func twice(_ event: ActionEvent) {
        show(event.count)
        show(event.count)
    }

    private func countDown(_ event: ActionEvent) { countDown(from: event.count) }
    private func countDown(from count: Int) {
        show(count) { if count > 0 { self.countDown(from: count - 1) } }
    }

    private func present(_ event: ActionEvent) async throws { try await page.present(Slate(diary)) }
    private func putAndClose(_ event: ActionEvent) async {
        show(event.count)
        await page.dismiss()
    }
}

/// Counts itself while it is there.
private final class Token {
    private let diary: Diary
    init(_ diary: Diary) {
        self.diary = diary
        diary.held += 1
    }
    deinit { diary.held -= 1 }
}

extension ActionEvent {
    fileprivate var count: Int { fields["count"].flatMap { Int($0) } ?? 0 }
}
