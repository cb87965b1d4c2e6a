import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryText
import Foundation
import GRDB
import Logging
import Testing

@testable import aviary

/// A person's actions in the Photos room, without a browser.
struct PhotosRoomTests {
    private let album: PhotoAlbum
    private let ids: [Photo.ID]

    init() async throws {
        album = try PhotoAlbum()
        ids = try await album.gallery.store.write { db in
            try "abcd".enumerated().map { position, name in
                try db.execute(
                    sql: "INSERT INTO photo(name, position, width, height, takenAt) VALUES (?, ?, 3, 2, ?)",
                    arguments: ["\(name).jpg", position, 1_700_000_000_000 + position * 40 * 86_400_000])
                return db.lastInsertedRowID
            }
        }
    }

    private func open(_ path: String = "/photos") async throws -> FakeBrowser {
        let app = try await album.gallery.app(
            album.library, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return try await FakeBrowser(app, path: path)
    }

    private func names(_ ids: [String]) -> String {
        ids.compactMap { id in self.ids.firstIndex { "\($0)" == id } }.map { String(Array("abcd")[$0]) }.joined()
    }

    @Test func buttonsAreOnWhileSomethingIsSelected() async throws {
        let tab = try await open()
        #expect(await tab.outlets["title"] == #""Photos""#)
        #expect(await tab.outlets["nothingSelected"] == "true")
        try await tab.perform("toggleSelecting")
        #expect(await tab.outlets["title"] == #""Select photos""#)
        #expect(await tab.outlets["select"] == #""Done""#)
        #expect(await tab.outlets["isSelecting"] == "true")
        #expect(await tab.outlets["nothingSelected"] == "true")
        await tab.tap("\(ids[1])", in: "grid")
        #expect(await tab.outlets["nothingSelected"] == "false")
        try await tab.perform("toggleSelecting")
        #expect(await tab.outlets["nothingSelected"] == "true")
        #expect(await tab.outlets["select"] == #""Select""#)
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aPhotoWithoutItsOriginalIsNotShared() async throws {
        let tab = try await open()
        try await tab.perform("toggleSelecting")
        await tab.tap("\(ids[1])", in: "grid")
        let failure = await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("share") }
        #expect(failure?.sentence.hasPrefix("The original of \("b.jpg".quoted) is missing") == true)
        #expect(await tab.sentences.last?.contains("download") != true)
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func selectingEndsWithTheLastPhoto() async throws {
        let tab = try await open()
        try await tab.perform("toggleSelecting")
        try await tab.perform("selectAll")
        try await tab.perform("delete")
        await tab.wait { $0.collection("grid").items.isEmpty && $0.outlets["isSelecting"] == "false" }
        #expect(await tab.outlets["selectDisabled"] == "true")
        #expect(await tab.sentences.last == "4 photos moved to the trash")
        try await tab.perform("history/undo")
        await tab.wait { $0.collection("grid").items.count == 4 && $0.outlets["selectDisabled"] == "false" }
        await tab.close()
    }

    @Test func aRangeBeginsToSelect() async throws {
        let tab = try await open()
        await tab.send(#"[["range","grid","\#(ids[0])","\#(ids[2])",true]]"#)
        #expect(await tab.outlets["isSelecting"] == "true")
        #expect(await tab.outlets["nothingSelected"] == "false")
        await tab.close()
    }

    @Test func theArrangementIsKeptAndComesBackToAnotherScene() async throws {
        let tab = try await open()
        try await tab.perform("arrange", fields: ["sections": "month"])
        let before = names
        await tab.wait { before($0.collection("grid").items) == "dcba" && $0.outlets["byDate"] == "true" }
        try await tab.perform("arrange", fields: ["layout": "squares"])
        let app = try await album.gallery.app(
            album.library, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await tab.reconnect(to: app)
        await tab.wait { before($0.collection("grid").items) == "dcba" && $0.outlets["isSquares"] == "true" }
        #expect(await tab.outlets["byMonth"] == "true")
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aNewWindowBeginsAsTheLastOneWasArrangedAlsoAfterARestart() async throws {
        let tab = try await open()
        try await tab.perform("arrange", fields: ["order": "name"])
        try await tab.perform("arrange", fields: ["layout": "squares"])
        try await tab.perform("arrange", fields: ["shown": "favorites"])
        #expect(await tab.announcements.contains("Ordered by name."))
        let album = try await self.album.gallery.store.write { try $0.saveAlbum(named: "Trips") }
        let library = try PhotoAlbum.library(of: self.album.gallery)
        for library in [self.album.library, library] {
            let app = try await self.album.gallery.app(
                library, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let other = try await FakeBrowser(app, path: "/photos")
            #expect(await other.outlets["byName"] == "true")
            #expect(await other.outlets["isSquares"] == "true")
            #expect(await other.outlets["onlyFavorites"] == "false", "a filter would hide photos")
            let before = names
            await other.wait { before($0.collection("grid").items) == "abcd" }
            let elsewhere = try await FakeBrowser(app, path: "/photos/album/\(album)")
            #expect(await elsewhere.outlets["byHand"] == "true", "an album is arranged by itself")
            for each in [other, elsewhere] { await each.close() }
        }
        await tab.close()
    }

    @Test func largerPhotosStayLargerInTheNextWindow() async throws {
        let tab = try await open()
        try await tab.perform("resize", fields: ["by": "2", "item": "\(ids[1])"])
        #expect(album.library.arrangements[.all].size.steps == 2)
        #expect(await tab.announcements.last == "Size 6 of 7.")
        #expect(await tab.outlets["largest"] == "false")
        // A browser may send anything.
        for by in ["", "x", "0", "99999999999999999999", "1.5"] {
            try await tab.perform("resize", fields: ["by": by, "item": "nobody"])
            #expect(album.library.arrangements[.all].size.steps == 2)
        }
        try await tab.perform("resize", fields: ["by": "-9000"])
        #expect(album.library.arrangements[.all].size.steps == -3)
        #expect(await tab.outlets["smallest"] == "true")
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test(arguments: ["", "{", "[]", #"{"all":5}"#, #"{"all":"squares name none favorites","album 1":"?"}"#])
    func whateverTheFileOfArrangementsHoldsAWindowOpens(text: String) throws {
        let path = album.folder.appending(path: "arrangements.json").path
        try Data(text.utf8).write(to: URL(filePath: path))
        let kept = StoredArrangements(path: path, isReadOnly: true)
        #expect(kept[.album(1)] == PhotoArrangement() && !kept[.all].onlyFavorites)
        kept.store(PhotoArrangement(words: "squares manual none all"), for: .trash)
        #expect(kept[.trash] == PhotoArrangement(), "nothing is written for a gallery that is only looked at")
        #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
    }

    @Test(arguments: [("name", "name"), ("date", "date")])
    func aPhotoIsNotMovedWhereAnotherOrderIsChosenAndTheOrderStays(order: String, said: String) async throws {
        let tab = try await open()
        try await tab.perform("arrange", fields: ["order": order])
        let shown = await tab.collection("grid").items
        let failure = await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.move("\(ids[0])", "behind", "\(ids[2])", in: "grid")
        }
        #expect(failure?.sentence.hasPrefix("Photos are ordered by \(said) here, so nothing was moved. Choose") == true)
        #expect(await tab.collection("grid").items == shown)
        try await tab.perform("arrange", fields: ["order": "manual"])
        try await tab.perform("search", fields: ["text": "jpg"])
        let other = await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.move("\(ids[0])", "behind", "\(ids[2])", in: "grid")
        }
        #expect(other?.sentence.contains("Clear the search") == true)
        try await tab.perform("search", fields: ["text": ""])
        try await tab.move("\(ids[0])", "behind", "\(ids[2])", in: "grid")
        let before = names
        await tab.wait { before($0.collection("grid").items) == "bcad" }
        await tab.close()
    }

    @Test(arguments: [
        "", "rows", "rows manual none all", "x y z w", "squares date day favorites", "rows name month all",
        "rows manual none all 2", "squares date day all -3", "rows manual none all 9", "rows manual none all x",
    ])
    func whateverATabKeptCanBeRead(words: String) {
        let read = PhotoArrangement(words: words)
        #expect(PhotoArrangement(words: read.words) == read)
        #expect(read.order == .date || read.sections == .none)
    }

    @Test func photosAreMovedOnlyWhereTheirOrderIsThePeoples() async throws {
        let tab = try await open()
        try await tab.move("\(ids[0])", "behind", "\(ids[3])", in: "grid")
        let before = names
        await tab.wait { before($0.collection("grid").items) == "bcda" }
        try await tab.perform("toggleSelecting")
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.move("\(ids[0])", "before", "\(ids[1])", in: "grid")
        }
        await tab.close()
    }

    @Test func onePhotoLeadsToTheNextAndDeletingGoesOn() async throws {
        let tab = try await open()
        try await tab.perform("open", item: "\(ids[1])")
        let sheet = try #require(await tab.sheets.keys.first)
        #expect(await tab.outlets["\(sheet)/name"] == #""b.jpg""#)
        try await tab.perform("\(sheet)/next")
        #expect(await tab.outlets["\(sheet)/name"] == #""c.jpg""#)
        #expect(await tab.addresses[sheet] == Destination.photo.address(ids[2]))
        try await tab.perform("\(sheet)/delete")
        await tab.wait { $0.outlets["\(sheet)/name"] == #""d.jpg""# }
        #expect(await tab.offers.last == "history/undo", "the page's own takes it back, also when the sheet has gone")
        try await tab.perform("history/undo")
        let before = names
        await tab.wait { before($0.collection("grid").items) == "abcd" }
        for _ in 0..<3 { try await tab.perform("\(sheet)/next") }
        #expect(await tab.outlets["\(sheet)/isLast"] == "true")
        for _ in 0..<4 { try await tab.perform("\(sheet)/delete") }
        await tab.wait { $0.sheets.isEmpty && $0.collection("grid").items.isEmpty }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aPhotoAndAnAlbumThatAreNotThereAreNotFound() async throws {
        for path in ["/photos/photo/999", "/photos/album/999"] {
            await #expect(throws: FakeBrowser.NoSuchPage.self) { _ = try await open(path) }
        }
    }

    @Test func anAlbumThatIsDeletedLeadsToAllAlbums() async throws {
        let id = try await album.gallery.store.write { db in try db.saveAlbum(named: "Trips") }
        let tab = try await open("/photos/album/\(id)")
        #expect(await tab.outlets["title"] == #""Trips""#)
        try await album.gallery.store.write { db in try db.deleteAlbum(id) }
        await tab.wait { $0.destination == "/photos/albums" }
        #expect(await tab.sentences.last == "The album “\u{2068}Trips\u{2069}” was deleted. Its photos stay in Photos.")
        await tab.close()
    }

    @Test func theCoversOfAlbumsFollow() async throws {
        let ids = ids
        let id = try await album.gallery.store.write { db in
            let id = try db.saveAlbum(named: "Trips")
            _ = try db.addPhotos([ids[1]], toAlbum: id)
            return id
        }
        let tab = try await open("/photos/albums")
        await tab.wait { "\($0.collection("list"))".contains("1 photo") }
        _ = try await album.gallery.store.write { db in try db.addPhotos([ids[0]], toAlbum: id) }
        await tab.wait { "\($0.collection("list"))".contains("2 photos") }
        _ = try await album.gallery.store.write { db in try db.trashPhotos([ids[1]]) }
        await tab.wait { "\($0.collection("list"))".contains("1 photo") }
        await tab.close()
    }
}
