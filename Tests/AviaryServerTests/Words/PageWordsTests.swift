import AviaryServerTesting
import AviarySnapshots
import AviaryViews
import Foundation
import Logging
import Testing

@testable import AviaryServer

/// An app has the server say its sentences in the app's own words.
struct PageWordsTests {
    private let words = {
        var words = PageWords()
        words.actionFailed = "Das ging nicht."
        words.notCopied = "Nichts wurde kopiert."
        words.nothingHere = "Hier ist nichts."
        words.views.selection = { count, all in "\(count) von \(all) gewählt" }
        words.views.itemIsFixed = "Das bleibt hier."
        words.uploads.wrongType = "Solche Dateien nicht."
        return words
    }()

    private func app(_ words: PageWords) -> LiveApp {
        LiveApp(
            name: "Bank", words: words, rooms: [Route("/", title: "Bank") { Bench() }],
            uploads: [
                Upload(
                    "notes", into: FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID())").path,
                    types: ["text/plain"])
            ],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test(.timeLimit(.minutes(1))) func aSceneSpeaksInTheWordsOfItsApp() async throws {
        let tab = try await FakeBrowser(app(words))
        await tab.tap("1", in: "list")
        await tab.wait { $0.announcements == ["1 von 2 gewählt"] }
        #expect(await sentence { try await tab.perform("fail") } == "Das ging nicht.")
        await tab.forbidCopying()
        #expect(await sentence { try await tab.perform("copy") } == "Nichts wurde kopiert.")
        try await tab.perform("copyLater")
        await tab.wait { $0.sentences.contains("Nichts wurde kopiert.") }
        #expect(await sentence { try await tab.move("1", "behind", "2", in: "list") } == "Das bleibt hier.")
        let picture = await sentence {
            try await tab.upload([1], named: "a.png", type: "image/png", to: "notes", for: "take")
        }
        #expect(picture == "Solche Dateien nicht.")
        await tab.close()
        #expect(await tab.faults == [])
    }

    @Test(.timeLimit(.minutes(1))) func withoutWordsASceneSpeaksEnglish() async throws {
        let tab = try await FakeBrowser(app(PageWords()))
        await tab.tap("1", in: "list")
        await tab.wait { $0.announcements == ["1 of 2 selected"] }
        #expect(await sentence { try await tab.perform("fail") } == "That did not work. Try again.")
        #expect(await sentence { try await tab.move("1", "behind", "2", in: "list") } == "This can't be moved.")
        await tab.close()
    }

    @Test func aSentenceOfTheAppsOwnGoesBeforeThatOfTheServer() {
        #expect(words.sentence(of: NotFound()) == "Hier ist nichts.")
        #expect(words.sentence(of: NotFound("Es gibt keinen Brief.")) == "Es gibt keinen Brief.")
    }

    @Test(arguments: [
        (UploadError.tooLarge(limit: 32 << 20), "This file is too large: 32 MB is the most. Nothing of it was kept."),
        (.wrongType, "Files of this kind are not taken here. Nothing of it was kept."),
        (.unknown, "This file is not on the server any more. Choose it once more."),
        (.claimed, "This file has arrived, and is just being put where it belongs."),
        (.wrongOffset(7), "The server has 7 bytes of this file. Go on from there."),
    ])
    func anErrorOfAnUploadIsASentence(error: UploadError, sentence: String) {
        #expect(UploadWords().sentence(about: error) == sentence)
        #expect(error.description == sentence)
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

private final class Bench: ViewController, CollectionViewDelegate {
    static let storyboard = Storyboard(
        "Bench",
        Array(
            """
            <button data-action="fail">Fail</button><button data-action="copy">Copy</button>
            <button data-action="copyLater">Copy later</button>
            <input type="file" data-upload="notes" data-action="take">
            <div data-collection="list"></div><template data-cell="Line"><p data-outlet="text"></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(20)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["fail": fail, "copy": copy, "copyLater": copyLater, "take": take, "arrange": arrange] }

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
