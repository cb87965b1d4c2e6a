import AviaryColors
import AviaryImages
import AviaryResults
import AviaryViews
import Foundation
import GRDB
import Synchronization
import Testing

@testable import aviary

/// A person's action on very many rows runs few statements, and so does its undo.
struct LargeWritesTests {
    private static let count = 2_000
    /// Statements that write a table: one for some hundred rows, and some for the rest.
    private static let few = 8

    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
    private let stack = UndoStack()

    /// - Returns: How many statements wrote the table in a step, in its undo and in its redo.
    private func statements(
        on table: String, _ step: @escaping @Sendable (Database) throws -> Void,
        after prepare: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) async throws -> [Int] {
        let gallery = try Gallery.open(at: directory)
        let store = gallery.store
        defer {
            store.close()
            try? store.database.close()
            try? FileManager.default.removeItem(at: directory)
        }
        try await store.write { db in
            let contents = (0..<Self.count).map { Swatch.Content(name: "s\($0)", color: .random()) }
            try db.saveSwatches(contents, at: .first(in: 1))
            for _ in 0..<Self.count { try db.addColor(.random()) }
            try prepare(db)
        }
        let before = try await content(of: table, store)
        let counter = WritingStatements(of: table)
        store.database.add(transactionObserver: counter, extent: .databaseLifetime)
        try await store.write(undoable: "Step", in: stack) { db in try step(db) }
        let after = try await content(of: table, store)
        #expect(before != after)
        var counts = [counter.take()]
        #expect(try await store.undo(stack)?.conflicting == 0)
        #expect(try await content(of: table, store) == before)
        counts.append(counter.take())
        #expect(try await store.redo(stack)?.conflicting == 0)
        #expect(try await content(of: table, store) == after)
        return counts + [counter.take()]
    }

    private func content(of table: String, _ store: LiveStore) async throws -> [String] {
        try await store.read { try Row.fetchAll($0, sql: "SELECT * FROM \(table) ORDER BY 1").map { "\($0)" } }
    }

    @Test func colorsAreSentToAPalette() async throws {
        let counts = try await statements(on: "swatch") { db in
            let ids = try Int64.fetchSet(db, sql: "SELECT id FROM color")
            #expect(try db.saveColors(ids, in: 1).count == Self.count)
        }
        #expect(counts.allSatisfy { 1...Self.few ~= $0 }, "\(counts)")
    }

    @Test func savedColorsAreDragged() async throws {
        let counts = try await statements(on: "swatch") { db in
            let ids = try Int64.fetchAll(db, sql: "SELECT id FROM swatch ORDER BY position, id")
            let moved = Array(ids[..<1_000])
            try db.moveSwatches(ItemMove(moved, to: .behind(ids[1_500])))
            let expected = Array(ids[1_000...1_500]) + moved + Array(ids[1_501...])
            #expect(try Int64.fetchAll(db, sql: "SELECT id FROM swatch ORDER BY position, id") == expected)
        }
        #expect(counts.allSatisfy { 1...Self.few ~= $0 }, "\(counts)")
    }

    @Test func palettesAreImported() async throws {
        let counts = try await statements(on: "swatch") { db in
            let entries = (0..<Self.count).map { ColorPalette.Entry(name: "e\($0)", color: .white) }
            let palette = ImportedPalette(ColorPalette(name: "New", columns: 0, entries: entries), from: "file.gpl")
            var progress = 0
            let id = try db.importPalettes([palette]) { progress += $0 }[0]
            #expect(progress == Self.count)
            let names = try String.fetchAll(
                db, sql: "SELECT name FROM swatch WHERE palette = ? ORDER BY position", arguments: [id])
            #expect(names == entries.map(\.name))
        }
        #expect(counts.allSatisfy { 1...Self.few ~= $0 }, "\(counts)")
    }

    /// Rows that stand close together, or have no number, are looked at one by one.
    @Test func eachDuplicateStandsBehindItsOriginal() async throws {
        let counts = try await statements(on: "swatch") { db in
            let before = try String.fetchAll(db, sql: "SELECT name FROM swatch ORDER BY position, id")
            let ids = try Int64.fetchSet(db, sql: "SELECT id FROM swatch WHERE id <= 1500")
            let names = try Set(String.fetchAll(db, sql: "SELECT name FROM swatch WHERE id <= 1500"))
            #expect(try db.duplicateSwatches(ids).count == 1_500)
            let after = try String.fetchAll(db, sql: "SELECT name FROM swatch ORDER BY position, id")
            #expect(after == before.flatMap { names.contains($0) ? [$0, $0] : [$0] })
        } after: { db in
            try db.execute(
                sql: """
                    UPDATE swatch SET position = NULL WHERE id = 5;
                    UPDATE swatch SET position = 'x' WHERE id = 6;
                    UPDATE swatch SET position = (SELECT position FROM swatch WHERE id = 8) WHERE id = 7
                    """)
        }
        #expect(counts.allSatisfy { 1...(3 * Self.few) ~= $0 }, "\(counts)")
    }

    @Test func photosAreAddedToAnAlbum() async throws {
        let counts = try await statements(on: "albumPhoto") { db in
            let ids = try Int64.fetchSet(db, sql: "SELECT id FROM photo")
            #expect(try db.addPhotos(ids, toAlbum: 1) == Self.count)
            #expect(try db.addPhotos(ids, toAlbum: 1) == 0)
        } after: { db in
            let content = ContentID(of: [1])
            try db.insertPhotos(
                (0..<Self.count).map { index in
                    NewPhoto(
                        name: "p\(index)", content: content, type: "image/jpeg", size: 1, width: 3, height: 2,
                        color: "#112233", takenAt: nil, camera: "")
                })
            try db.saveAlbum(named: "Album")
        }
        #expect(counts.allSatisfy { 1...Self.few ~= $0 }, "\(counts)")
    }
}

/// Counts the statements that write a table.
private final class WritingStatements: TransactionObserver, Sendable {
    private let table: String
    private let count = Mutex(0)

    init(of table: String) { self.table = table }

    func take() -> Int {
        count.withLock { count in
            defer { count = 0 }
            return count
        }
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        let isHere =
            switch kind {
            case .insert(let name), .update(let name, _), .delete(let name): name == table
            }
        if isHere { count.withLock { $0 += 1 } }
        return false
    }

    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
