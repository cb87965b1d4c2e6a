import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// Lists that are read anew for two reasons at once, and whose records show other tables.
struct RefetchReasonPairTests {
    /// A reason to read the list anew, or to look at its plan again.
    enum Reason: CaseIterable {
        case sectionLimit, fullText, undeclaredTable, noHistory, noHistoryOfDependency, dependency, selection, schema
    }

    private static let pairs = Reason.allCases.flatMap { one in
        Reason.allCases.filter { "\(one)" <= "\($0)" }.map { [one, $0] }
    }

    @Test(arguments: pairs.indices)
    func eachChangeIsTold(_ pair: Int) async throws {
        let reasons = Set(Self.pairs[pair])
        for run in 0..<draws(1, long: 40) {
            let seed = UInt64(run * 100 + pair)
            if reasons.contains(.selection) {
                try await replay(ShelvedBook.self, reasons, seed: seed)
            } else {
                try await replay(Book.self, reasons, seed: seed)
            }
        }
    }

    private func replay<Record: ShownBook>(_ type: Record.Type, _ reasons: Set<Reason>, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let test = try TestStore(history: false, schema: Self.schema)
        defer { test.remove() }
        let outside = try test.openOutside()
        try await test.store.write { db in
            if !reasons.contains(.noHistory) { try History.install(on: "book", in: db) }
            if !reasons.contains(.noHistoryOfDependency) { try History.install(on: "author", in: db) }
        }
        let results = try await FetchedResults<Record>(Self.request(reasons), in: test.store)
        let cells = try await ToldCells(results)
        for step in 0..<draws(12, long: 60) {
            let isOutside = generator.chance(50)
            var edits: [Edit] = []
            if reasons.contains(.schema), generator.chance(40) { edits.append(.schema(step, &generator)) }
            for _ in 0..<Int.random(in: 1...2, using: &generator) { edits.append(.row(&generator)) }
            if reasons.contains(.schema), generator.chance(20) { edits.append(.schema(step + 1000, &generator)) }
            let all = edits
            try await test.follow(from: isOutside ? outside : nil) { db in for edit in all { try edit.apply(db) } }
            let rows = try await outside.read { try Self.rows(of: Record.self, reasons, in: $0) }
            try await cells.expect(
                rows, "\(reasons), seed \(seed), step \(step), \(isOutside ? "outside" : "own"): \(all)")
        }
    }
}

// MARK: - Tables

extension RefetchReasonPairTests {
    private static let schema = """
        CREATE TABLE author(
          id INTEGER PRIMARY KEY, first, last, code UNIQUE, name AS (first || ' ' || last), unread);
        CREATE TABLE shelf(id INTEGER PRIMARY KEY, label);
        CREATE TABLE book(
          id INTEGER PRIMARY KEY, title, year, shelf, unread,
          author INTEGER REFERENCES author(id) ON DELETE SET NULL ON UPDATE CASCADE);
        CREATE TABLE note(id INTEGER PRIMARY KEY, text, book INTEGER REFERENCES book(id) ON DELETE CASCADE);
        CREATE TABLE remark(id INTEGER PRIMARY KEY, about);
        CREATE VIRTUAL TABLE find USING fts5(words);
        CREATE TRIGGER remarked AFTER INSERT ON remark BEGIN
          UPDATE author SET last = 'r' || NEW.id WHERE id = NEW.about;
          UPDATE shelf SET label = 'r' || NEW.id WHERE id = NEW.about;
        END;
        INSERT INTO author(id, first, last, code) VALUES (1, 'a', 'a', 1), (2, 'b', 'b', 2), (3, 'c', 'c', 3);
        INSERT INTO shelf VALUES (1, 'one'), (2, 'two'), (3, 'three');
        INSERT INTO book(id, title, year, shelf, author) VALUES
          (1, 'A', 1, 1, 1), (2, 'B', 1, 2, 2), (3, 'C', 1, 3, 3), (4, 'D', 2, 1, 1), (5, 'E', 2, 2, NULL);
        INSERT INTO find(rowid, words) VALUES (1, 'the'), (2, 'the'), (3, 'the'), (4, 'the'), (5, 'a');
        """

    private static func condition(_ reasons: Set<Reason>) -> String {
        var conditions = ["book.title IS NOT 'hidden'"]
        if reasons.contains(.fullText) {
            conditions.append("book.id IN (SELECT rowid FROM find WHERE find MATCH 'the')")
        }
        if reasons.contains(.undeclaredTable) {
            conditions.append("NOT EXISTS (SELECT 1 FROM note WHERE note.book = book.id AND text = 'hides')")
        }
        return conditions.joined(separator: " AND ")
    }

    private static let author = "(SELECT name FROM author WHERE author.id = book.author)"

    private static func request<Record: ShownBook>(_ reasons: Set<Reason>) -> ListRequest<Record> {
        var request = ListRequest<Record>(
            filter: SQL(sql: condition(reasons)),
            dependencies: [
                Dependency(on: "author", rows: "SELECT book.id FROM book JOIN changed ON book.author = changed.id")
            ])
        if reasons.contains(.dependency) { request.sort = [SQL(sql: author).asc] }
        if reasons.contains(.sectionLimit) {
            request.sections = .by(Column("year").asc)
            request.sectionLimit = 2
        }
        return request
    }

