import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Synchronization
import Testing

/// Random transactions through a real file, against a plain `GROUP BY` after each.
struct AggregateReplayTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var aggregates: [(Aggregate, sql: String)]
        var filter: String?
        var group: String?
        var schema = "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden)"
        var encoding = "UTF-8"
        /// The least share of commits that SQLite need not read all rows for, in percent.
        var followed = 80
    }

    private static func all(_ column: String) -> [(Aggregate, sql: String)] {
        let value = SQL(sql: column)
        return [
            (.count, "count(*)"), (.count(value), "count(\(column))"), (.sum(value), "sum(\(column))"),
            (.average(value), "avg(\(column))"), (.min(value), "min(\(column))"), (.max(value), "max(\(column))"),
        ]
    }

    private static let small = "typeof(hidden) = 'integer' AND abs(hidden) < 1000"

    static let shapes = [
        Shape(testDescription: "small integers by a column", aggregates: all("hidden"), filter: small, group: "shown"),
        Shape(
            testDescription: "numbers by an indexed column",
            aggregates: [(.count, "count(*)"), (.sum(SQL("abs(hidden)")), "sum(abs(hidden))")],
            filter: "hidden IS NULL OR abs(hidden) < 1000", group: "rank",
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE INDEX ranks ON thing(rank);
                """),
        Shape(testDescription: "any values, which may overflow", aggregates: all("rank"), group: "name", followed: 0),
        Shape(testDescription: "any values without the largest", aggregates: all("rank"), filter: "rank < 1000"),
        Shape(
            testDescription: "types, collations, expressions", aggregates: all("name") + all("rank + 1"),
            filter: "rank > '5' OR shown = 1 OR name < 'c'", group: "name",
            schema: """
                CREATE TABLE thing(
                  id INTEGER PRIMARY KEY, rank DATETIME, name TEXT COLLATE NOCASE, shown INT,
                  hidden UNIQUE ON CONFLICT REPLACE);
                CREATE INDEX names ON thing(name COLLATE BINARY);
                """, followed: 30),
        Shape(
            testDescription: "generated columns", aggregates: all("size"), filter: small, group: "even",
            schema: """
                CREATE TABLE thing(
                  id INTEGER PRIMARY KEY, rank, name, shown, hidden, size AS (abs(hidden) % 100),
                  even AS (hidden % 2 = 0) STORED)
                """),
        Shape(
            testDescription: "UTF-16", aggregates: all("hidden"), filter: small, group: "name", encoding: "UTF-16",
            followed: 0),
    ]

    @Test(arguments: shapes.indices, [UInt64(1), 2])
    func theValuesAreThoseOfAPlainSelect(shape: Int, seed: UInt64) async throws {
        let shape = Self.shapes[shape]
        let test = try TestStore(encoding: shape.encoding, schema: shape.schema)
        defer { test.remove() }
        let outside = try test.openOutside()
        let values = try await FetchedAggregates(Self.request(shape), in: test.store)
        #expect(values.refetchReason == nil)
        let edits = Mutex(
            RandomEdits(table: "thing", columns: ["rank", "name", "shown", "hidden"], maximumRows: 300, seed: seed))
        let rare = Mutex(RareValues(seed: seed))
        let transactions = draws(400, long: 32_000)
        for number in 0..<transactions {
            try await test.follow(from: number % 10 == 7 ? outside : nil) { db in
                try edits.withLock { try $0.perform(in: db) }
                if shape.encoding == "UTF-8", number % 5 == 0 { try rare.withLock { try $0.write(in: db) } }
            }
            try await Self.expect(values, shape, test, "seed \(seed), transaction \(number)")
        }
        let counts = values.statistics
        let followed = counts.incremental + counts.refetched
        #expect(counts.incremental * 100 >= followed * shape.followed, "seed \(seed): \(counts)")
        #expect(counts.disorders == 0)
    }

    /// Steps that are undone, changed tables, new triggers, and histories that end and begin.
    @Test(arguments: 0..<UInt64(draws(6, long: 200)))
    func theValuesSurviveUndoAndChangesOfTheSchema(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let shape = Self.shapes[0]
        let test = try TestStore(schema: shape.schema)
        defer { test.remove() }
        let outside = try test.openOutside()
        try await test.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text)")
        let values = try await FetchedAggregates(Self.request(shape), in: test.store)
        let stack = UndoStack()
        let edits = Mutex(
            RandomEdits(table: "thing", columns: ["rank", "name", "shown", "hidden"], maximumRows: 60, seed: seed))
        for number in 0..<draws(150, long: 300) {
            let others = [
                "ALTER TABLE thing ADD COLUMN c\(number)", "CREATE INDEX i\(number) ON thing(rank)",
                "DROP TABLE note; CREATE TABLE note(id INTEGER PRIMARY KEY, text)",
                """
                CREATE TRIGGER t\(number) AFTER UPDATE OF rank ON thing BEGIN
                  UPDATE thing SET hidden = \(number) WHERE id = NEW.id; END
                """,
                """
                CREATE TRIGGER t\(number) AFTER INSERT ON thing BEGIN
                  UPDATE thing SET shown = 1 WHERE id = NEW.id; END
                """,
                "DELETE FROM aviaryHistory WHERE seq % 2", "DELETE FROM aviaryHistory",
                "UPDATE aviaryHistory SET old = 'nonsense'",
            ]
            let sql = others.randomElement(using: &generator) ?? ""
            switch Int.random(in: 0..<20, using: &generator) {
            case 0, 1: try await test.follow(from: generator.chance(50) ? outside : nil) { try $0.execute(sql: sql) }
            case 2: try await test.store.write { try History.install(on: "thing", in: $0) }
            case 3: try await test.store.write { try History.uninstall(from: "thing", in: $0) }
            case 4, 5, 6:
                do {
                    if generator.chance(70) {
                        _ = try await test.store.undo(stack)
                    } else {
                        _ = try await test.store.redo(stack)
                    }
                } catch ResultsError.tooLongAgo {
                    // The log of the step was deleted above.
                }
            case 7, 8, 9:
                do {
                    try await test.store.write(undoable: "Step", in: stack) { db in
                        try edits.withLock { try $0.perform(in: db) }
                    }
                } catch is RandomEdits.Rollback {}
            default:
                try await test.follow(from: generator.chance(20) ? outside : nil) { db in
                    try edits.withLock { try $0.perform(in: db) }
                }
            }
            try await Self.expect(values, shape, test, "seed \(seed), step \(number)")
        }
    }

    /// Values that are easily lost on their way through a log.
    private struct RareValues {
        private var generator: SeededGenerator

        init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

        mutating func write(in db: Database) throws {
            let values = [
                "9e999", "-9e999", "CAST(x'6100' AS TEXT)", "CAST(x'610062' AS TEXT)", "0.1", "1e-300", "x''", "''",
            ]
            let value = values.randomElement(using: &generator) ?? "NULL"
            let column = ["rank", "name", "shown", "hidden"].randomElement(using: &generator) ?? "rank"
            let negative = generator.chance(10)
            try db.execute(
                sql: """
                    UPDATE thing SET \(column) = \(negative ? "?" : "ifnull(?, \(value))")
                    WHERE id = (SELECT id FROM thing WHERE id >= ? ORDER BY id LIMIT 1)
                    """, arguments: [negative ? -0.0 : nil, Int64.random(in: 0...100, using: &generator)])
        }
    }

    private static func request(_ shape: Shape) -> AggregateRequest {
        AggregateRequest(
            shape.aggregates.map { $0.0 }, of: Thing.self, filter: shape.filter.map { SQL(sql: $0) },
            by: shape.group.map { SQL(sql: $0) })
    }

    /// Compares live values with SQLite's, byte by byte and type by type.
    private static func expect(
        _ values: FetchedAggregates, _ shape: Shape, _ test: TestStore, _ context: String
    ) async throws {
        let group = shape.group.map { "(\($0)) COLLATE BINARY" }
        // GRDB cuts a text at NUL, so texts are read as bytes.
        let isUTF8 = shape.encoding == "UTF-8"
        let columns = ([shape.group ?? "0"] + shape.aggregates.map(\.sql)).flatMap { sql in
            [sql, isUTF8 ? "CASE typeof(\(sql)) WHEN 'text' THEN CAST(\(sql) AS BLOB) END" : "NULL"]
        }
        let select = """
            SELECT \(columns.joined(separator: ", ")) FROM thing \(shape.filter.map { "WHERE \($0)" } ?? "") \
            \(group.map { "GROUP BY \($0)" } ?? "")
            """
        let found = await Result {
            try await test.store.read { db in
                try Row.fetchAll(db, sql: select).map { row in
                    stride(from: 0, to: columns.count, by: 2).map { column -> DatabaseValue in
                        let bytes = row[column + 1] as Data?
                        return bytes.map { String(decoding: $0, as: UTF8.self).databaseValue } ?? row[column]
                    }
                }
            }
        }
        guard case .success(let rows) = found else {
            guard let error = values.error, "\(error)".contains("integer overflow") else {
                throw ReplayError(description: "\(context): \(found), but \(values.values)")
            }
            return
        }
        let now = values.values
        guard values.error == nil, now.count == rows.count else {
            throw ReplayError(description: "\(context): \(rows), but \(values.error as Any), \(now)")
        }
        for row in rows {
            let group = row[0]
            let wanted = row.dropFirst().map { "\($0.storage)" }
            let section = now.sections.first { $0.value == group && "\($0.value.storage)" == "\(group.storage)" }
            let held =
                shape.group == nil ? now.all : section.flatMap { now[$0] } ?? now[of: group]
            guard let held, held.map({ "\($0.storage)" }) == wanted else {
                throw ReplayError(description: "\(context), group \(group): \(wanted), but \(held as Any)")
            }
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
