import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import OrderedCollections
import Synchronization

/// Measures a live query over a million rows, sorted by a date, in a WAL file with history.
///
/// The cost of a change is what it adds *beyond the write*. It has two parts: the time from SQLite's commit until the
/// observer is called, and the additional time of the commit itself. For the second part, a store with the same rows
/// but without a live query runs the same transactions in alternation. That part is the difference of two medians,
/// because any single commit may include a checkpoint of the log.
struct ResultsBench {
    private static let rows = 1_000_000
    private var generator = SeededGenerator(seed: 1)

    mutating func run() async throws {
        let (followed, plain) = (try ThingStore(rows: Self.rows), try ThingStore(rows: Self.rows))
        try await loading(followed)
        let results = try await FetchedResults(Thing.request, in: followed.store)
        lookups(results.snapshot)
        let change = try changes(results, followed, plain, rounds: 5_000)
        Figure(name: "results.change.p50_us", value: change.median * 1e6, unit: "us").show()
        Figure(name: "results.change.p99_us", value: change.percentile(0.99) * 1e6, unit: "us").show()
        let heard = try await asyncChanges(results, followed, plain, rounds: 15_000)
        Figure(name: "results.change_async.p50_us", value: heard.median * 1e6, unit: "us").show()
        Figure(name: "results.change_async.p99_us", value: heard.percentile(0.99) * 1e6, unit: "us").show()
        let bulk = try await bulkChanges(results, followed, plain, rounds: 11, rowsEach: 10_000)
        Figure(name: "results.bulk.us_per_row", value: bulk.median * 1e6 / 10_000, unit: "us").show()
        try await refills(followed)
        try await sections(followed, plain)
        try await aggregates(followed, plain)
        try followed.remove()
        // In a store of their own: the other figures stay free of their caches, and no row is deleted.
        try await runObserved()
        try await leasts(plain)

        let refetch = try await refetches(plain)
        Figure(name: "results.change.p50_us", value: refetch * 1e6, unit: "us", peer: "ValueObservation").show()
        Figure(name: "results.change.vs_refetch", value: refetch / change.median, unit: "times").show()
        try plain.remove()
        try await growth(change.median)
    }

    /// Only what observers of a list cost.
    mutating func runObserved() async throws {
        let things = try ThingStore(rows: Self.rows)
        var observed = await ObservedBench(things)
        try await observed.run()
        try things.remove()
    }

    /// Only the cost of counts and sums by group.
    mutating func runAggregates() async throws {
        let (followed, plain) = (try ThingStore(rows: Self.rows), try ThingStore(rows: Self.rows))
        try await aggregates(followed, plain)
        try followed.remove()
        try plain.remove()
    }

    /// The first list of a store: how soon it is loaded, and how much memory it takes.
    private func loading(_ things: ThingStore) async throws {
        // Fills the caches of the system and of SQLite.
        let sum = "SELECT sum(created + length(name)) FROM thing"
        for _ in 0..<2 { _ = try await things.store.read { try Int64.fetchOne($0, sql: sum) } }
        releaseFreeMemory()
        let before = processMemory("VmRSS")
        var kept: FetchedResults<Thing>? = try await FetchedResults(Thing.request, in: things.store)
        releaseFreeMemory()
        if let before, let after = processMemory("VmRSS") {
            let bytes = Double(after - before) / Double(things.rows)
            Figure(name: "results.index.bytes_per_row", value: bytes, unit: "bytes").show()
        }
        withExtendedLifetime(kept) {}
        kept = nil

        var (first, full): ([Double], [Double]) = ([], [])
        for _ in 0..<5 {
            let start = ContinuousClock.now
            let results = try await FetchedResults(Thing.first(50), in: things.store)
            _ = try await results.elements(for: results.snapshot.items(in: 0..<50))
            let screen = ContinuousClock.now
            _ = try await FetchedResults(Thing.request, in: things.store)
            first.append((screen - start) / .seconds(1))
            full.append((ContinuousClock.now - screen) / .seconds(1))
        }
        Figure(name: "results.first_screen.ms", value: first.median * 1000, unit: "ms").show()
        Figure(name: "results.full_index.s", value: full.median, unit: "s").show()
    }

