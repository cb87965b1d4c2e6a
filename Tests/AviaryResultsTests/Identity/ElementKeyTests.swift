import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Testing

/// The element of an item, where more than one row has its key.
struct ElementKeyTests {
    private static let schema = """
        CREATE TABLE version(document, number, text, isLast);
        INSERT INTO version VALUES ('a', 1, 'old', 0), ('a', 2, 'new', 1), ('b', 2, 'only', 1), ('c', 1, 'gone', 0);
        CREATE VIEW document AS SELECT document AS id, number, text, isLast FROM version;
        """

    private struct Document: LiveRecord, Equatable {
        static let databaseTableName = "document"
        let text: String
        init(row: Row) throws { text = try row.decode(String.self, forColumn: "text") }
    }

    enum Kind: CaseIterable { case query, view }

    private func request(_ kind: Kind) -> ListRequest<Document> {
        switch kind {
        case .query: ListRequest(fetching: SQLRequest(sql: "SELECT * FROM version"), primaryKey: ["document"])
        case .view: ListRequest()
        }
    }

    private func texts(_ list: FetchedResults<Document>) async throws -> [String] {
        try await list.allElements().sections.flatMap { $0.map(\.text) }
    }

    @Test(arguments: Kind.allCases)
    func aKeyThatIsUniqueUnderTheFilterHasItsRow(kind: Kind) async throws {
        let test = try TestStore(history: false, schema: Self.schema)
        defer { test.remove() }
        var request = request(kind)
        request.filter = Column("isLast") == 1
        let list = try await FetchedResults<Document>(request, in: test.store)
        #expect(try await texts(list) == ["new", "only"])
        try await test.execute("UPDATE version SET isLast = 1 - isLast WHERE document = 'a'")
        #expect(try await texts(list) == ["old", "only"])
        try await test.execute("UPDATE version SET text = 'older' WHERE number = 1")
        #expect(try await texts(list) == ["older", "only"])
    }

    /// Of two rows with one key the first is in the list, and so is its element.
    @Test(arguments: Kind.allCases)
    func ofTwoRowsTheFirstIsShown(kind: Kind) async throws {
        let test = try TestStore(history: false, schema: Self.schema)
        defer { test.remove() }
        var request = request(kind)
        request.sort = [Column("number").desc]
        let list = try await FetchedResults<Document>(request, in: test.store)
        #expect(try await texts(list) == ["new", "only", "gone"])
        request.sort = [Column("number").asc]
        try await list.change(to: request)
        #expect(try await texts(list).contains("old"))
    }

    /// An item may be asked for whose row is not in the list.
    @Test(arguments: Kind.allCases)
    func aRowOutsideOfTheListIsFound(kind: Kind) async throws {
        let test = try TestStore(history: false, schema: Self.schema)
        defer { test.remove() }
        var filtered = request(kind)
        filtered.filter = Column("isLast") == 1
        let all = try await FetchedResults<Document>(request(kind), in: test.store)
        let list = try await FetchedResults<Document>(filtered, in: test.store)
        let outside = all.snapshot.allItems.filter { list.snapshot.position(of: $0) == nil }
        #expect(outside.count == 1)
        #expect(try await list.elements(for: outside).values.map(\.text) == ["gone"])
    }

    // MARK: Identifiers

    private struct Named: LiveRecord, Identifiable, Codable {
        static let databaseTableName = "named"
        let id: UUID
    }

    /// A UUID may be stored as its bytes, or as a text.
    @Test func aUUIDThatIsStoredAsTextIsFound() async throws {
        let test = try TestStore(history: false, schema: "CREATE TABLE named(number INTEGER PRIMARY KEY, id UNIQUE)")
        defer { test.remove() }
        let ids = (0..<3).map { _ in UUID() }
        try await test.store.write { db in
            try db.execute(
                sql: "INSERT INTO named(number, id) VALUES (1, ?), (2, ?), (3, ?)",
                arguments: [ids[0], ids[1].uuidString, ids[2].uuidString.lowercased()])
        }
        let list = try await FetchedResults<Named>(.init(), in: test.store)
        #expect(try await list.items(for: ids, in: "id") == [ids[0]: 1, ids[1]: 2, ids[2]: 3])
    }
}
