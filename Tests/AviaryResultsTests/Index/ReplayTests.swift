import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Synchronization
import Testing

/// Random transactions through a real file, against a plain SELECT after each.
struct ReplayTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        var name: String
        var filter: String?
        var sort: [SortKey]
        var order: String
        var schema = "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden)"
        var history = true
        var testDescription: String { name }
    }

    static let shapes = [
        Shape(name: "one key", sort: [Column("rank").asc], order: "rank"),
        Shape(
            name: "filter, two keys", filter: "shown > 0",
            sort: [Column("name").desc, Column("rank").asc],
            order: "name DESC, rank"),
        Shape(
            name: "NOCASE and RTRIM, no history", sort: [Column("name").asc, Column("rank").desc],
            order: "name, rank DESC",
            schema: """
                CREATE TABLE thing(
                  id INTEGER PRIMARY KEY, rank TEXT COLLATE RTRIM, name TEXT COLLATE NOCASE, shown, hidden)
                """, history: false),
        Shape(
            name: "descending expression, unique column", sort: [SQL("abs(rank)").desc],
            order: "abs(rank) DESC",
            schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden UNIQUE ON CONFLICT REPLACE)"),
    ]

    /// Together 4,800 transactions; in a long run 100,000.
    @Test(arguments: shapes.indices, [UInt64(1), 2])
    func everyChangesetLeadsToWhatAPlainSelectFinds(shape: Int, seed: UInt64) async throws {
        let transactions = draws(600, long: 12_500)
        let counts = try await replayTransactions(transactions, shape: Self.shapes[shape], seed: seed)
        let followed = counts.incremental + counts.refetched
        #expect(followed > transactions * 2 / 5, "seed \(seed)")
        #expect(Double(counts.incremental) >= 0.95 * Double(followed), "seed \(seed): \(counts)")
    }

    @Test func aFaultInTheMovesIsCaught() async throws {
        await #expect(throws: ReplayError.self) {
            try await replayTransactions(2000, shape: Self.shapes[0], seed: 3) { changeset in
                guard let index = changeset.moved.indices.last else { return }
                changeset.moved[index].to.item += changeset.moved[index].to.item == 0 ? 1 : -1
            }
        }
        await #expect(throws: ReplayError.self) {
            try await replayTransactions(2000, shape: Self.shapes[0], seed: 3) { $0.moved = [] }
        }
    }

    @Test(arguments: shapes.indices)
    func everyChangedColumnIsTold(shape: Int) async throws {
        let shape = Self.shapes[shape]
        let test = try TestStore(history: shape.history, schema: shape.schema)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(
            .init(filter: shape.filter.map { SQL(sql: $0) }, sort: shape.sort), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        let columns = ["id", "rank", "name", "shown", "hidden"]
        let edits = Mutex(RandomEdits(table: "thing", columns: Array(columns.dropFirst()), maximumRows: 60, seed: 11))
        var contents: [Int64: [String]] = [:]
        for number in 0..<draws(800, long: 10_000) {
            do {
                try await test.store.write { db in try edits.withLock { try $0.perform(in: db) } }
            } catch is RandomEdits.Rollback {}
            var told: [Int64: ColumnSet] = [:]
            for update in recorder.takeUpdates() {
                told.merge(update.changeset.touched) { $0.union($1) }
            }
            let select = "SELECT \(columns.map { "quote(\($0))" }.joined(separator: ", ")) FROM thing"
            let rows = try await test.store.read { db in
                try Row.fetchAll(db, sql: select).map { row in columns.indices.map { row[$0] as String } }
            }
            let now = Dictionary(uniqueKeysWithValues: rows.map { (Int64($0[0]) ?? 0, $0) })
            for id in results.snapshot.allItems {
                guard let before = contents[id], let after = now[id] else { continue }
                for position in columns.indices where before[position] != after[position] {
                    #expect(told[id]?.contains(column: position) == true, "transaction \(number), row \(id)")
                }
            }
            contents = now
        }
    }

    /// - Parameter fault: What is done to each changeset before it is believed.
    private func replayTransactions(
        _ count: Int, shape: Shape, seed: UInt64, fault: @Sendable (inout Changeset<Int64>) -> Void = { _ in }
    ) async throws -> ResultsStatistics {
        let test = try TestStore(history: shape.history, schema: shape.schema)
        defer { test.remove() }
        let outside = try test.openOutside()
        let results = try await FetchedResults<Thing>(
            .init(filter: shape.filter.map { SQL(sql: $0) }, sort: shape.sort), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        var random = RandomEdits(table: "thing", columns: ["rank", "name", "shown", "hidden"], seed: seed)
        // Without history these commits cannot be followed row by row.
        if !shape.history { random.rowidChanges = 0.3 }
        let edits = Mutex(random)
        let select = "SELECT id FROM thing \(shape.filter.map { "WHERE \($0) " } ?? "")ORDER BY \(shape.order), id"
        var list: [Int64] = []
        for number in 0..<count {
            let context = "seed \(seed), transaction \(number)"
            let isOutside = shape.history && number % 50 == 7
            try await test.follow(from: isOutside ? outside : nil) { db in
                try edits.withLock { try $0.perform(in: db) }
            }

            for update in recorder.takeUpdates() {
                var changeset = update.changeset
                fault(&changeset)
                let next = try replay(changeset, on: list)
                try BatchUpdate(changeset).validate(from: update.old.sectionCounts, to: update.new.sectionCounts)
                guard update.old.numberOfItems == list.count, update.new.numberOfItems == next.count else {
                    throw ReplayError(description: "\(context): the counts do not add up")
                }
                list = next
            }
            let found = try await test.store.read { try Int64.fetchAll($0.cachedStatement(sql: select)) }
            guard list == found else { throw ReplayError(description: "\(context): \(list) is not \(found)") }
            guard results.snapshot.allItems == found else {
                throw ReplayError(description: "\(context): the snapshot is another than what the changesets lead to")
            }
            if number % 1000 == 0 {
                let violations = results.snapshot.violations()
                guard violations.isEmpty else { throw ReplayError(description: "\(context): \(violations)") }
            }
        }
        return results.statistics
    }
}
