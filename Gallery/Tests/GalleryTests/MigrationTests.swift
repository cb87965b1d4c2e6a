import AviaryColors
import AviaryImages
import AviaryResults
import Foundation
import GRDB
import Synchronization
import Testing

@testable import aviary

/// Upgrades of galleries of older versions.
struct MigrationTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    @Test func aStoreFromBeforePalettesGetsOneAndKeepsItsColors() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: directory.appending(path: "gallery.sqlite").path)
        try Schema.migrator.migrate(queue, upTo: "colorOrder")
        try queue.write { for _ in 0..<3 { try $0.addColor(.random()) } }
        try queue.close()
        for _ in 0..<2 {
            let store = try Gallery.open(at: directory).store
            let (palette, colors) = try store.database.read { db in
                (try db.firstPalette(), try Int.fetchOne(db, sql: "SELECT count(*) FROM color"))
            }
            #expect(palette == 1)
            #expect(colors == 3)
            store.close()
            try store.database.close()
        }
        let copies = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter {
            $0.contains("before")
        }
        #expect(copies == ["gallery.before-palettes.sqlite"])
    }

    @Test func aStoreFromBeforeColumnsKeepsItsPalettesAndFollowsTheNewColumn() async throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: directory.appending(path: "gallery.sqlite").path)
        try Schema.migrator.migrate(queue, upTo: "hints")
        try await queue.write { try $0.execute(sql: "INSERT INTO palette(name, position) VALUES ('Walls', -1)") }
        try queue.close()
        let gallery = try Gallery.open(at: directory)
        defer { gallery.store.close() }
        let widths = { @Sendable (db: Database) in
            try String.fetchAll(db, sql: "SELECT name || ' ' || ifnull(columns, 'none') FROM palette ORDER BY id")
        }
        #expect(try await gallery.store.read(widths) == ["My colors none", "Walls none"])
        let undo = UndoStack()
        try await gallery.store.write(undoable: "Widen", in: undo) {
            try $0.execute(sql: "UPDATE palette SET columns = 4")
        }
        #expect(try await gallery.store.read(widths) == ["My colors 4", "Walls 4"])
        _ = try await gallery.store.undo(undo)
        #expect(try await gallery.store.read(widths) == ["My colors none", "Walls none"])
    }

    /// `Tests/Golden/stores/first-photos.sql` is what the first schema of photographs left.
    @Test func photographsOfTheFirstSchemaGetAnOrderAndKeepTheirNames() async throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Tests/Golden/stores/first-photos.sql").standardized
        let sql = try String(contentsOf: fixture, encoding: .utf8)
        let queue = try DatabaseQueue(path: directory.appending(path: "gallery.sqlite").path)
        try await queue.write { db in
            #expect(try !db.tableExists("photo"))
            try db.execute(sql: sql)
            #expect(try !db.columns(in: "photo").contains { $0.name == "position" })
        }
        try queue.close()
        let gallery = try Gallery.open(at: directory)
        defer { gallery.store.close() }
        let results = try await gallery.photos()
        let names = { @Sendable (db: Database) in
            try String.fetchAll(db, sql: "SELECT name FROM photo WHERE trashedAt IS NULL ORDER BY position, id")
        }
        #expect(try await gallery.store.read(names) == ["first.jpg", "second.jpg", "third.jpg"])
        #expect(results.snapshot.numberOfItems == 3)
        // A new photograph comes last, has a fresh identifier, and its addition can be undone.
        let stack = UndoStack()
        let added = try await gallery.store.write(undoable: "Add", in: stack) { db in
            try db.insertPhotos([
                NewPhoto(
                    name: "new.jpg", content: ContentID(of: []), type: "image/jpeg", size: 1, width: 1, height: 1,
                    color: "#000000", takenAt: nil, camera: "")
            ])
        }
        #expect(added == [10])
        #expect(try await gallery.store.read(names).last == "new.jpg" && results.snapshot.numberOfItems == 4)
        _ = try await gallery.store.undo(stack)
        #expect(results.snapshot.numberOfItems == 3)
        let copies = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter {
            $0.contains("before")
        }
        #expect(copies == ["gallery.before-photoOrder.sqlite"])
    }

    /// `Tests/Golden/stores/migrations.sql` has the statements of each migration. A migration that was published stays as
    /// it is, so a new one only adds its statements at the end. Tests of the program make stores of every earlier schema
    /// from the file.
    ///
    /// `AVIARY_RECORD=1` writes it anew; such a run fails.
    @Test func migrationsStayAsTheyArePublished() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Tests/Golden/stores/migrations.sql").standardized
        let queue = try DatabaseQueue()
        let statements = Mutex<[String]>([])
        queue.inDatabase { db in
            // SQLite also reports the statements inside triggers, as comments.
            let before = /(?:\s*--[^\n]*\n)*\s*(?=(?:CREATE|ALTER|DROP|INSERT|UPDATE|DELETE) )/
            db.trace { event in
                guard case .statement(let statement) = event else { return }
                let sql = statement.expandedSQL
                guard let begin = sql.prefixMatch(of: before)?.range.upperBound else { return }
                statements.withLock { $0.append(String(sql[begin...])) }
            }
        }
        var text = ""
        for name in Schema.migrator.migrations {
            try Schema.migrator.migrate(queue, upTo: name)
            text += "-- \(name)\n"
            text += statements.withLock { statements in
                defer { statements = [] }
                return statements.map { "\($0);\n" }.joined()
            }
        }
        // The names of triggers have a random part.
        var numbers: [Substring: Int] = [:]
        text.replace(/aviaryHistory_([0-9a-z]+)_/) { match in
            let number = numbers[match.1] ?? numbers.count + 1
            numbers[match.1] = number
            return "aviaryHistory_\(number)_"
        }
        if ProcessInfo.processInfo.environment["AVIARY_RECORD"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("Recorded \(file.path); look at the difference, then run without AVIARY_RECORD.")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func aStoreFromBeforePhotoramaGetsItsTablesAndKeepsItsPhotographs() async throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: directory.appending(path: "gallery.sqlite").path)
        try Schema.migrator.migrate(queue, upTo: "photoOrder")
        try await queue.write { try $0.execute(sql: "INSERT INTO photo(name) VALUES ('tern.jpg')") }
        try queue.close()
        let gallery = try Gallery.open(at: directory)
        defer { gallery.store.close() }
        #expect(try await gallery.store.read { try Photo.fetchCount($0) } == 1)
        // Each column has a default, and each change is followed.
        let photos = try await gallery.webPhotos()
        try await gallery.store.write { try $0.execute(sql: "INSERT INTO webPhoto(title) VALUES ('a'), ('b')") }
        #expect(photos.snapshot.numberOfItems == 2)
        let copies = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter {
            $0.contains("before")
        }
        #expect(copies == ["gallery.before-photorama.sqlite"])
    }
}
