import AviaryServer
import AviaryServerTesting
import Foundation
import Testing

@testable import Workbench

/// Pages at addresses with a parameter and with a query, driven as browsers would drive them.
struct AddressTests {
    let path = FileManager.default.temporaryDirectory.appending(path: "addresses-\(UUID().uuidString).sqlite").path

    /// The app on a store of three tools.
    private func workbench() async throws -> LiveApp {
        let app = try await makeWorkbench(path: path)
        let tab = try await FakeBrowser(app)
        try await tab.press("Mod+V", in: "list", fields: ["text": "saw\nfile\nspade"])
        await tab.close()
        return app
    }

    @Test func aPageHasItsParameterAndATitleThatFollows() async throws {
        let tab = try await FakeBrowser(try await workbench(), path: "/rack/2")
        #expect(await tab.outlets["name"] == "\"file\"")
        #expect(await tab.title == "file – Workbench")
        try await tab.perform("rename", fields: ["name": "rasp"])
        #expect(await tab.title == "rasp – Workbench")
        // A new scene at the same address finds the same.
        try await tab.reconnect(to: try await makeWorkbench(path: path))
        #expect(await tab.title == "rasp – Workbench")
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test(arguments: [
        "/rack/4", "/rack/-1", "/rack/02", "/rack/two", "/rack/2/3", "/rack/%00", "/rack/%2e%2e", "/nowhere",
    ])
    func whatIsNotThereIsSaid(address: String) async throws {
        let app = try await workbench()
        await #expect(throws: FakeBrowser.NoSuchPage(path: address)) {
            _ = try await FakeBrowser(app, path: address)
        }
    }

    @Test func anOpenPageWhoseItemAndSceneAreGoneIsToldSo() async throws {
        let app = try await workbench()
        let tab = try await FakeBrowser(app, path: "/rack/2")
        let other = try await FakeBrowser(app)
        try await other.perform("delete", item: "2", menu: "list")
        // Its scene lives on, as it was.
        try await tab.reconnect()
        await #expect(throws: FakeBrowser.NoSuchPage(path: "/rack/2")) {
            try await tab.reconnect(to: try await makeWorkbench(path: path))
        }
        #expect(await tab.sentences.last == "There is no tool at this address.")
        await other.close()
    }

    @Test func aQueryIsThePagesToRead() async throws {
        let app = try await workbench()
        let tab = try await FakeBrowser(app, path: "/rack?letter=s&utm=%ff")
        #expect(await tab.collection("rack").items == ["1", "3"])
        #expect(await tab.title == "Rack of s – Workbench")
        let all = try await FakeBrowser(app, path: "/rack")
        #expect(await all.collection("rack").count == 3)
        #expect(await all.title == "Rack – Workbench")
        await tab.close()
        await all.close()
    }

    @Test func anActionLeadsToAPage() async throws {
        let app = try await workbench()
        let tab = try await FakeBrowser(app, path: "/rack")
        try await tab.perform("newest")
        #expect(await tab.destination == "/rack/3")
        let tool = try await FakeBrowser(app, path: "/rack/3")
        try await tool.perform("delete")
        #expect(await tool.destination == "/rack")
        await tab.close()
        await tool.close()
    }

    @Test func anActionWhoseAnswerWasLostLeadsThereWhenItComes() async throws {
        let app = try await workbench()
        let tab = try await FakeBrowser(app, path: "/rack/3")
        let other = try await FakeBrowser(app)
        await tab.goDeaf()
        async let asked: Void = tab.perform("delete")
        await other.wait { $0.collection("list").count == 2 }
        try await tab.reconnect()
        try await asked
        #expect(await tab.destination == "/rack")
        #expect(await tab.faults == [])
        await tab.close()
        await other.close()
    }
}
