import AviaryResults
import AviarySnapshots
import Foundation
import GRDB

/// What another program's commit of a million rows costs: until a list has followed it, and for a write to another table
/// just behind it.
struct LargeCommitBench {
    private static let rows = 1_000_000

    private struct Note: LiveRecord {
        static let databaseTableName = "note"
        init(row: Row) {}
    }

    func run() async throws {
        let filled = try await measure(Thing.request, behind: 1_000)
        let sectioned = try await measure(Thing.sectioned, behind: Self.rows)
        let write = [filled, sectioned].map(\.write).max() ?? 0
        Figure(name: "results.large.us_per_row", value: filled.perRow, unit: "us").show()
        Figure(name: "results.large.sections.us_per_row", value: sectioned.perRow, unit: "us").show()
        Figure(name: "results.large.write_ms", value: write, unit: "ms").show()
    }

    /// - Parameter count: How many rows the list has before.
    private func measure(_ request: ListRequest<Thing>, behind count: Int) async throws
        -> (perRow: Double, write: Double)
    {
        let things = try ThingStore(rows: count)
        try await things.store.write { db in
            try db.execute(sql: "CREATE TABLE note(id INTEGER PRIMARY KEY)")
            try History.install(on: "note", in: db)
        }
        let results = try await FetchedResults(request, in: things.store)
        let notes = try await FetchedResults<Note>(.init(), in: things.store)
        let updates = results.updates()
        let outside = try DatabaseQueue(path: things.database.path)
        try await outside.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE number(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number WHERE id < \(Self.rows))
                    INSERT INTO thing(created, name)
                    SELECT 1700000000000 + id * 7919 % \(Self.rows) * 60000, 'Thing of ' || id FROM number
                    """)
        }
        let start = ContinuousClock.now
        async let followed = things.store.catchUp()
        try await things.store.write { try $0.execute(sql: "INSERT INTO note VALUES (1)") }
        let write = (ContinuousClock.now - start) / .milliseconds(1)
        _ = try await followed
        let perRow = (ContinuousClock.now - start) / .microseconds(Self.rows)
        precondition(results.snapshot.numberOfItems == count + Self.rows && notes.snapshot.numberOfItems == 1)
        withExtendedLifetime(updates) {}
        try things.remove()
        return (perRow, write)
    }
}