    private static func rows<Record: ShownBook>(
        of type: Record.Type, _ reasons: Set<Reason>, in db: Database
    ) throws -> [(id: Int64, record: Record)] {
        var keys: [String] = reasons.contains(.sectionLimit) ? ["year"] : []
        if reasons.contains(.dependency) { keys.append(author) }
        keys.append("id")
        let order = keys.joined(separator: ", ")
        let rows = try Row.fetchAll(db, sql: "SELECT id, year FROM book WHERE \(condition(reasons)) ORDER BY \(order)")
        let records = try Dictionary(uniqueKeysWithValues: Record.fetchAll(db).map { ($0.id, $0) })
        var counts: [DatabaseValue: Int] = [:]
        return rows.compactMap { row in
            counts[row[1], default: 0] += 1
            let isLeftOut = reasons.contains(.sectionLimit) && counts[row[1], default: 0] > 2
            return isLeftOut ? nil : records[row[0]].map { (row[0], $0) }
        }
    }
}

private protocol ShownBook: LiveRecord, Equatable {
    var id: Int64 { get }
}

/// A book, with the name of its author.
private struct Book: ShownBook {
    static let databaseTableName = "book"
    static var databaseSelection: [any SQLSelectable] {
        [
            Column("id"), Column("title"), Column("year"),
            SQL("(SELECT name FROM author WHERE author.id = book.author)").forKey("authorName"),
        ]
    }
    let id: Int64
    let values: [DatabaseValue]
    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        values = Array(row.databaseValues.prefix(4))
    }
}

/// A book, with the name of its author, and of a shelf that no dependency names.
private struct ShelvedBook: ShownBook {
    static let databaseTableName = "book"
    static var databaseSelection: [any SQLSelectable] {
        Book.databaseSelection + [SQL("(SELECT label FROM shelf WHERE shelf.id = book.shelf)").forKey("label")]
    }
    let id: Int64
    let values: [DatabaseValue]
    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        values = Array(row.databaseValues.prefix(5))
    }
}

// MARK: - Edits

/// What one transaction does.
private enum Edit {
    case sql(String)
    case install(on: String)
    case uninstall(from: String)

    func apply(_ db: Database) throws {
        switch self {
        case .sql(let sql): try db.execute(sql: sql)
        case .install(let table): try History.install(on: table, in: db)
        case .uninstall(let table): try History.uninstall(from: table, in: db)
        }
    }

    static func row(_ generator: inout SeededGenerator) -> Edit {
        let id = Int.random(in: 1...5, using: &generator)
        let other = Int.random(in: 1...4, using: &generator)
        let word = "'" + ["x", "y", "hidden", "hides", "the"].randomElement(using: &generator)! + "'"
        let statements = [
            "UPDATE author SET first = \(word) WHERE id = \(id)", "UPDATE author SET last = \(word)",
            "UPDATE author SET unread = \(word) WHERE id = \(id)", "DELETE FROM author WHERE id = \(id)",
            "REPLACE INTO author(id, first, last, code) VALUES (\(id), \(word), 'n', \(other))",
            "UPDATE OR REPLACE author SET code = \(other) WHERE id = \(id)",
            "UPDATE OR REPLACE author SET id = \(id) WHERE id = \(other)",
            "UPDATE shelf SET label = \(word) WHERE id = \(id)", "DELETE FROM shelf WHERE id = \(id)",
            "REPLACE INTO shelf VALUES (\(id), \(word))", "DELETE FROM shelf", "DELETE FROM author",
            "UPDATE book SET title = \(word) WHERE id = \(id)", "UPDATE book SET year = \(other) WHERE id = \(id)",
            "UPDATE book SET author = \(other) WHERE id = \(id) AND \(other) IN (SELECT id FROM author)",
            "UPDATE book SET shelf = \(other)", "UPDATE book SET unread = \(word)", "DELETE FROM book WHERE id = \(id)",
            "INSERT OR REPLACE INTO book(id, title, year, shelf) VALUES (\(id), \(word), 1, \(other))",
            "INSERT INTO note(book, text) SELECT id, \(word) FROM book WHERE id = \(id)", "DELETE FROM note",
            "UPDATE note SET text = \(word)", "INSERT INTO remark(about) VALUES (\(id))",
            "UPDATE find SET words = \(word) WHERE rowid = \(id)", "DELETE FROM find WHERE rowid = \(id)",
            "INSERT OR REPLACE INTO find(rowid, words) VALUES (\(id), 'the \(other)')",
        ]
        return .sql(statements.randomElement(using: &generator)!)
    }

    /// - Parameter number: Another one each time.
    static func schema(_ number: Int, _ generator: inout SeededGenerator) -> Edit {
        let table = ["author", "book", "shelf"].randomElement(using: &generator)!
        let edits: [Edit] = [
            .sql("CREATE TABLE new\(number)(a)"), .sql("CREATE TABLE n\(number)(a); DROP TABLE n\(number)"),
            .sql("CREATE INDEX i\(number) ON \(table)(id)"),
            .sql("CREATE INDEX i\(number) ON \(table)(id); DROP INDEX i\(number)"),
            .sql("ALTER TABLE \(table) ADD COLUMN new\(number)"), .sql("CREATE VIEW v\(number) AS SELECT 1"),
            .sql("CREATE TRIGGER t\(number) AFTER INSERT ON note BEGIN DELETE FROM remark; END"),
            .install(on: table), .uninstall(from: table),
        ]
        return edits.randomElement(using: &generator)!
    }
}
