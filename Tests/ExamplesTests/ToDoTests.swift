import AviaryTesting
import Foundation
import Testing

@testable import ToDo

/// The example of the README, driven as two browsers would drive it.
struct ToDoTests {
    let path = FileManager.default.temporaryDirectory.appending(path: "todo-\(UUID().uuidString).sqlite").path

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
        await tab.wait { $0.refusals.count == 3 }
        try await tab.perform("add", fields: ["title": "Still alive"])
        await tab.wait { $0.collection("list").count == 1 }
        await tab.close()
    }
}
