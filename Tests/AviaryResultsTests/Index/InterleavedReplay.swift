import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import GRDBSQLite
import Logging
import Synchronization

@testable import AviaryResults

/// Random transactions of a store and of another connection that commits whenever the store begins a statement.
final class InterleavedReplay {
    private struct Followed {
        var drawn: DrawnRequest
        let results: FetchedResults<Thing>
        let recorder: UpdateRecorder
        var list: [[Int64]]
        /// What cells show. They are configured anew when that is told.
        var cells: [Int64: Thing]
    }

    /// Makes what reads a list in the place of its plan.
    typealias Reading = @Sendable (RequestPlan, RowsSnapshot) -> any FollowReading

    private let seed: UInt64
    private let kind: DrawnRequest.Kind?
    private let reading: Reading?
    private let test: TestStore
    private let intruder: Intruder
    /// A store that writes nothing itself.
    private let isWatching: Bool
    private var generator: SeededGenerator
    private let own: SharedEdits
    private var followed: [Followed] = []
    /// Lists that nobody watches. They come and go.
    private var unwatched: [(drawn: DrawnRequest, results: FetchedResults<Thing>)] = []
    /// Whether the lengths vary at which lists follow beside the writer, or are read anew.
    private let variesLimits: Bool
    private var number = 0
    private(set) var disorders = 0

    /// The commits of the other connection that fell between two statements of one follow.
    var commitsBetween: Int { intruder.commitsWithin }

    /// - Parameters:
    ///   - kind: Of one request that is followed; `nil` for three of any.
    ///   - reading: Reads what the lists follow by; `nil` for their plans.
    ///   - variesLimits: Whether a commit of a few rows may count as a large one.
    init(
        seed: UInt64, following kind: DrawnRequest.Kind? = nil, by reading: Reading? = nil, variesLimits: Bool = false
    ) async throws {
        self.seed = seed
        self.variesLimits = variesLimits
        self.kind = kind
        self.reading = reading
        var generator = SeededGenerator(seed: seed)
        var schema = DrawnSchema.history
        if kind == nil, !generator.chance(75) {
            schema = DrawnSchema.allCases.randomElement(using: &generator) ?? .view
        }
        isWatching = generator.chance(30)
        self.generator = generator
        test = try await schema.makeStore(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        own = SharedEdits(DrawnEdits(schema, seed: seed))
        intruder = try Intruder(test, DrawnEdits(schema, seed: seed + 100), seed: seed)
        try await test.database.writeWithoutTransaction { [intruder, follower = test.store.follower] db in
            intruder.watch(db, follower)
        }
        for _ in 0..<(kind == nil ? 3 : 1) {
            let drawn = draw()
            let results = try await FetchedResults<Thing>(drawn.request, in: test.store)
            let recorder = UpdateRecorder()
            results.delegate = recorder
            let list = try await test.store.read { try drawn.model($0) }
            let cells = try await results.elements(for: list.flatMap(\.self))
            followed.append(
                Followed(drawn: drawn, results: results, recorder: recorder, list: list, cells: cells))
        }
        try await replaceReading()
    }

    private func draw() -> DrawnRequest {
        kind.map { DrawnRequest($0, using: &generator) } ?? DrawnRequest(using: &generator)
    }

    private func replaceReading() async throws {
        guard let reading else { return }
        try await test.database.writeWithoutTransaction { [store = test.store] _ in
            for index in store.follower.indexes {
                index.replacedReading = { [weak index] plan in
                    guard let index else { return plan }
                    return reading(plan, index.snapshot)
                }
            }
        }
    }

    func remove() { test.remove() }

    /// - Throws: `ReplayError` or `BatchUpdateError` when a list is not right, or its cells are not.
    func step() async throws {
        number += 1
        if number % 60 == 0 {
            let index = Int.random(in: 0..<followed.count, using: &generator)
            followed[index].drawn = draw()
            intruder.isActive = true
            try await followed[index].results.change(to: followed[index].drawn.request)
            try await replaceReading()
        }
        intruder.isActive = true
        if variesLimits { try await varyLimits() }
        if isWatching {
            intruder.commit()
            try await test.store.catchUp()
        } else {
            do {
                let version = try await test.store.write { [own] db in
                    let before = try History.version(db)
                    try own.perform(in: db)
                    guard try History.exists(in: db) else { return Int64(0) }
                    return try History.changes(of: "thing", after: before, in: db)?.isEmpty == false
                        ? History.version(db) : 0
                }
                for one in followed where one.results.refetchReason == nil && one.results.table.hasHistory {
                    guard one.results.version < version else { continue }
                    throw ReplayError(description: "seed \(seed), step \(number): a list lacks what is committed")
                }
            } catch is RandomEdits.Rollback {}
        }
        intruder.isActive = false
        while try await test.store.catchUp() {}
        for index in followed.indices { followed[index] = try await compared(followed[index]) }
        for (drawn, results) in unwatched {
            try await results.waitUntilLoaded()
            let found = try await test.store.read { try drawn.model($0) }
            guard results.snapshot.allItems == found.flatMap(\.self), results.snapshot.violations().isEmpty else {
                throw ReplayError(description: "seed \(seed), step \(number), unwatched: \(drawn.summary)")
            }
        }
    }

    /// Draws how long a commit is that lists follow beside the writer, and how long one for which they are read anew; and
    /// opens or drops a list.
    private func varyLimits() async throws {
        let most = Int.random(in: 0...12, using: &generator)
        let few = Int.random(in: 0...12, using: &generator)
        if unwatched.count > 2 || !unwatched.isEmpty && generator.chance(20) { unwatched.removeFirst() }
        if generator.chance(30) {
            let drawn = draw()
            let first = generator.chance(30) ? Int.random(in: 1...20, using: &generator) : nil
            unwatched.append((drawn, try await FetchedResults(drawn.request, in: test.store, showingFirst: first)))
        }
        try await test.database.writeWithoutTransaction { [store = test.store] _ in
            store.follower.lags.most = most
            for index in store.follower.indexes { index.fewChanges = few }
        }
    }

    private func compared(_ followed: Followed) async throws -> Followed {
        var followed = followed
        let context = "seed \(seed), step \(number), \(followed.drawn.summary)"
        var told = Set<Int64>()
        for update in followed.recorder.takeUpdates() {
            try BatchUpdate(update.changeset).validate(from: update.old.sectionCounts, to: update.new.sectionCounts)
            followed.list = try replay(update.changeset, on: followed.list)
            guard update.new.sectionCounts == followed.list.map(\.count) else {
                throw ReplayError(description: "\(context): the counts do not add up")
            }
            told.formUnion(update.changeset.inserted.map(\.id) + update.changeset.updated.map(\.id))
        }
        let found = try await test.store.read { [drawn = followed.drawn] in try drawn.model($0) }
        guard followed.list == found, followed.results.snapshot.allItems == found.flatMap(\.self) else {
            throw ReplayError(description: "\(context): \(followed.list) is not \(found)")
        }
        let violations = followed.results.snapshot.violations()
        guard violations.isEmpty else { throw ReplayError(description: "\(context): \(violations)") }
        try await configure(&followed, told)
        if number % 4 == 0 || kind != nil {
            try await test.expect(followed.cells, for: found.flatMap(\.self), context)
        }
        disorders = max(disorders, followed.results.statistics.disorders)
        return followed
    }

    /// Configures the cells of items that came or show something else.
    private func configure(_ followed: inout Followed, _ told: Set<Int64>) async throws {
        let items = Set(followed.list.flatMap(\.self))
        followed.cells = followed.cells.filter { items.contains($0.key) && !told.contains($0.key) }
        let elements = try await followed.results.elements(for: Array(told.intersection(items)))
        followed.cells.merge(elements) { $1 }
    }
}

/// Random edits of both tables.
struct DrawnEdits: Sendable {
    var things: RandomEdits
    var others: RandomEdits
    var generator: SeededGenerator

