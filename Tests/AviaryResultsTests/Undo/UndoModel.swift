import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Synchronization

/// A store with triggers and foreign keys, two windows that take back what they did, another program that commits in
/// between, and a model of it: copies of all rows before and after each step.
final class UndoModel {
    /// All rows: by table and rowid, the exact values.
    typealias Content = [String: [Int64: [String]]]

    private struct Step {
        var name: String
        var before: Content
        var after: Content
        /// By table, how often it has become another one.
        var identities: [String: Int]
        var schema: Int
    }

    private struct Window {
        let stack = UndoStack()
        var undo: [Step] = []
        var redo: [Step] = []
    }

    /// Those with history.
    static let tables = ["counter", "loose", "part", "tag", "thing"]
    /// Has none. Only foreign keys and triggers change it in a step; others write it, too.
    static let plain = "note"
    private static let values = UndoValueTests.values + ["1", "2", "'x'"]
    private static let triggers = [
        """
        CREATE TRIGGER revise AFTER UPDATE ON thing
        BEGIN UPDATE thing SET shown = ifnull(shown, 0) + 1 WHERE id = NEW.id; END
        """,
        """
        CREATE TRIGGER more AFTER INSERT ON thing BEGIN UPDATE counter SET n = n + 1; END;
        CREATE TRIGGER fewer AFTER DELETE ON thing BEGIN UPDATE counter SET n = n - 1; END
        """,
        "CREATE TRIGGER audit AFTER DELETE ON part BEGIN INSERT INTO loose(a, b) VALUES (OLD.id, 'gone'); END",
        "CREATE TRIGGER child AFTER INSERT ON thing BEGIN INSERT INTO part(thing) VALUES (NEW.id); END",
        "CREATE TRIGGER rename AFTER UPDATE OF label ON part BEGIN UPDATE thing SET name = NEW.label WHERE id = NEW.thing; END",
        "CREATE TRIGGER orphans AFTER DELETE ON thing BEGIN DELETE FROM part WHERE thing = OLD.id; END",
        "CREATE TRIGGER told AFTER UPDATE ON tag BEGIN UPDATE part SET thing = NULL WHERE id = NEW.id; END",
    ]
    /// They write the table without history, or write for it.
    private static let plainTriggers = [
        "CREATE TRIGGER noted AFTER INSERT ON thing BEGIN INSERT INTO note(thing, text) VALUES (NEW.id, NEW.name); END",
        "CREATE TRIGGER retold AFTER UPDATE ON thing BEGIN UPDATE note SET text = NEW.name WHERE thing = NEW.id; END",
        "CREATE TRIGGER tally AFTER DELETE ON part BEGIN UPDATE note SET text = text || '+' WHERE id = OLD.note; END",
        "CREATE TRIGGER echo AFTER UPDATE ON note BEGIN UPDATE thing SET name = NEW.text WHERE id = NEW.thing; END",
        "CREATE TRIGGER forget AFTER DELETE ON thing BEGIN DELETE FROM note WHERE thing = OLD.id; END",
        "CREATE TRIGGER cleanUp AFTER DELETE ON part BEGIN DELETE FROM note WHERE id = OLD.note; END",
    ]
    private static let refusal =
        "CREATE TRIGGER refuse BEFORE DELETE ON thing WHEN OLD.id % 7 = 3 BEGIN SELECT RAISE(ABORT, 'no'); END"

