import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// Lists of hundreds of sections and of many thousands: what a commit tells, and what it costs.
struct ManySectionsTests {
    private static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
        CREATE TABLE palette(id INTEGER PRIMARY KEY, position);
        """

    /// One row each in so many sections.
    private func makeStore(sections: Int) throws -> TestStore {
        let test = try TestStore(schema: Self.schema)
        try test.database.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < \(sections))
                    INSERT INTO thing(id, rank) SELECT n, 10 * n FROM n
                    """)
        }
        return test
    }

    /// Rows change sections one by one and by the dozen, in the whole list and in windows of it.
    @Test(arguments: 0..<draws(3, long: 2_000))
    func whatComesAndGoesIsTold(number: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(900 + number))
        let test = try makeStore(sections: 600)
        defer { test.remove() }
        var request = ListRequest<Thing>(
            sort: [Column("rank").asc], sections: .by(SQL("rank / 25").asc))
        if number % 3 > 0 {
            (request.limit, request.offset) = (generator.skewed(upTo: 300), generator.skewed(upTo: 200) - 1)
            request.edge = number % 3 == 1 ? .start : .end
        }
        let results = try await FetchedResults<Thing>(request, in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        for round in 0..<120 {
            let context: Comment = "draw \(number), round \(round)"
            let old = results.snapshot
            let edits = (0..<generator.skewed(upTo: 40)).map { _ in
                (Int.random(in: 1...700, using: &generator), Int.random(in: 0...7_000, using: &generator))
            }
            try await test.store.write { db in
                for (id, rank) in edits {
                    let sql =
                        rank % 5 == 0
                        ? "DELETE FROM thing WHERE id = ?"
                        : "INSERT INTO thing(id, rank) VALUES (?1, \(rank)) ON CONFLICT DO UPDATE SET rank = \(rank)"
                    try db.execute(sql: sql, arguments: [id])
                }
            }
            let updates = recorder.takeUpdates()
            #expect(updates.count <= 1, context)
            for update in updates {
                // Their order is that of their values, so none passes another.
                let (before, after) = (old.sectionIdentifiers, update.new.sectionIdentifiers)
                let (known, now) = (Set(before), Set(after))
                let changeset = update.changeset
                #expect(changeset.deletedSections == before.indices.filter { !now.contains(before[$0]) }, context)
                #expect(changeset.insertedSections == after.indices.filter { !known.contains(after[$0]) }, context)
                let list = (0..<old.numberOfSections).map { old.items(in: old.range(ofSection: $0)) }
                #expect(try replay(changeset, on: list).flatMap(\.self) == update.new.allItems, context)
            }
            #expect(results.snapshot.violations() + contractViolations(of: results.snapshot) == [], context)
            #expect(
                try await results.snapshot.sectionIdentifiers.map(\.title) == titles(of: request, in: test), context)
        }
        #expect(results.statistics.refetched == 0)
    }

    private func titles(of request: ListRequest<Thing>, in test: TestStore) async throws -> [String] {
        let isAtEnd = request.edge == .end
        let order = isAtEnd ? "DESC" : "ASC"
        let values = try await test.ids(
            """
            SELECT DISTINCT value FROM (
                SELECT rank / 25 AS value FROM thing ORDER BY rank \(order), id \(order)
                LIMIT \(request.limit ?? -1) OFFSET \(request.offset)) ORDER BY value
            """)
        return values.map(String.init)
    }

    /// Sections that pass others are told so, and those that nobody touched are not.
    @Test(arguments: [UInt64(1), 2, 3])
    func sectionsThatMoveAreToldAlone(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let test = try makeStore(sections: 200)
        defer { test.remove() }
        try await test.store.write { try History.install(on: "palette", in: $0) }
        try await test.execute(
            "INSERT INTO palette SELECT id, id * 1.0 FROM thing; UPDATE thing SET shown = (id + 1) / 2")
        let results = try await FetchedResults<Thing>(
            .init(
                sections: .by(
                    Column("shown").asc,
                    order: [SQL("(SELECT position FROM palette WHERE palette.id = thing.shown)").asc]),
                dependencies: [
                    Dependency(
                        on: "palette", rows: "SELECT thing.id FROM thing JOIN changed ON thing.shown = changed.id")
                ]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        var list: [[Int64]] = stride(from: Int64(1), to: 200, by: 2).map { [$0, $0 + 1] }
        for round in 0..<100 {
            let moved = (0..<generator.skewed(upTo: 6)).map { _ in Int.random(in: 1...100, using: &generator) }
            let target = Double.random(in: 0...101, using: &generator)
            try await test.store.write { db in
                for (step, palette) in moved.enumerated() {
                    try db.execute(
                        sql: "UPDATE palette SET position = ? WHERE id = ?",
                        arguments: [target + Double(step) / 1_000, palette])
                }
            }
            for update in recorder.takeUpdates() {
                #expect(update.changeset.deletedSections.count <= Set(moved).count, "seed \(seed), round \(round)")
                list = try replay(update.changeset, on: list)
            }
            let found = try await test.ids(
                "SELECT thing.id FROM thing JOIN palette ON palette.id = shown ORDER BY position, shown, thing.id")
            #expect(list.flatMap(\.self) == found, "seed \(seed), round \(round)")
            #expect(results.snapshot.allItems == found, "seed \(seed), round \(round)")
            #expect(results.snapshot.violations() == [], "seed \(seed), round \(round)")
        }
        #expect(results.statistics.refetched == 0)
    }

    /// Among a hundred times as many sections a commit copies a path that is less than twice as long.
    @Test func aCommitCopiesOnePathOfTheSections() async throws {
        var copied: [Int] = []
        for sections in [1_000, 100_000] {
            let test = try makeStore(sections: sections)
            defer { test.remove() }
            let results = try await FetchedResults<Thing>(
                .init(sort: [Column("rank").asc], sections: .by(SQL("rank / 10").asc)), in: test.store)
            var most = 0
            // A row makes its section another one, joins another section, and changes places inside it.
            for (id, rank) in [(7, 10 * sections + 5), (500, 123), (500, 120), (sections, 124), (1, 5_555)] {
                let old = results.snapshot
                try await test.execute("UPDATE thing SET rank = \(rank) WHERE id = \(id)")
                most = max(most, results.snapshot.sectionNodes(notIn: old))
            }
            #expect(results.statistics.refetched == 0)
            #expect(results.snapshot.numberOfSections == sections - 3)
            copied.append(most)
        }
        #expect(copied[0] >= 10 && copied[1] <= 2 * copied[0], "\(copied) nodes")
    }
}
