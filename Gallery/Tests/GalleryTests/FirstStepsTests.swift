import AviaryResults
import AviaryServer
import AviaryServerTesting
import Foundation
import GRDB
import Logging
import Testing

@testable import aviary

/// What a person does first: adds colors on Home, tries the samples, and takes them away again.
///
/// One test at a time, because one of them looks for folders of samples that any of them makes.
@Suite(.serialized) struct FirstStepsTests {
    private let album: PhotoAlbum

    init() throws { album = try PhotoAlbum() }

    private func open(_ path: String) async throws -> FakeBrowser {
        let app = try await album.gallery.app(
            album.library, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return try await FakeBrowser(app, path: path)
    }

    @Test func colorsAreAddedOnHome() async throws {
        let tab = try await open("/")
        #expect(await tab.collection("colors").items.isEmpty)
        try await tab.perform("addColors")
        await tab.wait { $0.outlets["colorsCount"] == #""16 colors""# }
        #expect(await tab.sentences.last == "16 colors added")
        try await tab.perform("history/undo")
        await tab.wait { $0.collection("colors").items.isEmpty }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func samplesAreAddedOnHomeAndTakenAwayInPhotos() async throws {
        let (home, photos) = (try await open("/"), try await open("/photos"))
        #expect(await photos.outlets["noSamples"] == "true")
        try await home.perform("addSamples")
        await home.wait { $0.outlets["photosCount"] == #""12 photos""# }
        #expect(await home.sentences.last == "12 samples added")
        await photos.wait { $0.collection("grid").items.count == 12 && $0.outlets["noSamples"] == "false" }
        #expect(await photos.outlets["samples"] == #""12 samples, drawn for Aviary.""#)
        let names = try await album.names()
        #expect(names.count == 12 && names.allSatisfy { $0.hasPrefix("Sample ") && $0.hasSuffix(".jpg") })
        // Their files say when they were taken, so that there are months to look at.
        let months = try await album.gallery.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(DISTINCT takenAt / 86400000) FROM photo")
        }
        #expect(try #require(months) > 3)
        // An album has nothing to say about the samples of all photographs.
        let inAlbum = try await open("/photos/album/\(try await trips())")
        #expect(await inAlbum.outlets["noSamples"] == "true")
        await inAlbum.close()
        // A photograph of the person stays.
        try await album.add(album.picture(1, named: "mine.png"))
        try await photos.perform("removeSamples")
        await photos.wait { $0.collection("grid").items.count == 1 && $0.outlets["noSamples"] == "true" }
        #expect(await photos.sentences.last == "12 samples moved to the trash")
        #expect(try await album.names() == ["mine.png"])
        try await photos.perform("history/undo")
        await photos.wait { $0.collection("grid").items.count == 13 }
        for tab in [home, photos] {
            #expect(await tab.faults == [])
            await tab.close()
        }
    }

    @Test func samplesComeOnce() async throws {
        let tab = try await open("/photos")
        try await tab.perform("addSamples")
        await tab.wait { $0.collection("grid").items.count == 12 }
        try await tab.perform("addSamples")
        #expect(await tab.sentences.last == "The samples are all here already")
        #expect(await tab.collection("grid").items.count == 12)
        try await tab.perform("removeSamples")
        await tab.wait { $0.collection("grid").items.isEmpty }
        // Out of the trash they come back.
        try await tab.perform("addSamples")
        await tab.wait { $0.collection("grid").items.count == 12 }
        #expect(try album.originalFiles().filter { !$0.contains("note") }.count >= 12)
        let folders = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
        #expect(folders.filter { $0.hasPrefix(SampleSet.folderPrefix) } == [])
        await tab.close()
    }

    // MARK: Albums, where they stand

    private func trips() async throws -> Album.ID {
        try await album.gallery.store.write { db in try db.saveAlbum(named: "Trips") }
    }

    @Test func anAlbumIsRenamedInTheListOfAlbums() async throws {
        let id = try await trips()
        let tab = try await open("/photos/albums")
        try await tab.perform("rename", item: "\(id)", menu: "list")
        await tab.wait { $0.sheets.count == 1 }
        let sheet = try #require(await tab.sheets.keys.first)
        #expect(await tab.outlets["\(sheet)/name"] == #""Trips""#)
        // A blank name is refused, and the sheet stays.
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.perform("\(sheet)/rename", fields: ["name": "  "])
        }
        #expect(await tab.sheets.count == 1)
        try await tab.perform("\(sheet)/rename", fields: ["name": "Journeys"])
        await tab.wait { $0.sheets.isEmpty && "\($0.collection("list"))".contains("Journeys") }
        try await tab.perform("history/undo")
        await tab.wait { "\($0.collection("list"))".contains("Trips") }
        await tab.close()
    }

    @Test func anAlbumIsDeletedInTheListAndComesBack() async throws {
        let id = try await trips()
        let tab = try await open("/photos/albums")
        try await tab.perform("delete", item: "\(id)", menu: "list")
        await tab.wait { $0.collection("list").items.isEmpty }
        #expect(await tab.sentences.last == "Album “\u{2068}Trips\u{2069}” deleted. Its photos stay in Photos.")
        try await tab.perform("history/undo")
        await tab.wait { $0.collection("list").items.count == 1 }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aPhotoBecomesTheCoverOfItsAlbum() async throws {
        let id = try await trips()
        try await album.add(
            album.picture(1, named: "a.png"), album.picture(2, named: "b.png"), album.picture(3, named: "c.png"), to: id
        )
        let tab = try await open("/photos/album/\(id)")
        await tab.wait { $0.collection("grid").items.count == 3 }
        let before = await tab.collection("grid").items
        try await tab.perform("useAsCover", item: before[2], menu: "grid")
        await tab.wait { $0.collection("grid").items == [before[2], before[0], before[1]] }
        #expect(await tab.sentences.last == "It is the first photo of the album now, and its cover")
        // A photograph of another album is none of this one.
        try await album.add(album.picture(4, named: "d.png"))
        let other = try await album.gallery.store.read { db in
            try Int64.fetchOne(db, sql: "SELECT id FROM photo WHERE name = 'd.png'")
        }
        try await album.edit { try $0.setCover(try #require(other), ofAlbum: id) }
        #expect(await tab.collection("grid").items == [before[2], before[0], before[1]])
        await #expect(throws: PhotoError.albumGone()) { try await album.edit { try $0.setCover(1, ofAlbum: 99) } }
        await tab.close()
    }
}
