import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import OrderedCollections

/// Measures a change of a list, by Aviary and by the usual ways, which read the whole request again.
///
/// A time begins with SQLite's commit. It ends when a task has the new state of the list and the record of the changed
/// row. History and observers also make the commit itself longer. This time is added, as in `ResultsBench`: a second
/// store with the same rows, but without history and without a list, runs the same transactions in alternation.
///
/// Only the lists of Aviary need history. So the peers read stores without history.
struct PeersBench {
    private var generator = SeededGenerator(seed: 1)

    mutating func run() async throws {
        for (rows, rounds) in [(1_000, 201), (10_000, 51), (1_000_000, 5)] {
            let stores = try Stores(rows: rows)
            if rows == 1_000_000 { try await compareWithLimit(stores) }
            let change = { Self.change(Int64.random(in: 1...Int64(rows), using: &$0), within: rows, &$0) }
            try await compare("one_of_\(rows)", stores, Thing.request, rounds: (1_001, rounds), change)
            if rows == 10_000 { try await compareAllRows(stores) }
            if rows == 1_000_000 {
                try await compareOpening(stores)
                try await compareWriting(stores)
            }
            try stores.remove()
        }
    }

    private typealias Work = @Sendable (ThingStore) async throws -> ThingStore.Transaction

    /// One of the first hundred of a million rows changes, and stays among them.
    private mutating func compareWithLimit(_ stores: Stores) async throws {
        // No store has changed yet, so these are the first rows of each.
        let first = try await stores.bare.database.read { db in
            try Int64.fetchAll(db, sql: "SELECT id FROM thing ORDER BY created, id LIMIT 100")
        }
        try await compare("one_of_limit", stores, Thing.first(100), rounds: (1_001, 201)) { generator in
            Self.change(first[Int.random(in: first.indices, using: &generator)], within: 80, &generator)
        }
    }

    /// Every row gets another name in one commit.
    private mutating func compareAllRows(_ stores: Stores) async throws {
        // A difference of two long lists without an equal row takes minutes.
        let ways: [RefetchedList.Way] = [.value, .rebuild]
        try await compare("all_of_\(stores.bare.rows)", stores, Thing.request, rounds: (11, 11), ways: ways) {
            generator in
            let name = "Thing number \(UInt64.random(in: 0...UInt64.max, using: &generator))"
            return (1, { try await $0.soon { try $0.execute(sql: "UPDATE thing SET name = ?", arguments: [name]) } })
        }
    }

    /// A change of one row: another date among the first `rows` minutes, and another name.
    private static func change(_ id: Int64, within rows: Int, _ generator: inout SeededGenerator) -> (Int64, Work) {
        let date = 1_700_000_000_000 + Int64.random(in: 0..<Int64(rows) * 60_000, using: &generator)
        return (id, { try await $0.changeSoon([id], to: date) })
    }

    /// Measures changes by each way.
    private mutating func compare(
        _ name: String, _ stores: Stores, _ request: ListRequest<Thing>, rounds: (ours: Int, theirs: Int),
        ways: [RefetchedList.Way] = RefetchedList.Way.allCases,
        _ change: (inout SeededGenerator) -> (id: Int64, work: Work)
    ) async throws {
        var list = FollowedList(try await FetchedResults(request, in: stores.followed.store))
        let time = try await median(&list, stores.followed, stores.bare, rounds: rounds.ours, change)
        Figure(name: "peers.\(name).us", value: time * 1e6, unit: "us").show()
        for way in ways {
            var list = RefetchedList(way, limit: request.limit, in: stores.observed.database)
            let time = try await median(&list, stores.observed, stores.bare, rounds: rounds.theirs, change)
            Figure(name: "peers.\(name).us", value: time * 1e6, unit: "us", peer: way.rawValue).show()
        }
    }

