import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

struct SectionTests {
    /// The sections of a snapshot, each with its title and items.
    private func sections(_ snapshot: RowsSnapshot) -> [String: [Int64]] {
        Dictionary(
            uniqueKeysWithValues: (0..<snapshot.numberOfSections).map {
                (snapshot.sectionIdentifier(at: $0).title, snapshot.items(in: snapshot.range(ofSection: $0)))
            })
    }

    private func titles(_ snapshot: RowsSnapshot) -> [String] {
        (0..<snapshot.numberOfSections).map { snapshot.sectionIdentifier(at: $0).title }
    }

    @Test func sectionsComeAndGoWithTheirItems() async throws {
        let test = try TestStore()
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(
            .init(sort: [Column("rank").asc], sections: .by(SQL("substr(name, 1, 1)").asc)), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        #expect(results.snapshot.numberOfSections == 0)
        #expect(contractViolations(of: results.snapshot) == [])

        // The first insert, into a section that is not there.
        try await test.execute("INSERT INTO thing(rank, name) VALUES (1, 'beech')")
        #expect(recorder.takeEvents()[1] == .section(.insert(section: 0)))
        // Into a new section before it, and one behind.
        try await test.execute("INSERT INTO thing(rank, name) VALUES (2, 'ash'), (3, 'cedar'), (0, 'birch')")
        #expect(titles(results.snapshot) == ["a", "b", "c"])
        #expect(sections(results.snapshot) == ["a": [2], "b": [4, 1], "c": [3]])
        #expect(results.snapshot.sectionIndexTitles.map(\.title) == ["A", "B", "C"])

        // The only one of a section moves across into a new one: one goes, one comes, and it is a move.
        _ = (recorder.takeEvents(), recorder.takeUpdates())
        try await test.execute("UPDATE thing SET name = 'dogwood' WHERE id = 2")
        #expect(titles(results.snapshot) == ["b", "c", "d"])
        #expect(
            recorder.takeEvents() == [
                .will, .section(.delete(section: 0)), .section(.insert(section: 2)),
                .item(.move(2, from: ItemIndexPath(section: 0, item: 0), to: ItemIndexPath(section: 2, item: 0))),
                .item(
                    .update(
                        2, from: ItemIndexPath(section: 0, item: 0), to: ItemIndexPath(section: 2, item: 0),
                        columns: ColumnSet(column: 2))),
                .did,
            ])

        // The last of a section out, then the last of all.
        try await test.execute("DELETE FROM thing WHERE id = 3")
        #expect(titles(results.snapshot) == ["b", "d"])
        try await test.execute("DELETE FROM thing")
        #expect(results.snapshot.numberOfSections == 0)
        #expect(results.statistics.refetched == 0)
        #expect(results.snapshot.violations() == [])
    }

