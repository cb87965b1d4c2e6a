import AviaryImages
import AviaryResults
import AviaryViews
import Foundation
import GRDB
import Testing

@testable import aviary

/// Metadata of cameras in a form for people, and rows of other programs.
struct PhotoFactsTests {
    @Test func aCamerasNumbersBecomeWords() {
        let facts = PhotoFacts(exif: [
            "Make": "FUJIFILM", "Model": "X100V", "LensModel": "23 mm", "ExposureTime": "10/2500", "FNumber": "28/10",
            "ISOSpeedRatings": "1600", "FocalLength": "23/1", "DateTimeOriginal": "2024:05:17 18:03:09",
            "GPSLatitude": "52/1 31/1 1200/100", "GPSLatitudeRef": "N", "GPSLongitude": "13/1 24/1 0/1",
            "GPSLongitudeRef": "W", "Artist": " A\nB ",
        ])
        #expect(
            facts.facts.map { "\($0.name): \($0.text)" } == [
                "camera: FUJIFILM X100V", "lens: 23 mm", "exposure: 1/250 s", "aperture: f/2.8", "iso: 1,600",
                "focal: 23 mm", "place: 52.52000, -13.40000", "artist: A B",
            ])
        #expect(facts.takenAt == 1_715_968_989_000)
    }

    @Test(arguments: [
        ("DateTimeOriginal", "from the camera"), ("DateTimeDigitized", "when it was digitized"),
        ("DateTime", "when it was last edited"), ("GPSDateStamp", "from GPS"), ("XMP", "from its XMP data"),
    ])
    func thePageSaysWhereADateComesFrom(tag: String, sentence: String) throws {
        let text = "2024:05:17 12:00:00"
        let facts =
            switch tag {
            case "XMP": PhotoFacts(exif: ["DateTimeOriginal": "0000:00:00 00:00:00"], xmpTimes: ["soon", text])
            case "GPSDateStamp": PhotoFacts(exif: [tag: "2024:05:17"])
            default: PhotoFacts(exif: [tag: text])
            }
        let taken: Int64 = 1_715_947_200_000
        #expect(try PhotosWords.dateSource(facts.dateSource(of: photo("a.jpg", taken))) == sentence)
        // Another program has changed the row.
        #expect(try facts.dateSource(of: photo("a.jpg", taken + 1000)) == .file)
    }

    @Test func aDateThatNoMetadataHasComesFromTheNameOrTheFile() throws {
        let facts = PhotoFacts(exif: ["DateTimeOriginal": "2020:01:01 00:00:00"])
        #expect(try facts.dateSource(of: photo("IMG_20240517_120000.jpg", 1_715_947_200_000)) == .fileName)
        #expect(try facts.dateSource(of: photo("IMG_1.jpg", 1_715_947_200_000)) == .file)
        #expect(try facts.dateSource(of: photo("IMG_1.jpg", nil)) == .addition)
    }

    private func photo(_ name: String, _ taken: Int64?) throws -> Photo {
        try Photo(
            row: Row([
                "id": 1, "name": name, "digest": nil, "type": "image/jpeg", "bytes": 1, "width": 1, "height": 1,
                "color": nil, "takenAt": taken, "createdAt": 1_700_000_000_000, "camera": nil, "isFavorite": 0,
                "trashedAt": nil,
            ]))
    }

    @Test(arguments: [
        ("Canon", "Canon EOS 5D", "Canon EOS 5D"), ("NIKON CORPORATION", "NIKON D750", "NIKON D750"), ("", "X", "X"),
        ("Leica", "", "Leica"), ("", "", ""),
    ])
    func aMakerIsNamedOnce(maker: String, model: String, camera: String) {
        #expect(PhotoFacts(exif: ["Make": maker, "Model": model]).camera == camera)
    }

    @Test(arguments: [
        "", "0000:00:00 00:00:00", "2024:13:01 00:00:00", "2024:05:17 99:00:00", "yesterday", "2024",
        "    :  :     :  :  ",
        "99999999999999999999:05:17 00:00:00",
    ])
    func whatIsNoTimeIsNone(text: String) { #expect(TakenDate.read(text) == nil) }

    @Test(arguments: ["1/0", "0/0", "-1/3", "x", "", "1/-2", "inf", "nan", "1e999"])
    func whatIsNoNumberIsNone(text: String) {
        let facts = PhotoFacts(exif: ["FNumber": text, "ExposureTime": text, "GPSLatitude": text, "GPSLongitude": text])
        #expect(facts.facts == [])
    }

    @Test func anAddressHasTheContentInFortyThreeCharacters() throws {
        for number in 0..<100 {
            let content = ContentID(of: Array("\(number)".utf8))
            #expect(content.short.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
            #expect(ContentID.reading(short: content.short) == content)
        }
        let content = try #require(ContentID(String(repeating: "0", count: 64)))
        #expect(content.short == String(repeating: "A", count: 43))
        for other in [content.description, "", content.short + "A", String(content.short.dropLast()) + "B"] {
            #expect(ContentID.reading(short: other) == nil)
        }
    }

    @Test func rowsOfOtherProgramsAreShownAsWellAsTheyCanBe() throws {
        let album = try PhotoAlbum()
        let photos = try album.gallery.store.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO photo DEFAULT VALUES;
                    INSERT INTO photo(name, digest, type, bytes, width, height, color, takenAt, createdAt, camera, isFavorite,
                        trashedAt, position)
                    VALUES (NULL, '../../etc/passwd', 'text/html', -5, 0, 9223372036854775807, 'red; }', 'x', 9223372036854775807,
                        x'00', 'yes', NULL, 'nowhere'),
                        (printf('%.*c', 10000, 'x'), upper(printf('%.*c', 64, 'a')), 'image/jpeg', 1.5, 'a', NULL, '#GG0000',
                        -9223372036854775807, 1, char(8238) || 'evil', 2, 5, 9e999);
                    INSERT INTO album(name) VALUES (NULL);
                    INSERT INTO albumPhoto(album, photo, position) VALUES (NULL, NULL, NULL), (1, 'x', 'y'), (1, 2, NULL);
                    """)
            return try Photo.order(Column("id")).fetchAll(db)
        }
        #expect(photos.map(\.name.count) == [8, 8, 200])
        #expect(photos.allSatisfy { $0.content == nil && $0.thumbnailPath(.small) == nil })
        #expect(photos.map(\.type) == ["application/octet-stream", "application/octet-stream", "image/jpeg"])
        #expect(photos.allSatisfy { $0.width == 1 && $0.color.hex == "#808080" && $0.size >= 0 })
        #expect(photos.map(\.isTrashed) == [false, false, true])
        #expect(photos[2].camera == "evil" && photos[2].isFavorite && !photos[1].isFavorite)
        try album.gallery.store.database.write { db in
            _ = try db.trashPhotos(Set(photos.map(\.id)))
            #expect(try db.deletePhotos(Set(photos.map(\.id))) == 3)
            #expect(try db.saveAlbum() > 1)
        }
    }
}