    /// Lookups of the identifier at an index path, and of the index path of an identifier, anywhere in the list.
    private mutating func lookups(_ snapshot: RowsSnapshot) {
        let places = (0..<500_000).map { _ in Int.random(in: 0..<snapshot.numberOfItems, using: &generator) }
        let items = places.map(snapshot.item(at:))
        var found = 0
        let itemAt = (0..<5).map { _ in
            seconds { for place in places where snapshot.item(at: ItemIndexPath(item: place)) != nil { found += 1 } }
        }
        let indexOf = (0..<5).map { _ in
            seconds { for item in items where snapshot.indexPath(of: item) != nil { found += 1 } }
        }
        precondition(found == 10 * places.count, "All are found")
        let share = 1e6 / Double(places.count)
        Figure(name: "results.item_at.us", value: itemAt.median * share, unit: "us").show()
        Figure(name: "results.index_of.us", value: indexOf.median * share, unit: "us").show()
    }

    /// The cost of each transaction beyond the write, until the delegate is called.
    private mutating func changes(
        _ results: FetchedResults<Thing>, _ followed: ThingStore, _ plain: ThingStore, rounds: Int, rowsEach: Int = 1
    ) throws -> [Double] {
        let clock = DelegateClock()
        results.delegate = clock
        defer { results.delegate = nil }
        return try changes(clock, followed, plain, rounds: rounds, rowsEach: rowsEach)
    }

    private mutating func changes(
        _ clock: some ToldClock, _ followed: ThingStore, _ plain: ThingStore, rounds: Int, rowsEach: Int = 1
    ) throws -> [Double] {
        try changes({ clock.told.withLock { $0 } }, followed, plain, rounds: rounds, rowsEach: rowsEach)
    }

    /// - Parameter told: Returns when the last change was known. Called after each transaction of the followed store.
    private mutating func changes(
        _ told: () -> ContinuousClock.Instant, _ followed: ThingStore, _ plain: ThingStore, rounds: Int,
        rowsEach: Int = 1
    ) throws -> [Double] {
        var times = CommitTimes()
        // Fifty transactions at a time, so that the rows of the two stores do not evict each other from the processor's
        // caches.
        for start in stride(from: 0, to: rounds, by: 50) {
            let turn = (start..<min(start + 50, rounds)).map { _ in transaction(rows: rowsEach, of: followed.rows) }
            for (ids, date) in turn {
                let with = try followed.change(ids, to: date)
                times.note(with: with, told: told())
            }
            for (ids, date) in turn { times.note(without: try plain.change(ids, to: date)) }
        }
        return times.beyondTheWrite
    }

    /// The same for commits that the list follows beside the writer.
    private mutating func bulkChanges(
        _ results: FetchedResults<Thing>, _ followed: ThingStore, _ plain: ThingStore, rounds: Int, rowsEach: Int
    ) async throws -> [Double] {
        let clock = DelegateClock()
        results.delegate = clock
        defer { results.delegate = nil }
        var times = CommitTimes()
        for _ in 0..<rounds {
            let (ids, date) = transaction(rows: rowsEach, of: followed.rows)
            let with = try followed.change(ids, to: date)
            try await followed.store.catchUp()
            times.note(with: with, told: clock.told.withLock { $0 })
            times.note(without: try plain.change(ids, to: date))
        }
        return times.beyondTheWrite
    }

    /// The same, until a task that reads the sequence of updates resumes.
    private mutating func asyncChanges(
        _ results: FetchedResults<Thing>, _ followed: ThingStore, _ plain: ThingStore, rounds: Int
    ) async throws -> [Double] {
        try await asyncChanges(results.updates(), followed, plain, rounds: rounds)
    }

