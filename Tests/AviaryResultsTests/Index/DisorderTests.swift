import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Logging
import Synchronization
import Testing

/// A list whose rows are not where it believes them to be.
struct DisorderTests {
    /// How the list comes to be out of order, and what it holds after rows 1 to 65 are deleted.
    enum Fault: CaseIterable {
        /// A collation of the program's turns round.
        case collation
        /// A function that was declared pure gives other results: each row's key is another than the one that is kept.
        case key
        /// The filter leaves out the last row that is kept.
        case filter
        /// Another program deletes that row, and its triggers do not fire.
        case silentDeletion

        var request: ListRequest<Thing> {
            switch self {
            case .collation: .init(sort: [SQL("name COLLATE fickle").asc], limit: 3)
            case .key: .init(sort: [SQL("shifted(rank)").asc], limit: 3)
            case .filter: .init(filter: SQL("isShown(rank)"), sort: [Column("rank").asc], limit: 3)
            case .silentDeletion: .init(sort: [Column("rank").asc], limit: 3)
            }
        }

        var list: [Int64] {
            switch self {
            case .collation: [300, 299, 298]
            case .key: [66, 67, 68]
            case .filter, .silentDeletion: [66, 68, 69]
            }
        }
    }

    /// Three rows are shown and 64 more are kept, so the last one kept is 67.
    private func open(_ log: CollectedLog, _ hasTurned: Switch, history: Bool) throws -> TestStore {
        let shifted = DatabaseFunction("shifted", argumentCount: 1, pure: true) { values in
            Int.fromDatabaseValue(values[0]).map { hasTurned.isOn ? $0 - 1_000 : $0 }
        }
        let isShown = DatabaseFunction("isShown", argumentCount: 1, pure: true) { values in
            !hasTurned.isOn || values[0] != 67.databaseValue
        }
        return try TestStore(
            history: history,
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 300)
                INSERT INTO thing(rank, name) SELECT n, printf('%03d', n) FROM n;
                """,
            logger: Logger(label: "test") { _ in log },
            prepare: { db in
                db.add(collation: DatabaseCollation("fickle") { hasTurned.isOn ? $1.compare($0) : $0.compare($1) })
                db.add(function: shifted)
                db.add(function: isShown)
            })
    }

    @Test(arguments: Fault.allCases, [true, false])
    func theListIsReadAnew(fault: Fault, history: Bool) async throws {
        // Without history the list is read anew after another program's commits, so that it is never out of order.
        if fault == .silentDeletion && !history { return }
        let (log, hasTurned, recorder) = (CollectedLog(), Switch(), UpdateRecorder())
        let test = try open(log, hasTurned, history: history)
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(fault.request, in: test.store)
        results.delegate = recorder
        #expect(results.snapshot.allItems == [1, 2, 3])

        hasTurned.turn()
        if fault == .silentDeletion {
            try test.sqlite3("DELETE FROM thing WHERE id = 67", after: ".dbconfig enable_trigger off")
        }
        try await test.execute("DELETE FROM thing WHERE id <= 65")
        #expect(results.snapshot.allItems == fault.list)
        #expect(results.snapshot.violations() == [])
        #expect(results.error == nil)
        #expect(results.statistics.disorders == 1 && results.statistics.refetched == 1)
        #expect(
            log.lines.map { "\($0.level): \($0.message)" } == [
                "warning: A live query was out of order and is read anew"
            ])
        let updates = recorder.takeUpdates()
        #expect(updates.count == 1)
        let changeset = try #require(updates.first?.changeset)
        #expect(try replay(changeset, on: [1, 2, 3]) == fault.list)

        // From there on it is followed row by row.
        try await test.execute("DELETE FROM thing WHERE id = \(fault.list[0])")
        #expect(results.snapshot.allItems.prefix(2) == fault.list.dropFirst())
        #expect(results.statistics.incremental == 1 && results.statistics.disorders == 1)
    }
}

private final class Switch: Sendable {
    private let state = Mutex(false)
    var isOn: Bool { state.withLock { $0 } }
    func turn() { state.withLock { $0.toggle() } }
}
