import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Logging
import Synchronization

@testable import AviaryResults

/// Random commits, large and small, of a store and of another program, while the lists that follow them beside the writer
/// are held up, fail, come, go, and change their requests.
///
/// What each request finds is read by plain SQL within each transaction, and kept under the sequence of the log. So each
/// list that is told is compared with the commit of which it claims to be.
final class LaggingReplay {
    struct Note: LiveRecord {
        static let databaseTableName = "note"
        init(row: Row) {}
    }

    /// How often something was reached.
    struct Counts {
        var stepsBeside = 0
        var commitsMeanwhile = 0
        var failures = 0
        var told = 0
    }

    private struct Followed {
        let results: FetchedResults<Thing>
        let recorder: UpdateRecorder
        /// The requests that it may have at present, by number.
        var requests: Set<Int>
        /// What was told last.
        var last: (list: [[Int64]], version: Int64)?
        var cells: [Int64: Thing] = [:]
    }

    private struct Opened: Sendable {
        let results: FetchedResults<Thing>
        let recorder: UpdateRecorder
        let request: Int

        init(_ request: Int, _ drawn: DrawnRequest, in store: LiveStore) async throws {
            results = try await FetchedResults(drawn.request, in: store)
            recorder = UpdateRecorder()
            results.delegate = recorder
            self.request = request
        }

        static func opening(_ request: Int, _ drawn: DrawnRequest, in store: LiveStore) -> Task<Opened, any Error> {
            Task { try await Opened(request, drawn, in: store) }
        }
    }

    private let seed: UInt64
    private var generator: SeededGenerator
    private let test: TestStore
    private let outside: DatabaseQueue
    private let requests: [DrawnRequest]
    private let states: CommittedStates
    private let gate = StepGate()
    private let own: SharedEdits
    private let others: SharedEdits
    private let wordings: [RequestWording]
    private let notes: FetchedResults<Note>
    private var notesWritten = 0
    private var followed: [Followed] = []
    private var opening: [Task<Opened, any Error>] = []
    private var pending: [Task<Void, any Error>] = []
    /// Whether something was made to fail since all was quiet.
    private var hasFaults = false
    private var hasIndex = false
    private var number = 0
    private(set) var counts = Counts()

    init(seed: UInt64) async throws {
        self.seed = seed
        var generator = SeededGenerator(seed: seed)
        requests = (0..<5).map { _ in DrawnRequest(using: &generator) }
        self.generator = generator
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        test = try await DrawnSchema.history.makeStore(logger: logger)
        try await test.store.write { db in
            try db.execute(sql: "CREATE TABLE note(id INTEGER PRIMARY KEY, label)")
            try History.install(on: "note", in: db)
        }
        outside = try test.openOutside()
        try await outside.writeWithoutTransaction { db in
            db.add(collation: DatabaseCollation("backwards") { $1.compare($0) })
            try db.execute(sql: "PRAGMA busy_timeout = 5000")
        }
        states = CommittedStates(requests)
        own = SharedEdits(DrawnEdits(.history, seed: seed))
        others = SharedEdits(DrawnEdits(.history, seed: seed + 100))
        wordings = try await test.store.read { [store = test.store, requests] db in
            try requests.map { try RequestWording(store.lists.description(of: $0.request), in: db) }
        }
        notes = try await FetchedResults(ListRequest(), in: test.store)
        try await outside.write { [states] in try states.record($0) }
        for request in 0..<3 { try await join(Opened(request, requests[request], in: test.store)) }
    }

    func remove() {
        gate.release()
        test.remove()
    }

    private func join(_ opened: Opened) async throws {
        var one = Followed(results: opened.results, recorder: opened.recorder, requests: [opened.request])
        one.cells = try await opened.results.elements(for: opened.results.snapshot.allItems)
        followed.append(one)
    }

    private func error(_ text: String) -> ReplayError {
        ReplayError(description: "seed \(seed), step \(number): \(text)")
    }

    // MARK: Steps

