import GRDB
import Synchronization

/// The writes that wait for the writer of one database. Those that wait together share one transaction.
///
/// The fsync of a commit takes longer than most writes. So what has queued up while the writer was busy becomes one
/// transaction, in which each write has a savepoint of its own and fails by itself. A write that finds nobody waiting has
/// a transaction of its own at once, as always.
///
/// `WriteRunner` says what becomes of them there.
final class WriteQueue: Sendable {
    private struct State {
        var writes: [QueuedWrite] = []
        /// Whether the writer has been asked to run them.
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
    ///   - isAlone: Whether it has a transaction of its own.
    ///   - listener: Hears what becomes of it, in the order of the writes.
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

    /// Others who use the writer, those who look for commits of other processes for one, have their turns in between.
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

    /// Takes those out that may share the next transaction, or the one that does not share it.
    private func takeNext() -> [QueuedWrite] {
        state.withLock { state in
            let end = state.writes.dropFirst().firstIndex(where: \.isAlone) ?? state.writes.count
            let count = state.writes.first?.isAlone == true ? 1 : end
            defer { state.writes.removeFirst(count) }
            return Array(state.writes[..<count])
        }
    }
}
