import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import GRDBSQLite

/// How a full-text table holds the names of things.
enum DrawnIndex {
    /// It reads the names from the table, and triggers keep it in step.
    case external
    /// It has copies of the names, and triggers keep it in step.
    case copies
    /// The app writes its documents by itself, whether or not there are such things. It has no texts.
    case contentless
    /// The same, but its documents can be deleted without their texts (`contentless_delete`).
    case deletable

    /// The kinds that this version of SQLite has.
    static let available: [DrawnIndex] =
        [.external, .copies, .contentless] + (hasContentlessDelete ? [.deletable] : [])

    /// `true` with SQLite 3.43 and later.
    static let hasContentlessDelete = sqlite3_libversion_number() >= 3_043_000

    private var isContentless: Bool { self == .contentless || self == .deletable }
    /// `true` when a document can be deleted without its texts.
    private var canDelete: Bool { self == .copies || self == .deletable }

    /// The statements that make the full-text table, with its documents.
    ///
    /// - Parameter tokenizer: The option for FTS5.
    func schema(_ tokenizer: String) -> String {
        switch self {
        case .external:
            """
            CREATE VIRTUAL TABLE find USING fts5(name, shown, content='thing', content_rowid='id', \(tokenizer));
            INSERT INTO find(find) VALUES ('rebuild');
            """
        case .copies:
            """
            CREATE VIRTUAL TABLE find USING fts5(name, shown, \(tokenizer));
            INSERT INTO find(rowid, name, shown) SELECT id, name, shown FROM thing;
            """
        case .contentless, .deletable:
            """
            CREATE VIRTUAL TABLE find USING fts5(
              name, shown, content='', \(self == .deletable ? "contentless_delete=1, " : "")\(tokenizer));
            INSERT INTO find(rowid, name, shown) SELECT id, name, shown FROM document;
            """
        }
    }

    /// The statements that keep the table in step. `document` says what a contentless table has.
    var upkeep: String {
        let insert = canDelete ? "INSERT OR REPLACE" : "INSERT"
        let added = "\(insert) INTO find(rowid, name, shown) VALUES (NEW.id, NEW.name, NEW.shown);"
        let removed =
            canDelete
            ? "DELETE FROM find WHERE rowid = OLD.id;"
            : "INSERT INTO find(find, rowid, name, shown) VALUES ('delete', OLD.id, OLD.name, OLD.shown);"
        let table = isContentless ? "document" : "thing"
        return """
            CREATE TABLE document(id INTEGER PRIMARY KEY, name, shown);
            CREATE TRIGGER added AFTER INSERT ON \(table) BEGIN \(added) END;
            CREATE TRIGGER removed AFTER DELETE ON \(table) BEGIN \(removed) END;
            CREATE TRIGGER changed AFTER UPDATE ON \(table) BEGIN \(removed) \(added) END;
            """
    }

    /// A statement that writes documents, and no thing.
    func statement(using generator: inout SeededGenerator) -> String {
        let id = Int.random(in: 1...40, using: &generator)
        let commands = [
            "INSERT INTO find(find) VALUES ('optimize')", "INSERT INTO find(find, rank) VALUES ('merge', 8)",
            "INSERT INTO find(find, rank) VALUES ('pgsz', 64)", "INSERT INTO find(find, rank) VALUES ('automerge', 2)",
            "INSERT INTO find(find, rank) VALUES ('rank', 'bm25(2.0)')",
        ]
        var writes: [String]
        switch self {
        case .external:
            writes = [
                "INSERT INTO find(find) VALUES ('rebuild')",
                // The documents are no longer in step, until the things change or the table is built again.
                """
                INSERT INTO find(find, rowid, name, shown) SELECT 'delete', id, name, shown FROM thing WHERE id = \(id);
                INSERT INTO find(rowid, name, shown) SELECT id, name, shown FROM thing WHERE id = \(id)
                """,
                "INSERT INTO find(find) VALUES ('delete-all'); INSERT INTO find(find) VALUES ('rebuild')",
            ]
        case .copies:
            let text = Self.text(using: &generator)
            writes = [
                "UPDATE find SET name = \(text) WHERE rowid = \(id)", "DELETE FROM find WHERE rowid = \(id)",
                "DELETE FROM find", "INSERT OR REPLACE INTO find(rowid, name) VALUES (\(id), \(text))",
                "UPDATE OR REPLACE find SET rowid = \(id) WHERE rowid = \(id % 7)",
                "INSERT INTO find(find) VALUES ('rebuild')",
            ]
        case .contentless, .deletable:
            let text = Self.text(using: &generator)
            writes = [
                "INSERT INTO document(id, name) VALUES (\(id), \(text)) ON CONFLICT DO UPDATE SET name = excluded.name",
                "UPDATE document SET name = \(text) WHERE id % 3 = \(id % 3)", "DELETE FROM document WHERE id = \(id)",
                "DELETE FROM document",
                """
                INSERT INTO find(find) VALUES ('delete-all');
                INSERT INTO find(rowid, name, shown) SELECT id, name, shown FROM document
                """,
                "INSERT INTO document(id, name) SELECT id, name FROM thing WHERE true ON CONFLICT DO NOTHING",
            ]
            if self == .deletable {
                writes += [
                    "DELETE FROM find WHERE rowid = \(id)", "DELETE FROM find WHERE rowid % 5 = \(id % 5)",
                    "UPDATE find SET name = \(text), shown = 'a' WHERE rowid = \(id)",
                    "INSERT OR REPLACE INTO find(rowid, name, shown) VALUES (\(id), \(text), 'b')",
                    "UPDATE OR REPLACE find SET rowid = \(id), name = \(text), shown = '' WHERE rowid = \(id % 7)",
                ]
            }
        }
        return (generator.chance(20) ? commands : writes).randomElement(using: &generator) ?? ""
    }