    /// - Throws: `ReplayError` or `BatchUpdateError` when a list is not right, or was not.
    func step() async throws {
        number += 1
        try await draw()
        try check()
        switch Int.random(in: 0..<100, using: &generator) {
        case ..<25: try await commitOutside()
        case ..<43: writeHere()
        case ..<51: try await writePastTheStore()
        case ..<58: try await writeNote()
        case ..<63: pending.append(Task { [store = test.store] in _ = try await store.catchUp() })
        case ..<72: if gate.isHeld { gate.release() } else { gate.hold() }
        case ..<78: openList()
        case ..<82: if followed.count > 1 { followed.remove(at: Int.random(in: 0..<followed.count, using: &generator)) }
        case ..<88: changeRequest()
        case ..<91:
            guard let one = followed.randomElement(using: &generator) else { break }
            pending.append(Task { [results = one.results] in try await results.refetch() })
        case ..<94: try await trim()
        case ..<97: try await failNext()
        default: try await changeSchema()
        }
        if number % 40 == 0 { try await failNext() }
        if generator.chance(6) { try await quieten() }
    }

    private func failNext() async throws {
        hasFaults = true
        gate.fail(Int.random(in: 1...4, using: &generator))
        try await commitOutside()
        try await look()
    }

    /// Draws how long a commit is that lists follow beside the writer, and how long one for which they are read anew.
    private func draw() async throws {
        let most = Int.random(in: 0...8, using: &generator)
        let few = Int.random(in: 0...12, using: &generator)
        try await test.database.writeWithoutTransaction { [store = test.store, gate] _ in
            store.follower.lags.most = most
            for index in store.follower.indexes {
                index.fewChanges = few
                guard index.plan.shape.name == "thing", index.replacedReading == nil else { continue }
                index.replacedReading = { [list = index.snapshot] plan in
                    FaultyReading(plan: plan, fault: nil, list: list) { try gate.pass($0) }
                }
            }
        }
    }

    private func drawnCount() -> Int { generator.chance(50) ? 1 : generator.skewed(upTo: 20) }

    private func commitOutside() async throws {
        let count = drawnCount()
        noteCommit()
        do {
            try await outside.writeWithoutTransaction { [states, others] db in
                try db.inTransaction(.immediate) {
                    for _ in 0..<count { try others.perform(in: db) }
                    try states.record(db)
                    return .commit
                }
            }
        } catch is RandomEdits.Rollback {}
        if generator.chance(70) { try await look() }
    }

    /// What the store does when the system tells of a write: it waits for no list.
    private func look() async throws {
        try await test.database.writeWithoutTransaction { [store = test.store] in _ = try store.follower.catchUp($0) }
    }

    private func noteCommit() { if test.store.follower.lags.count > 0 { counts.commitsMeanwhile += 1 } }

    /// A write of the store. When it returns, the lists have followed.
    private func writeHere() {
        let count = drawnCount()
        noteCommit()
        let lists = followed.map(\.results)
        let context = error("a list lacks what is committed")
        pending.append(
            Task { [store = test.store, states, gate, own] in
                let written: (version: Int64, tables: Set<String>)
                do {
                    written = try await store.write { db in
                        let before = try History.version(db)
                        for _ in 0..<count { try own.perform(in: db) }
                        try states.record(db)
                        let tables = try ["thing", "other"].filter {
                            try History.changes(of: $0, after: before, in: db)?.isEmpty == false
                        }
                        return (try History.version(db), Set(tables))
                    }
                } catch is RandomEdits.Rollback { return }
                guard !gate.hasFailed else { return }
                for results in lists where results.refetchReason == nil {
                    let isConcerned = !written.tables.isDisjoint(
                        with: ["thing"] + results.request.dependencies.map(\.table))
                    if isConcerned, results.version < written.version { throw context }
                }
            })
    }

    /// The store hears of it from GRDB alone.
    private func writePastTheStore() async throws {
        let count = drawnCount()
        noteCommit()
        do {
            try await test.database.write { [states, own] db in
                for _ in 0..<count { try own.perform(in: db) }
                try states.record(db)
            }
        } catch is RandomEdits.Rollback {}
    }