    /// Nothing in a row may bring the program down.
    @Test func rowsThatTearASectionApartAreSaidUntilTheyDoNot() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank, name) VALUES (1, 'a'), (2, 'b')")
        let request = ListRequest<Thing>(
            sections: .by(Column("name").asc, order: [Column("rank").asc]))
        let results = try await FetchedResults<Thing>(request, in: test.store)
        try await test.execute("INSERT INTO thing(rank, name) VALUES (3, 'a')")
        guard case .scatteredSection("a") = results.error else {
            throw ReplayError(description: "\(results.error as Any)")
        }
        await #expect(throws: ResultsError.self) {
            try await FetchedResults<Thing>(
                .init(sort: [Column("id").desc], sections: request.sections), in: test.store)
        }
        #expect(results.snapshot.allItems == [1, 2])
        try await test.execute("UPDATE thing SET name = 'c' WHERE id = 3")
        #expect(results.error == nil)
        #expect(titles(results.snapshot) == ["a", "b", "c"])
        #expect(contractViolations(of: results.snapshot) == [])
    }

    @Test func titlesOfAnotherEncodingAreRead() async throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA encoding = 'UTF-16'") }
        let queue = try DatabaseQueue(configuration: configuration)
        try await queue.write { db in
            try db.execute(sql: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden)")
            try db.execute(sql: "INSERT INTO thing(name) VALUES ('zoë'), ('Ada'), ('zoë')")
        }
        #expect(try await queue.read { try String.fetchOne($0, sql: "PRAGMA encoding") } == "UTF-16le")
        let store = try LiveStore(queue)
        defer { store.close() }
        let results = try await FetchedResults<Thing>(.init(sections: .by(Column("name").asc)), in: store)
        #expect(titles(results.snapshot) == ["Ada", "zoë"])
        #expect(results.snapshot.sectionIndexTitles.map(\.title) == ["A", "Z"])
        try await store.write { try $0.execute(sql: "UPDATE thing SET name = 'Zürich' WHERE id = 1") }
        #expect(titles(results.snapshot) == ["Ada", "Zürich", "zoë"])
    }

    @Test func oneValueIsOneSection() async throws {
        let test = try TestStore(
            schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name TEXT COLLATE NOCASE, shown, hidden)")
        defer { test.remove() }
        try await test.execute(
            """
            INSERT INTO thing(rank, shown, name) VALUES
            (1, 1, 'a'), (2, 1.0, 'A'), (3, '1', 'a'), (4, NULL, NULL), (5, x'31', 'B'), (6, -0.0, 'a'), (7, 0, 'A')
            """)
        let byValue = try await FetchedResults<Thing>(
            .init(sort: [Column("rank").asc], sections: .by(Column("shown").asc)), in: test.store)
        #expect(byValue.snapshot.sectionCounts == [1, 2, 2, 1, 1])
        #expect(contractViolations(of: byValue.snapshot) == [])
        // Whatever the collation, what is written otherwise is another section: the two stand beside each other.
        let byName = try await FetchedResults<Thing>(
            .init(sort: [Column("rank").asc], sections: .by(Column("name").desc)), in: test.store)
        #expect(titles(byName.snapshot) == ["B", "a", "A", ""])
        #expect(byName.snapshot.allItems == [5, 1, 3, 6, 2, 7, 4])
        #expect(contractViolations(of: byName.snapshot) == [])
    }

    /// Two palettes change places: their colors go along, whole.
    @Test func sectionsMoveWithTheirItems() async throws {
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE TABLE palette(id INTEGER PRIMARY KEY, position);
                """)
        defer { test.remove() }
        try await test.store.write { try History.install(on: "palette", in: $0) }
        try await test.execute("INSERT INTO palette VALUES (1, 1.0), (2, 2.0), (3, 3.0)")
        try await test.execute("INSERT INTO thing(shown) VALUES (1), (2), (2), (3), (1)")
        let position = SQL("(SELECT position FROM palette WHERE palette.id = thing.shown)")
        let results = try await FetchedResults<Thing>(
            .init(
                sections: .by(Column("shown").asc, order: [position.asc]),
                dependencies: [
                    Dependency(
                        on: "palette", rows: "SELECT thing.id FROM thing JOIN changed ON thing.shown = changed.id")
                ]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        #expect(titles(results.snapshot) == ["1", "2", "3"])
        try await test.execute("UPDATE palette SET position = 0 WHERE id = 2")
        #expect(titles(results.snapshot) == ["2", "1", "3"])
        #expect(results.snapshot.allItems == [2, 3, 1, 5, 4])
        let update = try #require(recorder.takeUpdates().first)
        #expect(update.changeset.deletedSections.count == 1)
        #expect(update.changeset.insertedSections.count == 1)
        #expect(update.changeset.inserted.isEmpty && update.changeset.deleted.isEmpty)
        #expect(update.changeset.updated.isEmpty)
        #expect(results.statistics.refetched == 0)
        #expect(results.snapshot.violations() == [])
    }
}

/// Sections that are declared, so that they are there without items.
struct DeclaredSectionTests {
    private func lists(_ results: FetchedResults<Thing>) -> [String] {
        let snapshot = results.snapshot
        return (0..<snapshot.numberOfSections).map {
            "\(snapshot.sectionIdentifier(at: $0)) \(snapshot.items(in: snapshot.range(ofSection: $0)))"
        }
    }

    @Test(arguments: [true, false]) func aSectionWithoutRowsIsThere(history: Bool) async throws {
        let test = try TestStore(history: history)
        defer { test.remove() }
        let sections = SectionKey.by(Column("name").asc, including: ["a", "b", "c", "b"])
        let results = try await FetchedResults<Thing>(
            .init(sort: [Column("rank").asc], sections: sections), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        #expect(lists(results) == ["a []", "b []", "c []"])

        // Rows come and go, and no section does.
        try await test.execute("INSERT INTO thing(rank, name) VALUES (1, 'b')")
        #expect(lists(results) == ["a []", "b [1]", "c []"])
        #expect(recorder.takeEvents() == [.will, .item(.insert(1, at: ItemIndexPath(section: 1, item: 0))), .did])
        try await test.execute("UPDATE thing SET name = 'c'")
        #expect(lists(results) == ["a []", "b []", "c [1]"])
        let paths = (ItemIndexPath(section: 1, item: 0), ItemIndexPath(section: 2, item: 0))
        #expect(recorder.takeEvents().contains(.item(.move(1, from: paths.0, to: paths.1))))

        // Those without rows stand before the next that is declared and has some, whatever is not declared.
        try await test.execute("INSERT INTO thing(rank, name) VALUES (2, 'bb')")
        #expect(lists(results) == ["bb [2]", "a []", "b []", "c [1]"])
        try await test.execute(
            "INSERT INTO thing(rank, name) VALUES (3, 'b'), (4, 'a'); DELETE FROM thing WHERE id = 1")
        #expect(lists(results) == ["a [4]", "b [3]", "bb [2]", "c []"])
        try await test.execute("DELETE FROM thing")
        #expect(lists(results) == ["a []", "b []", "c []"])
        #expect(results.statistics.refetched == 0)
        #expect(results.snapshot.violations() + contractViolations(of: results.snapshot) == [])
    }

    /// As of another table, whose rows name the sections.
    @Test func aListTurnsToOtherDeclaredSections() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank, shown) VALUES (1, 2)")
        var request = ListRequest<Thing>(sort: [Column("rank").asc])
        request.sections = .by(Column("shown").desc, including: [3, 2])
        let results = try await FetchedResults(request, in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        #expect(lists(results) == ["3 []", "2 [1]"])
        request.sections = .by(Column("shown").desc, including: [4, 2, 1])
        try await results.change(to: request)
        #expect(lists(results) == ["4 []", "2 [1]", "1 []"])
        #expect(
            recorder.takeEvents() == [
                .will, .section(.delete(section: 0)), .section(.insert(section: 0)), .section(.insert(section: 2)),
                .did,
            ])
        // Both lists are without rows, and not the same.
        try await test.execute("DELETE FROM thing")
        let before = results.snapshot
        request.sections = .by(Column("shown").desc, including: [7])
        try await results.change(to: request)
        #expect(!before.isIdentical(to: results.snapshot))
        #expect(lists(results) == ["7 []"])
    }

    /// What a limit leaves out leaves its section without rows.
    @Test func aLimitLeavesDeclaredSections() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank, shown) VALUES (1, 1), (2, 2), (3, 3)")
        var request = ListRequest<Thing>(sort: [Column("rank").asc])
        request.sections = .by(Column("shown").asc, including: [1, 2, 3])
        request.limit = 1
        let results = try await FetchedResults(request, in: test.store)
        #expect(lists(results) == ["1 [1]", "2 []", "3 []"])
        try await test.execute("DELETE FROM thing WHERE id = 1")
        #expect(lists(results) == ["1 []", "2 [2]", "3 []"])
    }
}
