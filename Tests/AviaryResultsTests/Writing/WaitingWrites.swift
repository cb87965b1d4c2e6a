import AviaryResults
import Dispatch
import GRDB
import Synchronization

/// What is done with a store, a write as a rule.
struct Attempt<Value: Sendable>: Sendable {
    let run: @Sendable (LiveStore) async throws -> Value

    init(_ run: @escaping @Sendable (LiveStore) async throws -> Value) { self.run = run }
}

extension LiveStore {
    /// Has writes wait for the writer together, in their order.
    ///
    /// - Parameter onceWaiting: Called when all wait, before the writer is free.
    /// - Returns: What came of each.
    func writeTogether<T: Sendable>(
        _ writes: [Attempt<T>], onceWaiting: ([Task<T, any Error>]) -> Void = { _ in }
    ) async -> [Result<T, any Error>] {
        let gate = DispatchSemaphore(value: 0)
        database.asyncWriteWithoutTransaction { _ in gate.wait() }
        var tasks: [Task<T, any Error>] = []
        for write in writes {
            let waiting = waitingWrites
            let isDone = Marker()
            tasks.append(
                Task {
                    defer { isDone.set() }
                    return try await write.run(self)
                })
            // One that has nothing to write, an undo without a step for one, does not wait.
            while waitingWrites == waiting, !isDone.isSet { await Task.yield() }
        }
        onceWaiting(tasks)
        gate.signal()
        var results: [Result<T, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }
}

/// Something that is said once, from anywhere.
final class Marker: Sendable {
    private let flag = Mutex(false)

    var isSet: Bool { flag.withLock { $0 } }
    func set() { flag.withLock { $0 = true } }
}

/// A number that tests count up, from anywhere.
final class Tally: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

/// Counts the commits of a connection, and has some of them fail.
final class CommitCounter: TransactionObserver, Sendable {
    struct Refusal: Error {}

    private let state = Mutex((commits: 0, refusals: 0))

    /// Begins to count.
    init(_ database: any DatabaseWriter) { database.add(transactionObserver: self, extent: .databaseLifetime) }

    var commits: Int { state.withLock { $0.commits } }

    /// Has so many of the next commits fail.
    func refuse(_ count: Int) { state.withLock { $0.refusals = count } }

    func databaseWillCommit() throws {
        try state.withLock { state in
            guard state.refusals > 0 else { return }
            state.refusals -= 1
            throw Refusal()
        }
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { state.withLock { $0.commits += 1 } }
    func databaseDidRollback(_ db: Database) {}
}

extension Result {
    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
