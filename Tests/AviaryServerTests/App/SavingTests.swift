import AviaryServerTesting
import AviarySnapshots
import AviaryViews
import Foundation
import Testing

@testable import AviaryServer

/// A page whose files are saved while it is shown.
private final class NoteController: ViewController {
    static let storyboard = Storyboard("NoteView", Array(firstNote.utf8))
    let page = Page()
    var actions: Actions { ["keep": { _ in }] }
    func viewDidLoad() { page["title"] = "Note" }
}

private let firstNote = "<h1 data-outlet=\"title\"></h1>\n<button data-action=\"keep\">Keep</button>"

/// Storyboards and assets that are saved while their app runs.
@Suite(.serialized, .timeLimit(.minutes(1))) struct SavingTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "saving-\(UUID().uuidString)")
    private let app: LiveApp

    init() throws {
        try FileManager.default.createDirectory(at: folder.appending(path: "Pages"), withIntermediateDirectories: true)
        try Data(firstNote.utf8).write(to: folder.appending(path: "Pages/NoteView.html"))
        try Data("p { color: red }".utf8).write(to: folder.appending(path: "note.css"))
        NoteController.storyboard.change(to: Array(firstNote.utf8))
        let app = LiveApp(
            name: "Notes", rooms: [Route("/", title: "Note") { NoteController() }],
            assets: [Asset("note.css", Array("p { color: red }".utf8))])
        self.app = LiveApp(app, keeper: SceneKeeper(), sources: PageSources(in: folder.path))
    }

    /// Saves a file, and lets the app look at it as often as it takes.
    private func save(_ text: String, as path: String) async throws {
        try Data(text.utf8).write(to: folder.appending(path: path), options: .atomic)
        for _ in 1...2 { await app.showSaved() }
    }

    private func start() async throws -> FakeBrowser {
        try await app.check()
        for _ in 1...2 { await app.showSaved() }
        return try await FakeBrowser(app, version: try await #require(app.scene(at: "/")).paint().version)
    }

    private func body() async throws -> String { try await #require(app.scene(at: "/")).paint().body }

    @Test func aSavedStoryboardIsShownAndItsPageReloads() async throws {
        let tab = try await start()
        #expect(await tab.newVersion == nil, "nothing was saved yet")
        try await save("<p>Saved</p>" + firstNote, as: "Pages/NoteView.html")
        await tab.wait { $0.newVersion != nil }
        let version = try await #require(app.scene(at: "/")).paint().version
        #expect(await tab.newVersion == version)
        #expect(try await body().contains("<p>Saved</p>"))
        // The scene of the page before has another storyboard, so the next page gets a new one.
        let scene = await tab.scene
        try await tab.reconnect()
        #expect(await tab.scene !== scene)
        await tab.close()
    }

    @Test func aSavedStyleSheetIsServedUnderAnotherName() async throws {
        let tab = try await start()
        let before = app.context.files.styleSheet.path
        try await save("p { color: green }", as: "note.css")
        await tab.wait { $0.newVersion != nil }
        #expect(app.context.files.styleSheet.path != before)
        await tab.close()
    }

    @Test func aMistakeIsSaidWithItsLineAndGoesWhenItIsMended() async throws {
        let tab = try await start()
        try await save(firstNote + "\n<p>", as: "Pages/NoteView.html")
        await tab.wait { $0.sentences.last == "NoteView, line 3: <p> is never closed." }
        // The page works as before, and a page that is opened now says the mistake, too.
        try await tab.perform("keep")
        let other = try await FakeBrowser(app)
        #expect(await other.sentences.last == "NoteView, line 3: <p> is never closed.")
        try await save(firstNote.replacing("keep", with: "kep"), as: "Pages/NoteView.html")
        await tab.wait { $0.sentences.last == "NoteView, line 2: no controller has the action kep." }
        #expect(await tab.newVersion == nil)
        // Another saved file does not hide the mistake.
        try await save("p { color: blue }", as: "note.css")
        #expect(await tab.sentences.last == "NoteView, line 2: no controller has the action kep.")
        try await save(firstNote, as: "Pages/NoteView.html")
        await tab.wait { $0.sentences.last == "" }
        await tab.close()
        await other.close()
    }

    @Test(arguments: [
        ("/home/wren/plants/Sources/Plants/Plants.swift", "/home/wren/plants/Sources/Plants"),
        ("/home/wren/plants/Sources/Plants/Rooms/List.swift", "/home/wren/plants/Sources/Plants"),
        ("/home/wren/ToDo/ToDo.swift", "/home/wren/ToDo"), ("/home/wren/Sources/one.swift", "/home/wren/Sources"),
    ])
    func theFolderIsThatOfTheTarget(file: String, folder: String) {
        #expect(PageSources.folder(of: file) == folder)
    }
}