    init(_ schema: DrawnSchema, seed: UInt64) {
        things = RandomEdits(
            table: schema.edited, columns: ["rank", "name", "shown", "hidden"], maximumRows: 250, seed: seed)
        // A window loses more rows than are kept beyond it.
        things.countChanges = 4
        things.wideEdits = 2
        others = RandomEdits(table: "other", columns: ["thing", "label"], maximumRows: 40, seed: seed + 1)
        generator = SeededGenerator(seed: seed + 2)
    }

    mutating func perform(in db: Database) throws {
        let which = Int.random(in: 0..<100, using: &generator)
        if which < 80 { try things.perform(in: db) }
        if which > 75 { try others.perform(in: db) }
    }
}

/// DrawnEdits that are made by one transaction after the other.
final class SharedEdits: Sendable {
    private let edits: Mutex<DrawnEdits>
    init(_ edits: DrawnEdits) { self.edits = Mutex(edits) }
    func perform(in db: Database) throws { try edits.withLock { try $0.perform(in: db) } }
}

/// Commits from a connection of its own when another one begins a statement.
private final class Intruder: Sendable {
    private struct State {
        var edits: DrawnEdits
        var generator: SeededGenerator
        var isActive = false
        var commitsWithin = 0
    }

    private let outside: DatabaseQueue
    private let state: Mutex<State>

    init(_ test: TestStore, _ edits: DrawnEdits, seed: UInt64) throws {
        outside = try test.openOutside()
        state = Mutex(State(edits: edits, generator: SeededGenerator(seed: seed + 7)))
    }

    var commitsWithin: Int { state.withLock { $0.commitsWithin } }

    var isActive: Bool {
        get { state.withLock { $0.isActive } }
        set { state.withLock { $0.isActive = newValue } }
    }

    func watch(_ db: Database, _ follower: CommitFollower) {
        db.trace { [weak self, sqliteConnection = db.sqliteConnection] event in
            guard let self else { return }
            // A follow sees one state of the file from its first read on: what commits before that is no interleaving, and
            // neither is what commits when all is read.
            var isWithin = follower.isFollowing && sqlite3_txn_state(sqliteConnection, nil) == SQLITE_TXN_READ
            if isWithin, case .statement(let statement) = event, statement.sql == "COMMIT" { isWithin = false }
            // The lock is not held while the other connection waits for SQLite.
            let isDue = state.withLock { $0.isActive && $0.generator.chance(isWithin ? 60 : 20) }
            if isDue, commit(), isWithin { state.withLock { $0.commitsWithin += 1 } }
        }
    }

    /// Makes a transaction, unless the other connection writes just now.
    ///
    /// - Returns: Whether it is committed.
    @discardableResult func commit() -> Bool {
        let isCommitted: Void? = try? outside.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                try state.withLock { try $0.edits.perform(in: db) }
                return .commit
            }
        }
        return isCommitted != nil
    }
}
