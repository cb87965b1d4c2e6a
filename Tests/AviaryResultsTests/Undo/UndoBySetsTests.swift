import AviaryResults
import AviaryTesting
import GRDB
import Synchronization
import Testing

/// Steps of many rows are taken back by statements over sets. They are compared with copies of all rows, byte by byte.
struct UndoBySetsTests {
    /// The rows of a table as their bytes: by rowid, each column's storage class, bytes and the bits of a double.
    private typealias Content = [String: [Int64: String]]

    private static let tables = ["free", "kept", "tree", "word"]
    private static let schema = """
        CREATE TABLE free(id INTEGER PRIMARY KEY, a, b TEXT, c REAL, d BLOB);
        CREATE TABLE kept(id INTEGER PRIMARY KEY, key UNIQUE, rank INT, UNIQUE(rank, key));
        CREATE TABLE tree(id INTEGER PRIMARY KEY, parent INTEGER REFERENCES tree(id) ON DELETE CASCADE, name);
        CREATE TABLE word(text PRIMARY KEY, number) WITHOUT ROWID;
        CREATE INDEX byA ON free(a, c);
        """

    private let test: TestStore
    private let stack = UndoStack()

    init() throws {
        test = try TestStore(history: false, schema: Self.schema)
        try test.database.write { db in
            for table in Self.tables where table != "word" { try History.install(on: table, in: db) }
        }
    }

    private func content() async throws -> Content {
        try await test.store.read { db in
            try Self.tables.filter { $0 != "word" }.reduce(into: [:]) { content, table in
                let columns = try db.columns(in: table).map(\.name)
                let list = columns.map { "typeof(\($0)) || ' ' || hex(CAST(\($0) AS BLOB)), \($0)" }
                let rows = try Row.fetchAll(db, sql: "SELECT \(list.joined(separator: ", ")) FROM \(table)")
                content[table] = rows.reduce(into: [:]) { content, row in
                    let texts = columns.indices.map { index -> String in
                        let bits = Double.fromDatabaseValue(row[2 * index + 1])?.bitPattern
                        return "\(row[2 * index] as String) \(bits ?? 0)"
                    }
                    content[row[1]] = texts.joined(separator: "|")
                }
            }
        }
    }

    private func change(_ name: String, _ sql: String) async throws {
        try await test.store.write(undoable: name, in: stack) { try $0.execute(sql: sql) }
    }

    /// Rows with values that are hard to bring back.
    private func fill(_ count: Int, _ random: inout SeededGenerator) async throws {
        let values = UndoValueTests.values
        func value() -> String { values.randomElement(using: &random) ?? "NULL" }
        let free = (1...count).map { "(\($0), \(value()), \(value()), \(value()), \(value()))" }
        let kept = (1...count).map { "(\($0), \($0 % 7 == 0 ? "NULL" : "'k\($0)'"), \($0 / 2))" }
        let tree = (1...count).map { "(\($0), \($0 == 1 ? "NULL" : "\($0 / 2)"), \(value()))" }
        try await test.execute(
            """
            INSERT INTO free VALUES \(free.joined(separator: ", "));
            INSERT INTO kept VALUES \(kept.joined(separator: ", "));
            INSERT INTO tree VALUES \(tree.joined(separator: ", "));
            INSERT INTO word SELECT 'w' || id, id FROM free
            """)
    }

    private static func statement(_ count: Int, _ random: inout SeededGenerator) -> String {
        let value = { (random: inout SeededGenerator) in UndoValueTests.values.randomElement(using: &random) ?? "NULL" }
        let (low, part) = (Int.random(in: 1...count, using: &random), Int.random(in: 2...5, using: &random))
        return switch Int.random(in: 0..<12, using: &random) {
        case 0: "DELETE FROM free"
        case 1: "DELETE FROM free WHERE id % \(part) = 0"
        case 2: "UPDATE free SET a = \(value(&random)), d = \(value(&random))"
        case 3: "UPDATE free SET c = \(value(&random)) WHERE id >= \(low)"
        case 4: "INSERT INTO free(a, b) SELECT b, a FROM free WHERE id < \(low)"
        case 5: "REPLACE INTO free(id, a) SELECT id, \(value(&random)) FROM free WHERE id % \(part) = 1"
        // Unique keys are swapped within one step.
        case 6:
            """
            UPDATE kept SET key = 'x' || key, rank = -rank WHERE key IS NOT NULL;
            UPDATE kept SET key = 'k' || (\(count) + 1 - id) WHERE key IS NOT NULL
            """
        case 7: "REPLACE INTO kept(id, key) SELECT id + \(count), key FROM kept WHERE id % \(part) = 0"
        case 8: "DELETE FROM tree WHERE id = \(min(low, 8))"
        case 9: "UPDATE tree SET parent = NULL WHERE id > \(low); DELETE FROM tree WHERE id <= \(low)"
        case 10: "UPDATE OR IGNORE free SET id = id + \(count * part) WHERE id % \(part) = 0"
        default: "DELETE FROM word; UPDATE kept SET rank = NULL WHERE id > \(low)"
        }
    }

