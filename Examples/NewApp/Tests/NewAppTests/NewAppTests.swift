import AviaryServerTesting
import Foundation
import NewApp
import Testing

struct NewAppTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "NewApp-\(UUID().uuidString)").path

    @Test func whatOneWindowAddsTheOtherShows() async throws {
        let app = try makeApp(folder: folder)
        let (tab, other) = (try await FakeBrowser(app), try await FakeBrowser(app))
        try await tab.perform("add", fields: ["name": "Bread"])
        await other.wait { $0.collection("list").tiles.map(\.values) == [["\"Bread\""]] }
        try await tab.perform("undo/undo")
        await other.wait { $0.collection("list").count == 0 }
        #expect(await tab.faults == [])
        await tab.close()
        await other.close()
    }
}
