import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Synchronization

/// Measures live queries with many windows on one request, many columns in a table, or many requests of one store.
///
/// A change is a transaction that updates one row. It is timed from SQLite's commit until the write returns. By then
/// all lists are up to date, and every delegate has been called.
struct DepthBench {
    private static let rounds = 400
    private var generator = SeededGenerator(seed: 3)

    mutating func run() async throws {
        try await windows(count: 5_000)
        try await requests(count: 1_000)
        try await columns(count: 100)
        try await keys(count: 100_000)
    }

    /// One request over 100,000 rows, with many lists of the same store. Each list has a delegate and a reader.
    ///
    /// The lists share an index, so one more window costs a commit only one delegate call. Its memory is the list itself
    /// and one change that its reader has not taken.
    private mutating func windows(count: Int) async throws {
        let things = try ThingStore(rows: 100_000)
        let first = try await FetchedResults(Thing.request, in: things.store)
        let alone = try changes(of: things)
        releaseFreeMemory()
        let before = processMemory("VmRSS")
        let delegate = CountingDelegate()
        var windows: [FetchedResults<Thing>] = []
        var readers: [SnapshotUpdates<RowsSnapshot>] = []
        let start = ContinuousClock.now
        for _ in 0..<count {
            let window = try await FetchedResults(Thing.request, in: things.store)
            window.delegate = delegate
            readers.append(window.updates())
            windows.append(window)
        }
        show("windows.open_us_each", (ContinuousClock.now - start) / .seconds(1) * 1e6 / Double(count), "us")
        let together = try changes(of: things)
        precondition(delegate.calls.withLock { $0 } == count * Self.rounds, "Each window is told of each change")
        if let before, let after = processMemory("VmRSS") {
            show("windows.bytes_each", Double(after - before) / Double(count), "bytes")
        }
        show("windows.change_ms", together.median * 1e3, "ms")
        show("windows.us_each", (together.median - alone.median) * 1e6 / Double(count), "us")
        withExtendedLifetime((first, windows, readers)) {}
        try things.remove()
    }

    /// Many different requests of one store over 10,000 rows. Each lists ten rows, and every commit may concern any of
    /// them.
    private mutating func requests(count: Int) async throws {
        let things = try ThingStore(rows: 10_000)
        let alone = try changes(of: things)
        releaseFreeMemory()
        let before = processMemory("VmRSS")
        var lists: [FetchedResults<Thing>] = []
        let start = ContinuousClock.now
        for number in 0..<count {
            let request = ListRequest<Thing>(
                filter: SQL("id % \(count) = \(number)"), sort: [Column("created").asc])
            lists.append(try await FetchedResults(request, in: things.store))
        }
        let loading = (ContinuousClock.now - start) / .seconds(1)
        if let before, let after = processMemory("VmRSS") {
            show("requests.bytes_each", Double(after - before) / Double(count), "bytes")
        }
        show("requests.load_ms_each", loading * 1e3 / Double(count), "ms")
        let together = try changes(of: things)
        show("requests.change_ms", together.median * 1e3, "ms")
        show("requests.us_each", (together.median - alone.median) * 1e6 / Double(count), "us")
        precondition(lists.allSatisfy { $0.statistics.refetched == 0 }, "Each is followed row by row")
        try things.remove()
    }

    /// A table of many columns. The list sorts by one column and shows all of them. The figure includes the write,
    /// which logs all columns. It is compared with the same for a table with three columns.
    private mutating func columns(count: Int) async throws {
        let few = try ThingStore(rows: 20_000)
        let fewResults = try await FetchedResults(Thing.request, in: few.store)
        let narrow = try changes(of: few)
        withExtendedLifetime(fewResults) {}
        try few.remove()

        let names = (2..<count).map { "column\($0)" }
        let things = try ThingStore(rows: 20_000, columns: names)
        let results = try await FetchedResults(ListRequest<WideThing>(sort: [Column("created").asc]), in: things.store)
        let wide = try changes(of: things)
        show("columns.change_us", wide.median * 1e6, "us")
        show("columns.vs_three", wide.median / narrow.median, "times")

        let places = (0..<200).map { _ in Int.random(in: 0..<things.rows - 50, using: &generator) }
        var screens: [Double] = []
        for place in places {
            let items = results.snapshot.items(in: place..<place + 50)
            let start = ContinuousClock.now
            let rows = try await results.elements(for: items)
            screens.append((ContinuousClock.now - start) / .seconds(1))
            precondition(rows.count == 50, "All are found")
        }
        show("columns.screen_ms", screens.median * 1e3, "ms")
        try things.remove()
    }

    /// A list that is read again after each commit, because its table is WITHOUT ROWID, with texts as keys.
    ///
    /// The time is that of the whole write. The write itself is short compared with reading and comparing all rows.
    private mutating func keys(count: Int) async throws {
        let things = try ThingStore(rows: 10)
        try await things.store.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE word(id TEXT PRIMARY KEY NOT NULL, rank INTEGER NOT NULL) WITHOUT ROWID;
                    WITH RECURSIVE number(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number WHERE id < \(count))
                    INSERT INTO word SELECT 'word number ' || id, id * 7919 % \(count) FROM number
                    """)
        }
        releaseFreeMemory()
        let before = processMemory("VmRSS")
        let words = try await FetchedResults(ListRequest<Word>(sort: [Column("rank").asc]), in: things.store)
        releaseFreeMemory()
        if let before, let after = processMemory("VmRSS") {
            show("keys.bytes_per_row", Double(after - before) / Double(count), "bytes")
        }
        var times: [Double] = []
        for _ in 0..<20 {
            let (id, rank) = (
                Int.random(in: 1...count, using: &generator), Int.random(in: 0..<count, using: &generator)
            )
            let update = "UPDATE word SET rank = \(rank) WHERE id = 'word number \(id)'"
            times.append(try seconds { try things.database.write { try $0.execute(sql: update) } })
        }
        show("keys.change_ms", times.median * 1e3, "ms")
        precondition(words.statistics.incremental == 0, "It is read anew")
        try things.remove()
    }

    /// The times from a commit until the write returns. The first tenth warms up the caches and is left out.
    private mutating func changes(of things: ThingStore) throws -> [Double] {
        var times: [Double] = []
        for _ in 0..<Self.rounds {
            let id = Int64.random(in: 1...Int64(things.rows), using: &generator)
            let date = 1_700_000_000_000 + Int64.random(in: 0..<Int64(things.rows), using: &generator) * 60_000
            let committed = try things.change([id], to: date).end
            times.append((ContinuousClock.now - committed) / .seconds(1))
        }
        return Array(times.dropFirst(Self.rounds / 10))
    }

    private func show(_ name: String, _ value: Double, _ unit: String) {
        Figure(name: "results.depth.\(name)", value: value, unit: unit).show()
    }
}

/// A row of many columns. All of them are read.
private struct WideThing: LiveRecord {
    static let databaseTableName = "thing"
    let values: [DatabaseValue]

    init(row: Row) { values = Array(row.databaseValues) }
}

/// A row without a rowid.
private struct Word: LiveRecord, Decodable {
    let id: String
    let rank: Int
}

/// Counts its calls.
private final class CountingDelegate: FetchedResultsDelegate {
    let calls = Mutex(0)

    func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) { calls.withLock { $0 += 1 } }
}
