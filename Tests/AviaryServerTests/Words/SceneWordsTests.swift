import AviaryServerTesting
import AviarySnapshots
import AviaryText
import AviaryViews
import Foundation
import Logging
import Testing

@testable import AviaryServer

/// A scene speaks the language of its page.
@Suite(.timeLimit(.minutes(1)))
struct SceneWordsTests {
    private let uploads: Upload
    private let app: LiveApp

    init() {
        uploads = Upload(
            "notes", into: FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID())").path,
            types: ["text/plain"])
        app = LiveApp(
            name: "Bank", words: [.english, .german.with(BenchWords.german)],
            rooms: [Route("/", title: "Bank") { Bench() }], uploads: [uploads],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func windowsOfOneAppSpeakEachTheirLanguage() async throws {
        try await app.check()
        let (english, german) = (try await FakeBrowser(app), try await FakeBrowser(app, in: "de"))
        for tab in [english, german] { await tab.tap("1", in: "list") }
        await english.wait { $0.announcements == ["1 of 2 selected"] }
        await german.wait { $0.announcements == ["1 von 2 ausgewählt"] }
        #expect(await english.title == "Bank")
        #expect(await german.title == "Geldhaus")
        #expect(await sentence { try await english.perform("fail") } == "That did not work. Try again.")
        #expect(await sentence { try await german.perform("fail") } == Words.german.page.actionFailed)
        #expect(await sentence { try await english.perform("speak") } == "A bench cannot speak.")
        #expect(await sentence { try await german.perform("speak") } == "Eine Bank kann nicht sprechen.")
        #expect(await sentence { try await english.move("1", "behind", "2", in: "list") } == "This can't be moved.")
        #expect(
            await sentence { try await german.move("1", "behind", "2", in: "list") }
                == "Das lässt sich nicht verschieben.")
        for tab in [english, german] {
            await tab.close()
            #expect(await tab.faults == [])
        }
    }

    /// A store knows more of an error than the error says of itself, so an app is asked about each.
    @Test func anAppDescribesAlsoErrorsThatHaveASentence() async throws {
        let app = LiveApp(
            name: "Bank", rooms: [Route("/", title: "Bank") { Bench() }], uploads: [uploads],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            describe: { error, words in error is Speechless ? "It is mended by itself." : words.page.actionFailed })
        let tab = try await FakeBrowser(app)
        #expect(await sentence { try await tab.perform("speak") } == "It is mended by itself.")
        #expect(await sentence { try await tab.perform("fail") } == Words.english.page.actionFailed)
        await tab.close()
    }

    @Test func whatTheLibrariesSayOfAnActionIsInTheLanguageOfThePage() async throws {
        let tab = try await FakeBrowser(app, in: "de")
        let words = Words.german
        await tab.forbidCopying()
        #expect(await sentence { try await tab.perform("copy") } == words.page.notCopied)
        try await tab.perform("copyLater")
        await tab.wait { $0.sentences.contains(words.page.notCopied) }
        try await tab.perform("fill")
        #expect(await tab.outlets["size-fault"] == "\"\(words.fields.missing)\"")
        let picture = await sentence {
            try await tab.upload([1], named: "a.png", type: "image/png", to: "notes", for: "take")
        }
        #expect(picture == words.uploads.wrongType)
        await tab.close()
        #expect(await tab.faults == [])
    }

    @Test func aTabKeepsItsSceneAndItsLanguageOverAReconnect() async throws {
        let tab = try await FakeBrowser(app, in: "de")
        await tab.tap("1", in: "list")
        await tab.wait { $0.announcements == ["1 von 2 ausgewählt"] }
        let scene = await tab.scene
        try await tab.reconnect()
        #expect(await tab.scene === scene)
        await tab.tap("2", in: "list")
        await tab.wait {
            $0.announcements.last == "1 von 2 ausgewählt" || $0.announcements.last == "2 von 2 ausgewählt"
        }
        await tab.close()
    }

