import AviaryServer
import AviaryServerTesting
import Logging
import Testing

/// A controller that wants to know whether the text was copied.
private final class Copier: ViewController {
    static let storyboard = Storyboard("Copier", Array("<button data-action=\"copy\">Copy</button>".utf8))
    let page = Page()
    var actions: Actions { ["copy": copy] }

    private func copy(_ event: ActionEvent) async throws {
        do {
            try await page.copy("Text")
            page.say("Copied.")
        } catch ClipboardError.refused {
            page.say("The browser says no.")
        }
    }
}

struct ClipboardTests {
    @Test(.timeLimit(.minutes(1))) func anAppHearsThatTheBrowserRefusesToCopy() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let app = LiveApp(name: "Copier", rooms: [Route("/", title: "Copier") { Copier() }], logger: logger)
        let tab = try await FakeBrowser(app)
        try await tab.perform("copy")
        #expect(await tab.clipboard == "Text")
        #expect(await tab.sentences == ["Copied."])
        await tab.forbidCopying()
        try await tab.perform("copy")
        #expect(await tab.sentences == ["Copied.", "The browser says no."])
        await tab.close()
        #expect(await tab.faults == [])
    }

    /// A scene has asked for a text, and is lost. The answer comes when the next scene has asked for another text.
    @Test(.timeLimit(.minutes(1))) func theAnswerToALostScenesTextIsNotTakenForAnother() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let tab = try await FakeBrowser(
            LiveApp(name: "Copier", rooms: [Route("/", title: "Copier") { Copier() }], logger: logger))
        await tab.pauseDisplay()
        async let copied: Void = tab.perform("copy")
        await tab.wait { $0.clipboard == "Text" }
        await tab.send(#"[["copied",1,true]]"#)
        await tab.ping()
        #expect(await tab.isAsking)
        await tab.display()
        try await copied
        await tab.close()
    }
}
