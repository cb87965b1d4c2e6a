import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryText
import Foundation
import GRDB
import Testing

@testable import AviaryApps

/// Undo bound to a page, and an app bound to a store.
struct UndoControllerTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    private func store() throws -> LiveStore { try NotebookController.file(in: directory).open() }

    private func texts(_ store: LiveStore) async throws -> [String] {
        try await store.read { try String.fetchAll($0, sql: "SELECT text FROM note ORDER BY id") }
    }

    @Test func theButtonsSayWhatTheyWouldTakeBack() async throws {
        let store = try store()
        let tab = try await FakeBrowser(NotebookController.app(on: store))
        try await tab.perform("add", fields: ["text": "Milk"])
        #expect(await tab.outlets["undo/undo"] == #""Undo: Add note""#)
        #expect(await tab.outlets["undo/undoDisabled"] == "false")
        try await tab.perform("undo/undo")
        #expect(try await texts(store) == [])
        #expect(await tab.outlets["undo/undoDisabled"] == "true")
        #expect(await tab.outlets["undo/redo"] == #""Redo: Add note""#)
        try await tab.perform("undo/redo")
        #expect(try await texts(store) == ["Milk"])
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func anOfferTakesBackAndGoesWithTheNextStep() async throws {
        let store = try store()
        let tab = try await FakeBrowser(NotebookController.app(on: store))
        for text in ["Milk", "Bread"] { try await tab.perform("add", fields: ["text": text]) }
        try await tab.perform("clear")
        #expect(await tab.sentences.last == "2 notes cleared")
        #expect(await tab.offers == ["undo/undo"])
        try await tab.perform("undo/undo")
        #expect(try await texts(store) == ["Milk", "Bread"])
        #expect(await tab.sentences.last == "", "the offer is withdrawn")
        await tab.close()
    }

    @Test func whatIsOneForThePersonIsTakenBackAtOnce() async throws {
        let store = try store()
        let undo = UndoController(of: store, counting: "note")
        for number in 1...3 {
            #expect(undo.isLast(group: "three") == (number > 1))
            try await undo.write("Add \(number) notes", for: ActionEvent(), group: "three") { db in
                try db.execute(sql: "INSERT INTO note(text) VALUES (?)", arguments: ["\(number)"])
            }
        }
        #expect(undo.rowsWritten(by: "undo") == 3)
        try await undo.actions["undo"]?(ActionEvent())
        #expect(try await texts(store) == [])
        #expect(undo.rowsWritten(by: "redo") == 3 && !undo.isLast(group: "three"))
        try await undo.actions["redo"]?(ActionEvent())
        #expect(try await texts(store) == ["1", "2", "3"])
    }

    @Test func aStepThatIsAboutOtherThingsIsCountedByThem() async throws {
        let store = try store()
        let tab = try await FakeBrowser(NotebookController.app(on: store))
        try await tab.perform("add", fields: ["text": "Milk"])
        try await tab.perform("open")
        let sheet = try #require(await tab.sheets.keys.first)
        try await tab.perform("\(sheet)/add", fields: ["text": "Quote", "noun": "line"])
        try await tab.dismiss(sheet)
        try await store.write { try $0.execute(sql: "UPDATE note SET text = text || '?'") }
        for noun in ["line", "note"] {
            try await tab.perform("undo/undo")
            #expect(
                await tab.sentences.last
                    == "Nothing was restored. 1 \(noun) was left as it is because it was changed elsewhere.")
        }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func howManyRowsAStepHasIsKnown() async throws {
        let store = try store()
        let undo = UndoController(of: store, counting: "note")
        #expect(undo.rowsWritten(by: "undo") == 0 && undo.rowsWritten(by: "redo") == 0)
        try await undo.write("Add", for: ActionEvent()) { db in
            for number in 1...1_500 {
                try db.execute(sql: "INSERT INTO note(text) VALUES (?)", arguments: ["\(number)"])
            }
        }
        #expect(undo.rowsWritten(by: "undo") == 1_500 && undo.rowsWritten(by: "redo") == 0)
        try await undo.actions["undo"]?(ActionEvent())
        #expect(undo.rowsWritten(by: "undo") == 0 && undo.rowsWritten(by: "redo") == 1_500)
        store.close()
    }

    @Test func eachWindowTakesBackItsOwnAndSaysWhatItCannot() async throws {
        let store = try store()
        let app = try await NotebookController.app(on: store)
        let (one, other) = (try await FakeBrowser(app), try await FakeBrowser(app))
        try await one.perform("add", fields: ["text": "Milk"])
        await #expect(throws: Never.self) { try await other.perform("undo/undo") }
        #expect(await other.sentences.last == "There is nothing left to undo. Nothing was changed.")
        #expect(try await texts(store) == ["Milk"])
        try await other.perform("rename", fields: ["text": "Oat milk"])
        #expect(await other.sentences.last?.contains("Someone renamed it to") == true)
        try await one.perform("undo/undo")
        #expect(
            await one.sentences.last
                == "Nothing was restored. 1 note was left as it is because it was changed elsewhere.")
        #expect(try await texts(store) == ["Oat milk"])
        await one.close()
        await other.close()
    }

    @Test func twoOnAPageTakeBackTheSameSteps() async throws {
        let store = try store()
        let tab = try await FakeBrowser(NotebookController.app(on: store))
        try await tab.perform("open")
        let sheet = try #require(await tab.sheets.keys.first)
        try await tab.perform("\(sheet)/add", fields: ["text": "Milk"])
        #expect(await tab.outlets["undo/undo"] == #""Undo: Add note""#)
        #expect(await tab.outlets["\(sheet)/undo/undo"] == #""Undo: Add note""#)
        try await tab.perform("\(sheet)/undo/undo")
        #expect(try await texts(store) == [])
        try await tab.dismiss(sheet)
        #expect(await tab.outlets["undo/undoDisabled"] == "true")
        try await tab.perform("undo/redo")
        #expect(try await texts(store) == ["Milk"])
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func anAppSaysItInItsOwnWords() async throws {
        var words = Words.german
        words.undo.undo = "Zurück"
        let store = try store()
        let app = try await NotebookController.app(on: store, words: [.english, words])
        let tab = try await FakeBrowser(app, in: "de")
        #expect(await tab.outlets["undo/undoLabel"] == #""Zurück""#)
        #expect(await tab.outlets["undo/redoLabel"] == #""Wiederholen""#)
        try await tab.perform("undo/redo")
        #expect(await tab.sentences.last == words.undo.noRedo)
        try await tab.perform("add", fields: ["text": "Milch"])
        #expect(await tab.outlets["undo/undo"] == #""Rückgängig: Add note""#)
        try await tab.perform("rename", fields: ["text": "Brot"])
        #expect(await tab.sentences.last?.contains("in „\u{2068}theirs\u{2069}“ umbenannt") == true)
        try await tab.perform("rename", fields: ["text": "Käse"])
        #expect(await tab.sentences.last?.hasPrefix("Jemand hat inzwischen 2 davon umbenannt.") == true)
        try await store.write { try $0.execute(sql: "UPDATE note SET text = 'Tee'") }
        try await tab.perform("open")
        let sheet = try #require(await tab.sheets.keys.first)
        #expect(await tab.outlets["\(sheet)/undo/undoLabel"] == #""Zurück""#)
        try await tab.dismiss(sheet)
        try await tab.perform("undo/undo")
        #expect(
            await tab.sentences.last
                == "Nichts wurde wiederhergestellt. So gelassen, weil anderswo geändert: 1 × Notiz.")
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func whatWentWithAStepForGoodIsSaid() {
        func notes(_ count: Int) -> String { count.counted("note") }
        let outcome = UndoOutcome(name: "Clear", restored: 1, conflicting: 0, lost: ["part": 3])
        let lost = "3 rows of the table part, which the step changed too, can't be restored: it has no history."
        #expect(Words.english.undo.outcome(outcome, .undo, counting: notes) == "1 note restored. " + lost)
        let disputed = UndoOutcome(name: "Clear", restored: 1, conflicting: 1, lost: ["part": 3])
        #expect(
            Words.english.undo.outcome(disputed, .undo, counting: notes)
                == "1 note restored. 1 note was left as it is because it was changed elsewhere. " + lost)
        let whole = UndoOutcome(name: "Clear", restored: 1, conflicting: 0)
        #expect(Words.english.undo.outcome(whole, .undo, counting: notes) == nil)
        let nothing = UndoOutcome(name: "Clear", restored: 0, conflicting: 0)
        #expect(
            Words.english.undo.outcome(nothing, .undo, counting: notes)
                == "There was nothing to undo. Nothing was changed.")
    }

    @Test func whatIsRefusedIsSaidAndIsNoStep() async throws {
        let store = try store()
        let tab = try await FakeBrowser(NotebookController.app(on: store))
        let refused = "The store reported an error: CHECK constraint failed: text <> ''. Nothing was changed."
        await #expect(throws: FakeBrowser.ActionFailure(sentence: refused)) {
            try await tab.perform("add", fields: ["text": ""])
        }
        #expect(await tab.outlets["undo/undoDisabled"] == "true")
        await tab.close()
    }

    /// The second server has neither the scene nor its receipts: the store has.
    @Test func whatHasNoAnswerIsDoneOnceByAnotherServer() async throws {
        let store = try store()
        let app = try await NotebookController.app(on: store)
        let tab = try await FakeBrowser(app)
        try await tab.perform("add", fields: ["text": "Bread"])
        await tab.goDeaf()
        async let added: Void = tab.perform("add", fields: ["text": "Milk"])
        let watcher = try await FakeBrowser(app)
        await watcher.wait { $0.collection("list").count == 2 }
        await watcher.close()
        store.close()
        try await tab.reconnect(to: NotebookController.app(on: self.store()))
        try await added
        #expect(await tab.collection("list").count == 2)
        try await tab.perform("undo/undo")
        #expect(
            await tab.sentences.last
                == "There is nothing left to undo. This program has restarted, or this page was away for too long. Nothing was changed."
        )
        await tab.close()
    }

    @Test(arguments: [true, false]) func whatCannotBeWrittenIsSaid(isReadOnly: Bool) async throws {
        let file = NotebookController.file(in: directory)
        var store = try file.open()
        if isReadOnly {
            store.close()
            store = try file.openReadOnly()
        }
        let tab = try await FakeBrowser(NotebookController.app(on: store))
        #expect(await tab.outlets["isReadOnly"] == "\(isReadOnly)")
        #expect(await tab.outlets["isWritable"] == "\(!isReadOnly)")
        if isReadOnly {
            await #expect(
                throws: FakeBrowser.ActionFailure(sentence: "This store is read-only. Nothing was changed.")
            ) { try await tab.perform("clear") }
        }
        await tab.close()
    }
}
