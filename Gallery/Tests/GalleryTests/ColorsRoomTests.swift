import AviaryColors
import AviaryResults
import AviaryServerTesting
import AviaryViews
import Foundation
import GRDB
import Logging
import Testing

@testable import aviary

/// Actions on selected colors in the Colors room, without a browser.
struct ColorsRoomTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    private func withRoom(_ hexes: [UInt32], _ body: (FakeBrowser, _ ids: [String]) async throws -> Void) async throws {
        let gallery = try Gallery.open(at: directory)
        let ids = try await gallery.store.write { db in
            for hex in hexes { try db.addColor(SRGB(hex: hex)) }
            return try Int64.fetchAll(db, sql: "SELECT id FROM color ORDER BY createdAt, id").map { "\($0)" }
        }
        let app = try await gallery.app(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let tab = try await FakeBrowser(app, path: "/colors")
        await tab.wait { $0.collection("grid").count == hexes.count }
        try await body(tab, ids)
        #expect(await tab.faults == [])
        await tab.close()
        gallery.store.close()
        try? gallery.store.database.close()
        try? FileManager.default.removeItem(at: directory)
    }

    @Test func whatIsSelectedIsCopiedAsTextInItsOrder() async throws {
        try await withRoom([0xff0000, 0x00bfff, 0x0000ff]) { tab, ids in
            await tab.tap(ids[2], in: "grid")
            await tab.tap(ids[1], in: "grid")
            try await tab.perform("copy")
            #expect(await tab.clipboard == "#00bfff\n#0000ff")
            #expect(await tab.sentences.last == "2 colors copied")
            await tab.tap(ids[2], in: "grid")
            try await tab.perform("copy")
            #expect(await tab.clipboard == "#00bfff")
            #expect(await tab.sentences.last == "#00bfff copied")
        }
    }

    @Test func aColorThatIsAddedIsScrolledTo() async throws {
        try await withRoom((0..<300).map { $0 }) { tab, ids in
            try await tab.perform("add")
            await tab.wait { $0.collection("grid").count == 301 && $0.collection("grid").scrolledTo != nil }
            let last = try #require(await tab.collection("grid").scrolledTo)
            #expect(last.y > 3_000)
        }
    }

    /// The selection had not reached the tab when the server died.
    @Test func whatWasSelectedOnALostServerIsNotSaidToBeDone() async throws {
        let gallery = try Gallery.open(at: directory)
        try await gallery.store.write { db in try db.addColor(SRGB(hex: 0xff0000)) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let tab = try await FakeBrowser(try await gallery.app(logger: logger), path: "/colors")
        try await tab.perform("add")
        // Nothing was selected, and nobody thinks so.
        try await tab.perform("remove")
        try await tab.reconnect(to: try await gallery.app(logger: logger))
        for action in ["remove", "copy", "send"] {
            let failure = await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform(action) }
            #expect(failure?.sentence == RoomWords.nothingSelected)
        }
        try await tab.perform("add")
        #expect(try await gallery.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM color") } == 3)
        await tab.close()
        gallery.store.close()
        try? gallery.store.database.close()
        try? FileManager.default.removeItem(at: directory)
    }

    @Test func allAreSelectedAndThenNone() async throws {
        try await withRoom([0xff0000, 0x00bfff, 0x0000ff]) { tab, ids in
            #expect(await tab.outlets["nothingSelected"] == "true")
            await tab.tap(ids[0], in: "grid")
            try await tab.perform("selectAll")
            #expect(await tab.outlets["status"] == #""3 of 3 colors selected""#)
            #expect(await tab.outlets["nothingSelected"] == "false")
            try await tab.perform("selectAll")
            #expect(await tab.outlets["nothingSelected"] == "true")
            // An empty selection copies nothing.
            try await tab.perform("copy")
            #expect(await tab.clipboard == "")
        }
    }

    @Test func whatTheBrowserDoesNotCopyIsSaid() async throws {
        try await withRoom([0xff0000]) { tab, ids in
            await tab.forbidCopying()
            await tab.tap(ids[0], in: "grid")
            await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("copy") }
        }
    }
}
