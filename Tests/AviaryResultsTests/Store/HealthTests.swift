import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Testing

/// Whether a store can be written, as those ask who watch over it.
struct HealthTests {
    private let file = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString).sqlite")

    private func withStore(_ body: (LiveStore) async throws -> Void) async throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("note", creating: "note") { table in table.column("text", .text) }
        let store = try StoreFile(file, migrator: migrator).open()
        try await store.write { db in
            for number in 1...1_000 {
                try db.execute(
                    sql: "INSERT INTO note(text) VALUES (?)", arguments: [String(repeating: "\(number) ", count: 100)])
            }
        }
        try await body(store)
        store.close()
        try? store.database.close()
    }

    @Test func aCheckLeavesNothing() async throws {
        try await withStore { store in
            let state =
                "SELECT (SELECT max(seq) FROM aviaryHistory), (SELECT count(*) FROM aviaryReceipt), seq FROM sqlite_sequence"
            let before = try await store.read { try Row.fetchAll($0, sql: state).map(\.description) }
            try await store.checkWriting()
            let after = try await store.read { try Row.fetchAll($0, sql: state).map(\.description) }
            #expect(after == before)
        }
    }

    /// Each of them has every change fail.
    @Test(arguments: [
        "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'aviaryHistory'",
        "INSERT INTO sqlite_sequence(name, seq) VALUES ('aviaryReceipt', 9223372036854775807)",
        "CREATE TRIGGER no BEFORE INSERT ON aviaryHistory BEGIN SELECT RAISE(ABORT, 'no'); END",
    ])
    func aStoreThatTakesNoChangeIsNotWell(sql: String) async throws {
        try await withStore { store in
            try await store.checkWriting()
            try await store.database.write { try $0.execute(sql: sql) }
            await #expect(throws: DatabaseError.self) { try await store.checkWriting() }
        }
    }

    @Test func aStoreWhoseLastRowsAreBrokenIsNotWell() async throws {
        try await withStore { store in
            try await store.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            let page = try await store.read { db in
                let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4_096
                let root = try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'note'") ?? 0
                return (size, root)
            }
            let handle = try FileHandle(forWritingTo: file)
            try handle.seek(toOffset: UInt64(page.0 * (page.1 - 1)))
            try handle.write(contentsOf: Data(repeating: 0xff, count: page.0))
            // Closing it would take this process's locks of the file.
            withExtendedLifetime(handle) {}
            try await store.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA shrink_memory") }
            await #expect(throws: DatabaseError.self) { try await store.checkWriting() }
            try handle.close()
        }
    }
}