    private mutating func asyncChanges(
        _ updates: some AsyncSequence, _ followed: ThingStore, _ plain: ThingStore, rounds: Int
    ) async throws -> [Double] {
        var reader = updates.makeAsyncIterator()
        var times = CommitTimes()
        for _ in 0..<rounds {
            let (ids, date) = transaction(rows: 1, of: followed.rows)
            async let with = followed.changeSoon(ids, to: date)
            _ = try await reader.next(isolation: #isolation)
            let heard = ContinuousClock.now
            times.note(with: try await with, told: heard)
            times.note(without: try await plain.changeSoon(ids, to: date))
        }
        return times.beyondTheWrite
    }

    /// The least cost of any list that follows commits on this machine: GRDB reads the changed row again in
    /// `databaseDidCommit`, and a stream passes it to a task.
    private mutating func leasts(_ plain: ThingStore) async throws {
        let watched = try ThingStore(rows: Self.rows)
        func show(_ times: [Double], _ name: String, peer: String) {
            Figure(name: "results.\(name).p50_us", value: times.median * 1e6, unit: "us", peer: peer).show()
            Figure(name: "results.\(name).p99_us", value: times.percentile(0.99) * 1e6, unit: "us", peer: peer).show()
        }
        var reader = RowReader()
        watched.database.add(transactionObserver: reader, extent: .databaseLifetime)
        show(try changes(reader, watched, plain, rounds: 5_000), "change", peer: "a row read by GRDB")
        watched.database.remove(transactionObserver: reader)
        // A new reader, so that its stream is empty.
        reader = RowReader()
        watched.database.add(transactionObserver: reader, extent: .databaseLifetime)
        let heard = try await asyncChanges(reader.rows, watched, plain, rounds: 15_000)
        show(heard, "change_async", peer: "a row read by GRDB, and a stream")
        try watched.remove()
    }

    /// The time from a commit until the list is full again, when the additional rows beyond its limit are used up.
    private mutating func refills(_ things: ThingStore) async throws {
        let results = try await FetchedResults(Thing.first(100), in: things.store)
        let clock = DelegateClock()
        results.delegate = clock
        var times: [Double] = []
        while times.count < 30 {
            let earlier = results.statistics.refills
            let committed = try things.delete(results.snapshot.item(at: 0)).end
            if results.statistics.refills > earlier {
                times.append((clock.told.withLock { $0 } - committed) / .seconds(1))
            }
        }
        precondition(results.snapshot.numberOfItems == 100, "The limit is kept")
        let offsets = try (0..<30).map { _ in
            let sql = "SELECT id, created FROM thing ORDER BY created, id LIMIT 100 OFFSET ?"
            let depth = Int.random(in: 0..<things.rows - 100, using: &generator)
            return try seconds { try things.database.read { try Row.fetchAll($0, sql: sql, arguments: [depth]) } }
        }
        Figure(name: "results.refill.ms", value: times.median * 1000, unit: "ms").show()
        Figure(name: "results.refill.ms", value: offsets.median * 1000, unit: "ms", peer: "OFFSET").show()
    }

    /// The cost of a change among 100,000 sections. Most rows move to another section; some sections vanish, and others
    /// appear.
    private mutating func sections(_ followed: ThingStore, _ plain: ThingStore) async throws {
        let results = try await FetchedResults(Thing.sectioned, in: followed.store)
        precondition(results.snapshot.numberOfSections >= Self.rows / 11, "There are many sections")
        let change = try changes(results, followed, plain, rounds: 5_000)
        Figure(name: "results.sections.change_us", value: change.median * 1e6, unit: "us").show()
    }

    /// The cost of a change for a count and a sum by a thousand groups. Most rows move to another group. The values are
    /// known when the write returns.
    private mutating func aggregates(_ followed: ThingStore, _ plain: ThingStore) async throws {
        let values = try await FetchedAggregates(Thing.grouped, in: followed.store)
        precondition(values.values.count == 1_000, "There are a thousand groups")
        let change = try changes({ .now }, followed, plain, rounds: 5_000)
        precondition(values.statistics.refetched == 0 && values.statistics.groupsRead == 0, "Nothing is read again")
        Figure(name: "results.aggregate.change_us", value: change.median * 1e6, unit: "us").show()
        let refetch = try await refetchedGroups(plain)
        Figure(name: "results.aggregate.change_us", value: refetch * 1e6, unit: "us", peer: "ValueObservation").show()
    }

    /// The time from a commit until a `ValueObservation` has grouped all rows again.
    private mutating func refetchedGroups(_ things: ThingStore) async throws -> Double {
        let observation = ValueObservation.tracking { db in
            try Row.fetchAll(
                db, sql: "SELECT \(Thing.groupKey), count(*), sum(created) FROM thing GROUP BY 1"
            ).map { [$0[0] as Int64, $0[1], $0[2]] }
        }
        var values = observation.values(in: things.database).makeAsyncIterator()
        var before = try await values.next() ?? []
        var times: [Double] = []
        for _ in 0..<5 {
            let (ids, date) = transaction(rows: 1, of: things.rows)
            let commit = try things.change(ids, to: date).end
            var after = before
            // A pool delivers its first value twice.
            while after == before { after = try await values.next() ?? [] }
            times.append((ContinuousClock.now - commit) / .seconds(1))
            before = after
        }
        return times.median
    }

    /// The usual way of others: fetch all identifiers and sort keys again, and compare them with the previous ones. The
    /// faster of two comparisons counts, the standard library's and that of swift-collections. Timed from the commit to
    /// the difference.
    private mutating func refetches(_ things: ThingStore) async throws -> Double {
        let observation = ValueObservation.tracking { db in
            try Row.fetchAll(db, sql: "SELECT id, created FROM thing ORDER BY created, id").map {
                RefetchedRow(id: $0[0], created: $0[1])
            }
        }
        var values = observation.values(in: things.database).makeAsyncIterator()
        var before = try await values.next() ?? []
        var times: [Double] = []
        for _ in 0..<5 {
            let (ids, date) = transaction(rows: 1, of: things.rows)
            let commit = try things.change(ids, to: date).end
            var after = before
            // A pool delivers its first value twice.
            while after == before { after = try await values.next() ?? [] }
            let fetched = ContinuousClock.now - commit
            let stdlib = seconds { after.difference(from: before) }
            let collections = seconds { OrderedSet(after).difference(from: OrderedSet(before)) }
            times.append(fetched / .seconds(1) + min(stdlib, collections))
            before = after
        }
        return times.median
    }

    /// The cost of a change among a million rows, divided by the cost among ten thousand.
    private mutating func growth(_ million: Double) async throws {
        let (followed, plain) = (try ThingStore(rows: 10_000), try ThingStore(rows: 10_000))
        let results = try await FetchedResults(Thing.request, in: followed.store)
        let few = try changes(results, followed, plain, rounds: 5_000).median
        Figure(name: "results.change.growth", value: million / few, unit: "times").show()
        try followed.remove()
        try plain.remove()
    }

    private mutating func transaction(rows: Int, of all: Int) -> (ids: [Int64], date: Int64) {
        let ids = (0..<rows).map { _ in Int64.random(in: 1...Int64(all), using: &generator) }
        return (ids, 1_700_000_000_000 + Int64.random(in: 0..<Int64(all), using: &generator) * 60_000)
    }
}

/// The durations of transactions in a store with a live query and in one without.
struct CommitTimes {
    private var with: [Double] = []
    private var without: [Double] = []
    private var telling: [Double] = []

