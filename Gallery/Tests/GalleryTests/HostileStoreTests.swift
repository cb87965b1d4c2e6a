import AviaryColors
import AviaryImages
import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Logging
import Testing

@testable import aviary

/// Changes of other programs to the store and its directory.
struct HostileStoreTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    @Test(
        arguments: [
            ("id, red, green", StoredRowError.missingColumn("blue")), ("red, green, blue", .missingColumn("id")),
            ("NULL AS id, red, green, blue", .noIdentifier("NULL")),
            ("'one' AS id, red, green, blue", .noIdentifier("\"one\"")),
            ("1.5 AS id, red, green, blue", .noIdentifier("1.5")),
        ])
    func aRowThatCannotBeReadThrows(columns: String, expected: StoredRowError) throws {
        try DatabaseQueue().read { db in
            let source = "(SELECT 1 AS id, 0 AS red, 0 AS green, 0 AS blue)"
            let row = try Row.fetchOne(db, sql: "SELECT \(columns) FROM \(source)")
            #expect(throws: expected) { try GalleryColor(row: try #require(row)) }
        }
    }

    @Test func valuesOfAnyKindAreShownAsNumbersFromZeroToOne() throws {
        let values: [(String, Double)] = [
            ("NULL", 0), ("'red'", 0), ("x'00'", 0), ("9e999", 1), ("-9e999", 0), ("9223372036854775807", 1),
            ("-0.0", 0),
            ("0.25", 0.25),
        ]
        try DatabaseQueue().read { db in
            for (literal, red) in values {
                let row = try Row.fetchOne(db, sql: "SELECT 1 AS id, \(literal) AS red, 0 AS green, 0 AS blue")
                #expect(try GalleryColor(row: try #require(row)).color.red == red, "\(literal)")
            }
        }
    }

    @Test func longValuesAreReadInPart() throws {
        let gallery = try Gallery.open(at: directory)
        defer { gallery.store.close() }
        let name = try gallery.store.database.write { db in
            try db.execute(sql: "INSERT INTO swatch(id, name) VALUES (1, printf('%.*c', 10000000, 'x'))")
            return try Row.fetchOne(db, Swatch.all())?.stored("name")
        }
        #expect(name.flatMap(String.fromDatabaseValue)?.count == 1000)
    }

    /// A table `photo` that another program has made.
    @Test(arguments: [("'one'", "\"one\""), ("NULL", "NULL"), ("1.5", "1.5")])
    func aPhotoWithoutANumberIsFoundAgainByItsContentAndThrows(id: String, shown: String) throws {
        let content = ContentID(of: [1, 2, 3])
        let new = NewPhoto(
            name: "a.png", content: content, type: "image/png", size: 3, width: 3, height: 2, color: "#808080",
            camera: "")
        try DatabaseQueue().write { db in
            try db.execute(sql: "CREATE TABLE photo(id PRIMARY KEY, name, digest, trashedAt, position)")
            try db.execute(
                sql: "INSERT INTO photo(id, name, digest) VALUES (\(id), 'a.png', ?)", arguments: [content.description])
            #expect(throws: StoredRowError.noIdentifier(shown)) { try db.photo(with: content) }
            #expect(throws: StoredRowError.noIdentifier(shown)) { try db.addPhotos([new, new]) }
            #expect(try db.hasPhoto(with: content), "its original is not settled")
            #expect(try !db.hasPhoto(with: ContentID(of: [4])))
        }
    }

    @Test func aRowIsWarnedOfOnceAndManyRowsToABound() {
        let log = CollectedLog(level: .trace)
        let warnings = RowWarnings(limit: 10, logger: Logger(label: "test") { _ in log })
        for _ in 0..<3 {
            for row in 0..<100 { warnings.warn("strange", table: "color", row: row.databaseValue, details: [:]) }
        }
        #expect(log.lines.count == 11, "ten rows, and that no more are named")
    }
}
