import AviaryColors
import AviaryResults
import Foundation
import GRDB
import Testing

@testable import aviary

/// What a gallery of an older version becomes.
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
}
