import AviaryTesting
import GRDB
import Synchronization

@testable import AviaryResults

/// Lets a store's file follow a `Centre`, which decides its writes.
final class CentreUpstream: StoreUpstream {
    /// What happens to a write on its way.
    struct Event: Sendable {
        enum Fate: Hashable, Sendable {
            case arrives
            /// It is done, but nobody hears of it.
            case answerIsLost
            case fails(UpstreamError)
            /// Whatever it is.
            case conflicts
        }

        /// What the write waits for, before anything else.
        var gate: Gate?
        /// What another program does before the write arrives.
        var others: [String] = []
        /// A receipt that another node stores before.
        var receipt: String?
        var fate = Fate.arrives
    }

    private struct State {
        var database: (any DatabaseWriter)?
        var position = 0
        var events: [Event] = []
        var rehearsals = 0
        var writes: [WriteSet] = []
        var answers: [UpstreamAnswer] = []
        /// Why nothing can be asked.
        var silence: UpstreamError?
    }

    let centre: Centre
    private let state = Mutex(State())

    init(_ centre: Centre) { self.centre = centre }

    /// The file that follows.
    func attach(_ database: any DatabaseWriter) { state.withLock { $0.database = database } }

    /// Says what happens to the next writes.
    func plan(_ events: [Event]) {
        state.withLock { state in
            state.events = events
            (state.writes, state.answers) = ([], [])
        }
    }

    /// Says why nothing can be asked from now on, if that is so.
    func silence(_ error: UpstreamError?) { state.withLock { $0.silence = error } }

    /// How often a write ran.
    var rehearsals: Int { state.withLock { $0.rehearsals } }
    /// What arrived since the last plan.
    var writes: [WriteSet] { state.withLock { $0.writes } }
    /// The answers since the last plan.
    var answers: [UpstreamAnswer] { state.withLock { $0.answers } }

    // MARK: StoreUpstream

    func rehearse(_ db: Database, _ run: () throws -> [RowChange]) throws -> [RowChange] {
        state.withLock { $0.rehearsals += 1 }
        return try StoreGuard.allowing(db) { try run() }
    }

    func prepare() async throws {}

    func commit(_ writes: WriteSet) async throws -> UpstreamAnswer {
        let event = state.withLock { state in
            state.writes.append(writes)
            return state.events.isEmpty ? Event() : state.events.removeFirst()
        }
        await event.gate?.wait()
        if case .fails(let error) = event.fate { throw error }
        for sql in event.others { try centre.edit(sql) }
        if let receipt = event.receipt { _ = try centre.commit([], receipt: receipt) }
        let answer =
            event.fate == .conflicts
            ? .conflict(reason: "planned") : try centre.commit(writes.changes, receipt: writes.receipt)
        state.withLock { $0.answers.append(answer) }
        if event.fate == .answerIsLost, answer == .done { throw UpstreamError.unknownOutcome(reason: "planned") }
        try await follow()
        return answer
    }

    func hasReceipt(_ receipt: String) async throws -> Bool {
        try await centre.database.read { db in try Receipts.contains(receipt, in: db) }
    }

    func settle(_ receipt: String) async throws -> Bool {
        if let failure = state.withLock({ $0.silence }) { throw failure }
        let isDone = try await centre.database.write { db in
            if let isDone = try Receipts.isDone(receipt, in: db) { return isDone }
            for name in [receipt, Receipts.givenUp(receipt)] { try Receipts.write(name, in: db) }
            return false
        }
        if isDone { try await follow() }
        return isDone
    }

    // MARK: Following

    /// Brings the file to the centre's last commit, in one transaction.
    func follow() async throws {
        guard let database = state.withLock({ $0.database }) else { return }
        try await database.write { [self] db in
            let commits = centre.commits(from: state.withLock { $0.position })
            guard !commits.isEmpty else { return }
            try StoreGuard.allowing(db) {
                let schema = try HistorySchema.Cache().schema(db, generation: 0)
                let left = try RowRestorer(db, schema, mayEmpty: [:]).apply(Self.net(commits))
                guard left.isEmpty else { throw ReplayError(description: "The file does not take \(left)") }
                for receipt in commits.compactMap(\.receipt) { try Receipts.write(receipt, in: db) }
            }
            state.withLock { $0.position = commits.endIndex }
        }
    }

    /// What several commits have changed together.
    private static func net(_ commits: ArraySlice<Centre.Commit>) -> [RowChange] {
        var net: [StepRows.RowID: RowChange] = [:]
        for change in commits.flatMap(\.changes) {
            let id = StepRows.RowID(table: change.table, rowid: change.rowid)
            var joined = change
            if let known = net[id] { joined.before = known.before }
            net[id] = joined
        }
        return net.sorted { $0.key < $1.key }.map(\.value).filter { $0.before != $0.after }
    }
}

/// Holds up whoever comes until it is opened.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }
    func wait() async { for await _ in stream {} }
}

/// A clock on which nobody waits.
struct ImpatientClock: Clock {
    typealias Instant = ContinuousClock.Instant
    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}
