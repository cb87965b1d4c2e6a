import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Testing

/// Two requests are one when SQLite gets the same bytes of the same types from both, and never else.
struct RequestIdentityTests {
    private struct Row: LiveRecord {
        static let databaseTableName = "thing"
        init(row: GRDB.Row) {}
    }

    private typealias List = FetchedResults<Row>

    /// Many of them are equal to Swift, to GRDB or to SQLite.
    private static let values: [DatabaseValue] = {
        let texts: [String] = [
            "\u{e9}", "e\u{301}", "K", "\u{212a}", "", "1", "2.0", "a", "a\0b", "\u{fffd}", "NULL",
        ]
        let integers: [Int64] = [0, 1, 2, -1, 1 << 53, 1 << 53 + 1, .max, .min]
        let doubles: [Double] = [0, -0.0, 1, 2, -1, 0x1p53, 0x1p63, .infinity, -.infinity, .nan]
        let blobs: [Data] = [Data(), Data([0x31]), Data("\u{e9}".utf8), Data("e\u{301}".utf8)]
        var values: [DatabaseValue] = [.null]
        for text in texts { values.append(text.databaseValue) }
        for integer in integers { values.append(integer.databaseValue) }
        for double in doubles { values.append(double.databaseValue) }
        for blob in blobs { values.append(blob.databaseValue) }
        return values
    }()

    /// Where a request names a value.
    private enum Place: CaseIterable {
        case filter, text, sort, section, size, join, query, sectionLimit, dependency

        /// - Parameter mark: Is true for one row.
        func request(_ mark: SQL) -> ListRequest<Row> {
            switch self {
            case .filter, .text: ListRequest(filter: mark)
            case .sort: ListRequest(sort: [mark.desc])
            case .section: ListRequest(sections: .by(mark.desc))
            case .join: ListRequest(joins: "JOIN other ON other.id = 1 AND \(mark)")
            case .query:
                ListRequest(fetching: SQLRequest(literal: "SELECT * FROM thing WHERE \(mark)"), primaryKey: ["id"])
            case .size: sized(mark)
            case .sectionLimit: limited(mark)
            case .dependency:
                ListRequest(
                    filter: SQL("rank < (SELECT max(number) FROM other)"),
                    dependencies: [
                        Dependency(
                            on: "other", rows: "SELECT id FROM thing WHERE \(mark) AND EXISTS (SELECT 1 FROM changed)")
                    ])
            }
        }

        private func sized(_ mark: SQL) -> ListRequest<Row> {
            var request = ListRequest<Row>()
            request.sizes = .ratio(SQL("\(mark) + 1"))
            return request
        }

        private func limited(_ mark: SQL) -> ListRequest<Row> {
            var request = ListRequest<Row>(sort: [mark.desc], sections: .by(Column("type").asc))
            request.sectionLimit = 1
            return request
        }

        /// What a list of the request should say, by the rows that the mark is true for.
        func expected(_ marked: [Int64], _ all: [(id: Int64, type: String)]) -> [String] {
            let ids = all.map(\.id)
            let others = ids.filter { !marked.contains($0) }
            switch self {
            case .filter, .text, .join, .query, .dependency: return marked.map(String.init)
            case .sort: return (marked + others).map(String.init)
            case .section: return marked.map { "1:\($0)" } + others.map { "0:\($0)" }
            case .size: return ids.map { "\($0) \(marked.contains($0) ? "2.0" : "1.0")" }
            case .sectionLimit:
                return Set(all.map(\.type)).sorted().map { type in
                    let inside = all.filter { $0.type == type }.map(\.id)
                    return "\(type):\(inside.first(where: marked.contains) ?? inside[0])"
                }
            }
        }

        func said(by list: List) -> [String] {
            let snapshot = list.snapshot
            switch self {
            case .section, .sectionLimit:
                return snapshot.sectionIdentifiers.enumerated().flatMap { number, section in
                    snapshot.items(in: snapshot.range(ofSection: number)).map { "\(section):\($0)" }
                }
            case .size:
                let sizes = snapshot.sizes(in: 0..<snapshot.numberOfItems)
                return zip(snapshot.allItems, sizes).map { "\($0) \($1.width / $1.height)" }
            default: return snapshot.allItems.map(String.init)
            }
        }
    }