    @Test func theVersionOfAPageSaysItsLanguage() async throws {
        let english = try await #require(app.scene(at: "/")).paint().version
        let german = try await #require(app.scene(at: "/", in: "de")).paint().version
        #expect(!english.contains("~") && german.hasPrefix("de~"))
        let tab = try await FakeBrowser(app, version: german)
        await tab.tap("1", in: "list")
        await tab.wait { $0.announcements == ["1 von 2 ausgewählt"] }
        #expect(await tab.newVersion == nil)
        await tab.close()
        // A page of a language that the app has no more reloads.
        let lost = try await FakeBrowser(app, version: "fr~\(english)")
        #expect(await lost.newVersion == english)
        await lost.close()
    }

    @Test func anErrorHasItsSentenceInEachLanguage() {
        #expect(NotFound().sentence(in: .german) == "Unter dieser Adresse gibt es keine Seite.")
        #expect(NotFound("Es gibt keinen Brief.").sentence(in: .english) == "Es gibt keinen Brief.")
        #expect(HeavyWorkError.tooMuch.sentence(in: .german) == Words.german.page.tooMuchWork)
    }

    @Test(arguments: [
        (UploadError.tooLarge(limit: 32 << 20), "This file is too large: 32 MB is the most. Nothing of it was kept."),
        (.wrongType, "Files of this kind are not taken here. Nothing of it was kept."),
        (.unknown, "This file is not on the server any more. Choose it once more."),
        (.claimed, "This file has arrived, and is just being put where it belongs."),
        (.tooLarge(limit: 3 << 19), "This file is too large: 1.5 MB is the most. Nothing of it was kept."),
        (.wrongOffset(7), "The server has 7 bytes of this file. Go on from there."),
    ])
    func anErrorOfAnUploadIsASentence(error: UploadError, sentence: String) {
        #expect(error.description == sentence)
    }

    @Test func aSizeIsWrittenAsTheLanguageDoes() {
        #expect(
            UploadError.tooLarge(limit: 3 << 19).sentence(in: .german)
                == "Diese Datei ist zu groß: Höchstens 1,5 MB sind erlaubt. Nichts davon wurde behalten.")
    }

    /// The sentence that a person reads when an action fails.
    private func sentence(_ act: () async throws -> Void) async -> String? {
        do {
            try await act()
            return nil
        } catch {
            return (error as? FakeBrowser.ActionFailure)?.sentence
        }
    }
}

private struct Broken: Error {}

private struct Speechless: SpokenError {
    func sentence(in words: Words) -> String { words[BenchWords.self].speechless }
}

private struct BenchWords: AppWords {
    var bank = "Bank"
    var fail = "Fail"
    var copy = "Copy"
    var copyLater = "Copy later"
    var fill = "Fill"
    var speechless = "A bench cannot speak."

    static let german = BenchWords(
        bank: "Geldhaus", fail: "Scheitern", copy: "Kopieren", copyLater: "Später kopieren", fill: "Ausfüllen",
        speechless: "Eine Bank kann nicht sprechen.")
}

private final class Bench: ViewController, CollectionViewDelegate {
    static let storyboard = Storyboard(
        "Bench",
        Array(
            """
            <button data-action="fail">Fail</button><button data-action="copy">Copy</button>
            <button data-action="copyLater">Copy later</button>
            <input type="file" data-upload="notes" data-action="take">
            <form data-action="fill"><input name="size"><span data-fault="size"></span></form>
            <div data-collection="list"></div><template data-cell="Line"><p data-outlet="text"></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(20)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions {
        [
            "fail": fail, "copy": copy, "copyLater": copyLater, "take": take, "arrange": arrange,
            "speak": { _ in throw Speechless() }, "fill": { _ in self.page.faults = FieldFaults("size", .missing) },
        ]
    }

    func viewDidLoad() {
        list.delegate = self
        list.moveAction = "arrange"
        list.dataSource = DiffableDataSource(ListSnapshot(uniqueSections: [(0, [1, 2])])) { id, cell in
            cell["text"] = "\(id)"
        }
    }

    func collectionView(_ view: CollectionView<Int64>, canMove item: Int64) -> Bool { false }

    private func fail(_ event: ActionEvent) throws { throw Broken() }
    private func copy(_ event: ActionEvent) async throws { try await page.copy("Text") }
    private func copyLater(_ event: ActionEvent) { task { try await self.page.copy("Text") } }
    private func take(_ event: ActionEvent) {}
    private func arrange(_ event: ActionEvent) {}
}
