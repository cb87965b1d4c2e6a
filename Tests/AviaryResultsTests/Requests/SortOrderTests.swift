import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Testing

/// The order is exactly SQLite's.
struct SortOrderTests {
    static let values = [
        "NULL", "0", "-0.0", "1", "1.0", "1.5", "-1", "-1.5", "9e999", "-9e999", "5e-324", "-5e-324",
        "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740992.0", "9007199254740994.0",
        "9223372036854775807", "9223372036854775806", "9223372036854775807.0", "9223372036854775296",
        "-9223372036854775808", "-9223372036854775807", "-9223372036854775808.0", "4611686018427387905",
        "4611686018427387904.0", "''", "'a'", "'A'", "'b'", "'B '", "'a '", "'a  '", "' '", "'abcdef'", "'ABCDEF'",
        "'abcdefg'", "'abcdeg'", "'abcdef '", "'é'", "'E'", "'日本'", "char(0)", "'a' || char(0)",
        "'A' || char(0) || 'b'",
        "'abcdef' || char(0)", "'abcdefg' || char(0)", "char(0x10FFFF)", "x''", "x'00'", "x'0000'", "x'61'", "x'FF'",
        "x'616263646566'", "x'61626364656600'", "x'616263646567'", "'z'", "'Z'", "'['", "'_'",
    ]

    @Test(arguments: ["BINARY", "NOCASE", "RTRIM"], [false, true])
    func mixedValues(collation: String, isDescending: Bool) async throws {
        let test = try TestStore(
            schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank COLLATE \(collation), name, shown, hidden)")
        defer { test.remove() }
        var values = Self.values + Self.values
        var generator = SeededGenerator(seed: 5)
        values.shuffle(using: &generator)
        let key: SortKey = isDescending ? Column("rank").desc : Column("rank").asc
        // One list grows row by row. One is read in any order and sorted. One is read from an index, in SQLite's order.
        let grown = try await FetchedResults<Thing>(.init(filter: SQL("1"), sort: [key]), in: test.store)
        for value in values { try await test.execute("INSERT INTO thing(rank, name) VALUES (\(value), \(value))") }
        let loaded = try await FetchedResults<Thing>(.init(sort: [key]), in: test.store)
        try await test.execute("CREATE INDEX byRank ON thing(rank)")
        let indexed = try await FetchedResults<Thing>(.init(filter: SQL("2"), sort: [key]), in: test.store)
        let expected = try await test.ids("SELECT id FROM thing ORDER BY rank \(isDescending ? "DESC" : ""), id")
        #expect(indexed.snapshot.allItems == expected)
        #expect(loaded.snapshot.allItems == expected)
        #expect(grown.snapshot.allItems == expected)
        #expect(grown.statistics.refetched == 0)
        #expect(loaded.snapshot.violations() == [])
        #expect(grown.snapshot.violations() == [])
        #expect(contractViolations(of: loaded.snapshot) == [])
        #expect(contractViolations(of: grown.snapshot) == [])
    }

    @Test(arguments: ["id", "rowid", "-id", "name COLLATE NOCASE", "length(name)", "rank + 0"])
    func expressions(key: String) async throws {
        let test = try TestStore()
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(
            .init(sort: [SQL(sql: key).asc, Column.rowID.desc]), in: test.store)
        for value in Self.values { try await test.execute("INSERT INTO thing(rank, name) VALUES (\(value), \(value))") }
        let expected = try await test.ids("SELECT id FROM thing ORDER BY \(key), id DESC")
        #expect(results.snapshot.allItems == expected)
        #expect(results.statistics.refetched == 0)
    }

    @Test func aCollationOfTheProgramIsFollowedRowByRow() async throws {
        let queue = try DatabaseQueue()
        try await queue.write { db in
            db.add(collation: DatabaseCollation("backwards") { $1.compare($0) })
            try db.execute(
                sql: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name COLLATE backwards, shown, hidden)")
        }
        let store = try LiveStore(queue)
        let results = try await FetchedResults<Thing>(.init(sort: [Column("name").asc]), in: store)
        try await store.write { try $0.execute(sql: "INSERT INTO thing(name) VALUES ('a'), ('c'), ('b'), ('c')") }
        #expect(results.snapshot.allItems == [2, 4, 3, 1])
        try await store.write { try $0.execute(sql: "UPDATE thing SET name = 'bb' WHERE id = 2") }
        #expect(results.snapshot.allItems == [4, 2, 3, 1])
        #expect(results.statistics.refetched == 0)
        // Sixty rows for one gap: numbers between two numbers come to an end, and everything is read anew.
        for number in 10..<70 {
            try await store.write { db in
                try db.execute(
                    sql: "INSERT INTO thing(name) VALUES (?)", arguments: ["b" + String(repeating: "a", count: number)])
            }
        }
        let expected = try await store.read { try Int64.fetchAll($0, sql: "SELECT id FROM thing ORDER BY name, id") }
        #expect(results.snapshot.allItems == expected)
        #expect(results.snapshot.violations() == [])
        #expect((1...2).contains(results.statistics.refetched))
    }
}
