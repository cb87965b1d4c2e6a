import Foundation
import GRDB
import Testing

@testable import AviaryPostgres

struct CopiedRowsTests {
    private static let table = FeedTable(
        name: "t", oid: 1,
        columns: [
            .init(name: "id", type: 20, typeName: "bigint"), .init(name: "name", type: 25, typeName: "text"),
            .init(name: "data", type: 17, typeName: "bytea"),
        ])

    private static func insert(_ lines: [String]) throws -> [[DatabaseValue]] {
        try DatabaseQueue().write { db in
            try db.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, data BLOB)")
            let rows = try CopiedRows(table, in: db)
            for line in lines {
                var bytes = Array(line.utf8)
                try bytes.withUnsafeMutableBufferPointer { try rows.insert($0) }
            }
            return try Row.fetchAll(db, sql: "SELECT * FROM t ORDER BY id").map { Array($0.databaseValues) }
        }
    }

    @Test func escapedCharactersAreReplaced() throws {
        let rows = try Self.insert([
            "1\ta\\tb\\nc\\rd\\\\e\\bf\\vg\\f\t\\\\x00ff\n", "2\t\\N\t\\N\n", "3\t\t\\\\x\n", "4\t\\\\N\t\\N",
            "5\tN\t\\N\n",
        ])
        #expect(
            rows.map { String.fromDatabaseValue($0[1]) } == ["a\tb\nc\rd\\e\u{8}f\u{b}g\u{c}", nil, "", "\\N", "N"])
        #expect(rows[0][2] == Data([0, 0xff]).databaseValue)
        #expect(rows[2][2] == Data().databaseValue)
        #expect(rows[1][2].isNull)
    }

    @Test(arguments: ["1\ta\n", "1\ta\t\\N\tb\n", "\n", "", "1", "1\ta\t\\N\t\n"])
    func aLineWithAnotherNumberOfColumnsIsRefused(line: String) {
        #expect(throws: ReplicaError.malformedRow(table: "t")) { try Self.insert([line]) }
    }

    @Test func aRowThatDoesNotFitIsRefused() {
        let error = #expect(throws: ReplicaError.self) { try Self.insert(["1\ta\t\\N", "1\tb\t\\N"]) }
        #expect(error == .unstorable(table: "t", "UNIQUE constraint failed: t.id"))
    }
}

struct FeedAlarmTests {
    /// Two questions a second at rest; behind a change there is none that waits for long.
    @Test func pausesGrowWhileNothingComes() {
        var pace = FeedPace()
        #expect(pace.next(hadChanges: true) == 2)
        let attentive = (1..<FeedPace.attention).map { _ in pace.next(hadChanges: false) }
        #expect(Set(attentive) == [5])
        #expect(attentive.reduce(0, +) >= 990, "for a second")
        let later = (0..<13).map { _ in pace.next(hadChanges: false) }
        #expect(later == [8, 12, 18, 27, 41, 62, 93, 140, 210, 315, 473, 500, 500])
        #expect(pace.next(hadChanges: true) == 2)
        for _ in 0..<300 { _ = pace.next(hadChanges: false) }
        pace.begin()
        #expect(pace.next(hadChanges: false) == 5)
    }

    @Test func somebodyWhoRangIsHeardLater() {
        let alarm = FeedAlarm()
        for _ in 0..<5 { alarm.ring() }
        // Without the bell this would take its pause; it counts as one ring.
        alarm.wait(hadChanges: false)
        #expect(!alarm.isStopped)
        alarm.stop()
        #expect(alarm.isStopped)
        alarm.wait(hadChanges: false)
    }

    @Test func positionsAreReadAsTheyWereWritten() {
        let position = LogPosition(source: "1/2/3", catalog: "abc", reports: 7, snapshot: "10:20:10,11")
        #expect(LogPosition(position.position) == position)
        #expect(LogPosition(FeedPosition(rawValue: "log a b c 10:20:")) == nil)
    }
}
