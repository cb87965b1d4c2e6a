import AviaryServerTesting
import Foundation
import Testing

@testable import AviaryServer
@testable import Workbench

/// Sheets and questions, driven as browsers would drive them.
struct SheetTests {
    let path = FileManager.default.temporaryDirectory.appending(path: "sheets-\(UUID().uuidString).sqlite").path

    /// A tab on a page of two tools.
    private func open() async throws -> FakeBrowser {
        let app = try await makeWorkbench(path: path)
        let first = try await FakeBrowser(app)
        try await first.press("Mod+V", in: "list", fields: ["text": "saw\nfile"])
        await first.close()
        return try await FakeBrowser(app, path: "/sheets")
    }

    private func add(_ name: String) async throws {
        let other = try await FakeBrowser(try await makeWorkbench(path: path))
        try await other.press("Mod+V", in: "list", fields: ["text": name])
        await other.close()
    }

    private func close(_ tab: FakeBrowser) async {
        await tab.close()
        #expect(await tab.faults == [])
    }

    /// Presents a note, and returns the sheet's name.
    private func note(_ tab: FakeBrowser) async throws -> String {
        try await tab.perform("note")
        return try #require(await tab.sheets.keys.first)
    }

    @Test func aSheetHasNamesOfItsOwnAndFollowsWhatItShows() async throws {
        let tab = try await open()
        let sheet = try await note(tab)
        let html = try #require(await tab.sheets[sheet])
        #expect(html.contains("<h2 data-outlet=\"\(sheet)/name\"></h2>"))
        #expect(html.contains("data-action=\"\(sheet)/note\""))
        #expect(html.contains("data-cell=\"\(sheet)/NoteCell\"") && html.contains("aria-multiselectable=\"true\""))
        #expect(await tab.outlets["\(sheet)/name"] == "\"saw\"")
        #expect(await tab.outlets["\(sheet)/tint"] == "\"#ff8800\"")
        #expect(await tab.collection("\(sheet)/tools").items == ["1", "2"])
        try await add("plane")
        await tab.wait { $0.collection("\(sheet)/tools").count == 3 && $0.collection("list").count == 3 }
        try await tab.perform("\(sheet)/note", fields: ["note": "sharp"])
        #expect(await tab.outlets["\(sheet)/note"] == "\"sharp\"")
        try await tab.perform("\(sheet)/write")
        #expect(await tab.sheets.isEmpty)
        #expect(await tab.outlets["said"] == "\"Written: sharp\"")
        #expect(await tab.outlets["closed"] == "\"closed\"")
        // The sheet has left no trace.
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("\(sheet)/note") }
        #expect(await tab.scene?.collectionsHeld == ["list"])
        #expect(await tab.keepsake == "")
        let next = try await note(tab)
        #expect(next != sheet)
        try await tab.dismiss(next)
        await close(tab)
    }

    @Test func aControllerThatCannotBeShownIsNotPresented() async throws {
        let tab = try await open()
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("@present") }
        try await tab.perform("open", item: "2")
        let sheet = try #require(await tab.sheets.keys.first)
        try await tab.dismiss(sheet)
        let other = try await FakeBrowser(try await makeWorkbench(path: path))
        try await other.perform("delete", item: "2", menu: "list")
        await other.close()
        // Another program's commit is noticed a moment later.
        await tab.wait { !$0.collection("list").items.contains("2") }
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.perform("@present", fields: ["address": "/note/2"])
        }
        #expect(await tab.sheets.isEmpty)
        await close(tab)
    }

    @Test func theWayForwardOpensASheetAgainByItsAddress() async throws {
        let tab = try await open()
        try await tab.perform("open", item: "2")
        let first = try #require(await tab.sheets.keys.first)
        #expect(await tab.outlets["\(first)/name"] == "\"file\"")
        try await tab.dismiss(first)
        #expect(await tab.outlets["closed"] == "\"closed 2\"")
        for _ in 0..<2 { try await tab.perform("@present", fields: ["address": "/note/2"]) }
        let again = try #require(await tab.sheets.keys.first)
        #expect(await tab.sheets.count == 1 && again != first)
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.perform("@present", fields: ["address": "/note/1"])
        }
        // The same is a page.
        let direct = try await FakeBrowser(try await makeWorkbench(path: path), path: "/note/2")
        #expect(await direct.outlets["name"] == "\"file\"")
        #expect(await direct.title == "file – Workbench")
        await direct.close()
        await close(tab)
    }

    /// Loses the connection at each step, before its answer arrives.
    @Test(arguments: 0..<4)
    func aSheetOutlivesALostConnection(lostAt: Int) async throws {
        let tab = try await open()
        func step(_ number: Int, _ body: @escaping @Sendable () async throws -> Void) async throws {
            guard number == lostAt else { return try await body() }
            await tab.goDeaf()
            async let done: Void = body()
            await tab.waitUntilAsked()
            try await tab.reconnect()
            try await done
        }
        try await step(0) { try await tab.perform("note") }
        await tab.wait { $0.sheets.count == 1 }
        let sheet = try #require(await tab.sheets.keys.first)
        try await step(1) { try await tab.perform("\(sheet)/note", fields: ["note": "sharp"]) }
        #expect(await tab.outlets["\(sheet)/note"] == "\"sharp\"")
        if lostAt == 2 { await tab.goDeaf() }
        try await add("plane")
        if lostAt == 2 { try await tab.reconnect() }
        await tab.wait { $0.collection("\(sheet)/tools").count == 3 }
        try await add("awl")
        await tab.wait { $0.collection("\(sheet)/tools").count == 4 }
        #expect(await tab.sheets.keys.sorted() == [sheet])
        try await step(3) { try await tab.dismiss(sheet) }
        #expect(await tab.outlets["closed"] == "\"closed\"")
        #expect(await tab.sheets.isEmpty)
        await close(tab)
    }

    @Test func aLostSceneClosesItsSheetsAndSaysSo() async throws {
        let tab = try await open()
        let sheet = try await note(tab)
        try await tab.reconnect(to: try await makeWorkbench(path: path))
        await tab.wait { $0.sheets.isEmpty }
        #expect(await tab.sentences.last?.contains("what was open over the page was closed") == true)
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("\(sheet)/write") }
        _ = try await note(tab)
        await close(tab)
    }

    @Test func aSheetWithAnAddressIsThereAgainWhenItsSceneIsLost() async throws {
        let tab = try await open()
        try await tab.perform("open", item: "2")
        let sheet = try #require(await tab.sheets.keys.first)
        try await tab.reconnect(to: try await makeWorkbench(path: path))
        // Under its own name: the page keeps its nodes, and what it asks for is done.
        try await tab.perform("\(sheet)/note", fields: ["note": "sharp"])
        #expect(await tab.outlets["\(sheet)/note"] == "\"sharp\"")
        #expect(await tab.addresses == [sheet: Destination.note.address(2)])
        #expect(await !tab.sentences.contains { $0.contains("was closed") })
        try await add("plane")
        await tab.wait { $0.collection("\(sheet)/tools").count == 3 }
        try await tab.dismiss(sheet)
        #expect(await tab.outlets["closed"] == "\"closed 2\"")
        // A sheet without content is closed, together with the sheets above it.
        try await tab.perform("open", item: "1")
        let lower = try #require(await tab.sheets.keys.first)
        try await tab.perform("\(lower)/another")
        let other = try await FakeBrowser(try await makeWorkbench(path: path))
        try await other.perform("delete", item: "1", menu: "list")
        await other.close()
        try await tab.reconnect(to: try await makeWorkbench(path: path))
        await tab.wait { $0.sheets.isEmpty }
        #expect(await tab.sentences.last?.contains("what was open over the page was closed") == true)
        #expect(await tab.faults == [])
        await close(tab)
    }

    @Test(arguments: [
        #"["sheet7","/note/1","another"]"#, #"["sheet007","/note/1",""]"#, #"["note","/note/1",""]"#,
        #"["sheet7","/note/99",""]"#, #"["sheet7","/rack",""]"#,
    ])
    func whatAPageShowsOfAnotherMakeIsClosed(shown: String) async throws {
        let tab = try await open()
        await tab.send(#"[["sheets",[\#(shown)]]]"#)
        #expect(await tab.sheets.isEmpty)
        #expect(await tab.sentences.last?.contains("what was open over the page was closed") == true)
        #expect(await tab.scene?.sheetCount == 0)
        #expect(await tab.refusals == [])
        await close(tab)
    }

    @Test func anAnswerDoesNotWaitBehindTheActionThatAsks() async throws {
        let tab = try await open()
        for (answer, said) in [(nil, "Kept"), (1, "Kept"), (7_000, "Kept"), (0, "Deleted")] as [(Int?, String)] {
            async let asked: Void = tab.perform("clear")
            await tab.wait { !$0.sheets.isEmpty }
            let (name, html) = try #require(await tab.sheets.first)
            #expect(html.contains("<h2>Delete all tools?</h2><p>They cannot be brought back.</p>"))
            #expect(html.contains("data-dismiss=\"0\" data-destructive>Delete</button>"))
            try await tab.dismiss(name, answer: answer)
            try await asked
            #expect(await tab.outlets["said"] == "\"\(said)\"")
        }
        await tab.wait { $0.collection("list").count == 0 }
        await close(tab)
    }

    @Test(arguments: ["clear", "follow"])
    func aQuestionEndsWithTheConnectionAndDoesNothing(action: String) async throws {
        let tab = try await open()
        async let asked: Void = tab.perform(action)
        await tab.wait { !$0.sheets.isEmpty }
        let name = try #require(await tab.sheets.keys.first)
        await tab.goDeaf()
        try await tab.reconnect()
        try await asked
        await tab.wait { $0.sheets.isEmpty && $0.outlets["said"] != nil && $0.outlets["said"] != "null" }
        #expect(["\"Kept\"", "\"No answer\""].contains(await tab.outlets["said"]))
        #expect(await tab.collection("list").count == 2)
        // The answer that was on its way comes too late, and the person is told.
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.dismiss(name, answer: 0) }
        #expect(await tab.collection("list").count == 2)
        await close(tab)
    }

    @Test func aSheetGoesWithAllThatStandOverIt() async throws {
        let tab = try await open()
        let lower = try await note(tab)
        try await tab.perform("\(lower)/another")
        let upper = try #require(await tab.sheets.keys.first { $0 != lower })
        async let doubt: Void = tab.perform("\(upper)/doubt")
        await tab.wait { $0.sheets.count == 3 }
        try await tab.dismiss(lower)
        // The caller continues without an answer.
        try? await doubt
        await tab.wait { $0.sheets.isEmpty }
        #expect(await tab.scene?.sheetCount == 0)
        #expect(await tab.scene?.collectionsHeld == ["list"])
        await close(tab)
    }

    @Test func whoDismissesSecondChangesNothing() async throws {
        let tab = try await open()
        let sheet = try await note(tab)
        // The scene and the person at the same time, the person twice.
        async let written: Void = tab.perform("\(sheet)/write")
        async let first: Void = tab.dismiss(sheet)
        async let second: Void = tab.dismiss(sheet)
        try? await written
        try await first
        try await second
        #expect(await tab.sheets.isEmpty)
        #expect(await tab.outlets["closed"] == "\"closed\"")
        await close(tab)
    }

    @Test func whatWasAskedForInASheetIsDoneThoughItIsClosedBehindIt() async throws {
        let tab = try await open()
        let sheet = try await note(tab)
        // Runs until its question has an answer, or goes with the sheet below it.
        async let asked: Void = tab.perform("clear")
        await tab.wait { $0.sheets.count == 2 }
        async let typed: Void = tab.perform("\(sheet)/note", fields: ["note": "sharp"])
        await waitForWaiting(1, tab)
        async let written: Void = tab.perform("\(sheet)/write")
        await waitForWaiting(2, tab)
        try await tab.dismiss(sheet)
        try await asked
        try await typed
        try await written
        #expect(await tab.outlets["said"] == "\"Written: sharp\"")
        // An action after the dismissal is not performed.
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("\(sheet)/note") }
        await close(tab)
    }

    @Test func anActionOfASheetThatIsClosedDismissesNoOther() async throws {
        let tab = try await open()
        let lower = try await note(tab)
        try await tab.perform("\(lower)/another")
        let upper = try #require(await tab.sheets.keys.first { $0 != lower })
        async let asked: Void = tab.perform("clear")
        await tab.wait { $0.sheets.count == 3 }
        async let written: Void = tab.perform("\(upper)/write")
        await waitForWaiting(1, tab)
        try await tab.dismiss(upper)
        try await asked
        try await written
        #expect(await tab.sheets.keys.sorted() == [lower])
        await close(tab)
    }

    private func waitForWaiting(_ count: Int, _ tab: FakeBrowser) async {
        while await tab.scene?.queue.count != count { await Task.yield() }
    }

    @Test func anAddressThatIsOpenIsNotOpenedTwice() async throws {
        let tab = try await open()
        for _ in 0..<2 { try await tab.perform("open", item: "2") }
        #expect(await tab.sheets.count == 1)
        try await tab.perform("open", item: "1")
        #expect(await tab.sheets.count == 2)
        await close(tab)
    }

    @Test func theWindowHasTheTitleOfTheSheetWhoseAddressItShows() async throws {
        let tab = try await open()
        try await tab.perform("open", item: "2")
        let lower = try #require(await tab.sheets.keys.first)
        #expect(await tab.title == "file – Workbench")
        // One without an address leaves it.
        try await tab.perform("\(lower)/another")
        let upper = try #require(await tab.sheets.keys.first { $0 != lower })
        try await tab.perform("open", item: "1")
        #expect(await tab.title == "saw – Workbench")
        try await tab.dismiss(upper)
        #expect(await tab.title == "file – Workbench")
        try await tab.dismiss(lower)
        #expect(await tab.title == "Sheets – Workbench")
        await close(tab)
    }

    @Test func anAnswerThatCameTooLateIsSaidToBeTooLateHoweverOftenItIsAskedFor() async throws {
        let tab = try await open()
        await tab.goDeaf()
        async let late: Void = tab.dismiss("sheet1", answer: 0)
        await tab.waitUntilAsked()
        try await tab.reconnect()
        do {
            try await late
            Issue.record("it is taken for an answer")
        } catch let error as FakeBrowser.ActionFailure {
            #expect(error.sentence.hasPrefix("The question was taken back before your answer arrived"))
        }
        await close(tab)
    }

    @Test func aKeyForASheetThatIsClosedIsAnsweredByASentence() async throws {
        let tab = try await open()
        let sheet = try await note(tab)
        try await tab.dismiss(sheet)
        let closed = FakeBrowser.ActionFailure(
            sentence: "What this was for has been closed, so nothing was done.")
        await #expect(throws: closed) { try await tab.press("Mod+C", in: "\(sheet)/tools") }
        await #expect(throws: closed) { try await tab.move("1", "before", "2", in: "\(sheet)/tools") }
        await close(tab)
    }

    @Test func aThousandSheetsAreAMistakeThatIsSaid() async throws {
        let tab = try await open()
        try await tab.perform("flood")
        #expect(await tab.sheets.count == 8)
        #expect(await tab.outlets["said"] == "\"992 not shown\"")
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.dismiss("sheet1", answer: 0) }
        for sheet in await tab.sheets.keys { try await tab.dismiss(sheet) }
        _ = try await note(tab)
        await close(tab)
    }

    @Test func whatNoTabWouldSayCostsNothing() async throws {
        let tab = try await open()
        let sheet = try await note(tab)
        let names = Array(repeating: "\"sheet7\"", count: 1_500).joined(separator: ",")
        await tab.send("[[\"sheets\",[\(names)]],[\"sheets\",[]]]")
        await tab.send(#"[["dismissed","",null,90],["dismissed","list",null,91]]"#)
        await tab.send(#"[["dismissed","sheet1/tools",9007199254740991,92],["scroll","sheet1/tools",[0,0,1,1]]]"#)
        await tab.send(#"[["do",93,"@present",{"address":"//evil.example"},null],["tap","sheet1/","1"]]"#)
        await tab.send("[]")
        #expect(await tab.sheets.keys.sorted() == [sheet])
        #expect(await tab.scene?.sheetCount == 1)
        await close(tab)
    }

    @Test func aSheetThatIsDismissedIsLetGo() async throws {
        let tab = try await open()
        let sheet = try await note(tab)
        let held = try #require(await tab.scene?.topmost)
        #expect(held.controller != nil)
        try await tab.dismiss(sheet)
        await close(tab)
        #expect(held.controller == nil)
    }
}

/// A controller that nobody else need hold.
private final class Held: @unchecked Sendable {
    // Looked at when its scene rests.
    weak var controller: (any ViewController)?
    init(_ controller: (any ViewController)?) { self.controller = controller }
}

extension Scene {
    fileprivate var sheetCount: Int { stage?.sheets.count ?? 0 }
    fileprivate var collectionsHeld: [String] { collections.keys.sorted() }
    fileprivate var topmost: Held { Held(stage?.sheets.last?.members.first?.controller) }
}
