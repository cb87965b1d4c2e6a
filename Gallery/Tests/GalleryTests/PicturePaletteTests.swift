import AviaryImages
import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryText
import Foundation
import GRDB
import Logging
import Testing

@testable import aviary

/// Palettes of photographs, made on their pages without a browser.
struct PicturePaletteTests {
    /// The palettes with their colors, the newest first, but for the one that every store begins with.
    private func palettes(in gallery: Gallery) async throws -> [(name: String, colors: [String])] {
        try await gallery.store.read { db in
            try Row.fetchAll(db, sql: "SELECT id, name FROM palette WHERE id > 1 ORDER BY position").map { palette in
                let colors = try String.fetchAll(
                    db,
                    sql: """
                        SELECT printf('%.3f %.3f %.3f', red, green, blue) FROM swatch WHERE palette = ?
                        ORDER BY position
                        """, arguments: [palette["id"] as Int64])
                return (palette["name"], colors)
            }
        }
    }

    /// Presses the button twice, goes on to the palettes, and takes the second one back.
    private func pressTwice(
        at address: Address, _ gallery: Gallery, photos: PhotoLibrary, web: PhotoramaLibrary, name: String, colors: Int
    ) async throws {
        let app = try await gallery.app(
            photos, photorama: web, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let tab = try await FakeBrowser(app, path: address.description)
        for _ in 0..<2 {
            try await tab.perform("makePalette")
            #expect(
                await tab.sentences.last == "Palette \(name.quoted) added, with \(colors.counted("color"))")
        }
        let made = try await palettes(in: gallery)
        #expect(made.map(\.name) == [name, name])
        #expect(made.first?.colors == made.last?.colors && made.first?.colors.count == colors)
        try await tab.perform(try #require(await tab.offers.last))
        #expect(await tab.destination == "/palette")
        try await tab.perform("history/undo")
        #expect(try await palettes(in: gallery).map(\.name) == [name])
        // Another program renames the colors of the other palette meanwhile. They stay, and are not counted as photos.
        try await gallery.store.write { db in
            try db.execute(sql: "UPDATE swatch SET name = 'mine' WHERE palette > 1")
        }
        try await tab.perform("history/undo")
        #expect(
            await tab.sentences.last?.hasPrefix("1 color restored. \(colors.counted("color")) ") == true,
            "the palette itself is gone")
        #expect(try await palettes(in: gallery).isEmpty)
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aPhotoOfPhotosHasTheSamePaletteEachTime() async throws {
        let album = try PhotoAlbum()
        let rows = PhotoAlbum.rows(30, 20, [0x20, 0x60, 0xa0]) + PhotoAlbum.rows(30, 10, [0xf0, 0x30, 0x20])
        let added = try await album.add(
            album.write(PlainPNG.file(width: 30, height: 30, rows: rows), to: "sea.holiday.png"))
        let id = try #require(added.changed.first)
        try await pressTwice(
            at: Destination.photo.address(id), album.gallery, photos: album.library,
            web: WebAlbum.library(of: album.gallery, StubService()), name: "sea.holiday", colors: 2)
    }

    @Test func aPhotoOfAServiceHasTheSamePaletteEachTimeAndIsFetchedOnce() async throws {
        let album = try WebAlbum()
        album.service.set { $0.feeds[.interesting] = [7] }
        try await album.library.refresh(.interesting)
        let photo = try #require(try await album.photos().first)
        try await pressTwice(
            at: Destination.webPhoto.address(photo.id), album.gallery,
            photos: PhotoAlbum.library(of: album.gallery), web: album.library, name: "Photo 7", colors: 1)
        #expect(album.service.pictures == [7: 1])
    }

    @Test func aPictureThatIsNoneIsRefusedByItsTitle() async throws {
        let album = try PhotoAlbum()
        let error = await #expect(throws: PaletteError.self) {
            try await PicturePalette(named: "x", of: .bytes([1, 2, 3]), called: "x.png", by: album.library.pipeline)
        }
        #expect(error?.description.hasPrefix("No palette was made of \("x.png".quoted): it is no picture") == true)
    }

    @Test(
        arguments: [
            ("sea.holiday.png", "sea.holiday"), ("sea", "sea"), ("St. Moritz", "St. Moritz"), (".png", "Picture"),
            ("a\nb.jpg", "a b"), ("", "Picture"),
        ])
    func theEndingOfAFileIsNoPartOfTheName(file: String, name: String) {
        #expect(PicturePalette.name(ofFile: file) == name)
    }
}