    private var random: SeededGenerator
    private let test: TestStore
    private let outside: DatabaseQueue
    private var windows = [Window(), Window()]
    private var identities: [String: Int] = [:]
    private var schema = 0
    private let mayRefuse: Bool
    /// Counts the rows that are written to the table without history.
    private let written = WrittenRows(UndoModel.plain)
    /// Whether triggers write that table, and whether they delete its rows.
    private let writesPlain: Bool
    private let emptiesPlain: Bool
    private var log: [String] = []
    /// All rows as they were last read; `nil` after a commit of which the model does not read them.
    private var known: Content?
    private(set) var reverted = 0
    private(set) var exact = 0
    /// Steps that were taken back after rows of the table without history had gone with them.
    private(set) var lossy = 0
    /// Rows that were restored although other columns of them had been changed meanwhile.
    private(set) var beside = 0

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let actions = ["CASCADE", "SET NULL", "RESTRICT", "NO ACTION"]
        func acting() -> String {
            "ON DELETE \(actions.randomElement(using: &random)!) ON UPDATE \(actions.randomElement(using: &random)!)"
        }
        var schema = """
            CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name TEXT, shown REAL, hidden);
            CREATE TABLE note(id INTEGER PRIMARY KEY, thing INTEGER REFERENCES thing \(acting()), text);
            CREATE TABLE part(id INTEGER PRIMARY KEY, thing INTEGER REFERENCES thing \(acting()),
              note INTEGER REFERENCES note \(acting()), label UNIQUE);
            CREATE TABLE tag(id INTEGER PRIMARY KEY, label REFERENCES part(label) \(acting()));
            CREATE TABLE loose(a, b);
            CREATE TABLE counter(id INTEGER PRIMARY KEY, n);
            INSERT INTO counter VALUES (1, 0);
            """
        for trigger in Self.triggers where Int.random(in: 0..<3, using: &random) == 0 { schema += trigger + ";" }
        let plain = Self.plainTriggers.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        schema += plain.map { $0 + ";" }.joined()
        writesPlain = plain.contains {
            $0.contains("UPDATE note SET") || $0.contains("INTO note") || $0.contains("FROM note")
        }
        emptiesPlain = plain.contains { $0.contains("DELETE FROM note") }
        mayRefuse = Int.random(in: 0..<4, using: &random) == 0
        if mayRefuse { schema += Self.refusal }
        self.random = random
        log.append(schema)
        test = try TestStore(schema: schema)
        outside = try test.openOutside()
        test.database.add(transactionObserver: written, extent: .databaseLifetime)
        try test.database.write { db in
            for table in Self.tables { try History.install(on: table, in: db) }
        }
    }

    func remove() {
        try? outside.close()
        test.remove()
    }

    // MARK: What happens

    func run(steps: Int) async throws {
        for number in 0..<steps {
            let window = Int.random(in: 0..<2, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8: try await change("Step \(number)", in: window)
            case 8..<13: try await revert(window, isUndo: true)
            case 13..<16: try await revert(window, isUndo: false)
            case 16..<19:
                let statements = statements(isOutside: true)
                log.append("-- outside\n\(statements)")
                known = nil
                try? await outside.write { try $0.execute(sql: statements) }
            default: try await alter()
            }
        }
    }

    private func value() -> String { Self.values.randomElement(using: &random)! }

    private func statements(isOutside: Bool = false) -> String {
        (0..<random.skewed(upTo: 6)).map { _ in
            let id = Int.random(in: 1...12, using: &random)
            let other = Int.random(in: 1...12, using: &random)
            let conflict = ["", "OR IGNORE", "OR REPLACE"].randomElement(using: &random)!
            return switch Int.random(in: 0..<(isOutside ? 24 : 12), using: &random) {
            case 0, 1: "INSERT \(conflict) INTO thing(id, rank, hidden) VALUES (\(id), \(value()), \(value()))"
            case 2: "DELETE FROM thing WHERE id = \(id)"
            case 3: "UPDATE thing SET rank = \(value()), name = \(value()) WHERE id = \(id)"
            case 4: "UPDATE \(conflict) thing SET id = \(other) WHERE id = \(id)"
            case 5: "UPDATE thing SET hidden = \(value()) WHERE id > \(id)"
            case 6, 7:
                """
                INSERT \(conflict) INTO part(id, thing, note, label)
                VALUES (\(id), \(other), (SELECT max(id) FROM note WHERE id <= \(id)), \(value()))
                """
            case 8: "UPDATE \(conflict) part SET label = \(value()), thing = \(other) WHERE id = \(id)"
            case 9: "DELETE FROM part WHERE id > \(id)"
            case 10:
                Bool.random(using: &random)
                    ? "INSERT INTO loose VALUES (\(value()), \(value()))"
                    : "INSERT \(conflict) INTO tag VALUES (\(id), (SELECT label FROM part WHERE id >= \(other) ORDER BY id LIMIT 1))"
            case 12, 13: "INSERT \(conflict) INTO note VALUES (\(id), (SELECT max(id) FROM thing), \(value()))"
            case 14: "UPDATE \(conflict) note SET id = \(other), text = \(value()) WHERE id = \(id)"
            case 15: "DELETE FROM note WHERE id = \(id)"
            case 16..<20: "UPDATE thing SET shown = \(value()) WHERE id >= \(id)"
            case 20..<24: "UPDATE thing SET hidden = \(value()) WHERE id <= \(id)"
            default: "UPDATE loose SET b = \(value()) WHERE rowid = \(id); DELETE FROM loose WHERE rowid = \(other)"
            }
        }.joined(separator: ";\n")
    }

    private func change(_ name: String, in window: Int) async throws {
        let statements = statements()
        log.append("-- \(name)\n\(statements)")
        let before = try await content()
        let (schema, identities) = (schema, identities)
        do {
            try await test.store.write(undoable: name, in: windows[window].stack) { try $0.execute(sql: statements) }
        } catch is DatabaseError {
            known = nil
            try check(await content() == before, "A step that failed changed something")
            return
        }
        known = nil
        guard windows[window].stack.undoName == name else { return }
        let step = try await Step(
            name: name, before: before, after: content(), identities: identities, schema: schema)
        windows[window].undo.append(step)
        windows[window].redo = []
    }

    private func alter() async throws {
        let table = ["thing", "part"].randomElement(using: &random)!
        let before = (identities, schema)
        let sql: String
        switch Int.random(in: 0..<6, using: &random) {
        case 0: sql = "VACUUM"
        case 1: sql = "CREATE TABLE other\(schema)(x)"
        case 2: sql = "ALTER TABLE \(table) ADD COLUMN c\(schema) DEFAULT 'new'"
        case 3:
            sql = "DROP TABLE loose; CREATE TABLE loose(a, b); INSERT INTO loose VALUES (1, 2), (3, 4)"
            identities["loose", default: 0] += 1
        case 4:
            sql =
                "ALTER TABLE loose RENAME COLUMN b TO former; ALTER TABLE loose ADD COLUMN b DEFAULT 0;"
                + "CREATE TABLE old AS SELECT a, b FROM loose; DROP TABLE loose; ALTER TABLE old RENAME TO loose"
            identities["loose", default: 0] += 1
        default:
            sql = "ALTER TABLE thing RENAME COLUMN hidden TO moved; ALTER TABLE thing RENAME COLUMN moved TO hidden"
        }
        log.append("-- alter\n\(sql)")
        schema += 1
        known = nil
        // Rowids may be others.
        identities["loose", default: 0] += 1
        if sql == "VACUUM" { return try await outside.vacuum() }
        do {
            try await test.store.write { db in
                try db.execute(sql: sql)
                for table in Self.tables { try History.install(on: table, in: db) }
            }
        } catch is DatabaseError {
            // SQLite renames no table that a trigger names.
            (identities, schema) = before
            log.append("-- that failed")
        }
    }

    // MARK: What must be

    private func revert(_ number: Int, isUndo: Bool) async throws {
        let window = windows[number]
        guard let step = isUndo ? window.undo.last : window.redo.last else { return }
        log.append("-- \(isUndo ? "undo" : "redo") \(step.name)")
        let now = try await content()
        written.reset()
        let outcome = try await isUndo ? test.store.undo(window.stack) : test.store.redo(window.stack)
        known = nil
        let result = try await content()
        guard let outcome, outcome.name == step.name else { throw failure("Another step was taken back") }
        reverted += 1
        if isUndo { windows[number].undo.removeLast() } else { windows[number].redo.removeLast() }
        if (isUndo ? window.stack.redoName : window.stack.undoName) == step.name {
            let inverse = Step(name: step.name, before: now, after: result, identities: identities, schema: schema)
            if isUndo { windows[number].redo.append(inverse) } else { windows[number].undo.append(inverse) }
        }
        var different = 0
        for table in Self.tables {
            let isSameTable = identities[table] == step.identities[table]
            let rows = [step.before, step.after, now, result].map { $0[table] ?? [:] }
            for row in Set(rows.flatMap(\.keys)) {
                let (before, after) = (rows[0][row], rows[1][row])
                let (now, result) = (rows[2][row], rows[3][row])
                let isOfStep = before != after
                let isAsLeft = isSameTable && Self.matches(now, after)
                if isOfStep, isAsLeft, Self.matches(result, before) { continue }
                if let others = Self.restored(now, from: after, to: before), isSameTable, isOfStep, result == others {
                    beside += 1
                    continue
                }
                try check(result == now, "Row \(row) of \(table) is neither as it was nor left alone", outcome)
                if isOfStep { different += 1 }
            }
        }
        let leftAlone = outcome.conflicting + outcome.unreachable
        try check(different <= leftAlone, "\(different) rows were left alone in silence", outcome)
        try checkPlain(step, now[Self.plain] ?? [:], result[Self.plain] ?? [:], outcome)
        let mayEmpty = emptiesPlain && now[Self.plain] != nil
        let isPlainOut = step.before[Self.plain] == step.after[Self.plain] && !mayEmpty
        if now == step.after, schema == step.schema, !mayRefuse, isPlainOut {
            exact += 1
            let isExact = Self.tables.allSatisfy { result[$0] == step.before[$0] }
            try check(isExact && leftAlone == 0, "Nothing was in the way", outcome)
        }
        let hasParents = try await test.store.read { try Row.fetchOne($0, sql: "PRAGMA foreign_key_check") == nil }
        try check(hasParents, "A row has no parent", outcome)
    }

    /// Of the table without history a step brings nothing back. Only the program's triggers write it then, and delete no more
    /// rows than the step had added. The rows that the step took are told, but for as many as the triggers wrote.
    private func checkPlain(
        _ step: Step, _ now: [Int64: [String]], _ result: [Int64: [String]], _ outcome: UndoOutcome
    ) throws {
        let (before, after) = (step.before[Self.plain] ?? [:], step.after[Self.plain] ?? [:])
        let lost = before.keys.filter { after[$0] != before[$0] }
        if !lost.isEmpty { lossy += 1 }
        let gone = lost.filter { result[$0] != before[$0] }
        let told = outcome.lost[Self.plain] ?? 0
        try check(gone.count <= told + written.count, "Notes \(gone) were lost in silence", outcome)
        try check(Set(outcome.lost.keys).isSubset(of: [Self.plain]), "Rows with history were lost", outcome)
        let added = after.keys.filter { before[$0] == nil }
        try check(now.count - result.count <= added.count, "Notes of others were deleted", outcome)
        if !writesPlain { try check(result == now, "Nothing writes notes, and they are others", outcome) }
    }

    /// A row as it is, but for the one column that a step changed: it is as before the step. None if it was changed after
    /// the step, too, or if the step changed several columns.
    private static func restored(_ now: [String]?, from after: [String]?, to before: [String]?) -> [String]? {
        guard var row = now, let after, let before, row.count >= before.count, after.count == before.count else {
            return nil
        }
        let changed = before.indices.filter { before[$0] != after[$0] }
        guard changed.count == 1, row[changed[0]] == after[changed[0]] else { return nil }
        row[changed[0]] = before[changed[0]]
        return row
    }

    /// Whether a row has the values of another moment, when its table may have had fewer columns.
    private static func matches(_ row: [String]?, _ earlier: [String]?) -> Bool {
        guard let row, let earlier else { return row == nil && earlier == nil }
        return row.starts(with: earlier)
    }

    private func content() async throws -> Content {
        if let known { return known }
        let content = try await test.database.read { db in
            var content: Content = [:]
            for table in Self.tables + [Self.plain] {
                let names = try db.columns(in: table).map(\.name)
                let values = names.map { "typeof(\($0)) || hex(\($0)), \($0)" }.joined(separator: ", ")
                let rows = try Row.fetchCursor(db, sql: "SELECT rowid, \(values) FROM \(table)")
                while let row = try rows.next() {
                    content[table, default: [:]][row[0]] = names.indices.map { place in
                        let text: String = row[1 + 2 * place]
                        // SQL does not tell the sign of a zero.
                        return text.hasPrefix("real") ? "\((row[2 + 2 * place] as Double).bitPattern)" : text
                    }
                }
            }
            return content
        }
        known = content
        return content
    }

    private func check(_ condition: Bool, _ sentence: String, _ outcome: UndoOutcome? = nil) throws {
        if !condition { throw failure("\(sentence). \(outcome.map { "\($0)" } ?? "")") }
    }

    private func failure(_ sentence: String) -> ReplayError {
        ReplayError(description: "\(sentence)\n\(log.joined(separator: "\n"))")
    }
}

/// Counts the rows that transactions insert into a table or update there.
private final class WrittenRows: TransactionObserver, Sendable {
    private let table: String
    private let rows = Mutex(0)

    init(_ table: String) { self.table = table }

    var count: Int { rows.withLock { $0 } }

    func reset() { rows.withLock { $0 = 0 } }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        switch kind {
        case .insert(let table), .update(let table, _): table == self.table
        case .delete: false
        }
    }

    func databaseDidChange(with event: DatabaseEvent) {
        if event.tableName == table, event.kind != .delete { rows.withLock { $0 += 1 } }
    }

    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
