import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// Sections whose values no Swift string holds.
struct HostileSectionTests {
    private struct Row: LiveRecord {
        static let databaseTableName = "thing"
        init(row: GRDB.Row) {}
    }

    private static let values = [
        "NULL", "''", "x''", "'a'", "'A'", "x'61'", "CAST(x'6100' AS TEXT)", "CAST(x'610062' AS TEXT)",
        "CAST(x'00' AS TEXT)",
        "CAST(x'FF' AS TEXT)", "CAST(x'FE' AS TEXT)", "CAST(x'C3' AS TEXT)", "'\u{fffd}'", "'\u{e9}'", "'e\u{301}'",
        "1", "'1'", "'1.0'", "0.0", "-0.0", "9e999", "-9e999", "9007199254740993", "9007199254740992.0", "x'31'",
        "'\u{1f600}'",
    ]

    @Test(arguments: ["a", "+a", "a || ''", "CAST(a AS BLOB)"], ["UTF-8", "UTF-16le"])
    func theRowsOfEachSectionAreFound(key: String, encoding: String) async throws {
        let test = try TestStore(
            encoding: encoding,
            schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, a, rank); CREATE INDEX a ON thing(a)")
        defer { test.remove() }
        try await test.execute(
            "INSERT INTO thing(a, rank) VALUES "
                + (Self.values + Self.values).map { "(\($0), 0)" }.joined(separator: ", "))
        let request = ListRequest<Row>(sections: .by(SQL(sql: key).asc))
        let list = try await FetchedResults(request, in: test.store)
        let first = try await FetchedResults(request, in: test.store, showingFirst: 1)
        #expect(first.snapshot.sectionIdentifiers == list.snapshot.sectionIdentifiers)
        for (number, section) in list.snapshot.sectionIdentifiers.enumerated() {
            let expected = list.snapshot.items(in: list.snapshot.range(ofSection: number))
            let one = try await FetchedResults(request.ofSection(section), in: test.store)
            #expect(one.snapshot.allItems == expected, "\(section), the \(number)th")
            try await test.execute(
                "UPDATE thing SET rank = rank + 1; UPDATE thing SET a = 'z' WHERE id = \(expected[0])")
            #expect(one.snapshot.allItems == Array(expected.dropFirst()), "\(section), the \(number)th, afterwards")
            try await test.execute(
                "UPDATE thing SET a = (SELECT a FROM thing WHERE id = \(expected[1])) WHERE id = \(expected[0])")
        }
    }

    /// A section that is declared is the one that its rows are in, in whatever encoding the file has them.
    @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
    func aDeclaredSectionIsThatOfItsRows(encoding: String) async throws {
        let test = try TestStore(encoding: encoding, schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, a)")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(a) VALUES ('one'), ('\u{e9}'), (3)")
        let declared: [any DatabaseValueConvertible] = [3, "e\u{301}", "empty", "one", "\u{e9}"]
        let list = try await FetchedResults<Row>(
            .init(sections: .by(Column("a").asc, including: declared)), in: test.store)
        let counts = zip(list.snapshot.sectionIdentifiers, list.snapshot.sectionCounts).map { "\($0) \($1)" }
        #expect(counts == ["3 1", "e\u{301} 0", "empty 0", "one 1", "\u{e9} 1"])
    }
}