    /// Returns though the lists of another table may be held up.
    private func writeNote() async throws {
        noteCommit()
        try await test.store.write { [states] db in
            try db.execute(sql: "INSERT INTO note(label) VALUES (1)")
            try states.record(db)
        }
        notesWritten += 1
        guard notes.snapshot.numberOfItems == notesWritten else { throw error("the list of notes is not right") }
    }

    private func openList() {
        guard followed.count + opening.count < 6 else { return }
        let request = Int.random(in: 0..<requests.count, using: &generator)
        opening.append(Opened.opening(request, requests[request], in: test.store))
    }

    private func changeRequest() {
        guard !followed.isEmpty else { return }
        let index = Int.random(in: 0..<followed.count, using: &generator)
        let request = Int.random(in: 0..<requests.count, using: &generator)
        followed[index].requests.insert(request)
        pending.append(
            Task { [results = followed[index].results, drawn = requests[request]] in
                try await results.change(to: drawn.request)
            })
    }

    private func trim() async throws {
        if generator.chance(50) {
            try await test.database.writeWithoutTransaction { [store = test.store] db in
                store.follower.forgetLength()
                do { try store.follower.trim(db, to: 5) } catch let error as DatabaseError
                    where error.resultCode == .SQLITE_BUSY
                {}
            }
        } else {
            // Another program does not know how far the lists are.
            try await outside.write { db in
                try db.execute(
                    sql: "DELETE FROM aviaryHistory WHERE seq < (SELECT max(seq) FROM aviaryHistory) - 3")
            }
        }
    }

    private func changeSchema() async throws {
        hasIndex.toggle()
        let change = hasIndex ? "CREATE INDEX thingName ON thing(name)" : "DROP INDEX thingName"
        try await outside.write { try $0.execute(sql: change) }
        if generator.chance(50) { try await look() }
    }

    // MARK: The model

    /// Compares what was told with what was committed.
    private func check() throws {
        for index in followed.indices { followed[index] = try checked(followed[index]).one }
    }

    private func checked(_ one: Followed) throws -> (one: Followed, told: Set<Int64>) {
        var one = one
        var told = Set<Int64>()
        for update in one.recorder.takeUpdates() {
            counts.told += 1
            try BatchUpdate(update.changeset).validate(from: update.old.sectionCounts, to: update.new.sectionCounts)
            let (old, new) = (update.old.lists, update.new.lists)
            guard states.holds(old, at: update.old.version, of: one.requests) else {
                throw error("no commit had \(old) at \(update.old.version)")
            }
            if let last = one.last, last.list != old || last.version > update.old.version {
                throw error("a list leads on from \(old), \(update.old.version), not from \(last)")
            }
            guard update.new.version >= update.old.version || one.requests.count > 1 else {
                throw error("a list goes back from \(update.old.version) to \(update.new.version)")
            }
            guard try replay(update.changeset, on: old) == new else { throw error("the changeset is not right") }
            guard states.holds(new, at: update.new.version, of: one.requests) else {
                throw error("no commit had \(new) at \(update.new.version)")
            }
            guard update.new.violations().isEmpty else { throw error("\(update.new.violations())") }
            one.last = (new, update.new.version)
            told.formUnion(update.changeset.inserted.map(\.id) + update.changeset.updated.map(\.id))
        }
        one.cells = one.cells.filter { !told.contains($0.key) }
        return (one, told)
    }

