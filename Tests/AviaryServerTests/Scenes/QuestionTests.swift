import AviaryServer
import AviaryServerTesting
import AviaryViews
import Logging
import Testing

/// A controller may ask the person wherever a tab is connected. The answer reaches it, and so does the loss of the
/// connection.
@Suite(.timeLimit(.minutes(1))) struct QuestionTests {
    private func tab(_ way: Curious.Way) async throws -> FakeBrowser {
        try await FakeBrowser(
            LiveApp(
                name: "Curious", rooms: [Route("/", title: "Curious") { Curious(way) }],
                logger: Logger(label: "curious") { _ in SwiftLogNoOpLogHandler() }))
    }

    @Test func aRoomThatHasAppearedAsks() async throws {
        let tab = try await tab(.asks)
        await tab.wait { $0.sheets.count == 1 }
        try await tab.dismiss(try #require(await tab.sheets.keys.first), answer: 0)
        await tab.wait { $0.outlets["said"] == "\"appeared: Yes\"" }
        await tab.close()
    }

    @Test func aRoomThatHasAppearedCopies() async throws {
        let tab = try await tab(.copies)
        await tab.wait { $0.outlets["said"] == "\"appeared: Copied\"" }
        #expect(await tab.clipboard == "appeared")
        await tab.close()
    }

    @Test func aQuestionWithoutAnAnswerLeavesTheTabItsScene() async throws {
        let tab = try await tab(.asks)
        let scene = await tab.scene
        await tab.wait { $0.sheets.count == 1 }
        await tab.vanish()
        try await tab.reconnect()
        #expect(await tab.scene === scene)
        await tab.wait { $0.outlets["said"] == "\"appeared: nothing\"" }
        await tab.close()
    }

    @Test func aSheetThatThePersonClosesAsks() async throws {
        let tab = try await tab(.waits)
        try await tab.perform("open")
        let sheet = try #require(await tab.sheets.keys.first)
        async let closed: Void = tab.dismiss(sheet)
        await tab.wait { !$0.sheets.isEmpty && $0.sheets[sheet] == nil }
        try await tab.dismiss(try #require(await tab.sheets.keys.first), answer: 0)
        try await closed
        #expect(await tab.outlets["said"] == "\"disappears: Yes\"")
        #expect(await tab.sheets.isEmpty)
        await tab.close()
    }
}

private final class Curious: ViewController {
    enum Way { case waits, asks, copies }

    static let storyboard = Storyboard(
        "Curious", Array("<p data-outlet=\"said\"></p><button data-action=\"open\"></button>".utf8))

    let page = Page()
    var actions: Actions { ["open": open] }
    private let way: Way
    private var didClose: (String) async -> Void = { _ in }

    init(_ way: Way) { self.way = way }

    func viewDidAppear() async {
        guard let said = await ask("appeared") else { return }
        await page.update { [page] in page["said"] = said }
    }

    func viewWillDisappear() async {
        guard page.isPresented, let said = await ask("disappears", by: .asks) else { return }
        await didClose(said)
    }

    private func ask(_ moment: String, by way: Way? = nil) async -> String? {
        switch way ?? self.way {
        case .waits: return nil
        case .asks:
            let answer = await page.ask(Alert("Go on?", choices: [.init("Yes")]))
            return "\(moment): \(answer?.title ?? "nothing")"
        case .copies:
            do { try await page.copy(moment) } catch { return "\(error)" }
            return "\(moment): Copied"
        }
    }

    private func open(_ event: ActionEvent) async throws {
        let child = Curious(.waits)
        child.didClose = { [page] said in await page.update { page["said"] = said } }
        try await page.present(child)
    }
}
