import AviaryServerTesting
import Foundation
import GRDB
import Testing

@testable import Drawer

/// The example with files, driven as a browser would drive it: a file over the list, and at an address of its own.
struct DrawerTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "drawer-\(UUID().uuidString)").path

    @Test func aFileIsShownOverTheListAndAtItsAddress() async throws {
        let app = try await makeDrawerApp(folder: folder)
        try Data("one\ntwo\nthree\n".utf8).write(to: URL(filePath: "\(folder)/file-1"))
        try await DatabasePool(path: "\(folder)/drawer.sqlite").write { db in
            try db.execute(sql: "INSERT INTO file (id, name, type, size) VALUES (1, 'poem.txt', 'text/plain', 14)")
        }
        let tab = try await FakeBrowser(app)
        await tab.wait { $0.collection("list").items == ["1"] }
        try await tab.perform("open", item: "1")
        let sheet = try #require(await tab.sheets.keys.first)
        #expect(await tab.outlets["\(sheet)/name"] == "\"poem.txt\"")
        // Counted by a task, while the sheet is there.
        await tab.wait { $0.outlets["\(sheet)/lines"] == "\"3 lines\"" }
        try await tab.dismiss(sheet)

        let direct = try await FakeBrowser(app, path: "/file/1")
        await direct.wait { $0.outlets["lines"] == "\"3 lines\"" }
        #expect(await direct.title == "poem.txt – Drawer")
        try await tab.perform("remove", item: "1")
        await tab.wait { $0.collection("list").count == 0 }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/file-1"))
        for each in [tab, direct] {
            await each.close()
            #expect(await each.faults == [])
        }
        // The store is closed behind the last window, perhaps at this moment.
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test func aFileThatIsSentIsInTheList() async throws {
        let tab = try await FakeBrowser(try await makeDrawerApp(folder: folder))
        let poem = Array("one\ntwo\n".utf8)
        try await tab.upload(poem, named: "poem.txt", type: "text/plain", to: "files", for: "add")
        await tab.wait { $0.collection("list").tiles.map(\.values) == [["\"poem.txt\""]] }
        #expect(FileManager.default.contents(atPath: "\(folder)/file-1") == Data(poem))
        // Files that the action did not move are removed.
        let staged = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/uploads")
        #expect(staged == [])
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.upload(poem, named: "poem.txt", to: "nothing", for: "add")
        }
        await tab.close()
        #expect(await tab.faults == [])
        // The store is closed behind the last window, perhaps at this moment.
        try? FileManager.default.removeItem(atPath: folder)
    }
}
