import AviaryResults
import GRDB
import Synchronization
import Testing

/// The statement that reads records by their rowids.
struct RowidStatementTests {
    /// Counts how often GRDB asks for the columns of the record, which it does for each statement that it writes.
    private struct Counted: LiveRecord {
        static let databaseTableName = "thing"
        static let selections = Atomic(0)
        static var databaseSelection: [any SQLSelectable] {
            selections.add(1, ordering: .relaxed)
            return [Column("shown"), SQL("rank + \(100)").forKey("high")]
        }
        let values: [Int]
        init(row: Row) { values = [row["shown"], row["high"]] }
    }

    private struct Whole: LiveRecord {
        static let databaseTableName = "thing"
        let columns: [String]
        let hidden: Int?
        init(row: Row) { (columns, hidden) = (Array(row.columnNames), row["hidden"]) }
    }

    @Test func itIsWrittenOnceForASchema() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, rank, shown) VALUES (1, 1, 10), (2, 2, 20), (3, 3, 30)")
        let results = try await FetchedResults<Counted>(.init(), in: test.store)
        func values(of items: [Int64]) async throws -> [Int64: [Int]] {
            try await results.elements(for: items).mapValues { $0.values }
        }
        #expect(try await values(of: [1]) == [1: [10, 101]])
        let known = Counted.selections.load(ordering: .relaxed)
        for step in 0..<5 {
            try await test.execute("UPDATE thing SET shown = \(step) WHERE id = 1")
            #expect(try await values(of: [1]) == [1: [step, 101]])
        }
        #expect(try await values(of: [3, 2]) == [2: [20, 102], 3: [30, 103]])
        #expect(Counted.selections.load(ordering: .relaxed) == known)

        try await test.execute("ALTER TABLE thing ADD COLUMN more; UPDATE thing SET shown = 7 WHERE id = 1")
        #expect(try await values(of: [1]) == [1: [7, 101]])
    }

    /// Another connection changes the schema, and nobody has looked since.
    @Test(arguments: [true, false])
    func itReadsTheColumnsThatTheTableHas(isQueue: Bool) async throws {
        let test = try TestStore(history: false)
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(id, hidden) VALUES (1, 5), (2, 6), (3, 7)")
        let database: any DatabaseWriter = try isQueue ? DatabaseQueue(path: test.path) : DatabasePool(path: test.path)
        var options = LiveStore.Options()
        options.pollInterval = nil
        let store = try LiveStore(database, options: options)
        defer { store.close() }
        let results = try await FetchedResults<Whole>(.init(), in: store)
        let first = try await results.elements(for: [1])[1]
        #expect(first?.columns == ["id", "rank", "name", "shown", "hidden", "aviaryRowid"] && first?.hidden == 5)

        try test.sqlite3("ALTER TABLE thing DROP COLUMN name")
        let second = try await results.elements(for: [2])[2]
        #expect(second?.columns == ["id", "rank", "shown", "hidden", "aviaryRowid"] && second?.hidden == 6)

        try test.sqlite3("ALTER TABLE thing ADD COLUMN name")
        let third = try await results.elements(for: [3])[3]
        #expect(third?.columns == ["id", "rank", "shown", "hidden", "name", "aviaryRowid"] && third?.hidden == 7)
    }
}