    private mutating func median(
        _ list: inout some MeasuredList, _ things: ThingStore, _ bare: ThingStore, rounds: Int,
        _ change: (inout SeededGenerator) -> (id: Int64, work: Work)
    ) async throws -> Double {
        try await list.begin()
        let (id, work) = change(&generator)
        _ = try await work(bare)
        async let written = work(things)
        try await list.first(id)
        _ = try await written
        var times = CommitTimes()
        for _ in 0..<rounds {
            let (id, work) = change(&generator)
            async let with = work(things)
            try await list.next(id)
            let heard = ContinuousClock.now
            times.note(with: try await with, told: heard)
            times.note(without: try await work(bare))
        }
        return times.beyondTheWrite.median
    }

    /// The time until all of a list is there, and the memory that it holds.
    private func compareOpening(_ stores: Stores) async throws {
        func show(_ name: String, _ value: Double?, _ unit: String, peer: String? = nil) {
            if let value { Figure(name: "peers.\(name)", value: value, unit: unit, peer: peer).show() }
        }
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<3 {
            var start = ContinuousClock.now
            withExtendedLifetime(try await FetchedResults(Thing.request, in: stores.followed.store)) {
                ours.append((ContinuousClock.now - start) / .microseconds(1))
            }
            start = ContinuousClock.now
            withExtendedLifetime(try await stores.observed.database.read { try ReadThing.all(nil, $0) }) {
                theirs.append((ContinuousClock.now - start) / .microseconds(1))
            }
        }
        show("open_\(stores.bare.rows).us", ours.median, "us")
        show("open_\(stores.bare.rows).us", theirs.median, "us", peer: RefetchedList.Way.value.rawValue)
        let list = try await growth { try await FetchedResults(Thing.request, in: stores.followed.store) }
        let records = try await growth { try await stores.observed.database.read { try ReadThing.all(nil, $0) } }
        show("memory_\(stores.bare.rows).bytes", list, "bytes")
        show("memory_\(stores.bare.rows).bytes", records, "bytes", peer: RefetchedList.Way.value.rawValue)
    }

    /// The memory of a value, in bytes.
    private func growth<Value>(_ make: () async throws -> Value) async throws -> Double? {
        releaseFreeMemory()
        let before = processMemory("VmRSS")
        let value = try await make()
        releaseFreeMemory()
        let after = processMemory("VmRSS")
        return withExtendedLifetime(value) {
            if let before, let after { Double(after - before) } else { nil }
        }
    }

    /// The price of history: a commit of one row, and one that inserts 100,000 rows, where no list is open.
    private mutating func compareWriting(_ stores: Stores) async throws {
        var commits: (with: [Double], without: [Double]) = ([], [])
        for _ in 0..<2_000 {
            let (_, work) = Self.change(
                Int64.random(in: 1...Int64(stores.bare.rows), using: &generator), within: stores.bare.rows, &generator)
            let (with, without) = (try await work(stores.followed), try await work(stores.observed))
            commits.with.append((with.end - with.start) / .microseconds(1))
            commits.without.append((without.end - without.start) / .microseconds(1))
        }
        var inserts: (with: [Double], without: [Double]) = ([], [])
        let insert: Work = {
            try await $0.soon { db in
                try db.execute(
                    sql: """
                        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 100000)
                        INSERT INTO thing(created, name) SELECT 1700000000000 + n * 7919 % 1000000 * 60000, 'Thing of ' || n
                        FROM number
                        """)
            }
        }
        for _ in 0..<3 {
            let (with, without) = (try await insert(stores.followed), try await insert(stores.observed))
            inserts.with.append((with.end - with.start) / .microseconds(1))
            inserts.without.append((without.end - without.start) / .microseconds(1))
        }
        for (name, times) in [("commit", commits), ("insert_100000", inserts)] {
            Figure(name: "peers.\(name).us", value: times.with.median, unit: "us").show()
            let peer = RefetchedList.Way.value.rawValue
            Figure(name: "peers.\(name).us", value: times.without.median, unit: "us", peer: peer).show()
        }
    }
}

/// Three stores with the same rows.
private struct Stores {
    /// With history; its lists are Aviary's.
    let followed: ThingStore
    /// Without history; its lists are read again.
    let observed: ThingStore
    /// Without history and without a list.
    let bare: ThingStore

