import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Synchronization
import Testing

/// Another connection commits between the statements by which lists follow a commit.
struct InterleavingTests {
    private static let runs = 20

    /// Together at least 20,000 commits between two statements; 300,000 in a long run.
    @Test(arguments: 0..<runs)
    func listsAreRightOnceItIsQuiet(number: Int) async throws {
        let replay = try await InterleavedReplay(seed: UInt64(40_000 + number))
        defer { replay.remove() }
        while replay.commitsBetween < draws(20_000, long: 300_000) / Self.runs { try await replay.step() }
        #expect(replay.disorders == 0)
    }
}

/// Random transactions of a store and of another connection that commits whenever the store begins a statement.
private final class InterleavedReplay {
    private struct Followed {
        var drawn: DrawnRequest
        let results: FetchedResults<Thing>
        let recorder: UpdateRecorder
        var list: [[Int64]]
    }

    private let seed: UInt64
    private let test: TestStore
    private let intruder: Intruder
    /// A store that writes nothing itself.
    private let isWatching: Bool
    private var generator: SeededGenerator
    private let own: OwnEdits
    private var followed: [Followed] = []
    private var number = 0
    private(set) var disorders = 0

    var commitsBetween: Int { intruder.commits }

    init(seed: UInt64) async throws {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        let schema = generator.chance(75) ? .history : DrawnSchema.allCases.randomElement(using: &generator) ?? .view
        isWatching = generator.chance(30)
        test = try await schema.makeStore()
        own = OwnEdits(Edits(schema, seed: seed))
        intruder = try Intruder(path: test.path, Edits(schema, seed: seed + 100), seed: seed)
        try await test.database.writeWithoutTransaction { [intruder] db in intruder.watch(db) }
        for _ in 0..<3 {
            let drawn = DrawnRequest(using: &generator)
            let results = try await FetchedResults<Thing>(drawn.request, in: test.store)
            let recorder = UpdateRecorder()
            results.delegate = recorder
            let list = try await test.store.read { try drawn.model($0) }
            followed.append(Followed(drawn: drawn, results: results, recorder: recorder, list: list))
        }
    }

    func remove() { test.remove() }

    func step() async throws {
        number += 1
        if number % 60 == 0 {
            let index = Int.random(in: 0..<followed.count, using: &generator)
            followed[index].drawn = DrawnRequest(using: &generator)
            intruder.isActive = true
            try await followed[index].results.change(to: followed[index].drawn.request)
        }
        intruder.isActive = true
        if isWatching {
            intruder.commit()
            try await test.store.catchUp()
        } else {
            do {
                try await test.store.write { [own] db in try own.perform(in: db) }
            } catch is RandomEdits.Rollback {}
        }
        intruder.isActive = false
        while try await test.store.catchUp() {}
        for index in followed.indices { followed[index] = try await compared(followed[index]) }
    }

    private func compared(_ followed: Followed) async throws -> Followed {
        var followed = followed
        let context = "seed \(seed), step \(number), \(followed.drawn.summary)"
        for update in followed.recorder.takeUpdates() {
            try BatchUpdate(update.changeset).validate(from: update.old.sectionCounts, to: update.new.sectionCounts)
            followed.list = try replay(update.changeset, on: followed.list)
            guard update.new.sectionCounts == followed.list.map(\.count) else {
                throw ReplayError(description: "\(context): the counts do not add up")
            }
        }
        let found = try await test.store.read { [drawn = followed.drawn] in try drawn.model($0) }
        guard followed.list == found, followed.results.snapshot.allItems == found.flatMap(\.self) else {
            throw ReplayError(description: "\(context): \(followed.list) is not \(found)")
        }
        let violations = followed.results.snapshot.violations()
        guard violations.isEmpty else { throw ReplayError(description: "\(context): \(violations)") }
        if number % 4 == 0 { try await test.expectElements(of: followed.results, context) }
        disorders = max(disorders, followed.results.statistics.disorders)
        return followed
    }
}

/// Random edits of both tables.
private struct Edits: Sendable {
    var things: RandomEdits
    var others: RandomEdits
    var generator: SeededGenerator

    init(_ schema: DrawnSchema, seed: UInt64) {
        things = RandomEdits(
            table: schema.edited, columns: ["rank", "name", "shown", "hidden"], maximumRows: 250, seed: seed)
        others = RandomEdits(table: "other", columns: ["thing", "label"], maximumRows: 40, seed: seed + 1)
        generator = SeededGenerator(seed: seed + 2)
    }

    mutating func perform(in db: Database) throws {
        let which = Int.random(in: 0..<100, using: &generator)
        if which < 80 { try things.perform(in: db) }
        if which > 75 { try others.perform(in: db) }
    }
}

/// The edits of the store's own transactions.
private final class OwnEdits: Sendable {
    private let edits: Mutex<Edits>
    init(_ edits: Edits) { self.edits = Mutex(edits) }
    func perform(in db: Database) throws { try edits.withLock { try $0.perform(in: db) } }
}

/// Commits from a connection of its own when another one begins a statement.
private final class Intruder: Sendable {
    private struct State {
        var edits: Edits
        var generator: SeededGenerator
        var isActive = false
        var commits = 0
    }

    private let outside: DatabaseQueue
    private let state: Mutex<State>

    init(path: String, _ edits: Edits, seed: UInt64) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        outside = try DatabaseQueue(path: path, configuration: configuration)
        state = Mutex(State(edits: edits, generator: SeededGenerator(seed: seed + 7)))
    }

    var commits: Int { state.withLock { $0.commits } }

    var isActive: Bool {
        get { state.withLock { $0.isActive } }
        set { state.withLock { $0.isActive = newValue } }
    }

    func watch(_ db: Database) {
        db.trace { [weak self] _ in
            guard let self else { return }
            // The lock is not held while the other connection waits for SQLite.
            let isDue = state.withLock { $0.isActive && $0.generator.chance(40) }
            if isDue { commit() }
        }
    }

    /// Makes a transaction, unless the other connection writes just now.
    func commit() {
        let isCommitted: Void? = try? outside.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                try state.withLock { try $0.edits.perform(in: db) }
                return .commit
            }
        }
        if isCommitted != nil { state.withLock { $0.commits += 1 } }
    }
}
