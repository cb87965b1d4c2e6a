import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Synchronization
import Testing

/// Random transactions on things and on the documents of a full-text table, followed by searches drawn at random.
struct SearchReplayTests {
    /// Together 3,600 transactions; in a long run 500,000.
    @Test(arguments: 0..<draws(12, long: 1667))
    func everyChangesetLeadsToWhatAPlainSelectFinds(number: Int) async throws {
        let counts = try await replay(300, seed: UInt64(9000 + number), disturbed: true)
        // A few histories have no document that is found.
        #expect(counts.incremental + counts.untouched > 0)
    }

    /// The store's own commits, without changes of the schema.
    @Test(arguments: 0..<draws(12, long: 400))
    func nothingIsReadAnew(number: Int) async throws {
        let counts = try await replay(300, seed: UInt64(12_000 + number), disturbed: false)
        // A few histories have no document that is found.
        #expect(counts.incremental + counts.untouched > 0)
        #expect(counts.refetched == 0)
        #expect(counts.disorders == 0)
    }

    /// - Parameter isDisturbed: Whether other connections write too, and the full-text table is made anew now and then.
    private func replay(_ count: Int, seed: UInt64, disturbed isDisturbed: Bool) async throws -> ResultsStatistics {
        var generator = SeededGenerator(seed: seed)
        let index = DrawnIndex.available[Int(seed) % DrawnIndex.available.count]
        let hasHistory = !isDisturbed || generator.chance(80)
        let table = "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);"
        let test = try TestStore(
            history: hasHistory, schema: "\(table) \(index.upkeep) \(index.schema(Self.tokenizer(&generator)))")
        defer { test.remove() }
        let outside = try test.openOutside()
        let stack = UndoStack()

        var drawn = DrawnSearch(using: &generator, ownCollation: isDisturbed)
        let results = try await FetchedResults<Thing>(drawn.request, in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        var list = Self.split(results.snapshot.allItems, results.snapshot.sectionCounts)
        var counts = ResultsStatistics()
        for number in 0..<count {
            let context = "seed \(seed), \(index), transaction \(number), \(drawn.summary)"
            #expect(results.refetchReason == nil, "\(context)")
            if number % 60 == 59 {
                counts.add(results.statistics)
                drawn = DrawnSearch(using: &generator, ownCollation: isDisturbed)
                try await results.change(to: drawn.request)
            } else if isDisturbed, hasHistory, generator.chance(5) {
                _ = try await test.store.undo(stack)
            } else {
                let statements = Self.transaction(on: index, &generator, mayRebuild: isDisturbed)
                let rollsBack = generator.chance(5)
                @Sendable func write(_ db: Database) throws {
                    for (sql, isKept) in statements {
                        try db.inSavepoint {
                            try db.execute(sql: sql)
                            return isKept ? .commit : .rollback
                        }
                    }
                    if rollsBack { throw Rollback() }
                }
                do {
                    if isDisturbed, generator.chance(15) {
                        try await outside.write(write)
                    } else if hasHistory, generator.chance(30) {
                        try await test.store.write(undoable: "Edit", in: stack, write)
                    } else {
                        try await test.store.write(write)
                    }
                } catch is Rollback {}
                if isDisturbed { try await test.store.catchUp() }
            }
            if let error = results.error { throw ReplayError(description: "\(context): \(error)") }
            for update in recorder.takeUpdates() {
                try BatchUpdate(update.changeset).validate(
                    from: update.old.sectionCounts, to: update.new.sectionCounts)
                list = try AviaryTesting.replay(update.changeset, on: list)
            }
            let found = try await test.store.read { [drawn] in try drawn.model($0) }
            guard results.snapshot.allItems == found else {
                throw ReplayError(description: "\(context): \(results.snapshot.allItems) is not \(found)")
            }
            guard list.flatMap(\.self) == found else {
                throw ReplayError(description: "\(context): the changesets lead to \(list), not to \(found)")
            }
            if number % 7 == 0 { try await test.expectElements(of: results, context) }
        }
        counts.add(results.statistics)
        return counts
    }

    private struct Rollback: Error {}

    private static func split(_ items: [Int64], _ counts: [Int]) -> [[Int64]] {
        var rest = items[...]
        return counts.map { count in
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
    }

    private static func tokenizer(_ generator: inout SeededGenerator) -> String {
        ["tokenize='unicode61 remove_diacritics 2'", "tokenize='porter'", "prefix='1 2'", "tokenize='ascii'"]
            .randomElement(using: &generator) ?? ""
    }

    private static func transaction(
        on index: DrawnIndex, _ generator: inout SeededGenerator, mayRebuild: Bool
    ) -> [(sql: String, isKept: Bool)] {
        // In a savepoint that is rolled back, SQLite may refuse all that follows on a dropped full-text table.
        if mayRebuild, generator.chance(3) {
            return [("DROP TABLE find; \(index.schema(tokenizer(&generator)))", true), (thing(&generator), true)]
        }
        return (0..<generator.skewed(upTo: 6)).map { _ in
            let isKept = !generator.chance(8)
            if generator.chance(30) { return (index.statement(using: &generator), isKept) }
            return (thing(&generator), isKept)
        }
    }

    private static func thing(_ generator: inout SeededGenerator) -> String {
        let id = Int.random(in: 1...40, using: &generator)
        let rank = Int.random(in: -3...3, using: &generator)
        let (text, other) = (DrawnIndex.text(using: &generator), DrawnIndex.text(using: &generator))
        let statements = [
            "INSERT INTO thing(id, rank, name, shown, hidden) VALUES (\(id), \(rank), \(text), \(other), \(rank % 2)) "
                + "ON CONFLICT DO UPDATE SET name = excluded.name, shown = excluded.shown",
            "UPDATE thing SET name = \(text) WHERE id = \(id)", "UPDATE thing SET shown = \(text) WHERE id = \(id)",
            "UPDATE thing SET rank = \(rank) WHERE id = \(id)",
            "UPDATE thing SET hidden = \(rank % 2) WHERE id = \(id)",
            "DELETE FROM thing WHERE id = \(id)", "UPDATE thing SET name = \(text) WHERE id % 5 = \(id % 5)",
            "UPDATE thing SET id = \(id) WHERE id = \(id % 9) AND NOT EXISTS (SELECT 1 FROM thing WHERE id = \(id))",
            "INSERT INTO thing(rank, name) SELECT \(rank), \(text) FROM (VALUES (1), (2), (3))",
            "DELETE FROM thing WHERE id > 60",
        ]
        return statements.randomElement(using: &generator) ?? ""
    }
}

extension ResultsStatistics {
    fileprivate mutating func add(_ other: ResultsStatistics) {
        incremental += other.incremental
        untouched += other.untouched
        refetched += other.refetched
        disorders += other.disorders
    }
}
