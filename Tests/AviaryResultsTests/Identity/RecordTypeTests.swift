import AviaryResults
import AviaryTesting
import GRDB
import Testing

/// Lists of the same rows with records that show different things of them.
struct RecordTypeTests {
    private static let schema = """
        CREATE TABLE author(id INTEGER PRIMARY KEY, name);
        CREATE TABLE book(id INTEGER PRIMARY KEY, title, author, year);
        INSERT INTO author VALUES (1, 'one'), (2, 'two');
        INSERT INTO book VALUES (1, 'A', 1, 1), (2, 'B', 2, 1), (3, 'C', 1, 2);
        """

    private static let edits = [
        "UPDATE author SET name = 'new' WHERE id = 1", "DELETE FROM author WHERE id = 2",
        "INSERT INTO author VALUES (2, 'again')", "UPDATE book SET title = 'T'",
        "UPDATE book SET year = 9 WHERE id = 1",
        "UPDATE book SET author = 2", "INSERT INTO book VALUES (4, 'D', 2, 1)", "DELETE FROM book WHERE id = 1",
        "REPLACE INTO author VALUES (2, 'replaced')", "UPDATE book SET id = 9 WHERE id = 4",
    ]

    /// A list, and its cells.
    private struct Shown {
        let name: String
        let expect: @Sendable (TestStore, String) async throws -> Void
    }

    private static func show<Record: ShownRecord>(
        _ type: Record.Type, declares: Bool, in test: TestStore
    ) async throws -> Shown {
        let dependency = Dependency(
            on: "author",
            rows: Record.showsAllAuthors
                ? "SELECT id FROM book" : "SELECT book.id FROM book JOIN changed ON book.author = changed.id")
        let list = try await FetchedResults<Record>(
            .init(sort: [Column("year").asc], dependencies: declares ? [dependency] : []), in: test.store)
        let cells = try await ToldCells(list)
        return Shown(name: "\(type)") { test, context in
            let rows = try await test.store.read { db in
                let records = try Record.fetchAll(db)
                let ids = try Int64.fetchAll(db, sql: "SELECT id FROM book ORDER BY year, id")
                return ids.compactMap { id in records.first { $0.id == id }.map { (id: id, record: $0) } }
            }
            try await cells.expect(rows, context)
        }
    }

    @Test(arguments: [true, false], [true, false])
    func eachIsToldOfWhatItsRecordShows(declares: Bool, history: Bool) async throws {
        // Whichever comes first, and so makes the index.
        for first in 0..<5 {
            let test = try TestStore(history: false, schema: Self.schema)
            defer { test.remove() }
            if history {
                try await test.store.write { db in
                    for table in ["author", "book"] { try History.install(on: table, in: db) }
                }
            }
            var all: [Shown] = []
            for number in 0..<5 {
                switch (first + number) % 5 {
                case 0: all.append(try await Self.show(Title.self, declares: declares, in: test))
                case 1: all.append(try await Self.show(Whole.self, declares: declares, in: test))
                case 2: all.append(try await Self.show(WithAuthor.self, declares: declares, in: test))
                case 3: all.append(try await Self.show(WithCount.self, declares: declares, in: test))
                default: all.append(try await Self.show(WithLiteral.self, declares: declares, in: test))
                }
            }
            let outside = try test.openOutside()
            for (step, sql) in Self.edits.enumerated() {
                try await test.follow(from: step % 2 == first % 2 ? outside : nil) { try $0.execute(sql: sql) }
                for shown in all {
                    try await shown.expect(test, "\(shown.name) after \(sql), the first being \(first)")
                }
            }
        }
    }
}

private protocol ShownRecord: LiveRecord, Equatable {
    static var showsAllAuthors: Bool { get }
    var id: Int64 { get }
}

extension ShownRecord {
    static var showsAllAuthors: Bool { false }
    static var databaseTableName: String { "book" }
}

private struct Title: ShownRecord, Codable {
    static var databaseSelection: [any SQLSelectable] { [Column("id"), Column("title")] }
    let id: Int64
    let title: String
}

private struct Whole: ShownRecord, Codable {
    let id: Int64
    let title: String
    let year: Int
}

private struct WithAuthor: ShownRecord, Codable {
    static var databaseSelection: [any SQLSelectable] {
        [AllColumns(), SQL("(SELECT name FROM author WHERE author.id = book.author)").forKey("name")]
    }
    let id: Int64
    let title: String
    let name: String?
}

private struct WithCount: ShownRecord, Codable {
    static var showsAllAuthors: Bool { true }
    static var databaseSelection: [any SQLSelectable] {
        [Column("id"), SQL("(SELECT count(*) + ifnull(max(rowid), 0) FROM author)").forKey("number")]
    }
    let id: Int64
    let number: Int
}

/// Differs from another selection in one byte.
private struct WithLiteral: ShownRecord, Codable {
    static var databaseSelection: [any SQLSelectable] {
        [Column("id"), SQL("(SELECT name || 'e\u{301}' FROM author WHERE author.id = book.author)").forKey("name")]
    }
    let id: Int64
    let name: String?
}
