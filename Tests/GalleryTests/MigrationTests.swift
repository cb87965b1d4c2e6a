import AviaryColors
import AviaryResults
import Foundation
import GRDB
import Testing

@testable import aviary

/// What a store of an older version becomes, and what is kept of it.
struct MigrationTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    /// The schema of tomorrow.
    private func migrator(failing: Bool = false) -> DatabaseMigrator {
        var migrator = Schema.migrator
        migrator.registerMigration("tomorrow") { db in
            try db.execute(sql: "CREATE TABLE tomorrow(id INTEGER PRIMARY KEY); DELETE FROM color")
            if failing { try db.execute(sql: "INSERT INTO nowhere VALUES (1)") }
        }
        return migrator
    }

    private func copies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.contains("before") }.sorted()
    }

    private func count(in name: String) throws -> Int? {
        try DatabaseQueue(path: directory.appending(path: name).path).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM color")
        }
    }

    /// Opens the store of today, and adds some colours.
    private func add(_ count: Int) async throws {
        let gallery = try Gallery.open(at: directory)
        try await gallery.store.write { db in for _ in 0..<count { try db.addColor(.random()) } }
        close(gallery)
    }

    private func close(_ gallery: Gallery) {
        gallery.store.close()
        try? gallery.store.database.close()
    }

    @Test func aNewStoreNeedsNoCopy() async throws {
        try await add(1)
        try await add(1)
        #expect(try copies().isEmpty)
    }

    @Test func anOlderStoreIsCopiedOnceBeforeItIsChanged() async throws {
        try await add(3)
        for _ in 0..<2 { close(try Gallery.open(at: directory, migrator: migrator())) }
        #expect(try copies() == ["gallery.before-tomorrow.sqlite"])
        #expect(try count(in: "gallery.before-tomorrow.sqlite") == 3)
        #expect(try count(in: "gallery.sqlite") == 0)
    }

    @Test func aStoreFromBeforePalettesGetsOneAndKeepsItsColors() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: directory.appending(path: "gallery.sqlite").path)
        try Schema.migrator.migrate(queue, upTo: "colorOrder")
        try queue.write { for _ in 0..<3 { try $0.addColor(.random()) } }
        try queue.close()
        for _ in 0..<2 {
            let gallery = try Gallery.open(at: directory)
            #expect(try gallery.store.database.read { try $0.firstPalette() } == 1)
            close(gallery)
        }
        #expect(try count(in: "gallery.sqlite") == 3)
        #expect(try copies() == ["gallery.before-palettes.sqlite"])
    }

    @Test func aMigrationThatFailsChangesNothingAndNamesTheCopy() async throws {
        try await add(3)
        for _ in 0..<2 {
            let error = #expect(throws: GalleryError.self) {
                try Gallery.open(at: directory, migrator: migrator(failing: true))
            }
            #expect(error?.description.contains("gallery.before-tomorrow.sqlite") == true)
            #expect(try count(in: "gallery.sqlite") == 3)
            #expect(try copies() == ["gallery.before-tomorrow.sqlite"], "the same again is not copied again")
        }
        // The version of today goes on with it, and tomorrow's gets a copy of its own.
        try await add(1)
        close(try Gallery.open(at: directory, migrator: migrator()))
        #expect(try copies() == ["gallery.before-tomorrow-2.sqlite", "gallery.before-tomorrow.sqlite"])
        #expect(try count(in: "gallery.before-tomorrow-2.sqlite") == 4)
        #expect(try count(in: "gallery.before-tomorrow.sqlite") == 3)
    }

    @Test func aCommitIsOnTheDiskWhenItIsAcknowledged() throws {
        let gallery = try Gallery.open(at: directory)
        defer { close(gallery) }
        let synchronous = try gallery.store.database.writeWithoutTransaction {
            try Int.fetchOne($0, sql: "PRAGMA synchronous")
        }
        #expect(synchronous == 2, "FULL")
    }
}