    @Test(arguments: 0..<UInt64(draws(4, long: 600)))
    func manyRowsAreExactlyWhatTheyWere(seed: UInt64) async throws {
        defer { test.remove() }
        var random = SeededGenerator(seed: seed)
        let count = [30, 250, 450].randomElement(using: &random) ?? 30
        try await fill(count, &random)
        var states = [try await content()]
        var log: [String] = []
        for number in 0..<5 {
            let statements = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.statement(count, &random) }
            let sql = statements.joined(separator: ";\n")
            log.append(sql)
            try await change("Step \(number)", sql)
            let now = try await content()
            if stack.undoName == "Step \(number)" { states.append(now) } else { #expect(now == states.last) }
        }
        for state in states.dropLast().reversed() {
            let outcome = try await test.store.undo(stack)
            #expect(outcome?.conflicting == 0 && outcome?.unreachable == 0, "seed \(seed)\n\(log)")
            #expect(try await content() == state, "seed \(seed)\n\(log)")
        }
        for state in states.dropFirst() {
            let outcome = try await test.store.redo(stack)
            #expect(outcome?.conflicting == 0 && outcome?.unreachable == 0, "seed \(seed)\n\(log)")
            #expect(try await content() == state, "seed \(seed)\n\(log)")
        }
    }

    /// Of many rows that come back, those that cannot are left alone one by one.
    @Test func oneRowWhosePlaceIsTakenKeepsNoneOfTheOthers() async throws {
        defer { test.remove() }
        let rows = (1...1_000).map { "(\($0), 'k\($0)', \($0))" }
        try await test.execute("INSERT INTO kept VALUES \(rows.joined(separator: ", "))")
        try await change("Clear", "DELETE FROM kept")
        try await test.execute("INSERT INTO kept VALUES (5000, 'k700', 0)")
        let outcome = try await test.store.undo(stack)
        #expect(outcome?.restored == 999 && outcome?.conflicting == 1)
        #expect(try await test.ids("SELECT count(*) FROM kept") == [1_000])
        #expect(try await test.ids("SELECT id FROM kept WHERE key = 'k700'") == [5_000])
    }

    /// Counts the statements that write, not the rows.
    @Test(arguments: [
        ("DELETE FROM free", 4), ("UPDATE free SET a = 1", 4), ("INSERT INTO free(a) SELECT a FROM free", 4),
    ])
    func fewStatementsBringManyRowsBack(sql: String, most: Int) async throws {
        defer { test.remove() }
        let rows = (1...3_000).map { "(\($0), 'a\($0)')" }
        try await test.execute("INSERT INTO free(id, a) VALUES \(rows.joined(separator: ", "))")
        try await change("Change", sql)
        let count = StatementCounter("free")
        test.database.add(transactionObserver: count, extent: .databaseLifetime)
        _ = try await test.store.undo(stack)
        #expect(count.count <= most)
        #expect(count.count > 0)
    }
}

/// Counts the statements that write a table.
final class StatementCounter: TransactionObserver, Sendable {
    private let table: String
    private let statements = Mutex(0)

    init(_ table: String) { self.table = table }

    var count: Int { statements.withLock { $0 } }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        let isHere =
            switch kind {
            case .insert(let name), .update(let name, _), .delete(let name): name == table
            }
        if isHere { statements.withLock { $0 += 1 } }
        return false
    }

    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