    /// An SQL expression for some words.
    static func text(using generator: inout SeededGenerator) -> String {
        let words = ["a", "ab", "abc", "b", "ba", "é", "e", "ß", "日本", "👍🏽", "'a", "x'||char(0)||'y", "\"", "*", ""]
        if generator.chance(4) { return ["NULL", "7", "x'6162'", "1.5"].randomElement(using: &generator) ?? "NULL" }
        let chosen = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            words.randomElement(using: &generator) ?? ""
        }
        return "'" + chosen.joined(separator: " ").replacing("'a", with: "''a") + "'"
    }
}

/// A search drawn at random, and the plain SELECT that finds the same.
struct DrawnSearch {
    private(set) var request = ListRequest<Thing>()
    let summary: String
    private let select: String

    private static let patterns = [
        "a", "a*", "ab*", "abc", "b OR ab", "a AND b", "a NOT b", "\"a b\"", "name : a", "shown : a*", "^a", "e", "é*",
        "日本", "NEAR(a b, 2)", "{name shown} : ab", "(a OR b) NOT (ab AND e)", "\"\"", "zzz",
    ]

    /// - Parameter hasOwnCollation: Whether keys may have a collation of the program. Such a list has labels, and is read
    ///   anew when none is free.
    init(using generator: inout SeededGenerator, ownCollation hasOwnCollation: Bool) {
        func match(_ column: String = "find") -> String {
            let pattern = Self.patterns.randomElement(using: &generator) ?? "a"
            return "\(column) MATCH '\(pattern)'"
        }
        func found(_ condition: String) -> String { "thing.id IN (SELECT rowid FROM find WHERE \(condition))" }
        var joins = ""
        let filter: String
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: filter = "\(found(match())) AND NOT \(found(match()))"
        case 1: filter = "\(found(match())) OR \(found(match())) OR rank = 1"
        case 2: filter = "EXISTS (SELECT * FROM find WHERE find.rowid = thing.id AND \(match()))"
        case 3: filter = found("\(match()) AND \(match())")
        case 4: filter = found("\(match("name")) AND rowid % 2 = 1")
        case 5: filter = "rank > 0 AND id NOT IN (SELECT rowid FROM find WHERE \(match()))"
        case 6:
            joins = "JOIN find ON find.rowid = thing.id AND \(match())"
            filter = "thing.rank IS NOT 1"
        case 7:
            joins = "JOIN find AS f ON f.rowid = thing.id"
            filter = match("f.name").replacing("f.name", with: "f.shown")
        default: filter = found(match())
        }
        var order: [String] = []
        for _ in 0..<Int.random(in: 0..<3, using: &generator) {
            var keys = ["thing.rank", "thing.name", "abs(thing.rank)"]
            if hasOwnCollation { keys.append("thing.name COLLATE backwards") }
            order.append((keys.randomElement(using: &generator) ?? "") + (generator.chance(50) ? " DESC" : ""))
        }
        request = ListRequest<Thing>(
            filter: SQL(sql: filter), sort: order.map(Self.key), dependencies: [Dependency(onSearch: "find")])
        if !joins.isEmpty { request.joins = SQL(sql: joins) }
        var window = ""
        if generator.chance(30) {
            let (limit, offset) = (generator.skewed(upTo: 30), generator.skewed(upTo: 10) - 1)
            (request.limit, request.offset) = (limit, offset)
            window = " LIMIT \(limit) OFFSET \(offset)"
        }
        if generator.chance(30) {
            request.sections = .by(SQL("thing.hidden").asc)
            order.insert("thing.hidden, thing.hidden COLLATE BINARY", at: 0)
        }
        order.append("thing.id")
        select = """
            SELECT thing.id FROM thing \(joins) WHERE \(filter) ORDER BY \(order.joined(separator: ", "))\(window)
            """
        summary = select
    }

    /// The rows, by reading everything.
    func model(_ db: Database) throws -> [Int64] { try Int64.fetchAll(db, sql: select) }

    private static func key(_ term: String) -> SortKey {
        term.hasSuffix(" DESC") ? SQL(sql: String(term.dropLast(5))).desc : SQL(sql: term).asc
    }
}