    /// Lets everything come to its end, and compares the lists with the file.
    func quieten() async throws {
        gate.release()
        for task in pending {
            do { try await task.value } catch let error as ReplayError { throw error } catch {
                guard hasFaults || error.isBusy else { throw error }
            }
        }
        pending = []
        gate.fail(0)
        // A list that could not be read is read with the next commit.
        try await writeNote()
        while try await test.store.catchUp() {}
        for task in opening {
            do { try await join(task.value) } catch { guard hasFaults || error.isBusy else { throw error } }
        }
        opening = []
        if test.store.follower.lags.count > 0 { throw error("a list lags for ever") }
        for index in followed.indices {
            var one = try checked(followed[index]).one
            let results = one.results
            let (current, found) = try await test.store.read { [store = test.store, wordings, requests] db in
                let wording = try RequestWording(store.lists.description(of: results.request), in: db)
                let current = wordings.firstIndex(of: wording) ?? 0
                return (current, try requests[current].model(db))
            }
            guard results.snapshot.lists == found, results.error == nil else {
                throw error("\(results.snapshot.lists) is not \(found): \(results.error as Any)")
            }
            one.requests = [current]
            let items = Set(results.snapshot.allItems)
            one.cells = one.cells.filter { items.contains($0.key) }
            let missing = items.filter { one.cells[$0] == nil }
            one.cells.merge(try await results.elements(for: Array(missing))) { $1 }
            try await test.expect(one.cells, for: results.snapshot.allItems, "seed \(seed), step \(number)")
            followed[index] = one
        }
        counts.stepsBeside = gate.steps
        counts.failures = gate.failures
        hasFaults = false
        gate.forgetFailures()
    }

    /// Closes the store while lists are held up. Nobody is told anything afterwards.
    func close() async throws {
        try await quieten()
        gate.hold()
        try await outside.write { db in
            try db.execute(sql: "UPDATE thing SET rank = id; INSERT INTO thing(rank) VALUES (1), (2), (3)")
        }
        try await look()
        test.store.close()
        for one in followed { _ = one.recorder.takeUpdates() }
        gate.release()
        await test.store.follower.lags.wait()
        guard test.store.follower.lags.count == 0, followed.allSatisfy({ $0.recorder.takeUpdates().isEmpty }) else {
            throw error("a list is told of changes after the end")
        }
    }
}

extension Error {
    fileprivate var isBusy: Bool { (self as? DatabaseError)?.resultCode == .SQLITE_BUSY }
}

extension RowsSnapshot {
    /// The items of each section.
    fileprivate var lists: [[Int64]] {
        var start = 0
        return sectionCounts.map { count in
            defer { start += count }
            return items(in: start..<start + count)
        }
    }
}

/// What each request finds at each sequence of the log.
private final class CommittedStates: Sendable {
    private let requests: [DrawnRequest]
    private let known = Mutex<[Int64: [[[Int64]]]]>([:])

    init(_ requests: [DrawnRequest]) { self.requests = requests }

    /// Called at the end of each transaction.
    func record(_ db: Database) throws {
        let version = try History.version(db)
        let lists = try requests.map { try $0.model(db) }
        known.withLock { $0[version] = lists }
    }

    func holds(_ list: [[Int64]], at version: Int64, of requests: Set<Int>) -> Bool {
        known.withLock { known in known[version].map { lists in requests.contains { lists[$0] == list } } ?? false }
    }
}

/// Holds lists up that read beside the writer, and has them fail.
private final class StepGate: Sendable {
    private struct State {
        var isHeld = false
        var failing = 0
        var steps = 0
        var failures = 0
        var hasFailed = false
    }

    private let state = Mutex(State())
    private let condition = NSCondition()

    var isHeld: Bool { state.withLock(\.isHeld) }
    var steps: Int { state.withLock(\.steps) }
    var failures: Int { state.withLock(\.failures) }
    /// Whether a reading has failed, or is to fail.
    var hasFailed: Bool { state.withLock { $0.hasFailed || $0.failing > 0 } }

    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        condition.withLock {
            state.withLock { $0.isHeld = false }
            condition.broadcast()
        }
    }

    /// Has the next readings fail.
    func fail(_ count: Int) { state.withLock { $0.failing = count } }

    func forgetFailures() { state.withLock { $0.hasFailed = false } }

    /// Called before each statement by which a list follows.
    func pass(_ db: Database) throws {
        // Who waits on the writer queue would wait for ever.
        if db.configuration.readonly {
            state.withLock { $0.steps += 1 }
            condition.withLock { while isHeld { condition.wait() } }
        }
        let fails = state.withLock { state in
            guard state.failing > 0 else { return false }
            state.failing -= 1
            state.failures += 1
            state.hasFailed = true
            return true
        }
        if fails { throw DatabaseError(resultCode: .SQLITE_IOERR) }
    }
}
