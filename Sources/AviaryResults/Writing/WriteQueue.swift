import GRDB
import Synchronization

/// The writes that wait for the writer of one database. Waiting writes share a transaction, except a write with
/// `isAlone`.
///
/// The fsync of a commit takes longer than most writes. So all writes that queue up while the writer is busy become one
/// transaction. In this transaction each write has its own savepoint and can fail alone. A write that finds an empty
/// queue gets its own transaction at once.
///
/// `WriteRunner` describes how a shared transaction runs.
final class WriteQueue: Sendable {
    private struct State {
        var writes: [QueuedWrite] = []
        /// `true` while `runNext` is scheduled or runs.
        var isScheduled = false
    }

    private let database: any DatabaseWriter
    private let runner: WriteRunner
    private let state = Mutex(State())

    init(_ database: any DatabaseWriter, runner: WriteRunner) {
        self.database = database
        self.runner = runner
    }

    /// How many writes wait.
    var count: Int { state.withLock { $0.writes.count } }

    /// Runs a write when its turn comes.
    ///
    /// - Parameters:
    ///   - isAlone: `true` for a transaction of its own.
    ///   - listener: Is told about the write, in the order of the writes.
    func write<T: Sendable>(
        isAlone: Bool, listener: WriteListener, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let cancellation = QueuedWrite.Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(
                    QueuedWrite(isAlone: isAlone, cancellation: cancellation, rolledBack: listener.rolledBack) { db in
                        let value = try updates(db)
                        return {
                            listener.committed()
                            continuation.resume(returning: value)
                        }
                    } fail: { error in
                        listener.failed(error)
                        continuation.resume(throwing: error)
                    })
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    // MARK: Turns

    private func add(_ write: QueuedWrite) {
        let isFirst = state.withLock { state in
            state.writes.append(write)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { schedule() }
    }

    /// Schedules the next round as a separate call. So other users of the writer, such as the check for commits of
    /// other processes, get their turns between the rounds.
    private func schedule() { database.asyncWriteWithoutTransaction { [self] db in runNext(db) } }

    private func runNext(_ db: Database) {
        var writes = takeNext()
        let outcomes = runner.run(&writes, db)
        let isMore = state.withLock { state in
            state.writes.insert(contentsOf: writes[outcomes.count...], at: 0)
            state.isScheduled = !state.writes.isEmpty
            return state.isScheduled
        }
        if isMore { schedule() }
        for (write, outcome) in zip(writes, outcomes) { write.end(outcome) }
    }

    /// Takes the writes that share the next transaction, or one write that runs alone.
    private func takeNext() -> [QueuedWrite] {
        state.withLock { state in
            let end = state.writes.dropFirst().firstIndex(where: \.isAlone) ?? state.writes.count
            let count = state.writes.first?.isAlone == true ? 1 : end
            defer { state.writes.removeFirst(count) }
            return Array(state.writes[..<count])
        }
    }
}

/// Functions that are called when something happens to a write. In the end the write is committed or has failed. They
/// run on the writer queue; in a store with an upstream, `committed` and `failed` run on no particular queue.
struct WriteListener: Sendable {
    /// The write is committed. Earlier writes of the same transaction were reported before. The caller gets the result
    /// next.
    var committed: @Sendable () -> Void = {}
    /// The changes were rolled back. The write may run again.
    var rolledBack: @Sendable () -> Void = {}
    /// The write has failed, and none of its changes is left. The caller gets the error next.
    var failed: @Sendable (any Error) -> Void = { _ in }
}
