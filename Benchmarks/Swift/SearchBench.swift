import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Synchronization

/// Measures full-text searches over a million rows, which are sorted by a date.
///
/// Each name has one of a hundred words `group…`, and a word of six digits. So 10,000 rows match a group, and each
/// digit that is typed leaves a tenth of the rows. The full-text table has indexes of prefixes. The connections have a
/// page cache that holds the rows, as the article about searches advises.
struct SearchBench {
    private static let rows = 1_000_000
    private static let group = 7
    private static let order = "ORDER BY created, id"
    private var generator = SeededGenerator(seed: 1)

    mutating func run() async throws {
        let (followed, plain) = (try Self.store(), try Self.store())
        try await changes(followed, plain)
        try await typing(followed)
        try await refetches(plain)
        try followed.remove()
        try plain.remove()
    }

    private static func name(_ group: Int, _ word: Int) -> String {
        "group\(group) \(String(word + 1_000_000).dropFirst())"
    }

    private static func store() throws -> ThingStore {
        let word = "substr(1000000 + id * 7907 % 1000000, 2)"
        let things = try ThingStore(rows: rows, names: "'group' || (id % 100) || ' ' || \(word)", pageCache: 64)
        try things.database.write { db in
            try db.execute(
                sql: """
                    CREATE VIRTUAL TABLE find USING fts5(name, content='thing', content_rowid='id', prefix='1 2 3');
                    INSERT INTO find(find) VALUES ('rebuild');
                    CREATE TRIGGER findChanged AFTER UPDATE OF name ON thing BEGIN
                      INSERT INTO find(find, rowid, name) VALUES ('delete', OLD.id, OLD.name);
                      INSERT INTO find(rowid, name) VALUES (NEW.id, NEW.name);
                    END;
                    """)
            // The triggers of the history are the newest again.
            try History.install(on: "thing", in: db)
        }
        try things.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        return things
    }

    private static func request(_ pattern: String) -> ListRequest<Thing> {
        ListRequest(
            filter: SQL("id IN (SELECT rowid FROM find WHERE find MATCH \(pattern))"), sort: [Column("created").asc],
            dependencies: [Dependency(onSearch: "find")])
    }

    /// The cost of a change beyond the write. A row gets the word of the search, then another row loses it.
    private mutating func changes(_ followed: ThingStore, _ plain: ThingStore) async throws {
        let results = try await FetchedResults(Self.request("group\(Self.group)"), in: followed.store)
        precondition(results.snapshot.numberOfItems == Self.rows / 100, "A hundredth matches")
        let clock = ToldClock()
        results.delegate = clock
        var times = CommitTimes()
        for start in stride(from: 0, to: 4_000, by: 50) {
            let turn = (start..<start + 50).map { number in
                let isLeaving = number % 2 == 1
                let place = Int.random(in: 0..<results.snapshot.numberOfItems / 2, using: &generator)
                let other = Int64.random(in: 1...Int64(Self.rows), using: &generator)
                let id = isLeaving ? results.snapshot.item(at: place) : other
                let group = isLeaving ? (Self.group + 1 + number % 90) % 100 : Self.group
                return (id, date: 1_700_000_000_000 + Int64(number) * 60_000, Self.name(group, Int(id) % 1_000_000))
            }
            for (id, date, name) in turn {
                let with = try followed.change(id, to: date, name: name)
                times.note(with: with, told: clock.told.withLock { $0 })
            }
            for (id, date, name) in turn { times.note(without: try plain.change(id, to: date, name: name)) }
        }
        precondition(results.statistics.refetched == 0 && results.statistics.disorders == 0, "All are followed")
        let change = times.beyondTheWrite
        Figure(name: "results.search.change_us", value: change.median * 1e6, unit: "us").show()
        Figure(name: "results.search.change_p99_us", value: change.percentile(0.99) * 1e6, unit: "us").show()
    }

    /// The time from a typed digit until the list is that of the longer prefix: with 100,000 rows, with 10,000 and with
    /// 1,000.
    private mutating func typing(_ things: ThingStore) async throws {
        var times: [[Double]] = [[], [], []]
        for first in 1..<8 {
            let results = try await FetchedResults(Self.request("group1"), in: things.store)
            let digits = "\(first)\((first + 3) % 10)\((first + 5) % 10)"
            for length in 1...3 {
                let start = ContinuousClock.now
                try await results.change(to: Self.request("\(digits.prefix(length))*"))
                times[length - 1].append((ContinuousClock.now - start) / .seconds(1))
                precondition(results.snapshot.numberOfItems > 0, "Rows are found")
            }
        }
        Figure(name: "results.search.type_first_ms", value: times[0].median * 1000, unit: "ms").show()
        Figure(name: "results.search.type_ms", value: times[1].median * 1000, unit: "ms").show()
        Figure(name: "results.search.type_third_ms", value: times[2].median * 1000, unit: "ms").show()
        let observed = try await seconds(things, "14*")
        Figure(name: "results.search.type_ms", value: observed * 1000, unit: "ms", peer: "ValueObservation").show()
    }

    /// The time until a new `ValueObservation` of a search has its first value.
    private func seconds(_ things: ThingStore, _ pattern: String) async throws -> Double {
        var times: [Double] = []
        for _ in 0..<7 {
            let start = ContinuousClock.now
            var values = Self.observation(pattern).values(in: things.database).makeAsyncIterator()
            _ = try await values.next()
            times.append((ContinuousClock.now - start) / .seconds(1))
        }
        return times.median
    }

    /// The time from a commit until a `ValueObservation` has searched again.
    private mutating func refetches(_ things: ThingStore) async throws {
        var values = Self.observation("group\(Self.group)").values(in: things.database).makeAsyncIterator()
        var before = try await values.next() ?? []
        var times: [Double] = []
        for number in 0..<7 {
            let id = Int64.random(in: 1...Int64(Self.rows), using: &generator)
            let date = 1_800_000_000_000 + Int64(number) * 60_000
            let commit = try things.change(id, to: date, name: Self.name(Self.group, number)).end
            var after = before
            // A pool delivers its first value twice.
            while after == before { after = try await values.next() ?? [] }
            times.append((ContinuousClock.now - commit) / .seconds(1))
            before = after
        }
        Figure(
            name: "results.search.change_us", value: times.median * 1e6, unit: "us", peer: "ValueObservation"
        ).show()
    }

    private static func observation(_ pattern: String) -> ValueObservation<ValueReducers.Fetch<[[Int64]]>> {
        ValueObservation.tracking { db in
            let sql = """
                SELECT id, created FROM thing WHERE id IN (SELECT rowid FROM find WHERE find MATCH ?) \(order)
                """
            return try Row.fetchAll(db, sql: sql, arguments: [pattern]).map { [$0[0] as Int64, $0[1]] }
        }
    }
}

/// Records the time of its last call.
private final class ToldClock: FetchedResultsDelegate {
    let told = Mutex(ContinuousClock.now)

    func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) { told.withLock { $0 = .now } }
}
