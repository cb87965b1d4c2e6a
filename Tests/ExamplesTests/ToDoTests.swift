import AviaryServer
import AviaryServerTesting
import Foundation
import Testing

@testable import ToDo

/// The example `Examples/ToDo`, driven as two browsers would drive it.
struct ToDoTests {
    let path = FileManager.default.temporaryDirectory.appending(path: "todo-\(UUID().uuidString).sqlite").path

    @Test func itSpeaksBothLanguages() async throws {
        let (english, german) = (ToDoWords(), ToDoWords.german)
        #expect(Words.german.with(german).untranslated(from: .english) == ["access.title"])
        for count in [1, 2, 5] {
            #expect(german.cleared(count) != english.cleared(count) && german.counted(count) != english.counted(count))
        }
        let app = try await makeToDoApp(path: path)
        let tab = try await FakeBrowser(app, in: "de")
        await #expect(throws: FakeBrowser.ActionFailure(sentence: german.blank)) {
            try await tab.perform("add", fields: ["title": " "])
        }
        try await tab.perform("add", fields: ["title": "Milch"])
        #expect(await tab.outlets["undo/undo"] == "\"Rückgängig: Neue Aufgabe\"")
        try await tab.perform("toggle", item: await tab.collection("list").items[0])
        try await tab.perform("clear")
        #expect(await tab.sentences.last == "Eine erledigte Aufgabe weggeräumt")
        await tab.close()
    }

    @Test func whatOneWindowAddsTheOtherTicksOff() async throws {
        let app = try await makeToDoApp(path: path)
        let one = try await FakeBrowser(app)
        let other = try await FakeBrowser(app)
        try await one.perform("add", fields: ["title": "Milk"])
        try await one.perform("add", fields: ["title": "Bread"])
        await other.wait { $0.collection("list").items.count == 2 }
        let tiles = await other.collection("list").tiles
        #expect(tiles.map(\.values) == [["false", "\"Milk\""], ["false", "\"Bread\""]])

        try await other.perform("toggle", item: tiles[0].id)
        await one.wait { $0.collection("list").items == [tiles[1].id, tiles[0].id] }
        #expect(await one.collection("list").tiles[1].values == ["true", "\"Milk\""])

        try await one.perform("clear")
        await other.wait { $0.collection("list").items == [tiles[1].id] }
        #expect(await one.faults == [])
        await one.close()
        await other.close()
    }

    @Test func whatIsClearedComesBackAndIsTakenBackByItsOwnWindow() async throws {
        let app = try await makeToDoApp(path: path)
        let (tab, other) = (try await FakeBrowser(app), try await FakeBrowser(app))
        try await tab.perform("clear")
        #expect(await tab.offers.isEmpty, "nothing was cleared")
        try await tab.perform("add", fields: ["title": "Milk"])
        try await tab.perform("toggle", item: await tab.collection("list").items[0])
        try await tab.perform("clear")
        #expect(await tab.sentences.last == "1 cleared")
        #expect(await tab.offers == ["undo/undo"])
        try await tab.perform("undo/undo")
        try await tab.perform("undo/undo")
        await other.wait { $0.collection("list").tiles.map(\.values) == [["false", "\"Milk\""]] }
        #expect(await tab.outlets["undo/redo"] == "\"Redo: Tick off\"")
        try await other.perform("undo/undo")
        #expect(await other.sentences.last == "There is nothing left to undo. Nothing was changed.")
        #expect(await tab.collection("list").count == 1)
        await tab.close()
        await other.close()
    }

    @Test func aSwipeDeletesOneTaskAndItsMenuDoesTheSame() async throws {
        let tab = try await FakeBrowser(makeToDoApp(path: path))
        for title in ["Milk", "Bread", "Tea"] { try await tab.perform("add", fields: ["title": title]) }
        let items = await tab.collection("list").items
        #expect(await tab.collection("list").hasSwipes)
        await tab.swipe(items[1], in: "list")
        #expect(await tab.leadingSwipeActions == ["Tick off"])
        #expect(await tab.trailingSwipeActions == ["Delete"])
        try await tab.perform("delete", item: items[1])
        await tab.wait { $0.collection("list").items == [items[0], items[2]] }
        #expect(await tab.sentences.last == "Task deleted")
        await tab.openMenu(in: "list", at: items[0])
        #expect(await tab.menu == ["Tick off", "Delete"])
        try await tab.press("Delete", in: "list", item: items[0])
        await tab.wait { $0.collection("list").items == [items[2]] }
        #expect(await tab.refusals == [])
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func whatHasNoAnswerIsAskedForAgainAndDoneOnce() async throws {
        let app = try await makeToDoApp(path: path)
        let tab = try await FakeBrowser(app)
        await tab.goDeaf()
        async let added: Void = tab.perform("add", fields: ["title": "Milk"])
        await waitForTasks(1, in: app)
        try await tab.reconnect()
        try await added
        #expect(await tab.collection("list").tiles.map(\.values) == [["false", "\"Milk\""]])

        await tab.goDeaf()
        let id = await tab.collection("list").items[0]
        async let toggled: Void = tab.perform("toggle", item: id)
        async let second: Void = tab.perform("add", fields: ["title": "Bread"])
        await waitForTasks(2, in: app)
        // Another process on the same store: nobody there remembers the tab.
        let other = try await makeToDoApp(path: path)
        try await tab.reconnect(to: other)
        _ = try await (toggled, second)
        await tab.wait { $0.collection("list").count == 2 }
        let tiles = await tab.collection("list").tiles
        #expect(tiles.map(\.values) == [["false", "\"Bread\""], ["true", "\"Milk\""]])
        #expect(await tab.faults == [])
        await tab.close()
    }

    private func waitForTasks(_ count: Int, in app: LiveApp) async {
        guard let tab = try? await FakeBrowser(app) else { return }
        await tab.wait { $0.collection("list").count == count }
        await tab.close()
    }

    @Test(arguments: ["", "   ", "\n"]) func aBlankTaskIsRefusedWithAWordWhy(title: String) async throws {
        let tab = try await FakeBrowser(try await makeToDoApp(path: path))
        await #expect(throws: FakeBrowser.ActionFailure(sentence: "A task needs a few words. Type some, then add it."))
        {
            try await tab.perform("add", fields: ["title": title])
        }
        #expect(await tab.collection("list").count == 0)
        await tab.close()
    }

    @Test func anUnknownActionAndAVanishedItemAreRefused() async throws {
        let tab = try await FakeBrowser(try await makeToDoApp(path: path))
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("launch") }
        await tab.tap("999", in: "list")
        await tab.send("{}")
        await tab.send(#"[["range","list","999",0,true],["range","nowhere",0,1,true],["selectAll","nowhere",true]]"#)
        await tab.wait { $0.refusals.count == 6 }
        try await tab.perform("add", fields: ["title": "Still alive"])
        await tab.wait { $0.collection("list").count == 1 }
        await tab.close()
    }
}
