import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Testing

/// Values that SQL literals of SQLite 3.40 do not bring back.
struct UndoValueTests {
    static let values = [
        "NULL", "''", "x''", "x'00'", "x'27002C'", "0", "-1", "9223372036854775807", "-9223372036854775808", "0.0",
        "-0.0",
        "9e999", "-9e999", "0.1", "1e300", "5e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "1e15",
        "123456789012345678.0", "0.30000000000000004", "'it''s'", "'a,''b'", "char(0)", "char(65, 0, 66)", "'NULL'",
        "'Inf'",
        "char(9786, 128512, 0, 55357)", "CAST(x'FF00C328' AS TEXT)", "CAST(x'FF41' AS TEXT)",
        "CAST(x'ED A0 80' AS TEXT)",
    ].map { $0.replacing("ED A0 80", with: "EDA080") }

    /// The bytes of a value, its storage class, and the sign of a zero, which SQL does not tell.
    private func value(_ test: TestStore) async throws -> String {
        try await test.store.read { db in
            let row = try #require(
                try Row.fetchOne(db, sql: "SELECT typeof(rank), hex(rank), rank FROM thing WHERE id = 1"))
            let sign = (row[0] as String) == "real" ? " \((row[2] as Double).bitPattern)" : ""
            return "\(row[0] as String) \(row[1] as String)\(sign)"
        }
    }

    @Test(arguments: values, ["UTF-8", "UTF-16le", "UTF-16be"])
    func everyValueComesBack(value: String, encoding: String) async throws {
        let test = try TestStore(
            encoding: encoding, schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name TEXT, shown, hidden)")
        defer { test.remove() }
        #expect(try await test.store.read { try String.fetchOne($0, sql: "PRAGMA encoding") } == encoding)
        let stack = UndoStack()
        try await test.execute("INSERT INTO thing(id, rank, name) VALUES (1, \(value), 'ä')")
        let before = try await self.value(test)
        for sql in [
            "UPDATE thing SET rank = 'other'", "DELETE FROM thing", "REPLACE INTO thing(id, rank) VALUES (1, 5)",
        ] {
            try await test.store.write(undoable: sql, in: stack) { try $0.execute(sql: sql) }
            let outcome = try await test.store.undo(stack)
            #expect(outcome == UndoOutcome(name: sql, restored: 1, conflicting: 0))
            #expect(try await self.value(test) == before, "\(sql)")
        }
        _ = try await test.store.redo(stack)
        #expect(try await test.ids("SELECT rank FROM thing") == [5])
        _ = try await test.store.undo(stack)
        #expect(try await self.value(test) == before)
    }

    /// Numbers of any size, and short decimals, which SQLite and Foundation read in different ways.
    @Test func everyDoubleComesBack() async throws {
        let test = try TestStore()
        defer { test.remove() }
        var random = SeededGenerator(seed: 1)
        let numbers = (0..<40_000).map { number -> Double in
            if number % 2 == 0 { return Double(bitPattern: random.next()) }
            let scale = pow(10, Double(Int.random(in: 0...15, using: &random)))
            return Double(Int.random(in: 0..<1_000_000_000_000_000, using: &random)) / scale
        }.filter(\.isFinite)
        try await test.store.write { db in
            for number in numbers { try db.execute(sql: "INSERT INTO thing(rank) VALUES (?)", arguments: [number]) }
        }
        let stack = UndoStack()
        try await test.store.write(undoable: "Clear", in: stack) { try $0.execute(sql: "DELETE FROM thing") }
        _ = try await test.store.undo(stack)
        let found = try await test.store.read { try Double.fetchAll($0, sql: "SELECT rank FROM thing ORDER BY id") }
        #expect(found.map(\.bitPattern) == numbers.map(\.bitPattern))
    }

    @Test func theSignOfAZeroIsAChange() async throws {
        let test = try TestStore()
        defer { test.remove() }
        let stack = UndoStack()
        try await test.execute("INSERT INTO thing(id, rank) VALUES (1, 0.0)")
        let before = try await value(test)
        try await test.store.write(undoable: "Sign", in: stack) { try $0.execute(sql: "UPDATE thing SET rank = -0.0") }
        let after = try await value(test)
        #expect(before != after)
        _ = try await test.store.undo(stack)
        #expect(try await value(test) == before)
        _ = try await test.store.redo(stack)
        #expect(try await value(test) == after)
    }

    @Test func aTableMayBeAsWideAsSQLiteTakes() async throws {
        let columns = (0..<1_500).map { "c\($0)" }.joined(separator: ", ")
        let test = try TestStore(schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank INT, \(columns) TEXT)")
        defer { test.remove() }
        let stack = UndoStack()
        try await test.execute("INSERT INTO thing(id, c0, c1499) VALUES (1, 'first', 'last')")
        try await test.store.write(undoable: "Clear", in: stack) { try $0.execute(sql: "DELETE FROM thing") }
        _ = try await test.store.undo(stack)
        let row = try await test.store.read { try String.fetchOne($0, sql: "SELECT c0 || c1499 FROM thing") }
        #expect(row == "firstlast")
    }
}
