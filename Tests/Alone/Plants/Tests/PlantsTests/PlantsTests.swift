import AviaryServerTesting
import Foundation
import Plants
import Testing

struct PlantsTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "plants-\(UUID().uuidString)").path

    @Test func whatOneWindowAddsTheOtherShows() async throws {
        let app = try makePlants(folder: folder)
        let (tab, other) = (try await FakeBrowser(app), try await FakeBrowser(app))
        try await tab.perform("add", fields: ["name": " Fern "])
        await other.wait { $0.collection("list").tiles.map(\.values) == [["\"Fern\""]] }
        await #expect(throws: FakeBrowser.ActionFailure(sentence: "A plant needs a name. Type one.")) {
            try await tab.perform("add", fields: ["name": " "])
        }
        #expect(await tab.faults == [])
        await tab.close()
        await other.close()
    }

    @Test func aPlantIsRenamedWhereItStands() async throws {
        let tab = try await FakeBrowser(try makePlants(folder: folder))
        for name in ["Fern", "Moss"] { try await tab.perform("add", fields: ["name": name]) }
        await tab.wait { $0.collection("list").items == ["1", "2"] }
        try await tab.perform("rename", fields: ["name": "Violet"], item: "1")
        await tab.wait { $0.collection("list").tiles.map(\.values) == [["\"Moss\""], ["\"Violet\""]] }
        try await tab.perform("undo/undo")
        await tab.wait { $0.collection("list").items == ["1", "2"] }
        await tab.close()
    }

    @Test func whatWasRemovedComesBack() async throws {
        let tab = try await FakeBrowser(try makePlants(folder: folder))
        try await tab.perform("add", fields: ["name": "Fern"])
        try await tab.perform("remove", item: "1")
        await tab.wait { $0.collection("list").count == 0 }
        #expect(await tab.sentences.last == "“Fern” removed")
        #expect(await tab.offers == ["undo/undo"])
        try await tab.perform("undo/undo")
        await tab.wait { $0.collection("list").items == ["1"] }
        await tab.close()
    }

    @Test func aPictureIsShownOnThePageOfItsPlant() async throws {
        let app = try makePlants(folder: folder)
        let tab = try await FakeBrowser(app)
        try await tab.perform("add", fields: ["name": "Fern"])
        try await tab.perform("open", item: "1")
        let sheet = try #require(await tab.sheets.keys.first)
        let page = try await FakeBrowser(app, path: "/plant/1")
        #expect(await page.title == "Fern – Plants")
        try await tab.upload(
            [0xff, 0xd8, 0xff], named: "fern.jpg", type: "image/jpeg", to: "pictures", for: "\(sheet)/addPicture")
        await page.wait { $0.outlets["picture"]?.hasPrefix("\"/picture/") == true }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.count { $0.hasSuffix(".jpg") } == 1)
        await tab.close()
        await page.close()
    }

    @Test func aFileThatIsNoPictureIsRefused() async throws {
        let app = try makePlants(folder: folder)
        let tab = try await FakeBrowser(app)
        try await tab.perform("add", fields: ["name": "Fern"])
        let page = try await FakeBrowser(app, path: "/plant/1")
        let refusal = FakeBrowser.ActionFailure(sentence: "This is no JPEG, PNG or WebP picture. Choose another file.")
        await #expect(throws: refusal) {
            try await page.upload([1, 2, 3], named: "fern", to: "pictures", for: "addPicture")
        }
        await tab.close()
        await page.close()
    }

    @Test func anAddressWithoutAPlantIsNoPage() async throws {
        let app = try makePlants(folder: folder)
        await #expect(throws: FakeBrowser.NoSuchPage(path: "/plant/9")) {
            try await FakeBrowser(app, path: "/plant/9")
        }
    }
}