    init(rows: Int) throws {
        followed = try ThingStore(rows: rows)
        observed = try ThingStore(rows: rows, history: false)
        bare = try ThingStore(rows: rows, history: false)
    }

    func remove() throws {
        for store in [followed, observed, bare] { try store.remove() }
    }
}

/// A list that tells a task of changes.
private protocol MeasuredList {
    /// Waits for the state before all changes.
    mutating func begin() async throws

    /// Waits for the state after the first change, whatever was told before.
    mutating func first(_ id: Int64) async throws

    /// Waits for the state after the next change, and for the record of the changed row.
    mutating func next(_ id: Int64) async throws
}

private struct FollowedList: MeasuredList {
    private let results: FetchedResults<Thing>
    private var updates: SnapshotUpdates<RowsSnapshot>.AsyncIterator

    init(_ results: FetchedResults<Thing>) {
        self.results = results
        updates = results.updates().makeAsyncIterator()
    }

    mutating func begin() async throws {}

    mutating func first(_ id: Int64) async throws { try await next(id) }

    mutating func next(_ id: Int64) async throws {
        _ = await updates.next(isolation: #isolation)
        let records = try await results.elements(for: [id])
        precondition(records[id] != nil, "The record is there")
    }
}

/// A list that GRDB reads again after each commit to its table.
private struct RefetchedList: MeasuredList {
    enum Way: String, CaseIterable {
        /// The records as they are. Whoever shows them has to find out what changed.
        case value = "ValueObservation"
        /// With the difference of the standard library.
        case diff = "ValueObservation and a diff"
        /// With a snapshot of identifiers made anew, and compared with the one before, as diffable data sources do.
        case rebuild = "ValueObservation and a new snapshot"
    }

    private let way: Way
    private var values: AsyncValueObservation<[ReadThing]>.Iterator
    private var before: [ReadThing] = []
    private var identifiers: OrderedSet<Int64> = []
    private var records: [Int64: ReadThing] = [:]

    init(_ way: Way, limit: Int?, in database: DatabasePool) {
        self.way = way
        values = ValueObservation.tracking { try ReadThing.all(limit, $0) }.values(in: database).makeAsyncIterator()
    }

    mutating func begin() async throws { before = try await values.next(isolation: #isolation) ?? [] }

    /// A pool delivers its first value twice, so values without the change are passed over.
    mutating func first(_ id: Int64) async throws {
        var value = before
        while value == before { value = try await values.next(isolation: #isolation) ?? [] }
        take(value)
    }

    mutating func next(_ id: Int64) async throws {
        take(try await values.next(isolation: #isolation) ?? [])
    }

    private mutating func take(_ after: [ReadThing]) {
        switch way {
        case .value: break
        case .diff: precondition(before.isEmpty || !after.difference(from: before).isEmpty, "It has changed")
        case .rebuild:
            let snapshot = OrderedSet(after.lazy.map(\.id))
            let (deleted, inserted, moved) = naiveDiff(identifiers, snapshot)
            var changed: [Int64] = []
            for record in after where records.updateValue(record, forKey: record.id) != record {
                changed.append(record.id)
            }
            for place in deleted { records[identifiers[place]] = nil }
            precondition(!changed.isEmpty || !moved.isEmpty || !inserted.isEmpty, "It has changed")
            identifiers = snapshot
        }
        before = after
    }
}

/// A record that reads its columns by hand, which is the fastest way of GRDB.
private struct ReadThing: FetchableRecord, TableRecord, Hashable, Sendable {
    static let databaseTableName = "thing"

    var id: Int64
    var created: Int64
    var name: String

    init(row: Row) { (id, created, name) = (row[0], row[1], row[2]) }

    static func all(_ limit: Int?, _ db: Database) throws -> [ReadThing] {
        let sql = "SELECT id, created, name FROM thing ORDER BY created, id LIMIT ?"
        return try fetchAll(db, sql: sql, arguments: [limit ?? -1])
    }
}