    /// A condition that is true for the row of a value alone.
    private static func mark(_ value: DatabaseValue, isText: Bool) -> SQL {
        guard isText, let text = String.fromDatabaseValue(value), !text.contains("\0") else {
            return "(hex(CAST(\(value) AS BLOB)) IS hex AND typeof(\(value)) IS type)"
        }
        return SQL(sql: "(hex(CAST('\(text)' AS BLOB)) IS hex AND 'text' IS type)")
    }

    private static func ids(where mark: SQL, _ db: Database) throws -> [Int64] {
        let (sql, arguments) = try SQL("SELECT id FROM thing WHERE \(mark) ORDER BY id").build(db)
        return try Int64.fetchAll(db.makeStatement(sql: sql), arguments: arguments)
    }

    private func open() async throws -> TestStore {
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, hex, type, rank);
                CREATE TABLE other(id INTEGER PRIMARY KEY, number);
                INSERT INTO other VALUES (1, 0);
                """)
        try await test.store.write { db in
            try History.install(on: "other", in: db)
            for value in Self.values {
                try db.execute(
                    literal:
                        "INSERT INTO thing(hex, type, rank) VALUES (hex(CAST(\(value) AS BLOB)), typeof(\(value)), 0)")
            }
        }
        return test
    }

    @Test func requestsThatDifferInOneByteOrTypeHaveEachItsOwnRows() async throws {
        let test = try await open()
        defer { test.remove() }
        var generator = SeededGenerator(seed: 2)
        for step in 0..<draws(54, long: 20_000) {
            let place = Place.allCases[step % Place.allCases.count]
            let values = (0..<3).map { _ in Self.values.randomElement(using: &generator) ?? .null }
            let marks = values.map { Self.mark($0, isText: place == .text) }
            let isTurned = generator.chance(30)
            try await test.execute("UPDATE other SET number = 0")
            var lists: [List] = []
            for mark in marks {
                let list = try await List(place.request(isTurned ? marks[0] : mark), in: test.store)
                if isTurned { try await list.change(to: place.request(mark)) }
                lists.append(list)
            }
            if place == .dependency { try await test.execute("UPDATE other SET number = \(step + 1)") }
            for round in 0..<2 {
                for (number, (list, mark)) in zip(lists, marks).enumerated() {
                    let (marked, all) = try await test.store.read { db in
                        let rows = try GRDB.Row.fetchAll(db, sql: "SELECT id, type FROM thing ORDER BY id")
                        return (try Self.ids(where: mark, db), rows.map { (id: $0[0] as Int64, type: $0[1] as String) })
                    }
                    #expect(
                        place.said(by: list) == place.expected(marked, all),
                        "\(place), \(values), list \(number), round \(round), step \(step)")
                }
                // Each row takes the value of another one, or perhaps of one that has another's by then.
                guard round == 0, place != .dependency else { break }
                try await test.execute(
                    """
                    UPDATE thing SET (hex, type) =
                      (SELECT hex, type FROM thing AS old WHERE old.id = 1 + thing.id % (SELECT max(id) FROM thing))
                    """)
            }
        }
    }

    /// Requests that are the same share what they have read, whatever number stands in them.
    @Test(arguments: [Double.nan, -0.0, .infinity, 1])
    func equalRequestsAreOne(number: Double) async throws {
        let test = try await open()
        defer { test.remove() }
        let request = ListRequest<Row>(filter: SQL("coalesce(\(number), 0) IS NOT rank - 5"))
        let lists = try await [List(request, in: test.store), List(request, in: test.store)]
        try await test.execute("INSERT INTO thing(rank) VALUES (2)")
        #expect(lists.map(\.statistics.rowsRead) == [1, 1])
        #expect(lists[0].snapshot.isIdentical(to: lists[1].snapshot))
        try await lists[1].change(to: request)
        #expect(lists[0].snapshot.isIdentical(to: lists[1].snapshot))
    }

    private struct Renamed: LiveRecord {
        static let databaseTableName = "thing"
        let names: [String]
        init(row: GRDB.Row) { names = Array(row.columnNames) }
    }

    @Test func adaptersThatReadOtherNamesMakeOtherLists() async throws {
        let test = try await open()
        defer { test.remove() }
        for prefix in ["one", "two", "e\u{301}", "\u{e9}"] {
            let adapter = RenameColumnAdapter { prefix + $0 }
            let request = ListRequest<Renamed>(
                fetching: SQLRequest(sql: "SELECT id, type FROM thing", adapter: adapter), primaryKey: ["id"])
            let list = try await FetchedResults(request, in: test.store)
            let names = try await list.elements(for: [1])[1]?.names
            #expect(names?.first.map { Array($0.utf8) } == Array((prefix + "id").utf8))
        }
    }

    /// Columns whose names look the same are two.
    @Test func aColumnThatLooksLikeTheRowidSorts() async throws {
        let test = try TestStore(
            history: false, schema: "CREATE TABLE thing(\"\u{e9}\" INTEGER PRIMARY KEY, \"e\u{301}\")")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing VALUES (1, 2), (2, 1)")
        let list = try await List(.init(sort: [Column("e\u{301}").asc]), in: test.store)
        #expect(list.snapshot.allItems == [2, 1])
        let rowids = try await List(.init(sort: [Column("\u{e9}").asc]), in: test.store)
        #expect(rowids.snapshot.allItems == [1, 2])
    }

    @Test func tablesThatLookTheSameAreTwo() async throws {
        struct Composed: LiveRecord, Codable {
            static let databaseTableName = "\u{e9}"
            var id: Int64
            var name: String
        }
        struct Decomposed: LiveRecord, Codable {
            static let databaseTableName = "e\u{301}"
            var id: Int64
            var name: String
        }
        let test = try TestStore(
            history: false,
            schema: """
                CREATE TABLE "\u{e9}"(id INTEGER PRIMARY KEY, name); INSERT INTO "\u{e9}" VALUES (1, 'composed');
                CREATE TABLE "e\u{301}"(id INTEGER PRIMARY KEY, name); INSERT INTO "e\u{301}" VALUES (2, 'decomposed');
                """)
        defer { test.remove() }
        let composed = try await FetchedResults<Composed>(.init(), in: test.store)
        let decomposed = try await FetchedResults<Decomposed>(.init(), in: test.store)
        #expect(composed.snapshot.allItems == [1] && decomposed.snapshot.allItems == [2])
        #expect(try await composed.elements(for: [1])[1]?.name == "composed")
        #expect(try await decomposed.elements(for: [2])[2]?.name == "decomposed")
        try await test.execute("INSERT INTO \"e\u{301}\" VALUES (3, 'new'); INSERT INTO \"\u{e9}\" VALUES (4, 'new')")
        #expect(composed.snapshot.allItems == [1, 4] && decomposed.snapshot.allItems == [2, 3])
    }

    /// A view whose text changes by one byte is another.
    @Test(arguments: [false, true])
    func aViewThatIsMadeAnewIsAnother(isOutside: Bool) async throws {
        let test = try await open()
        defer { test.remove() }
        func view(_ text: String) -> String {
            "CREATE VIEW odd AS SELECT id, hex, '\(text)' AS text FROM thing LIMIT 1"
        }
        struct Odd: LiveRecord, Equatable {
            static let databaseTableName = "odd"
            let text: [UInt8]
            init(row: GRDB.Row) throws { text = Array(try row.decode(String.self, forColumn: "text").utf8) }
        }
        try await test.execute(view("\u{e9}"))
        let list = try await FetchedResults<Odd>(.init(), in: test.store)
        let cells = try await ToldCells(list)
        let sql = "DROP VIEW odd; " + view("e\u{301}")
        if isOutside {
            try test.sqlite3(sql)
            try await test.store.catchUp()
        } else {
            try await test.execute(sql)
        }
        let rows = try await test.store.read { try Odd.fetchAll($0).map { (id: Int64(1), record: $0) } }
        #expect(rows.map(\.record.text) == [Array("e\u{301}".utf8)])
        try await cells.expect(rows, "after another view")
    }
}