    mutating func note(with transaction: ThingStore.Transaction, told: ContinuousClock.Instant) {
        with.append((transaction.end - transaction.start) / .seconds(1))
        telling.append((told - transaction.end) / .seconds(1))
    }

    mutating func note(without transaction: ThingStore.Transaction) {
        without.append((transaction.end - transaction.start) / .seconds(1))
    }

    /// The cost of each transaction beyond the write. The first tenth warms up the caches and is left out.
    var beyondTheWrite: [Double] {
        let cold = telling.count / 10
        let writing = Array(with.dropFirst(cold)).median - Array(without.dropFirst(cold)).median
        return telling.dropFirst(cold).map { $0 + writing }
    }
}

/// Records the time of its last call.
private protocol ToldClock: AnyObject {
    var told: Mutex<ContinuousClock.Instant> { get }
}

private final class DelegateClock: FetchedResultsDelegate, ToldClock {
    let told = Mutex(ContinuousClock.now)

    func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) { told.withLock { $0 = .now } }
}

/// Reads the changed row again after each commit.
private final class RowReader: TransactionObserver, ToldClock, Sendable {
    let told = Mutex(ContinuousClock.now)
    let rows: AsyncStream<RefetchedRow>
    private let changed = Mutex<Int64>(0)
    private let continuation: AsyncStream<RefetchedRow>.Continuation

    init() { (rows, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { kind.tableName == "thing" }
    func databaseDidChange(with event: DatabaseEvent) { changed.withLock { $0 = event.rowID } }
    func databaseDidRollback(_ db: Database) {}

    func databaseDidCommit(_ db: Database) {
        let id = changed.withLock { $0 }
        let row = try? db.cachedStatement(sql: "SELECT id, created FROM thing WHERE id = ?")
        guard let row = row.flatMap({ try? Row.fetchOne($0, arguments: [id]) }) else { return }
        told.withLock { $0 = .now }
        continuation.yield(RefetchedRow(id: row[0], created: row[1]))
    }
}

/// The values that a refetch reads of a row.
private struct RefetchedRow: Hashable, Sendable {
    var id: Int64
    var created: Int64
}
