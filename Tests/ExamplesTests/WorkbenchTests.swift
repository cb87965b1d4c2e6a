import AviaryServer
import AviaryServerTesting
import Foundation
import Testing

@testable import Workbench

/// Controls, text in cells and menus, driven as browsers would drive them.
struct WorkbenchTests {
    let path = FileManager.default.temporaryDirectory.appending(path: "workbench-\(UUID().uuidString).sqlite").path

    /// A tab on a list of three tools.
    private func open() async throws -> FakeBrowser {
        let tab = try await FakeBrowser(try await makeWorkbench(path: path))
        try await tab.press("Mod+V", in: "list", fields: ["text": "saw\nfile\nplane"])
        await tab.wait { $0.collection("list").items == ["1", "2", "3"] }
        return tab
    }

    private func names(_ tab: FakeBrowser) async -> [String] { await tab.collection("list").tiles.flatMap(\.values) }

    @Test func oneValueInSwiftIsShownByAllControls() async throws {
        let tab = try await FakeBrowser(try await makeWorkbench(path: path))
        try await tab.perform("level", fields: ["level": "255"])
        #expect(await tab.outlets["hex"] == "\"#ffffff\"")
        #expect(await tab.outlets["exact"] == "255")
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.perform("hex", fields: ["hex": "#12345"])
        }
        #expect(await tab.outlets["picked"] == "\"#ffffff\"")
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aRoomWhoseSceneIsLostIsAsItWas() async throws {
        let tab = try await open()
        try await tab.perform("level", fields: ["level": "255"])
        await tab.tap("2", in: "list")
        try await tab.reconnect(to: try await makeWorkbench(path: path))
        #expect(await tab.outlets["hex"] == "\"#ffffff\"")
        #expect(await tab.collection("list").tiles.filter(\.isSelected).map(\.id) == ["2"])
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func theDelegateSaysWhatIsInAMenu() async throws {
        let tab = try await open()
        #expect(
            await tab.collection("list").shortcuts
                == ["Delete", "Mod+C", "Mod+E", "Mod+V", "Mod+X"].map { "\"\($0)\"" })
        await tab.openMenu(in: "list", at: "2")
        #expect(await tab.menu == ["Cut", "Copy", "Paste", "Sharpen", "Delete"])
        await tab.tap("1", in: "list")
        await tab.tap("2", in: "list")
        await tab.openMenu(in: "list", at: "2")
        #expect(await tab.menu.first == "Cut 2 tools")
        await tab.openMenu(in: "list")
        #expect(await tab.menu == ["Paste"])
        await tab.openMenu(in: "list", at: "999")
        #expect(await tab.menu == [])
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func whatIsChosenIsDoneWithTheItemsOfTheMenu() async throws {
        let tab = try await open()
        await tab.tap("1", in: "list")
        try await tab.perform("copy", item: "3", menu: "list")
        #expect(await tab.clipboard == "plane")
        try await tab.perform("cut", item: "1", menu: "list")
        await tab.wait { $0.collection("list").count == 2 }
        #expect(await names(tab) == ["\"file\"", "\"plane\""])
        #expect(await tab.clipboard == "saw")
        try await tab.perform("paste", menu: "list")
        await tab.wait { $0.collection("list").count == 3 }
        await #expect(throws: FakeBrowser.ActionFailure(sentence: "Nothing was done: what the menu was for is gone.")) {
            try await tab.perform("cut", item: "1", menu: "list")
        }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func keysMeanTheSelectionOrElseTheItemWhereTheKeyboardIs() async throws {
        let tab = try await open()
        try await tab.press("Mod+C", in: "list", item: "2")
        #expect(await tab.clipboard == "file")
        await tab.tap("1", in: "list")
        await tab.tap("3", in: "list")
        try await tab.press("Mod+X", in: "list", item: "2")
        #expect(await tab.clipboard == "saw\nplane")
        await tab.wait { $0.collection("list").items == ["2"] }
        // Disabled, and unknown: nothing happens.
        try await tab.press("Mod+E", in: "list", item: "2")
        try await tab.press("\u{7}", in: "list", item: "2")
        #expect(await tab.collection("list").items == ["2"])
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func whatCouldNotBeCopiedIsNotCut() async throws {
        let tab = try await open()
        await tab.forbidCopying()
        let refused = FakeBrowser.ActionFailure(sentence: "Nothing was copied, and nothing else was changed.")
        await #expect(throws: refused) { try await tab.press("Mod+X", in: "list", item: "2") }
        await #expect(throws: refused) { try await tab.perform("copy", item: "1", menu: "list") }
        // A failed copy cannot be pasted.
        try await tab.perform("paste", menu: "list")
        #expect(await names(tab) == ["\"saw\"", "\"file\"", "\"plane\""])
        // Answers to nothing that was asked are passed over.
        await tab.send(#"[["copied",1,true],["copied",99,true]]"#)
        #expect(await tab.refusals == [])
        await tab.send(#"[["copied",-9223372036854775808,false]]"#)
        #expect(await tab.refusals == ["part 1 of copied is not a whole number from 0 to 2⁵³ − 1"])
        await tab.close()
    }

    @Test func aCutWhoseConnectionIsLostBeforeTheTextIsCopiedChangesNothing() async throws {
        let tab = try await open()
        await tab.goDeaf()
        let cut = Task { try await tab.press("Mod+X", in: "list", item: "2") }
        await tab.waitUntilLost("copy")
        try await tab.reconnect()
        let lost = FakeBrowser.ActionFailure(sentence: "The connection was lost while copying. Nothing was changed.")
        await #expect(throws: lost) { try await cut.value }
        #expect(await names(tab) == ["\"saw\"", "\"file\"", "\"plane\""])
        // No caller waits for the answer any more.
        try await tab.press("Mod+X", in: "list", item: "2")
        #expect(await tab.clipboard == "file")
        await tab.close()
    }

    @Test(arguments: [false, true]) func keysWhoseAnswerWasLostWorkOnce(isKilled: Bool) async throws {
        let tab = try await open()
        let other = try await FakeBrowser(try await makeWorkbench(path: path))
        await tab.goDeaf()
        async let pasted: Void = tab.press("Mod+V", in: "list", fields: ["text": "pliers"])
        async let deleted: Void = tab.perform("delete", item: "1", menu: "list")
        await other.wait { $0.collection("list").items == ["2", "3", "4"] }
        if isKilled { try await tab.reconnect(to: makeWorkbench(path: path)) } else { try await tab.reconnect() }
        _ = try await (pasted, deleted)
        await tab.wait { $0.collection("list").items == ["2", "3", "4"] }
        #expect(await names(tab) == ["\"file\"", "\"plane\"", "\"pliers\""])
        #expect(await tab.faults == [])
        await tab.close()
        await other.close()
    }

    @Test func whatIsBeingEditedIsHeardOfThroughALostConnection() async throws {
        let tab = try await open()
        let other = try await FakeBrowser(try await makeWorkbench(path: path))
        await tab.edit(["2", "3"], in: "list")
        await tab.scroll("list", y: 3_000)
        try await other.perform("rename", fields: ["name": "rasp", "name.was": "file"], item: "2")
        try await other.perform("delete", item: "3", menu: "list")
        await tab.wait { $0.collection("list").gone == ["3"] }
        await tab.wait {
            ($0.collection("list").tiles + $0.collection("list").aside).contains { $0.values == ["\"rasp\""] }
        }
        #expect(await tab.faults == [])
        await tab.close()
        await other.close()
    }
}
